"""From draws of scores to statements: intervals, probabilities of ranks, and simultaneous sets of ranks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, finite_array, level_of, whole_number
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

Counts = npt.NDArray[np.int64]
_COMPARED = 4_000_000  # numbers at once: a batch of draws small enough to stay in memory


@dataclass(frozen=True)
class Intervals(FormerTuple, NotebookFace):
    """Between which two numbers each of several lies.

    Attributes
    ----------
    low, high : ndarray, of one shape
        The ends.
    """

    low: Array
    high: Array


def equal_tailed(draws: npt.ArrayLike, level: float, *, axis: int = 0) -> Intervals:
    """Return the ends between which the middle `level` of the draws lies.

    Parameters
    ----------
    draws : array_like, shape (draws, ...)
    level : float
        Between 0 and 1.
    axis : int
        Along which the draws lie; the first unless told, as all that draws here returns them.

    Returns
    -------
    Intervals, of arrays of shape (...)

    Examples
    --------
    >>> found = equal_tailed(np.arange(101.0), 0.5)
    >>> float(found.low), float(found.high)
    (25.0, 75.0)
    """
    tail = (1.0 - level_of(level)) / 2.0
    drawn = finite_array(draws, "draws")
    axis = whole_number(axis, "the axis of the draws", least=-drawn.ndim, most=drawn.ndim - 1)
    if not drawn.shape[axis]:
        raise JudgmentError("an interval is made of at least one draw; found none")
    return Intervals(*np.quantile(drawn, [tail, 1.0 - tail], axis=axis))


@dataclass(frozen=True)
class RankProbabilities(FormerTuple, NotebookFace):
    """How often each alternative has each rank over draws, and how often each beats each other.

    Attributes
    ----------
    ranks : ndarray, shape (n, n)
        Share of the draws in which alternative i has rank j; rows and columns sum to 1.
    wins : ndarray, shape (n, n)
        Share of the draws in which i scores more than j, a tie counting half; wins + winsᵀ = 1.
    """

    ranks: Array
    wins: Array


def rank_probabilities(scores: Array) -> RankProbabilities:
    """Return how often each alternative has each rank, and how often each beats each other.

    The rank acceptabilities and pairwise winning indices of SMAA (Lahdelma & Salminen 2001; Leskinen et al.
    2006), over draws. Those that tie share their ranks equally.

    Parameters
    ----------
    scores : ndarray, shape (draws, n)
        The largest is the best.

    Returns
    -------
    RankProbabilities

    Examples
    --------
    >>> found = rank_probabilities(np.array([[3.0, 2.0], [1.0, 2.0], [5.0, 1.0], [2.0, 1.0]]))
    >>> found.ranks
    array([[0.75, 0.25],
           [0.25, 0.75]])
    >>> float(found.wins[0, 1])
    0.75
    """
    scores = finite_array(scores, "drawn scores", axes=2)
    if scores.ndim != 2:
        raise JudgmentError(f"drawn scores are (draws, n); found {scores.shape}")
    draws, n = scores.shape
    ranks, wins = np.zeros((n, n)), np.full((n, n), 0.5 * draws)
    step = max(1, _COMPARED // n)
    for start in range(0, draws, step):
        part = np.ascontiguousarray(scores[start : start + step].T)
        above, tied = _places(part, wins)
        alone = (tied == 1).all(axis=0)
        for i in range(n):
            ranks[i] += np.bincount(above[i, alone], minlength=n)
        first, same = above[:, ~alone, None], tied[:, ~alone, None]
        places = np.arange(n)
        ranks += (((places >= first) & (places < first + same)) / same).sum(axis=1)
    return RankProbabilities(ranks / draws, wins / draws)


def _places(scores: Array, wins: Array) -> tuple[Counts, Counts]:
    """Return by how many each is beaten in each draw, and by how many equalled; adds up who beats whom.

    Parameters
    ----------
    scores : ndarray, shape (n, draws)
    wins : ndarray, shape (n, n)
        Half the draws at the start; what each pair wins more than it loses is added, by halves.
    """
    above, tied = np.zeros(scores.shape, dtype=np.int64), np.ones(scores.shape, dtype=np.int64)
    for i, own in enumerate(scores):
        for j in range(i + 1, len(scores)):
            more, less = own > scores[j], own < scores[j]
            above[i] += less
            above[j] += more
            won, lost = np.count_nonzero(more), np.count_nonzero(less)
            wins[i, j] += 0.5 * (won - lost)
            wins[j, i] -= 0.5 * (won - lost)
            if won + lost < len(own):
                same = ~(more | less)
                tied[i] += same
                tied[j] += same
    return above, tied


@dataclass(frozen=True)
class Separation(NotebookFace):
    """Which differences of two scores the draws tell from 0, all at once; symmetric arrays of shape (n, n).

    Attributes
    ----------
    difference : ndarray
        Estimate of i less estimate of j.
    apart : ndarray of bool
        Whether it is surely not 0.
    width : ndarray
        How far each difference alone is displaced, at the level.
    critical : float
        The simultaneous interval of what is not apart is difference ± critical · width.
    """

    difference: Array
    apart: npt.NDArray[np.bool_]
    width: Array
    critical: float

    def rank_sets(self) -> Counts:
        """Return the best and the worst rank that is open for each, shape (n, 2)."""
        better = (self.apart & (self.difference < 0)).sum(axis=1)
        worse = (self.apart & (self.difference > 0)).sum(axis=1)
        return np.stack([1 + better, len(better) - worse], axis=1)


def separation(estimates: Array, draws: Array, level: float) -> Separation:
    """Return which scores are told apart, by simultaneous intervals of all their differences.

    The intervals are those of the largest standardised displacement in each draw; what they separate is set
    aside, and the rest is looked at again (Mogstad, Romano, Shaikh & Wilhelm 2024, section 3, with their
    step-down). Each difference is standardised by the width that its own interval would have, which needs no
    variance: a t-distribution with two degrees of freedom has none.

    Parameters
    ----------
    estimates : ndarray, shape (n,)
        Scores, or their logarithms; the largest is the best.
    draws : ndarray, shape (draws, n)
        The same, drawn.
    level : float
        The probability that all intervals hold.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = np.array([3.0, 1.0, 1.1])
    >>> separation(scores, scores + 0.1 * rng.standard_normal((1000, 3)), 0.95).apart[0]
    array([False,  True,  True])
    """
    n = len(estimates)
    displaced = np.ascontiguousarray((draws - estimates).T)
    difference = estimates[:, None] - estimates[None, :]
    width = np.zeros((n, n))
    for i in range(n - 1):
        width[i, i + 1 :] = np.quantile(np.abs(displaced[i] - displaced[i + 1 :]), level, axis=-1)
    upper = np.triu(np.ones((n, n), dtype=bool), 1)
    apart = upper & (width <= 0) & (np.abs(difference) > 0)  # without noise a difference is a difference
    open_ = upper & (width > 0)
    critical = 1.0
    while open_.any():
        largest = np.zeros(len(draws))
        for i in range(n - 1):
            rivals = np.flatnonzero(open_[i])
            if rivals.size:
                moved = np.abs(displaced[i] - displaced[rivals]) / width[i, rivals, None]
                np.maximum(largest, moved.max(axis=0), out=largest)
        critical = float(np.quantile(largest, level))
        found = open_ & (np.abs(difference) > critical * width)
        if not found.any():
            break
        apart |= found
        open_ &= ~found
    return Separation(difference, apart | apart.T, width + width.T, critical)


@dataclass(frozen=True)
class Best(NotebookFace):
    """Whom the leader surely beats, all of them at once; arrays of shape (n,).

    Attributes
    ----------
    first : int
        The leader.
    beaten : ndarray of bool
        The leader itself is not among them.
    width : ndarray
        How far the lead over each alone is displaced, at the level.
    critical : float
        Who is not beaten leads or trails by no more than critical · width.
    """

    first: int
    beaten: npt.NDArray[np.bool_]
    width: Array
    critical: float

    @property
    def decisive(self) -> bool:
        """Whether the leader surely beats everybody else."""
        return bool(self.beaten.sum() == len(self.beaten) - 1)


def best_of(estimates: Array, draws: Array, level: float) -> Best:
    """Return whom the leader surely beats: multiple comparisons with the best (Hsu 1996, chapter 4).

    Only the leads of the first over each other are compared, which are fewer than all differences, and
    only downwards: how far the leader may be ahead is not asked. Who is beaten is set aside, and the rest is
    looked at again. A lead is never told by less than its own two-sided interval: of two that are alike
    either may come to lead.

    Parameters
    ----------
    estimates : ndarray, shape (n,)
        Scores, or their logarithms; the largest is the best.
    draws : ndarray, shape (draws, n)
        The same, drawn.
    level : float
        The probability that nobody is beaten who is as good.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = np.array([3.0, 1.0, 1.1])
    >>> best_of(scores, scores + 0.1 * rng.standard_normal((1000, 3)), 0.95).decisive
    True
    """
    first = int(estimates.argmax())
    lead = estimates[first] - estimates
    displaced = np.ascontiguousarray(((draws[:, [first]] - draws) - lead).T)
    width = np.array([np.quantile(np.abs(own), level) for own in displaced])
    beaten = (width <= 0) & (lead > 0)  # without noise a difference is a difference
    open_ = np.flatnonzero(~beaten & (np.arange(len(lead)) != first))
    critical = 1.0
    while open_.size:
        with np.errstate(divide="ignore", invalid="ignore"):
            back = np.nan_to_num(-displaced[open_] / width[open_, None], posinf=np.inf)
        critical = max(1.0, float(np.quantile(back.max(axis=0), level)))
        found = open_[lead[open_] > critical * width[open_]]
        if not found.size:
            break
        beaten[found] = True
        open_ = open_[~beaten[open_]]
    return Best(first, beaten, width, critical)


def rank_sets(estimates: Array, draws: Array, level: float) -> Counts:
    """Return for each alternative the best and the worst rank that the draws leave open, all at once.

    Whoever is surely better or worse than an alternative bounds its rank; see `separation`.

    Parameters
    ----------
    estimates, draws, level
        As there.

    Returns
    -------
    ndarray of int, shape (n, 2)
        Ranks from 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = np.array([3.0, 1.0, 1.1])
    >>> rank_sets(scores, scores + 0.1 * rng.standard_normal((1000, 3)), 0.95)
    array([[1, 1],
           [2, 3],
           [2, 3]])
    """
    centre, drawn = finite_array(estimates, "scores"), finite_array(draws, "drawn scores", axes=2)
    if centre.ndim != 1 or drawn.ndim != 2 or drawn.shape[1:] != centre.shape:
        raise JudgmentError(
            f"scores are (n,), what was drawn (draws, n); found {centre.shape} and {drawn.shape}"
        )
    return separation(centre, drawn, level_of(level)).rank_sets()
