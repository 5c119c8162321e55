"""Incomplete matrices for the tests, built without `ahp`."""

import numpy as np
from hypothesis import strategies as st
from strategies import SAATY, reciprocal

NAN = float("nan")
FOUR = np.array([[1, 1, 5, 2], [1, 1, 3, 4], [1 / 5, 1 / 3, 1, NAN], [1 / 2, 1 / 4, NAN, 1]])
"""Bozóki, Fülöp & Rónyai 2010, example 3."""


def connected(known):
    """Whether a boolean adjacency matrix connects everything: a walk, item by item."""
    seen, open_ = {0}, [0]
    while open_:
        here = open_.pop()
        for there in np.flatnonzero(known[here]).tolist():
            if there not in seen:
                seen.add(there)
                open_.append(there)
    return len(seen) == len(known)


def incomplete(n, missing, rng, draw=None):
    """A random matrix with that many judgments missing whose known ones connect all items."""
    size = n * (n - 1) // 2
    rows, columns = np.triu_indices(n, 1)
    while True:
        A = reciprocal(rng.choice(SAATY, size) if draw is None else draw(size), n)
        out = rng.permutation(size)[:missing]
        A[rows[out], columns[out]] = A[columns[out], rows[out]] = NAN
        if connected(~np.isnan(A)):
            return A


@st.composite
def incompletes(draw, min_size=2, max_size=7):
    """Connected matrices of Saaty's judgments with any number missing."""
    n = draw(st.integers(min_size, max_size))
    missing = draw(st.integers(0, (n - 1) * (n - 2) // 2))
    return incomplete(n, missing, np.random.default_rng(draw(st.integers(0, 2**32 - 1))))
