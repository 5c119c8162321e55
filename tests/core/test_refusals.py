"""A refusal names what is wrong in the words that were promised."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from core.calls import functions
from core.refusals import PINNED, place, refusals
from core.test_every_shape import ONE_AT_A_TIME, arrays_of
from wrong_values import spoilt

from ahp.errors import AHPError

FUNCTIONS = functions()
KNOWN = json.loads(PINNED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_refuses_in_the_same_words(name):
    assert refusals(*FUNCTIONS[name]) == KNOWN[name], "PYTHONPATH=.:tests python tests/core/refusals.py"


def test_no_other_function_is_pinned():
    assert set(KNOWN) == set(FUNCTIONS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - ONE_AT_A_TIME))
def test_what_is_wrong_in_a_batch_is_found_where_it_is(name):
    function, right = FUNCTIONS[name]
    arrays = arrays_of(name, right)
    batch = {key: np.tile(value, (2, 2, *[1] * value.ndim)) for key, value in arrays.items()}

    def refused(given):
        try:
            function(**given)
        except AHPError as error:
            return str(error), place(error)
        return "", ""

    for argument, value in arrays.items():
        for label, wrong in spoilt(value):
            among = batch[argument].copy()
            among[1, 0] = wrong
            said, where = refused(right | {argument: wrong})
            said = re.sub(r"\[(\d+(, \d+)*)\]", r"[1, 0, \1]", said)
            assert refused(right | batch | {argument: among}) == (said, where), (argument, label)
