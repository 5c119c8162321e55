"""How many more runs would likely settle a ranking that leans."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.core.rank_inference import Best
from ahp.core.resampling import t_quantile
from ahp.decision.frame import Frame
from ahp.decision.samples import Samples, deviations_of, groups_of
from ahp.terms import Statistic

Positions = npt.NDArray[np.int64]

ASSURANCE = 0.7
"""In which share of what the runs leave open the runs asked for are more likely than not to settle it."""
_MOST = 1000  # additional runs; who would need more should compare something else
_CLOSEST = 20  # alternatives nearest to the first; with more of them open, nothing is settled by runs
_DRAWS = 1000
_NORMAL = 2**23
_MATTERS = 0.05  # of the variance of a difference: what contributes less need not be run again
_STEP = 1e-5  # of the logarithm of a measurement, for its derivative


@dataclass(frozen=True)
class _Spread:
    """What the runs of one group leave open about the leads of the first over each of q rivals.

    Attributes
    ----------
    variance : ndarray, shape (q,)
        With the runs there are.
    displaced : ndarray, shape (draws, q)
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
        return np.asarray((1.0 - self.share(more)) * self.displaced)

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
    found: Best,
    rng: np.random.Generator,
) -> tuple[tuple[str, int], ...]:
    """Return additional runs of which alternatives would likely make the leader first decisively.

    An assurance: what runs will show is asked over all leads and variances that the runs so far leave open,
    not at those that were seen (Spiegelhalter & Freedman 1986; O'Hagan, Stevens & Campbell 2005). A leader is
    chosen for leading, so the lead that was seen is too large on average and would ask for too few. Lead and
    variance are drawn as Student's t has them. With R runs and m more, the estimate is expected to move by
    the fraction m/(R + m) of the way from the present one to the truth, its variance is the fraction
    R/(R + m), and Student's quantile is that of R + m runs. Where the lead is then beyond the simultaneous
    interval, the runs settle the decision more often than not; the answer is the least m for which that is so
    in the share `ASSURANCE` of the draws. With endless runs this share tends to the probability that the
    leader is truly first, and where that is no greater nobody can say how many runs would do.

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
    found : Best
        Whom the first surely beats.
    rng : numpy.random.Generator

    Returns
    -------
    tuple of (str, int)
        For those whose runs matter to a lead that is open; empty where more than 1000 are needed, or no
        number is enough.
    """
    first = found.first
    contested = np.flatnonzero(~found.beaten)  # the first is among them
    contested = contested[np.argsort(-estimate[contested], kind="stable")][:_CLOSEST]
    if len(contested) < 2:
        return ()
    spreads, matters = _spreads(frame, x, samples, statistic, contested, rng)
    rivals = contested[1:]
    leads = estimate[first] - estimate[rivals]
    moved = np.abs(draws[:, first, None] - draws[:, rivals] - leads)
    tail = max(float((moved > found.critical * found.width[rivals]).mean()), 1.0 / len(draws))

    def settled(more: int) -> bool:
        return _assured(spreads, leads, tail, more) >= ASSURANCE

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
    """Return what each group of runs leaves open about the leads, and whose runs matter to them."""
    influence = _influence(frame, x)[..., contested]
    spreads, shares = [], np.zeros((len(frame.columns), len(contested) - 1))
    for group in groups_of(samples):
        total = np.zeros((group.size, len(contested)))
        for j in group.columns:
            moved = np.nan_to_num(deviations_of(samples, j, group.units, statistic)) @ influence[j]
            shares[j] = _variance(moved, group.runs)
            total += moved
        larger = (group.size - 1) / rng.chisquare(group.size - 1, _DRAWS)
        unit = math.sqrt(group.size / (group.size - 1)) / group.runs
        step = max(1, _NORMAL // group.size)  # of the draws: the normal numbers are never held at once
        normal = (min(step, _DRAWS - start) for start in range(0, _DRAWS, step))
        moved = np.concatenate([rng.standard_normal((part, group.size)) @ total for part in normal])
        moved *= unit * np.sqrt(larger)[:, None]
        displaced = moved[:, :1] - moved[:, 1:]
        variance = _variance(total, group.runs)
        spreads.append(_Spread(variance, displaced, larger, group.size, group.size / group.runs))
    most = shares > _MATTERS * shares.sum(axis=0)
    return spreads, [name for name, own in zip(frame.columns, most.any(axis=1), strict=True) if own]


def _influence(frame: Frame, x: Array) -> Array:
    """Return the derivatives of the log scores by the logs of the measurements, shape (m, k, n)."""
    frame, (k, m) = frame.held, x.shape  # how the scores move where no index changes
    found = np.zeros((m, k, len(frame.competitors)))
    for c in range(k):
        logs = np.zeros((2, m, k, m))
        logs[0, range(m), c, range(m)], logs[1, range(m), c, range(m)] = _STEP, -_STEP
        up, down = frame.logarithms(frame.outcome(x * np.exp(logs)))
        found[:, c] = (up - down) / (2.0 * _STEP)
    return found


def _variance(moved: Array, runs: int) -> Array:
    """Return the variance of the mean of runs for the leads of the first over the others, shape (q,)."""
    apart = moved[:, :1] - moved[:, 1:]
    units = len(moved)
    return np.asarray((apart**2).sum(axis=0) * (units / (units - 1) / runs**2))


def _assured(spreads: list[_Spread], leads: Array, tail: float, more: int) -> float:
    """Return how likely the leader is first decisively with more runs."""
    # Degrees of freedom of the closest lead (Satterthwaite 1946).
    parts = [spread.variance[0] * spread.share(more) for spread in spreads]
    units = [spread.units + more * spread.per_run for spread in spreads]
    squares = sum(part**2 / (u - 1.0) for part, u in zip(parts, units, strict=True))
    freedom = max(1, round(float(sum(parts) ** 2 / squares))) if squares > 0 else 1
    then = np.asarray(sum(spread.seen(more)[:, None] * spread.variance for spread in spreads))
    half = t_quantile(1.0 - tail / 2.0, freedom) * np.sqrt(then)
    lead = leads + np.asarray(sum(spread.moved(more) for spread in spreads))
    return float((lead > half).all(axis=1).mean())


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
