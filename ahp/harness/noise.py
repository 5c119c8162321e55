"""The noise floor: by how much the baseline differs from itself, run twice in each block."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ahp.frozen import dataclass
from ahp.harness.plan import AGAIN
from ahp.notebook import NotebookFace

SHOWN = ("throughput", "response_time_p99", "cpu_per_transaction")
"""The measures whose noise is told."""


@dataclass(frozen=True)
class Noise(NotebookFace):
    """How one measure of the baseline's second runs stands to that of its first.

    Attributes
    ----------
    scenario, measure : str
        Where, and what.
    blocks : int
        How many pairs there are.
    ratio : float
        The geometric mean of second over first.
    widest : float
        The ratio of the pair that is farthest from 1 on the scale of logarithms.
    """

    scenario: str
    measure: str
    blocks: int
    ratio: float
    widest: float


def noise(finished: Iterable[Mapping[str, Any]]) -> tuple[Noise, ...]:
    """Return the noise of each scenario that has pairs.

    Parameters
    ----------
    finished : iterable of mapping
        The journal's lines about finished trials.
    """
    found: dict[tuple[str, int, str], Mapping[str, float]] = {}
    for line in finished:
        found[line["scenario"], line["block"], line["alternative"]] = line["measures"]
    ratios: dict[tuple[str, str], list[float]] = {}
    for (scenario, block, name), second in found.items():
        if not name.endswith(AGAIN):
            continue
        first = found.get((scenario, block, name.removesuffix(AGAIN)), {})
        for measure in SHOWN:
            if first.get(measure) and second.get(measure):
                ratios.setdefault((scenario, measure), []).append(second[measure] / first[measure])
    return tuple(
        Noise(
            scenario,
            measure,
            len(some),
            math.exp(sum(map(math.log, some)) / len(some)),
            max(some, key=lambda ratio: abs(math.log(ratio))),
        )
        for (scenario, measure), some in sorted(ratios.items())
    )
