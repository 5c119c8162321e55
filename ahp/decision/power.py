"""How many more runs would likely settle a ranking that leans."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array
from ahp.decision.frame import Frame
from ahp.decision.samples import Samples

POWER = 0.8
_MOST = 1000
_DRAWS = 20_000


def more_runs(
    frame: Frame, samples: Samples, estimate: Array, draws: Array, level: float, rng: np.random.Generator
) -> tuple[tuple[str, int], ...]:
    """Return additional runs of which alternatives would make the first one decisive, four times in five.

    The differences of logarithms are taken for true, and so is the scatter of the runs. With R runs each, m
    more of them shrink a standard error by √(R / (R + m)) and Student's quantile with it; the first is then
    settled with power 0.8 where its difference is that quantile and another 0.84 standard errors.

    Returns
    -------
    tuple of (str, int)
        For those that take part; empty where more than 1000 would be needed.
    """
    first = int(np.argmax(estimate))
    gaps = estimate[first] - estimate
    widths = np.quantile(np.abs(draws[:, first, None] - draws - gaps), level, axis=0)
    rivals = [j for j in range(len(estimate)) if j != first and widths[j] > 0]
    runs = min(values.shape[-1] for values in samples.values)
    tail = (1.0 - level) / 2.0 / max(len(rivals), 1)
    normal = np.abs(rng.standard_normal(_DRAWS))
    errors = widths / _quantile(normal, runs - 1, (1.0 - level) / 2.0, rng)
    needs = {j: _needed(gaps[j] / errors[j], runs, tail, normal, rng) for j in rivals}
    if any(need is None for need in needs.values()):
        return ()
    most = max((need for need in needs.values() if need), default=0)
    if not most:
        return ()
    names = [frame.competitors[first], *(frame.competitors[j] for j, need in needs.items() if need)]
    behind = frame.columns[len(frame.competitors) :]
    if any(reference is not None for reference in frame.references):
        names += [name for name in behind if name not in names]
    return tuple((name, most) for name in names)


def _needed(distance: float, runs: int, tail: float, normal: Array, rng: np.random.Generator) -> int | None:
    """Return how many more runs bring a difference of `distance` standard errors to the power wanted."""
    extra = float(np.quantile(normal, 2 * POWER - 1))  # of |z|: the normal quantile at 0.8
    more = 0
    while more <= _MOST:
        reached = distance * ((runs + more) / runs) ** 0.5
        if reached >= _quantile(normal, runs + more - 1, tail, rng) + extra:
            return more
        more = max(more + 1, int(more * 1.1))
    return None


def _quantile(normal: Array, freedom: int, tail: float, rng: np.random.Generator) -> float:
    """Return the quantile of Student's t, from draws: SciPy's takes longer to import than all the rest."""
    return float(np.quantile(normal / np.sqrt(rng.chisquare(freedom, len(normal)) / freedom), 1.0 - 2 * tail))
