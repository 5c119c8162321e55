"""How many more runs would likely settle a ranking that leans."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.intervals import Separation
from ahp.core.matrices import Array
from ahp.core.student import t_quantile
from ahp.decision.frame import Frame
from ahp.decision.samples import Samples, deviations_of, groups_of
from ahp.terms import Statistic

Positions = npt.NDArray[np.int64]

ASSURANCE = 0.65
"""How likely the runs asked for settle a decision, over the differences that the runs so far leave open."""
_MOST = 1000  # additional runs; who would need more should compare something else
_CLOSEST = 20  # alternatives nearest to the first; with more of them open, nothing is settled by runs
_DRAWS = 1000
_MATTERS = 0.05  # of the variance of a difference: what contributes less need not be run again
_STEP = 1e-5  # of the logarithm of a measurement, for its derivative


@dataclass(frozen=True)
class _Spread:
    """What the runs of one group leave open about the difference of each two of q scores.

    Attributes
    ----------
    variance : ndarray, shape (q, q)
        With the runs there are.
    displaced : ndarray, shape (draws, q, q)
        How far the truth may lie from the estimate.
    larger : ndarray, shape (draws,)
        How many times the variance may be what was seen.
    units : int
        How many vary independently.
    per_run : float
        How many of them one more run adds.
    """

    variance: Array
    displaced: Array
    larger: Array
    units: int
    per_run: float

    def share(self, more: int) -> float:
        """Return what is left of the variance with more runs."""
        return self.units / (self.units + more * self.per_run)

    def moved(self, more: int) -> Array:
        """Return by how much the estimate may have moved with more runs, shape (draws, q, q)."""
        return np.asarray(np.sqrt(1.0 - self.share(more)) * self.displaced)

    def seen(self, more: int) -> Array:
        """Return what the variance is then likely estimated to be, as a multiple, shape (draws,)."""
        old, new = self.units - 1.0, more * self.per_run
        return np.asarray(self.share(more) * (old + new * self.larger) / (old + new))


def more_runs(
    frame: Frame,
    x: Array,
    samples: Samples,
    statistic: Statistic,
    estimate: Array,
    draws: Array,
    found: Separation,
    tie: float,
    rng: np.random.Generator,
) -> tuple[tuple[str, int], ...]:
    """Return additional runs of which alternatives would likely make the decision decisive, or a tie.

    A leader is chosen for leading, so its lead is not taken for true: it is drawn from what the runs leave
    open, and so is the variance of the runs. With R runs and m more, the estimate to come lies around the
    present one with the fraction m/(R + m) of the variance of the present, and its own variance is the
    fraction R/(R + m). The answer is the least m for which the share of draws that end settled reaches
    `ASSURANCE` (O'Hagan, Stevens & Campbell 2005).

    Parameters
    ----------
    frame : Frame
    x : ndarray, shape (k, m)
    samples : Samples
    statistic : Statistic
    estimate : ndarray, shape (n,)
        Logarithms of the scores.
    draws : ndarray, shape (draws, n)
        The same over what the runs leave open.
    found : Separation
        What they tell apart.
    tie : float
        First and second are tied where their logarithms surely differ by no more.
    rng : numpy.random.Generator

    Returns
    -------
    tuple of (str, int)
        For those whose runs matter to a difference that is open; empty where more than 1000 are needed.
    """
    first = int(estimate.argmax())
    contested = np.flatnonzero(~found.apart[first])  # the first is among them
    contested = contested[np.argsort(-estimate[contested], kind="stable")][:_CLOSEST]
    if len(contested) < 2:
        return ()
    spreads, matters = _spreads(frame, x, samples, statistic, contested, rng)
    rivals = contested[1:]
    moved = np.abs(draws[:, first, None] - draws[:, rivals] - found.difference[first, rivals])
    tail = max(float((moved > found.critical * found.width[first, rivals]).mean()), 1.0 / len(draws))
    difference = found.difference[np.ix_(contested, contested)]

    def settled(more: int) -> bool:
        return _assured(spreads, difference, tail, tie, more) >= ASSURANCE

    most = _least(settled)
    return () if most is None else tuple((name, most) for name in matters)


def _spreads(
    frame: Frame,
    x: Array,
    samples: Samples,
    statistic: Statistic,
    contested: Positions,
    rng: np.random.Generator,
) -> tuple[list[_Spread], list[str]]:
    """Return what each group of runs leaves open about the differences, and whose runs matter to the lead."""
    influence = _influence(frame, x)[..., contested]
    spreads, shares = [], np.zeros((len(frame.columns), len(contested) - 1))
    for group in groups_of(samples):
        total = np.zeros((group.size, len(contested)))
        for j in group.columns:
            moved = np.nan_to_num(deviations_of(samples, j, group.units, statistic)) @ influence[j]
            shares[j] = _variance(moved, group.runs)[0, 1:]
            total += moved
        larger = (group.size - 1) / rng.chisquare(group.size - 1, _DRAWS)
        unit = math.sqrt(group.size / (group.size - 1)) / group.runs
        moved = rng.standard_normal((_DRAWS, group.size)) @ total * unit * np.sqrt(larger)[:, None]
        displaced = moved[:, :, None] - moved[:, None, :]
        variance = _variance(total, group.runs)
        spreads.append(_Spread(variance, displaced, larger, group.size, group.size / group.runs))
    most = shares > _MATTERS * shares.sum(axis=0)
    return spreads, [name for name, own in zip(frame.columns, most.any(axis=1), strict=True) if own]


def _influence(frame: Frame, x: Array) -> Array:
    """Return the derivatives of the log scores by the logs of the measurements, shape (m, k, n)."""
    k, m = x.shape
    found = np.zeros((m, k, len(frame.competitors)))
    for c in range(k):
        logs = np.zeros((2, m, k, m))
        logs[0, range(m), c, range(m)], logs[1, range(m), c, range(m)] = _STEP, -_STEP
        up, down = frame.logarithms(frame.outcome(x * np.exp(logs)))
        found[:, c] = (up - down) / (2.0 * _STEP)
    return found


def _variance(moved: Array, runs: int) -> Array:
    """Return the variance of the mean of runs for the difference of each two scores, shape (q, q)."""
    apart = moved[:, :, None] - moved[:, None, :]
    units = len(moved)
    return np.asarray((apart**2).sum(axis=0) * (units / (units - 1) / runs**2))


def _assured(spreads: list[_Spread], difference: Array, tail: float, tie: float, more: int) -> float:
    """Return how likely the decision is settled with more runs."""
    # Degrees of freedom of the closest difference (Satterthwaite 1946).
    parts = [spread.variance[0, 1] * spread.share(more) for spread in spreads]
    units = [spread.units + more * spread.per_run for spread in spreads]
    squares = sum(part**2 / (u - 1.0) for part, u in zip(parts, units, strict=True))
    freedom = max(1, round(float(sum(parts) ** 2 / squares))) if squares > 0 else 1
    then = np.asarray(sum(spread.seen(more)[:, None, None] * spread.variance for spread in spreads))
    half = t_quantile(1.0 - tail / 2.0, freedom) * np.sqrt(then)
    lead = difference + np.asarray(sum(spread.moved(more) for spread in spreads))
    own = np.arange(len(difference))
    lead[:, own, own] = np.inf
    decisive = (lead > half).all(axis=2).any(axis=1)
    tied = ((lead >= 0).all(axis=2) & ((lead + half).min(axis=2) <= tie)).any(axis=1)
    return float((decisive | tied).mean())


def _least(settled: Callable[[int], bool]) -> int | None:
    """Return the least number of runs that settles it; None where more than the most are needed."""
    high = 1
    while not settled(high):
        if high >= _MOST:
            return None
        high = min(2 * high, _MOST)
    low = high // 2  # not enough, or 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if settled(middle) else (middle, high)
    return high
