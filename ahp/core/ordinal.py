"""Whether judgments have an order at all, and whether priorities keep it.

A judgment prefers, or ties (a_ij = 1). What differs from 1 by rounding alone counts as a tie.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, as_floats, check_single, check_size, priorities_of, rounding_of, whole_number
from ahp.core.matrices import as_pairwise, blocks
from ahp.deprecation import FormerTuple, renamed
from ahp.notebook import NotebookFace

LARGEST = 60
"""Most items whose intensities are compared: every judgment with every other costs n⁴."""

_TIED = 1e-9  # a logarithm up to this is none; up to what rounding makes, in float32


@dataclass(frozen=True)
class OrderViolations(FormerTuple, NotebookFace):
    """How often priorities fail to keep the order of the judgments (Bana e Costa & Vansnick 2008).

    Attributes
    ----------
    preference : ndarray of int, shape (...)
        Pairs with a_ij > 1 but not w_i > w_j.
    intensity : ndarray of int, shape (...)
        Pairs of judgments with a_ij > a_kl > 1 but not w_i/w_j > w_k/w_l.
    """

    preference: npt.NDArray[np.int64]
    intensity: npt.NDArray[np.int64]


@dataclass(frozen=True)
class ReversedJudgments(FormerTuple, NotebookFace):
    """Two judgments whose order of intensity the priorities reverse.

    Attributes
    ----------
    stronger, weaker : tuple of int
        The pairs (i, j) and (k, l), with a_ij > a_kl ≥ 1.
    judged : tuple of float
        a_ij and a_kl.
    weighed : tuple of float
        w_i/w_j and w_k/w_l, the first no larger than the second.
    """

    stronger: tuple[int, int]
    weaker: tuple[int, int]
    judged: tuple[float, float]
    weighed: tuple[float, float]


def circular_triads(A: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the number of intransitive triads of each matrix (Kendall & Babington Smith 1940).

    A triad is intransitive if i > j > k > i. With ties (Jensen & Hicks 1993) also if i > j > k and
    i = k, or if i = j = k and i > k.

    Examples
    --------
    >>> print(circular_triads([[1, 3, 1/2], [1/3, 1, 4], [2, 1/4, 1]]))
    1
    """
    logs, tied = np.log(as_pairwise(A)), _tied(A)
    beats = (logs > tied).astype(np.float64)
    ties = (np.abs(logs) <= tied).astype(np.float64)
    diagonal = np.arange(logs.shape[-1])
    ties[..., diagonal, diagonal] = 0.0
    chains = beats @ beats
    circles = (chains * beats.swapaxes(-1, -2)).sum(axis=(-2, -1)) / 3.0
    half_tied = (chains * ties).sum(axis=(-2, -1))
    broken_ties = ((ties @ ties) * beats).sum(axis=(-2, -1))
    return np.asarray(np.rint(circles + half_tied + broken_ties).astype(np.int64))


def kendall_zeta(A: npt.ArrayLike) -> Array:
    """Return ζ = 1 - d/d_max of each matrix, d being its circular triads (Kendall & Babington Smith 1940).

    d_max = (n³ - n)/24 for odd n, (n³ - 4n)/24 for even n. 1 for n < 3, where no triad is; NaN where
    there are ties, for which that d_max does not hold.

    Examples
    --------
    >>> print(kendall_zeta([[1, 3, 1/2], [1/3, 1, 4], [2, 1/4, 1]]))
    0.0
    """
    matrix = as_pairwise(A)
    n = matrix.shape[-1]
    if n < 3:
        return np.ones(matrix.shape[:-2])
    most = (n**3 - n) / 24 if n % 2 else (n**3 - 4 * n) / 24
    tied = (np.abs(np.log(matrix)) <= _tied(A)).sum(axis=(-2, -1)) > n
    return np.where(tied, np.nan, 1.0 - circular_triads(A) / most)


@renamed(w="priorities")
def rank_violations(A: npt.ArrayLike, priorities: npt.ArrayLike) -> Array:
    """Return how many ordered pairs the priorities rank against the judgment (Golany & Kress 1993).

    1 for w_i > w_j with a_ij < 1; 1/2 where exactly one of them says that i and j are equal.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    priorities : array_like, shape (..., n)
        Priorities.

    Returns
    -------
    ndarray, shape (...)

    Examples
    --------
    >>> print(rank_violations([[1, 2], [1/2, 1]], [0.4, 0.6]))
    1.0
    """
    logs, ratios, tie = _logs(A, priorities)
    judged, weighed = _signs(logs, tie), _signs(ratios, tie)
    against = (judged < 0) & (weighed > 0)
    half = (judged == 0) != (weighed == 0)
    return np.asarray(against.sum(axis=(-2, -1)) + 0.5 * half.sum(axis=(-2, -1)))


