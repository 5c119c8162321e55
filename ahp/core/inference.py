"""What few runs say: draws of what others might have said, and from draws to intervals and sets of ranks.

With three to ten runs the plain percentile bootstrap is too sure of itself: it draws from the few values that
were seen, and never from between or beyond them. The draws here have the spread of Student's t.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import RNG, Array, as_floats, finite_array, generator_of, level_of, whole_number
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

_BLOCK = 2**23  # normal numbers at once, 64 MiB
_ENDS = 0.4  # of what lies beyond an interval: as rare are the draws whose scale is held back
_ENOUGH = 60  # halvings: a bracket as wide as the numbers themselves shrinks to their last digit
_LARGE = 400  # degrees of freedom from which on three terms of an expansion are exact to ten digits


def t_displacements(
    deviations: Array, draws: int, *, runs: int, rng: RNG = None, level: float = 0.95
) -> Array:
    """Return draws of the mean of runs less its estimate, jointly t-distributed.

    With u the units that vary independently (runs, or blocks of runs) and e_u their deviations from the
    mean, a draw is Σ_u z_u e_u · √u / (runs · √χ²) with normal z and χ² of u - 1 degrees of freedom. Each
    component is then distributed as s/√u · t_(u-1), the posterior of a normal mean under the Jeffreys prior
    (Jeffreys 1961, section 3.4) and the distribution behind Student's interval (1908); components keep the
    correlation that the runs have, since all share z and χ². For sums over blocks of equal size it is the
    cluster-robust variance with u/(u - 1) (Liang & Zeger 1986).

    Two degrees of freedom put one draw in a thousand 22 standard errors away, where no measurement is. It
    has no bearing on an interval, but makes a gain that is far above the noise look as if it might be none.
    So no χ² is taken smaller than its quantile at 0.4 (1 - level): 2 % at 95 %, by which the interval of a
    single mean holds 94.8 % instead.

    Parameters
    ----------
    deviations : ndarray, shape (u, d)
        For each unit the sum over its runs of the deviation from the mean of all runs, in d components.
        NaN in a component that has no runs, whose draws are then NaN.
    draws : int
    runs : int
        How many runs the mean is over; u, unless units are blocks of several.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.
    level : float
        Of the intervals that will be made of the draws.

    Returns
    -------
    ndarray, shape (draws, d)
        A view in which the draws of a component lie next to each other in memory, as every later step over
        draws wants them.

    Examples
    --------
    >>> drawn = t_displacements(np.array([[-1.0], [0.0], [1.0]]), 100_000, runs=3, rng=0)
    >>> width = np.quantile(drawn, 0.975) * 3**0.5  # s = 1
    >>> bool(abs(width - 4.303) < 0.2)  # Student's t with 2 degrees of freedom
    True
    """
    deviations = _deviations(deviations, least=2)
    draws, generator = whole_number(draws, "the number of draws", least=1), generator_of(rng)
    runs, level = whole_number(runs, "the number of runs", least=1), level_of(level)
    units = len(deviations)
    step = max(1, _BLOCK // draws)  # the draws are the same but for rounding, however many are held at once
    drawn: Array = deviations[:step].T @ generator.standard_normal((min(step, units), draws))
    for start in range(step, units, step):
        block = deviations[start : start + step]
        drawn += block.T @ generator.standard_normal((len(block), draws))
    squares = generator.chisquare(units - 1, draws)
    np.maximum(squares, np.quantile(squares, _ENDS * (1.0 - level)), out=squares)
    drawn *= np.sqrt(units / squares) / runs
    return drawn.T


def bootstrap_displacements(deviations: Array, draws: int, *, rng: RNG = None) -> Array:
    """Return the same from the plain bootstrap: runs drawn with replacement (Efron 1979).

    It is here to be compared with; its intervals are too narrow for few runs.

    Parameters
    ----------
    deviations : ndarray, shape (runs, d)
    draws, rng
        As for :func:`~ahp.core.more.t_displacements`.

    Returns
    -------
    ndarray, shape (draws, d)

    Examples
    --------
    >>> drawn = bootstrap_displacements(np.array([[-1.0], [1.0]]), 100, rng=0)
    >>> sorted(set(drawn[:, 0].tolist()))
    [-1.0, 0.0, 1.0]
    """
    deviations = _deviations(deviations, least=1)
    draws, generator = whole_number(draws, "the number of draws", least=1), generator_of(rng)
    runs = len(deviations)
    counts = generator.multinomial(runs, np.full(runs, 1.0 / runs), size=draws)
    drawn: Array = (counts @ deviations) / runs
    return drawn


def _deviations(given: Array, least: int) -> Array:
    found = as_floats(given)
    finite_array(np.where(np.isnan(found), 0.0, found), "deviations", axes=2)
    if found.ndim != 2 or len(found) < least:
        raise JudgmentError(f"deviations are (u, d), of at least {least} units; found {found.shape}")
    return found


def log_ratio(before: Array, now: Array) -> float:
    """Return the logarithm of the quotient of two geometric means.

    Parameters
    ----------
    before, now : ndarray, shapes (r,) and (q,)
        Positive numbers.

    Examples
    --------
    >>> round(log_ratio(np.array([2.0, 8.0]), np.array([8.0])), 4)
    0.6931
    """
    return float(np.log(now).mean() - np.log(before).mean())


def log_ratio_interval(before: Array, now: Array, level: float) -> tuple[float, float]:
    """Return the interval of the logarithm of the quotient of two geometric means.

    Two samples of unequal variance on the log scale: d ± t √(s₁²/r + s₂²/q), where t is the mean of both
    Student quantiles, of r - 1 and q - 1 degrees of freedom, weighted by s₁²/r and s₂²/q (Cochran & Cox 1950;
    Cochran 1964). The degrees of freedom of Welch (1947) instead cover as little as 88 % of the time,
    nominally 95 %, where one side has two runs and the other ten; these cover at least 94 % there.

    Parameters
    ----------
    before, now : ndarray, shapes (r,) and (q,)
        Positive numbers, two or more of each.
    level : float
        Between 0 and 1.

    Returns
    -------
    (float, float)
        Both ends the difference itself where neither side scatters.

    Examples
    --------
    >>> low, high = log_ratio_interval(np.array([99.0, 100.0, 101.0]), np.array([70.0, 71.0, 69.5]), 0.95)
    >>> [round(float(np.exp(end)), 2) for end in (low, high)]
    [0.68, 0.73]
    """
    from scipy.special import stdtrit

    difference = log_ratio(before, now)
    variances = np.array([np.log(before).var(ddof=1) / len(before), np.log(now).var(ddof=1) / len(now)])
    total = float(variances.sum())
    if total == 0.0:
        return difference, difference
    quantiles = stdtrit(np.array([len(before), len(now)]) - 1.0, (1.0 + level) / 2.0)
    width = float(variances @ quantiles) / total * total**0.5
    return difference - width, difference + width


def normal_quantile(probability: float) -> float:
    """Return the number that a standard normal variable is below with this probability.

    Parameters
    ----------
    probability : float
        Between 0 and 1, neither of them.

    Examples
    --------
    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return _inverse(lambda x: 0.5 * math.erfc(-x / math.sqrt(2.0)), probability)


