"""What few runs say: draws of what repeated ones might have said, Student's t, and the interval of a ratio.

With three to ten runs the plain percentile bootstrap is too sure of itself: it draws from the few values that
were seen, and never from between or beyond them. The draws here have the spread of Student's t.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ahp.core.gate import RNG, Array, as_floats, finite_array, generator_of, level_of, whole_number
from ahp.errors import JudgmentError

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
        z = normal_quantile(probability)
        return z + _expanded(z, freedom)
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


def _expanded(z: float, freedom: int) -> float:
    """Return by how much a quantile of t exceeds the normal one (Abramowitz & Stegun 1964, 26.7.5)."""
    first = (z**3 + z) / 4.0
    second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    return first / freedom + second / freedom**2 + third / freedom**3


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
