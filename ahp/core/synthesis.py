"""From local to global priorities: weighted sums over criteria, their order, and priorities with a sign."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.gate import LARGEST, Array, as_floats, check_alike, finite_array, real_number, rounding_of
from ahp.errors import JudgmentError, one_line

TIE = 1e-12
"""Scores whose relative difference is below this are tied; below what rounding makes, in float32."""


def global_priorities(weights: npt.ArrayLike, local: npt.ArrayLike) -> Array:
    """Return Σ_c w_c · p_c: the distributive synthesis of local priorities (Saaty 1980).

    Parameters
    ----------
    weights : array_like, shape (..., k)
        Weights of the criteria.
    local : array_like, shape (..., k, n)
        Local priorities of the alternatives under each criterion.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1 when the weights and each local vector do.

    Raises
    ------
    JudgmentError
        If there is not one weight for each local vector, or one of the numbers is not finite.

    Examples
    --------
    >>> global_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]])
    array([0.4, 0.6])
    """
    w = finite_array(weights, "weights of criteria")
    p = finite_array(local, "local priorities", axes=2)
    _check_fit(w, p)
    return weighted_sums(w, p)


def weighted_sums(weights: Array, local: Array) -> Array:
    """Return Σ_c w_c · p_c of numbers that fit and were checked, `(..., n)` for `(..., k)` and `(..., k, n)`.

    Examples
    --------
    >>> weighted_sums(np.array([0.5, 0.5]), np.array([[0.2, 0.8], [0.6, 0.4]]))
    array([0.4, 0.6])
    """
    if local.ndim == 2 and weights.ndim == 2:  # one product; with as many local vectors many small ones
        return np.asarray(weights @ local)
    total: Array = np.einsum("...k,...kn->...n", weights, local)
    return total


def ideal_priorities(weights: npt.ArrayLike, local: npt.ArrayLike) -> Array:
    """Return the ideal synthesis: each local vector divided by its largest, then added (Millet & Saaty 2000).

    Adding a copy of an alternative, or one that is best at nothing, leaves the order of the others as it is.

    Parameters
    ----------
    weights : array_like, shape (..., k)
    local : array_like, shape (..., k, n)
        Local priorities, 0 or more.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1.

    Raises
    ------
    JudgmentError
        If there is not one weight for each local vector, or a number is negative or not finite, or all are 0.

    Examples
    --------
    >>> ideal_priorities([0.5, 0.5], [[0.2, 0.8], [0.6, 0.4]]).round(4)
    array([0.4286, 0.5714])
    """
    w = finite_array(weights, "weights of criteria", least=0.0)
    p = finite_array(local, "local priorities", axes=2, least=0.0)
    largest = p.max(axis=-1, keepdims=True)
    total = global_priorities(w, np.divide(p, largest, out=np.zeros(p.shape), where=largest > 0))
    if not total.any(axis=-1).all():
        raise JudgmentError("nothing has any priority: every weight, or every local priority under it, is 0")
    return shares(total)


def _check_fit(weights: Array, local: Array) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` unless there is one weight for each local vector."""
    try:
        fits = np.broadcast_shapes(weights.shape, local.shape[:-1])[-1:] == weights.shape[-1:]
    except ValueError:
        fits = False
    if not fits or weights.shape[-1] != local.shape[-2]:
        raise JudgmentError(
            f"{weights.shape} weights do not fit {local.shape} local priorities: (…, k) and (…, k, n)"
        )


def ranking(scores: npt.ArrayLike) -> list[int]:
    """Return the positions of the scores, largest first; tied ones stay in their given order.

    Examples
    --------
    >>> ranking([0.2, 0.5, 0.3])
    [1, 2, 0]
    >>> ranking([0.1, 0.3, 0.1 + 1e-17])
    [1, 0, 2]
    """
    return [position for group in _groups(scores) for position in group]


def tie_groups(scores: npt.ArrayLike) -> list[list[int]]:
    """Return the groups of two or more positions whose scores are tied.

    Examples
    --------
    >>> tie_groups([0.25, 0.5, 0.25])
    [[0, 2]]
    """
    return [group for group in _groups(scores) if len(group) > 1]


def _groups(scores: npt.ArrayLike) -> list[list[int]]:
    """Return positions by falling score, one list for each distinct score."""
    found = as_floats(scores)
    if found.ndim != 1 or np.isnan(found).any():
        raise JudgmentError(f"scores are one number for each item; found {one_line(scores, 60)}")
    numbers: list[float] = found.tolist()
    groups: list[list[int]] = []
    last, tie = 0.0, max(TIE, rounding_of(scores))
    for position in sorted(range(len(numbers)), key=lambda i: -numbers[i]):
        score = numbers[position]
        if groups and abs(last - score) <= tie * max(abs(last), abs(score)):
            groups[-1].append(position)
        else:
            groups.append([position])
        last = score
    return [sorted(group) for group in groups]


def signed_shares(values: npt.ArrayLike) -> Array:
    """Return signed values divided by the sum of their sizes: negative priorities (Saaty & Ozdemir 2003).

    Parameters
    ----------
    values : array_like, shape (..., n)
        Numbers of either sign in one unit with a true zero: gains, and losses below it.

    Returns
    -------
    ndarray, shape (..., n)
        Their sizes sum to 1; zeros where every value is 0.

    Raises
    ------
    JudgmentError
        If a value is not a finite number.

    Examples
    --------
    >>> signed_shares([3.0, -1.0])
    array([ 0.75, -0.25])
    """
    x = finite_array(values, "signed values")
    total = np.abs(x).sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(x, total, out=np.zeros(x.shape), where=total > 0))


def negative_priorities(gains: npt.ArrayLike, losses: npt.ArrayLike, *, magnitude: float) -> Array:
    """Return signed priorities from gains compared among gains and losses among losses.

    Judgments never compare a gain with a loss, so each side has priorities of its own; one more judgment says
    how large all gains together are beside all losses (Saaty & Ozdemir 2003). Signed priorities are added
    over criteria with their weights, never multiplied.

    Parameters
    ----------
    gains, losses : array_like, shape (..., n)
        Priorities among those who gain and among those who lose, 0 for the others; not both positive.
    magnitude : float
        How many times the total of the losses the total of the gains is.

    Returns
    -------
    ndarray, shape (..., n)
        Positive for gains, negative for losses, their sizes summing to 1.

    Raises
    ------
    JudgmentError
        If a priority is negative or not finite, or an alternative has both.
    StudyError
        If the magnitude is not positive.

    Examples
    --------
    >>> negative_priorities([0.75, 0.25, 0.0], [0.0, 0.0, 1.0], magnitude=4).round(3)
    array([ 0.6,  0.2, -0.2])
    """
    what = "how many times the losses the gains are"
    magnitude = real_number(magnitude, what, above=0.0, most=LARGEST)
    up = finite_array(gains, "priorities of gains", least=0.0)
    down = finite_array(losses, "priorities of losses (their sign is put on here)", least=0.0)
    check_alike("gains and losses", up, down)
    if ((up > 0) & (down > 0)).any():
        raise JudgmentError("an alternative gains or loses under a criterion, not both; split the criterion")
    totals = [side.sum(axis=-1, keepdims=True) for side in (up, down)]
    up, down = (
        np.divide(side, total, out=np.zeros(side.shape), where=total > 0)
        for side, total in zip((up, down), totals, strict=True)
    )
    return signed_shares(magnitude * up - down)
