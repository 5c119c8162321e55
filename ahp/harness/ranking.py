"""How the results of a plan are ranked where nobody asks otherwise: by which study, and who competes.

References are measured to be compared with and never chosen: how they stand to the baseline is told beside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ahp.errors import HarnessError, listed
from ahp.harness.accounting import MEASURES
from ahp.harness.catalogue import engine_at
from ahp.harness.engines.base import Referring
from ahp.terms import Index, Merit

if TYPE_CHECKING:
    from ahp.evidence.measurements import Measurements
    from ahp.evidence.study import Study
    from ahp.harness.plan import Plan


_LOG = "wal_bytes_per_transaction"


def with_study(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan's keys with what its study brings: where it is, and a baseline unless the plan has one.

    Raises
    ------
    StudyError, InputError
        If it is no study, or cannot be read.
    HarnessError
        If it asks for what no run measures.
    """
    if "study" not in told:
        return dict(told)
    from ahp.evidence.study import Study

    place = str(Path(told["study"]).absolute())
    study = Study.from_toml(place)
    needed = [name for one in study.criteria if one.judged is None for name in one.measures]
    if strange := [name for name in needed if name not in MEASURES]:
        raise HarnessError(f"{place}: no run measures {listed(strange)}; use some of {listed(MEASURES, 40)}")
    if study.files:
        raise HarnessError(f"{place}: it names files, where the runs are what is ranked; leave [[files]] out")
    own = {} if study.baseline is None else {"baseline": study.baseline}
    return {**own, **told, "study": place}


def study_of(plan: Plan, measurements: Measurements) -> Study:
    """Return the study by which a plan's results are ranked: its own, else the default.

    Where alternatives compress the write-ahead log, the default study counts the log of a transaction; where
    all of them do, it leaves out what the data takes, which is the same for all.
    """
    from ahp.evidence.defaults import default_study
    from ahp.evidence.measures import user_measure
    from ahp.evidence.study import Criterion, Study

    if plan.study is not None:
        return replace(Study.from_toml(plan.study), baseline=None)  # the plan has taken it, or names another
    study = default_study(measurements)
    logs = [name.startswith("wal-") for name in plan.alternatives if name != plan.baseline]
    if not any(logs):
        return study
    others = tuple(one for one in study.criteria if not (all(logs) and one.name == "storage_saving"))
    log = Criterion("log_saving", Merit.BENEFIT, (_LOG,))
    own = user_measure(_LOG, unit="B", better="lower")
    return replace(study, criteria=(log, *others), measures=(*study.measures, own))


def baseline_competes(plan: Plan) -> str:
    """Return whether the baseline competes, as :func:`ahp.rank` takes it.

    With one alternative beside it the question is whether to compress at all.
    """
    alone = len(plan.alternatives) == 2 and plan.index != Index.IMPROVEMENT.value
    return "always" if plan.include_baseline or alone else "when-needed"


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
