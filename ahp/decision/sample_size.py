"""How many more runs would likely settle a ranking that leans, and when to stop measuring.

Who looks after each block, and stops as soon as the decision looks decisive, is wrong more often than the
level says: every look is another chance. The chance is therefore spent over the looks: at the k-th, the
decision is asked at the level 1 - alpha 6 / (pi^2 k^2). These shares of alpha sum to alpha over however many
looks there will be, so by Bonferroni's inequality the chance that any look calls a wrong winner decisive is
at most alpha in each scenario, whenever one stops (alpha spending after Lan & DeMets 1983, with a fixed
sequence instead of a function of information). It holds as far as the level of a single look does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.core.inference import Best, t_quantile
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.results import Decision, ScenarioDecision
from ahp.decision.uncertainty import MOST_RESAMPLES, deviations_of, groups_of
from ahp.errors import StudyError

Positions = npt.NDArray[np.int64]

ASSURANCE = 0.7
"""In which share of what the runs leave open the runs asked for are more likely than not to settle it."""
_MOST = 1000  # additional runs; who would need more should compare something else
_CLOSEST = 20  # alternatives nearest to the first; with more of them open, nothing is settled by runs
_DRAWS = 1000
_MATTERS = 0.05  # of the variance of a difference: what contributes less need not be run again
_FARTHEST = 50.0  # of a logarithm
_STEP = 1e-5  # of the logarithm of a measurement, for its derivative


@dataclass(frozen=True)
class _Spread:
    """What the runs of one group leave open; q rivals, k criteria, n competitors.

    Attributes
    ----------
    columns : tuple of int
        Whose runs they are.
    variance : ndarray, shape (q,)
        Of the leads of the first, with the runs there are and the indices of the point.
    relative : ndarray, shape (k, n)
        The same of the logarithms of the measurements over their reference.
    displaced : ndarray, shape (draws, k, columns)
        How far the truth may lie from the logarithms of the measurements.
    larger : ndarray, shape (draws,)
        How many times the variance may be what was seen.
    units : int
        How many vary independently.
    per_run : float
        How many of them one more run adds.
    """

    columns: tuple[int, ...]
    variance: Array
    relative: Array
    displaced: Array
    larger: Array
    units: int
    per_run: float

    def share(self, more: int) -> float:
        """Return what is left of the variance with more runs."""
        return self.units / (self.units + more * self.per_run)

    def moved(self, more: int) -> Array:
        """Return by how much the estimates may have moved with more runs, shape (draws, k, columns)."""
        return np.asarray((1.0 - self.share(more)) * self.displaced)

    def seen(self, more: int) -> Array:
        """Return what the variance is then likely estimated to be, as a multiple, shape (draws,)."""
        old, new = self.units - 1.0, more * self.per_run
        return np.asarray(self.share(more) * (old + new * self.larger) / (old + new))


def more_runs(
    matrix: DecisionMatrix,
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
    R/(R + m), and Student's quantile is that of R + m runs. The measurements move, and are ranked anew, so
    that the rule chooses the indices of each draw. Where the lead is then beyond the simultaneous interval,
    and stays one on the other side of an index that the runs leave open, they settle the decision more often
    than not; the answer is the least m for which that is so in the share `ASSURANCE` of the draws. With
    endless runs this share tends to the probability that the leader is truly first, and where that is no
    greater nobody can say how many runs would do.

    Parameters
    ----------
    matrix : DecisionMatrix
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
    spreads, matters = _spreads(matrix, contested, rng)
    rivals = contested[1:]
    leads = estimate[first] - estimate[rivals]
    moved = np.abs(draws[:, first, None] - draws[:, rivals] - leads)
    tail = max(float((moved > found.critical * found.width[rivals]).mean()), 1.0 / len(draws))

    def settled(more: int) -> bool:
        return _assured(matrix, spreads, contested, tail, more) >= ASSURANCE

    most = _least(settled)
    return () if most is None else tuple((name, most) for name in matters)


def _spreads(
    matrix: DecisionMatrix,
    contested: Positions,
    rng: np.random.Generator,
) -> tuple[list[_Spread], list[str]]:
    """Return what each group of runs leaves open about the leads, and whose runs matter to them."""
    influence = _influence(matrix)[..., contested]
    spreads, shares = [], np.zeros((len(matrix.columns), len(contested) - 1))
    for group in groups_of(matrix):
        apart = np.zeros((group.size, *matrix.x.shape))
        for j in group.columns:
            apart[..., j] = np.nan_to_num(deviations_of(matrix, j, group.units))
            shares[j] = _variance(_leads(apart[..., j] @ influence[j]), group.runs)
        larger = (group.size - 1) / rng.chisquare(group.size - 1, _DRAWS)
        unit = math.sqrt(group.size / (group.size - 1)) / group.runs
        normal = rng.standard_normal((_DRAWS, group.size)) * (unit * np.sqrt(larger))[:, None]
        spreads.append(
            _Spread(
                group.columns,
                _variance(_leads(np.einsum("ukm,mkn->un", apart, influence)), group.runs),
                _variance(_relative(matrix, apart), group.runs),
                np.tensordot(normal, apart[..., list(group.columns)], axes=1),
                larger,
                group.size,
                group.size / group.runs,
            )
        )
    most = shares > _MATTERS * shares.sum(axis=0)
    return spreads, [name for name, own in zip(matrix.columns, most.any(axis=1), strict=True) if own]


def _influence(matrix: DecisionMatrix) -> Array:
    """Return the derivatives of the log scores by the logs of the measurements, shape (m, k, n)."""
    matrix, (k, m) = matrix.held, matrix.x.shape  # how the scores move where no index changes
    found = np.zeros((m, k, len(matrix.alternatives)))
    for c in range(k):
        logs = np.zeros((2, m, k, m))
        logs[0, range(m), c, range(m)], logs[1, range(m), c, range(m)] = _STEP, -_STEP
        up, down = matrix.outcome(matrix.x * np.exp(logs)).logarithms
        found[:, c] = (up - down) / (2.0 * _STEP)
    return found


def _leads(logarithms: Array) -> Array:
    """Return by how much the first is ahead of the others, shape (..., q)."""
    return np.asarray(logarithms[..., :1] - logarithms[..., 1:])


def _relative(matrix: DecisionMatrix, logs: Array) -> Array:
    """Return deviations of the measurements as those of what they are relative to, shape (u, k, n)."""
    found = logs[..., : len(matrix.alternatives)].copy()
    for c, column in enumerate(matrix.references):
        if column is not None:
            found[:, c] -= logs[:, c, column, None]
    return found


def _variance(moved: Array, runs: int) -> Array:
    """Return the variance of the mean of runs, of deviations with the units first."""
    units = len(moved)
    return np.asarray((moved**2).sum(axis=0) * (units / (units - 1) / runs**2))


def _assured(
    matrix: DecisionMatrix, spreads: list[_Spread], contested: Positions, tail: float, more: int
) -> float:
    """Return how likely the leader is first decisively with more runs."""
    # Degrees of freedom of the closest lead (Satterthwaite 1946).
    parts = [spread.variance[0] * spread.share(more) for spread in spreads]
    units = [spread.units + more * spread.per_run for spread in spreads]
    squares = sum(part**2 / (u - 1.0) for part, u in zip(parts, units, strict=True))
    freedom = max(1, round(float(sum(parts) ** 2 / squares))) if squares > 0 else 1
    moved = np.zeros((_DRAWS, *matrix.x.shape))
    for spread in spreads:
        moved[..., list(spread.columns)] = spread.moved(more)
    r = matrix.relatives(matrix.x * np.exp(np.clip(moved, -_FARTHEST, _FARTHEST)))

    def ahead(relatives: Array) -> Array:
        with np.errstate(invalid="ignore", divide="ignore"):  # an index asked for may lose its meaning
            outcome = matrix.merits(matrix.turned(relatives.copy()))
            return _leads(outcome.logarithms[:, contested])

    then = np.asarray(sum(spread.seen(more)[:, None] * spread.variance for spread in spreads))
    half = t_quantile(1.0 - tail / 2.0, freedom) * np.sqrt(then)
    settled = np.asarray((ahead(r) > half).all(axis=1), dtype=bool)
    spread_of = np.asarray(sum(spread.seen(more)[:, None, None] * spread.relative for spread in spreads))
    reach = t_quantile(1.0 - tail / 2.0, freedom) * np.sqrt(spread_of)
    for c, natural in enumerate(matrix.naturals):
        if natural is not None:
            near, beyond = _beyond(r[:, c], reach[:, c])
            other = r[near]
            other[:, c] = beyond[near]
            settled[near] &= (ahead(other) > 0).all(axis=1)
    return float(settled.mean())


def _beyond(r: Array, reach: Array) -> tuple[Array, Array]:
    """Return in which draws runs leave open on which side of the rule a criterion is, and the other side.

    Parameters
    ----------
    r, reach : ndarray, shape (draws, n)
        Measurements over their reference, and how far their logarithms may be off.
    """
    logs = np.log(r)
    gained = logs.min(axis=-1) > 0  # for all, so that one that crosses turns the index; else all others must
    within = np.abs(logs) < reach
    crossing = np.where(gained[:, None], within, logs <= 0)
    open_ = np.where(gained, within.any(axis=-1), (within | ~crossing).all(axis=-1))
    far = np.clip(np.where(gained[:, None], logs - reach, logs + reach), -_FARTHEST, _FARTHEST)
    return open_, np.where(crossing, np.exp(far), r)


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


FIRST_LOOK = 3
"""Fewer runs are not looked at: what they say about their own scatter is too little."""


def level_at(look: int, confidence: float = 0.95) -> float:
    """Return the level of one look among as many as there will be.

    Parameters
    ----------
    look : int
        Which, from 1.
    confidence : float
        The level that all looks together keep.

    Raises
    ------
    StudyError
        If the level is not between 0.5 and 1.

    Examples
    --------
    >>> round(level_at(1), 4), round(level_at(2), 4)
    (0.9696, 0.9924)
    >>> sum(1 - level_at(look) for look in range(1, 1000)) < 0.05
    True
    """
    if not 0.5 <= confidence < 1:
        raise StudyError(f"confidence = {confidence}; it lies between 0.5 and 1, such as 0.95")
    return 1 - (1 - confidence) * 6 / (math.pi * look) ** 2


def resamples_at(look: int) -> int:
    """Return how many draws a look needs for its level to be fifty draws from the end, within the most."""
    return min(MOST_RESAMPLES, max(10_000, math.ceil(50 / (1 - level_at(look)))))


def settled(decision: Decision | Iterable[ScenarioDecision]) -> bool:
    """Say whether further blocks would change nothing: every scenario is decisive, or a tie."""
    scenarios = decision.scenarios if isinstance(decision, Decision) else decision
    return all(
        scenario.confidence is not None and scenario.confidence.verdict in ("decisive", "tie")
        for scenario in scenarios
    )
