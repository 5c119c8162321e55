"""Whatever is given to a function of `ahp.core`: an answer in numbers, or one line that says what is wrong."""

import dataclasses
import inspect

import numpy as np
import pytest
from core.calls import CALLS, functions
from wrong_values import ALWAYS_WRONG, OFTEN_WRONG, varied

from ahp.errors import AHPError

FUNCTIONS = functions()
UNKNOWN_IS_NAN = {  # where NaN is an answer, as the docstring says
    "consistency_threshold", "dispersion", "dispersion_test", "incomplete_consistency_index",
    "incomplete_consistency_ratio", "critical_weights", "central_weights", "t_displacements", "bootstrap_displacements", "kendall_w", "kendall_w_test", "kendall_zeta", "line_crossings",
}  # fmt: skip
ORDERED = {"ranking", "tie_groups"}  # infinity has its place in an order
GAPS_ARE_NAN = {"aggregate_judgments", "as_connected", "as_incomplete", "effective_resistances"}


def numbers_in(found):
    """Yield every array of numbers in an answer."""
    if dataclasses.is_dataclass(found):
        found = [getattr(found, field.name) for field in dataclasses.fields(found)]
    if isinstance(found, tuple | list):
        for one in found:
            yield from numbers_in(one)
    elif isinstance(found, float | np.floating | np.ndarray):
        yield np.asarray(found)


def answered(name, arguments):
    """Return the answer, None where the function says in one line what is wrong; anything else fails."""
    function, _ = FUNCTIONS[name]
    try:
        found = function(**arguments)
    except AHPError as error:
        said = str(error)
        assert 15 < len(said) < 700, said
        assert "\n" not in said, said
        assert " object at 0x" not in said, said
        return None
    return (found,)


def assert_numbers(name, found, given="right"):
    for numbers in numbers_in(found):
        if numbers.dtype.kind == "f" and name not in UNKNOWN_IS_NAN | GAPS_ARE_NAN:
            assert not np.isnan(numbers).any(), f"{name} answers {found}: {given}"


def test_every_function_has_a_right_call():
    for name, (function, arguments) in FUNCTIONS.items():
        assert set(arguments) == set(inspect.signature(function).parameters), f"{name}: put it into calls.py"
        found = answered(name, arguments)
        assert found is not None, name
        assert_numbers(name, found)
    assert set(CALLS) <= set(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_whatever_is_given_is_answered_in_numbers_or_refused_in_a_line(name):
    _, right = FUNCTIONS[name]
    for argument, numbers in right.items():
        for label, given in ALWAYS_WRONG.items():
            assert answered(name, right | {argument: given}) is None, f"{name}: {argument} as {label}"
        for label, given in OFTEN_WRONG.items():
            assert_numbers(name, answered(name, right | {argument: given}), f"{argument} as {label}")
        for label, given in varied(numbers) if isinstance(numbers, list | tuple) else ():
            found = answered(name, right | {argument: given})
            assert_numbers(name, found, f"{argument} with {label}")
            if label in ("a text in it", "complex") or (label == "infinity in it" and name not in ORDERED):
                assert found is None, f"{name}: {argument} with {label}"
