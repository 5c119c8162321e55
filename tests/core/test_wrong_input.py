"""Whatever is given to a function of `ahp.core`: an answer in numbers, or one line that says what is wrong."""

from __future__ import annotations

import dataclasses
import inspect

import numpy as np
import pytest
from core.calls import CALLS, functions

from ahp.errors import AHPError

FUNCTIONS = functions()
UNKNOWN_IS_NAN = {  # where NaN is an answer, as the docstring says
    "consistency_threshold", "dispersion", "dispersion_test", "incomplete_consistency_index",
    "incomplete_consistency_ratio", "kendall_w", "kendall_w_test", "kendall_zeta", "line_crossings",
}  # fmt: skip
ORDERED = {"ranking", "tie_groups"}  # infinity has its place in an order
GAPS_ARE_NAN = {"aggregate_judgments", "as_connected", "as_incomplete", "effective_resistances"}


class Thing:
    """What no function can make a number of."""

    def __repr__(self):
        return "<a thing\nover two lines>"


ALWAYS_WRONG = {
    "text": "x",
    "empty text": "",
    "bytes": b"x",
    "a thing": Thing(),
    "a class": Thing,
    "a dictionary": {"a": 1},
    "a set": {1, 2},
    "complex": 1j,
    "complex numbers": [1j, 2j],
    "texts": ["a", "b"],
    "an array of texts": np.array([["a", "b"], ["c", "d"]]),
    "objects": np.array([Thing(), Thing()]),
    "ragged": [[1, 2], [3]],
    "ragged deeper": [[[1, 2], [3, 4]], [[1]]],
    "dates": np.array(["2020-01-01"], dtype="datetime64[D]"),
    "NaN": float("nan"),
    "not a number in an array": np.array([float("nan")] * 3),
}
OFTEN_WRONG = {
    "None": None,
    "infinity": float("inf"),
    "less than nothing": float("-inf"),
    "zero": 0,
    "minus one": -1,
    "a half": 0.5,
    "two and a half": 2.5,
    "truth": True,
    "truths": np.array([[True, False], [False, True]]),
    "a list of nothing": [],
    "a list of a list of nothing": [[]],
    "no matrix": np.empty((0, 0)),
    "no matrices": np.empty((0, 3, 3)),
    "zeros": np.zeros((3, 3)),
    "a row of zeros": np.zeros(3),
    "ones": np.ones(3),
    "four ones": np.ones(4),
    "negatives": -np.ones(3),
    "infinities": np.full((3, 3), np.inf),
    "oblong": np.ones((2, 3)),
    "deep": np.ones((2, 2, 2, 2, 2)),
    "one number in an array": np.array(1.0),
    "huge numbers": [1e308, 1e308, 1e308],
    "tiny numbers": [5e-324, 1e308, 1.0],
    "numbers as objects": np.array([1, 2, 3], dtype=object),
    "huge integers": [10**400, 1, 1],
}


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


def varied(right):
    """Yield right numbers with one thing wrong in each: the last entry, the shape, or the kind."""
    numbers = np.asarray(right, dtype=np.float64)
    for label, value in (
        ("NaN", np.nan), ("infinity", np.inf), ("zero", 0.0), ("a negative number", -1.0), ("a huge one", 1e308),
    ):  # fmt: skip
        one = numbers.copy()
        one[(*[0] * (one.ndim - 1), -1)] = value
        yield f"{label} in it", one
    yield "a text in it", [*numbers.tolist()[:-1], "x"]
    yield "None in it", [None, *numbers.tolist()[1:]]
    yield "complex", numbers + 0j
    yield "one fewer", numbers[:-1]
    yield "one more", np.concatenate([numbers, numbers[:1]])
    yield "narrower", numbers[..., :-1]
    yield "flat", numbers.ravel()
    yield "only the first", numbers[0]
    yield "a batch", np.stack([numbers, numbers])
    yield "a batch of none", numbers[None][:0]
    yield "three of it", np.stack([numbers] * 3)
    yield "empty", numbers[:0]


every_function = pytest.mark.parametrize("name", FUNCTIONS)


def test_every_function_has_a_right_call():
    for name, (function, arguments) in FUNCTIONS.items():
        assert set(arguments) == set(inspect.signature(function).parameters), f"{name}: put it into calls.py"
        found = answered(name, arguments)
        assert found is not None, name
        assert_numbers(name, found)
    assert set(CALLS) <= set(FUNCTIONS)


@every_function
def test_what_is_never_right_is_refused(name):
    _, right = FUNCTIONS[name]
    for argument in right:
        for label, given in ALWAYS_WRONG.items():
            assert answered(name, right | {argument: given}) is None, f"{name}: {argument} as {label}"


@every_function
def test_what_is_often_wrong_is_refused_or_answered_in_numbers(name):
    _, right = FUNCTIONS[name]
    for argument in right:
        for label, given in OFTEN_WRONG.items():
            assert_numbers(name, answered(name, right | {argument: given}), f"{argument} as {label}")


@every_function
def test_right_numbers_with_one_thing_wrong(name):
    _, right = FUNCTIONS[name]
    for argument, numbers in right.items():
        if not isinstance(numbers, list | tuple):
            continue
        for label, given in varied(numbers):
            found = answered(name, right | {argument: given})
            assert_numbers(name, found, f"{argument} with {label}")
            if label in ("a text in it", "complex") or (label == "infinity in it" and name not in ORDERED):
                assert found is None, f"{name}: {argument} with {label}"