@renamed(w="priorities")
def order_violations(A: npt.ArrayLike, priorities: npt.ArrayLike) -> OrderViolations:
    """Return how often priorities break the two conditions of order preservation.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices of at most 60 items.
    priorities : array_like, shape (..., n)
        Priorities.

    Returns
    -------
    OrderViolations
        Counts for preference (POP) and for intensity (POIP), Bana e Costa & Vansnick (2008).

    Raises
    ------
    JudgmentError
        If a matrix is wrong, has more than 60 items, or the priorities do not fit it.

    Examples
    --------
    >>> A = [[1, 2, 3, 5, 9], [1/2, 1, 2, 4, 9], [1/3, 1/2, 1, 2, 8], [1/5, 1/4, 1/2, 1, 7],
    ...      [1/9, 1/9, 1/8, 1/7, 1]]
    >>> found = order_violations(A, [0.426, 0.281, 0.165, 0.101, 0.027])
    >>> print(found.preference, found.intensity)
    0 1
    """
    logs, ratios, tie = _logs(A, priorities)
    n = logs.shape[-1]
    _check_size(n)
    preference = ((logs > tie) & ~(ratios > tie)).sum(axis=(-2, -1))
    rows, columns = np.triu_indices(n, 1)
    judged, weighed = logs[..., rows, columns], ratios[..., rows, columns]
    turn = np.where(judged < 0, -1.0, 1.0)  # each pair once, the way in which it prefers
    count = int(np.prod(logs.shape[:-2]))
    judged, weighed = (judged * turn).reshape(count, len(rows)), (weighed * turn).reshape(count, len(rows))
    intensity = np.empty(count, dtype=np.int64)
    for block in blocks(count, max(1, len(rows))):
        a, b = judged[block], weighed[block]
        stronger = a[:, :, None] > a[:, None, :] + tie
        kept = b[:, :, None] > b[:, None, :] + tie
        intensity[block] = (stronger & ~kept & (a > tie)[:, None, :]).sum(axis=(-2, -1))
    return OrderViolations(np.asarray(preference), intensity.reshape(logs.shape[:-2]))


@renamed(w="priorities")
def worst_reversals(
    A: npt.ArrayLike, priorities: npt.ArrayLike, *, count: int = 3
) -> list[ReversedJudgments]:
    """Return the pairs of judgments whose order of intensity priorities reverse most, for one matrix.

    Those are first where the larger of the two ratios of priorities exceeds the smaller by most.

    Examples
    --------
    >>> A = [[1, 2, 3, 5, 9], [1/2, 1, 2, 4, 9], [1/3, 1/2, 1, 2, 8], [1/5, 1/4, 1/2, 1, 7],
    ...      [1/9, 1/9, 1/8, 1/7, 1]]
    >>> worst = worst_reversals(A, [0.426, 0.281, 0.165, 0.101, 0.027], count=1)[0]
    >>> worst.stronger, worst.weaker, worst.judged
    ((3, 4), (0, 3), (7.0, 5.0))
    """
    count = whole_number(count, "the number of reversals", least=0)
    logs, ratios, tie = _logs(A, priorities)
    check_single(logs, "the reversals of one matrix are")
    _check_size(len(logs))
    pairs = np.argwhere(logs > tie)
    judged, weighed = logs[tuple(pairs.T)], ratios[tuple(pairs.T)]
    excess = weighed[None, :] - weighed[:, None]
    wrong = (judged[:, None] > judged[None, :] + tie) & (excess >= -tie)
    order = np.argsort(-np.where(wrong, excess.round(10), -np.inf), axis=None, kind="stable")[:count]
    chosen = [divmod(int(at), len(pairs)) for at in order if wrong.flat[at]]
    return [
        ReversedJudgments(
            (int(pairs[p, 0]), int(pairs[p, 1])),
            (int(pairs[q, 0]), int(pairs[q, 1])),
            (float(as_floats(A)[tuple(pairs[p])]), float(as_floats(A)[tuple(pairs[q])])),
            (float(np.exp(weighed[p])), float(np.exp(weighed[q]))),
        )
        for p, q in chosen
    ]


def _tied(*given: npt.ArrayLike) -> float:
    return max(_TIED, rounding_of(*given))


def _logs(A: npt.ArrayLike, w: npt.ArrayLike) -> tuple[Array, Array, float]:
    """Return ln a_ij and ln(w_i/w_j), and which differences of such are ties."""
    matrix = as_pairwise(A)
    y = np.log(priorities_of(matrix, w))
    return np.log(matrix), y[..., :, None] - y[..., None, :], _tied(A, w)


def _signs(logs: Array, tie: float) -> Array:
    return np.asarray(np.sign(np.where(np.abs(logs) <= tie, 0.0, logs)))


def _check_size(n: int) -> None:
    advice = "use rank_violations, which takes any number"
    check_size(n, LARGEST, "the order of intensities is compared for", advice)