def t_quantile(probability: float, freedom: int) -> float:
    """Return the number that Student's t is below with this probability.

    Parameters
    ----------
    probability : float
        Between 0 and 1, neither of them.
    freedom : int
        Degrees of freedom, at least 1.

    Examples
    --------
    >>> round(t_quantile(0.975, 2), 4), round(t_quantile(0.975, 9), 4)
    (4.3027, 2.2622)
    """
    if freedom >= _LARGE:
        z = normal_quantile(probability)  # and the expansion around it (Abramowitz & Stegun 1964, 26.7.5)
        first = (z**3 + z) / 4.0
        second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
        third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
        return z + (first / freedom + second / freedom**2 + third / freedom**3)
    return _inverse(lambda x: _distribution(x, freedom), probability)


def _distribution(x: float, freedom: int) -> float:
    """Return the probability below x: a finite sum (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4)."""
    angle = math.atan2(x, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2 == 1
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for j in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (j - 1) / j
        total += term
    between = 2.0 / math.pi * (angle + sine * total) if odd else sine * total
    return 0.5 + 0.5 * between


def _inverse(distribution: Callable[[float], float], probability: float) -> float:
    """Return where a rising distribution function takes a value, symmetric around 0, by halving."""
    if probability < 0.5:
        return -_inverse(distribution, 1.0 - probability)
    low, high = 0.0, 1.0
    while distribution(high) < probability:
        low, high = high, 2.0 * high
    for _ in range(_ENOUGH):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (middle, high) if distribution(middle) < probability else (low, middle)
    return 0.5 * (low + high)


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
