"""A refusal names what is wrong in the words that were promised."""

from __future__ import annotations

import json

import pytest
from core.calls import functions
from core.refusals import PINNED, refusals

FUNCTIONS = functions()
KNOWN = json.loads(PINNED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_refuses_in_the_same_words(name):
    assert refusals(*FUNCTIONS[name]) == KNOWN[name], "PYTHONPATH=.:tests python tests/core/refusals.py"


def test_no_other_function_is_pinned():
    assert set(KNOWN) == set(FUNCTIONS)
