"""What is measured to be compared with and never chosen: how it stands to the baseline, block by block."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ahp.frozen import dataclass
from ahp.harness.catalogue import engine_at
from ahp.harness.engines.base import Referring
from ahp.harness.plan import Plan

_SHOWN = {
    "wal_bytes_per_transaction": "log per transaction",
    "throughput": "throughput",
    "response_time_p99": "99th percentile of the response time",
    "cpu_per_transaction": "CPU per transaction",
    "stored_bytes": "bytes stored",
}


@dataclass(frozen=True)
class Reference:
    """One reference in one scenario.

    Attributes
    ----------
    scenario, alternative : str
        Where, and what.
    risk : str
        What one would risk by choosing it; empty where that is not known.
    ratios : mapping of str to float
        By measure in words: the geometric mean over the blocks of its value by the baseline's.
    """

    scenario: str
    alternative: str
    risk: str
    ratios: Mapping[str, float]


def references(plan: Plan, finished: Iterable[Mapping[str, Any]]) -> tuple[Reference, ...]:
    """Return how a plan's references stand to its baseline.

    Parameters
    ----------
    plan : Plan
        What was run.
    finished : iterable of mapping
        The journal's lines about finished trials.
    """
    if not plan.references:
        return ()
    engine = engine_at(plan.dsn, plan.engine)
    risks = engine.references if isinstance(engine, Referring) else {}
    blocks: dict[tuple[str, str], dict[int, Mapping[str, float]]] = {}
    for line in finished:
        if not line["twin"]:
            blocks.setdefault((line["scenario"], line["alternative"]), {})[line["block"]] = line["measures"]
    return tuple(
        Reference(
            scenario, name, risks.get(name, ""), _ratios(own, blocks.get((scenario, plan.baseline), {}))
        )
        for (scenario, name), own in sorted(blocks.items())
        if name in plan.references
    )


def _ratios(
    own: Mapping[int, Mapping[str, float]], plain: Mapping[int, Mapping[str, float]]
) -> dict[str, float]:
    found = {}
    for measure, words in _SHOWN.items():
        pairs = [(own[block].get(measure), plain[block].get(measure)) for block in own.keys() & plain.keys()]
        logs = [math.log(mine / theirs) for mine, theirs in pairs if mine and theirs]
        if logs:
            found[words] = math.exp(sum(logs) / len(logs))
    return found
