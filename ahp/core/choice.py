"""Choice where it is not known which scenario will come: rules on tables of values, larger being better."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, check_single, finite_array, real_number
from ahp.core.matrices import blocks
from ahp.core.sensitivity import upper_envelope
from ahp.errors import JudgmentError, StudyError

_MOST_PAIRS = 1 << 24
"""Pairs of alternatives that are compared at once."""


def worst_case(values: npt.ArrayLike) -> Array:
    """Return the least value of each alternative over the scenarios; maximin takes the largest (Wald 1950).

    Parameters
    ----------
    values : array_like, shape (..., s, n)
        Values of n alternatives in s scenarios, in one unit.

    Returns
    -------
    ndarray, shape (..., n)

    Raises
    ------
    JudgmentError
        If the values are no table of finite numbers.

    Examples
    --------
    >>> worst_case([[1.0, 2.0], [3.0, 2.0]])
    array([1., 2.])
    """
    least: Array = _values(values).min(axis=-2)
    return least


def largest_regret(values: npt.ArrayLike) -> Array:
    """Return how many times better the best of its scenario is, at most (Savage 1951, on a ratio scale).

    Parameters
    ----------
    values : array_like, shape (..., s, n)
        Positive.

    Returns
    -------
    ndarray, shape (..., n)
        At least 1; minimax regret takes the smallest.

    Raises
    ------
    JudgmentError
        If the values are no table of positive finite numbers.

    Examples
    --------
    >>> largest_regret([[1.0, 2.0], [3.0, 2.0]])
    array([2. , 1.5])
    """
    found = _values(values, above=0.0)
    regret: Array = (found.max(axis=-1, keepdims=True) / found).max(axis=-2)
    return regret


def expected_value(values: npt.ArrayLike, weights: npt.ArrayLike) -> Array:
    """Return the mean over the scenarios, weighted by how likely or how important each is.

    Parameters
    ----------
    values : array_like, shape (..., s, n)
    weights : array_like, shape (..., s)
        0 or more, not all 0; only their proportions count.

    Returns
    -------
    ndarray, shape (..., n)

    Raises
    ------
    JudgmentError
        If there is not one weight for each scenario, or a number is wrong.

    Examples
    --------
    >>> expected_value([[1.0, 2.0], [3.0, 2.0]], [3, 1])
    array([1.5, 2. ])
    """
    found, w = _values(values), finite_array(weights, "weights of the scenarios", least=0.0)
    if w.shape[-1] != found.shape[-2]:
        raise JudgmentError(
            f"there is one weight for each of the {found.shape[-2]} scenarios; found {w.shape[-1]}"
        )
    total = w.sum(axis=-1, keepdims=True)
    if not (total > 0).all():
        raise JudgmentError("weights of the scenarios are not all 0")
    try:
        mean: Array = np.einsum("...s,...sn->...n", w / total, found)
    except ValueError:
        raise JudgmentError(
            f"weights and values are of the same tables; found the shapes {w.shape} and {found.shape}"
        ) from None
    return mean


def is_dominated(values: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Return which alternatives another one equals or beats in every scenario, and beats in one.

    Parameters
    ----------
    values : array_like, shape (..., s, n)

    Returns
    -------
    ndarray of bool, shape (..., n)

    Raises
    ------
    JudgmentError
        If the values are no table of finite numbers.

    Examples
    --------
    >>> is_dominated([[1.0, 2.0, 1.5], [1.0, 1.0, 3.0]])
    array([ True, False, False])
    """
    found = _values(values)
    s, n = found.shape[-2:]
    flat = found.reshape(-1, s, n)
    dominated = np.empty((len(flat), n), dtype=bool)
    for block in blocks(len(flat), n):
        part = flat[block]
        step = max(1, _MOST_PAIRS // (len(part) * n))
        for start in range(0, n, step):
            some = part[:, :, start : start + step]
            at_least = np.ones((len(part), some.shape[-1], n), dtype=bool)  # [i, j]: j is never below i
            above = np.zeros_like(at_least)  # and above it somewhere
            for k in range(s):
                at_least &= part[:, k, None, :] >= some[:, k, :, None]
                above |= part[:, k, None, :] > some[:, k, :, None]
            dominated[block, start : start + step] = (at_least & above).any(axis=-1)
    return dominated.reshape(*found.shape[:-2], n)


def hurwicz_choices(values: npt.ArrayLike) -> list[tuple[float, int]]:
    """Return the choice for every pessimism α: the best of α · worst + (1 - α) · best (Hurwicz 1951).

    The score of each is a line in α, so that the choice follows the upper envelope of the lines.

    Parameters
    ----------
    values : array_like, shape (s, n)

    Returns
    -------
    list of (float, int)
        From which α on, beginning with 0, and the position chosen; at α = 1 it is the maximin choice.

    Raises
    ------
    JudgmentError
        If the values are no single table of finite numbers.

    Examples
    --------
    >>> hurwicz_choices([[1.0, 4.0], [3.0, 0.0]])
    [(0.0, 1), (0.5, 0)]
    """
    found_values = _values(values)
    check_single(found_values, "the values of one table are")
    low, high = found_values.min(axis=0), found_values.max(axis=0)
    return upper_envelope(high, low - high, end=1.0)


def hurwicz_shares(values: npt.ArrayLike, start: float = 0.0, end: float = 1.0) -> Array:
    """Return on which share of the pessimism between two degrees each alternative is chosen, exactly.

    Parameters
    ----------
    values : array_like, shape (..., s, n)
    start, end : float
        Degrees of pessimism, 0 ≤ start < end ≤ 1; in between it is spread evenly.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1. Of alternatives with the same worst and best case the first is chosen.

    Raises
    ------
    JudgmentError
        If the values are no table of finite numbers.
    StudyError
        If the degrees are no two rising numbers between 0 and 1.

    Examples
    --------
    >>> hurwicz_shares([[1.0, 4.0], [3.0, 0.0]])
    array([0.5, 0.5])
    >>> hurwicz_shares([[1.0, 4.0], [3.0, 0.0]], 0.4, 1.0).round(3)
    array([0.833, 0.167])
    """
    found = _values(values)
    start = real_number(start, "the least pessimism", least=0.0, most=1.0)
    end = real_number(end, "the greatest pessimism", least=0.0, most=1.0)
    if not start < end:
        raise StudyError(f"pessimism rises from the least to the greatest; found {start:g} and {end:g}")
    n = found.shape[-1]
    low, high = found.min(axis=-2).reshape(-1, n), found.max(axis=-2).reshape(-1, n)
    shares = np.empty(low.shape)
    later = np.tri(n, k=-1, dtype=bool)  # [j, i]: i comes before j
    for block in blocks(len(low), n):
        # j is chosen where it is not below any i: ahead + per_step · α ≥ 0.
        ahead = high[block, :, None] - high[block, None, :]
        per_step = low[block, :, None] - low[block, None, :] - ahead
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            crossing = -ahead / per_step
        never = (per_step == 0) & ((ahead < 0) | ((ahead == 0) & later))
        least = np.where(never, np.inf, np.where(per_step > 0, crossing, -np.inf)).max(axis=-1)
        most = np.where(per_step < 0, crossing, np.inf).min(axis=-1)
        shares[block] = np.clip(np.minimum(most, end) - np.maximum(least, start), 0.0, None)
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares.reshape(*found.shape[:-2], n)


def _values(values: npt.ArrayLike, above: float = -np.inf) -> Array:
    """Return tables of values, a row for each scenario."""
    return finite_array(values, "values of the alternatives in the scenarios", axes=2, above=above)
