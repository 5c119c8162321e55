"""What is no number, no matrix, no count: everything that a sweep over functions gives them."""

from __future__ import annotations

import numpy as np

from ahp.errors import AHPError


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


def answered(function, arguments, what):
    """Call a function, which may answer, or refuse in one line of words; return whether it answered."""
    try:
        function(**arguments)
    except AHPError as error:
        said = str(error)
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
    else:
        return True
    assert 10 < len(said) < 2000, what  # one that lists all readers is the longest
    assert "\n" not in said, what
    assert " object at 0x" not in said, what
    return False


def spoilt(right):
    """Yield right numbers with one entry wrong in each: the last of the first row."""
    for label, value in (
        ("NaN", np.nan), ("infinity", np.inf), ("zero", 0.0), ("a negative number", -1.0), ("a huge one", 1e308),
    ):  # fmt: skip
        one = np.array(right, dtype=np.float64)
        one[(*[0] * (one.ndim - 1), -1)] = value
        yield f"{label} in it", one


def varied(right):
    """Yield right numbers with one thing wrong in each: an entry, the shape, or the kind."""
    yield from spoilt(right)
    numbers = np.asarray(right, dtype=np.float64)
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
