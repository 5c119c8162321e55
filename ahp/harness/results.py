"""What is kept of a run, in the journal, its histograms and the plain table; and how that is ranked.

The journal has one line for each run that finished or failed, on the disk before the next run begins.
Where nobody asks otherwise the plan says by which study is ranked, and who competes. References are measured
to be compared with and never chosen: how they stand to the baseline is told beside.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any

from ahp.errors import HarnessError, OutputError, quoted
from ahp.harness.accounting import MEASURES
from ahp.harness.catalogue import engine_at, workload
from ahp.harness.engines.base import Referring
from ahp.harness.ledger import append_line, json_lines
from ahp.harness.plan import Plan, Trial
from ahp.harness.trial import Outcome
from ahp.terms import Index, Merit

if TYPE_CHECKING:
    from ahp.evidence.measurements import Measurements
    from ahp.evidence.study import Study

JOURNAL = "journal.jsonl"
NAME = "results.csv"
ENVIRONMENT = "environment.json"
REFERENCES = "references.csv"
"""What is measured to be compared with, and never chosen."""
RAW = "raw"
DISCARDED = "discarded"

_LINE_KEYS: Mapping[str, Mapping[str, type | UnionType]] = {
    "plan": {"asked": dict},
    "verified": {"ratios": dict},
    "data": {"workload": str, "rows": dict},
    "finished": {
        "trial": str, "block": int, "scenario": str, "alternative": str, "baseline": str, "twin": bool,
        "measures": dict, "transactions": dict, "flags": list, "details": dict,
    },
    "discarded": {"trial": str},
    "failed": {"trial": str, "reason": str},
    "session": {"seconds": float | int},
    "complete": {"blocks": int},
}  # fmt: skip
"""What is read again of each kind of line."""


class Journal:
    """The journal of one results folder.

    Parameters
    ----------
    folder : Path
        The results folder; it exists.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / JOURNAL

    def lines(self) -> list[dict[str, Any]]:
        """Return all whole lines, the oldest first.

        Raises
        ------
        HarnessError
            If the file cannot be read.
        """
        return [entry for _, entry in self._numbered() if isinstance(entry, dict)]

    def refuse_damaged(self) -> None:
        """Raise a HarnessError if a whole line is not one that a harness has written."""
        for number, entry in self._numbered():
            if not _sound(entry):
                raise HarnessError(
                    f"{self.path}, line {number}: found {quoted(json.dumps(entry), 100)}, which no harness "
                    "writes; see what it means, and delete the line"
                )

    def _numbered(self) -> list[tuple[int, Any]]:
        return json_lines(self.path) if self.path.exists() else []

    def of(self, event: str) -> list[dict[str, Any]]:
        """Return the lines about one kind of event: `finished`, `failed`, `data`."""
        return [line for line in self.lines() if line.get("event") == event]

    def finished(self) -> dict[str, dict[str, Any]]:
        """Return the line of each run that finished, by its name."""
        return {line["trial"]: line for line in self.of("finished")}

    def add(self, event: str, facts: Mapping[str, Any]) -> None:
        """Write a line, and return when it is on the disk.

        Raises
        ------
        OutputError
            If it cannot be written; the lines before it are untouched.
        """
        append_line(self.path, json.dumps({"event": event, **facts}))


def _sound(entry: object) -> bool:
    """Say whether a line has what is read of its kind; a kind of a later version is passed over."""
    if not isinstance(entry, dict) or not isinstance(entry.get("event"), str):
        return False
    needed = _LINE_KEYS.get(entry["event"], {})
    return all(isinstance(entry.get(name), kind) for name, kind in needed.items())


def write_whole(path: Path, text: str) -> None:
    """Write a text in the place of what stood there; if that fails, what stood there stays.

    Raises
    ------
    OutputError
        If it cannot be written, a full disk included.
    """
    temporary = path.with_name(f".{path.name}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise OutputError(
            f"{path}: cannot be written: {problem.strerror}; what stood there is untouched"
        ) from None


DISTURBING = ("other processes were busy", "the record layer used")
"""How flags begin that say of a run that no verdict can rest on it."""
_KEYS = ("scenario", "alternative", "run", "block", "transaction", "twin", "disturbed")
EXERCISED = (
    "read_bytes", "written_bytes", "buffer_hits", "buffer_reads", "pages_written", "checkpoints", "flushes",
    "flush_bytes", "compactions", "compaction_bytes_read", "compaction_bytes_written",
)  # fmt: skip
"""What a window exercised, by the machine's and the database's own counters: columns beside the measures."""


def write_results(folder: Path, finished: Iterable[Mapping[str, Any]]) -> None:
    """Write the table of all runs that finished, whole or not at all.

    Parameters
    ----------
    folder : Path
        The results folder.
    finished : iterable of mapping
        The journal's lines about them.
    """
    lines = sorted(finished, key=lambda line: (line["block"], line["scenario"], line["alternative"]))
    machine = json.loads((folder / ENVIRONMENT).read_text(encoding="utf-8"))["machine"]
    write_whole(folder / NAME, table([line for line in lines if not line.get("reference")], machine))
    if references := [line for line in lines if line.get("reference")]:
        write_whole(folder / REFERENCES, table(references, machine))


def _printed(measure: str, value: float | None) -> str:
    """Return a number with twelve digits, zeros at the end too, for they tell how exactly it was measured."""
    if value is None:
        return ""
    whole = measure.endswith(("_bytes", "_after")) or measure in EXERCISED
    return f"{value:.12g}" if whole else f"{value:#.12g}"


def table(lines: Iterable[Mapping[str, Any]], machine: str) -> str:
    """Return the plain table of some runs: a row for all transactions, then one for each type.

    A measure that no run has makes no column; one that a run lacks is an empty cell, never 0. The baseline's
    second runs are its own, marked as twins. The last column is the machine's digest: who reads two such
    tables sees whether they are of one.
    """
    rows = []
    for line in lines:
        keys = {
            "scenario": line["scenario"],
            "alternative": line["baseline"] if line["twin"] else line["alternative"],
            "run": line["block"],
            "block": line["block"],
            "twin": "true" if line["twin"] else "",
            "disturbed": "true" if any(flag.startswith(DISTURBING) for flag in line["flags"]) else "",
        }
        seen = {**line["details"].get("processor", {}), **line["details"].get("counters", {})}
        exercised = {name: seen.get(name) for name in EXERCISED}
        rows.append({**keys, "transaction": "", **line["measures"], **exercised})
        rows += [{**keys, "transaction": kind, **found} for kind, found in line["transactions"].items()]
    headings = {**MEASURES, **{name: name for name in EXERCISED}}
    shown = [name for name in headings if any(row.get(name) is not None for row in rows)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_KEYS, *(headings[name] for name in shown), "machine"])
    for row in rows:
        writer.writerow(
            [*(row[key] for key in _KEYS), *(_printed(name, row.get(name)) for name in shown), machine]
        )
    return text.getvalue()


PER_TRIAL = 2
"""How often one run is repeated at most."""
IN_ALL = 0.25
"""How often runs are repeated at most, by the number of runs."""
_LONGEST = 100
"""Characters of a run's name that its files have."""


def may_repeat(discarded: Sequence[Mapping[str, Any]], trial: Trial, number: int) -> bool:
    """Say whether a run that was disturbed may be repeated; by others' use alone, never by what was measured.

    Parameters
    ----------
    discarded : sequence of mapping
        The journal's lines about runs that were discarded so far.
    trial : Trial
        The run.
    number : int
        How many runs there are in all.
    """
    own = sum(line["trial"] == trial.name for line in discarded)
    return own < PER_TRIAL and len(discarded) < max(PER_TRIAL, IN_ALL * number)


def record(trial: Trial, outcome: Outcome, began: float, plan: Plan, folder: Path, journal: Journal) -> None:
    """Keep a run that counts, and write the tables anew."""
    _write_times(raw(folder, trial).with_suffix(".json"), outcome)
    attempts = 1 + sum(line["trial"] == trial.name for line in journal.of("discarded"))
    journal.add("finished", {**_facts(trial, outcome, began, plan), "attempts": attempts})
    write_results(folder, journal.finished().values())


def discard(trial: Trial, outcome: Outcome, began: float, plan: Plan, folder: Path, journal: Journal) -> None:
    """Keep a run that does not count, marked as such: in the journal, and beside the others' histograms."""
    kept = raw(folder, trial)
    attempt = 1 + sum(line["trial"] == trial.name for line in journal.of("discarded"))
    place = kept.parent / DISCARDED
    place.mkdir(exist_ok=True)
    _write_times(place / f"{kept.name}-{attempt}.json", outcome)
    for log in kept.parent.glob(f"{kept.name}-*.npz"):
        log.rename(place / f"{kept.name}-{attempt}{log.name.removeprefix(kept.name)}")
    journal.add("discarded", {**_facts(trial, outcome, began, plan), "attempt": attempt})


def raw(folder: Path, trial: Trial) -> Path:
    """Return where a run's histograms go, without an ending; the name works on every file system."""
    (folder / RAW).mkdir(exist_ok=True)
    name = "".join(c if c.isalnum() or c in "-=" else "_" for c in trial.name)
    if len(name) > _LONGEST or not trial.workload.replace("-", "").isalnum():
        # A file's path: cut, or with other signs in place of its own, it might be another's name.
        name = f"{trial.block}_{name[-_LONGEST:]}_{sha256(trial.name.encode()).hexdigest()[:12]}"
    return folder / RAW / name


def _write_times(path: Path, outcome: Outcome) -> None:
    times = {name: found.to_dict() for name, found in outcome.recording.response_times.items()}
    write_whole(path, json.dumps(times))


def _facts(trial: Trial, outcome: Outcome, began: float, plan: Plan) -> dict[str, Any]:
    return {
        "trial": trial.name,
        "block": trial.block,
        "scenario": workload(trial.workload).title,
        "alternative": trial.label,
        "baseline": plan.baseline,
        "twin": trial.twin,
        "reference": trial.alternative in plan.references,
        "at": began,
        "measures": outcome.measures,
        "transactions": outcome.transactions,
        "details": outcome.details,
        "flags": (*outcome.flags, *outcome.interference),
    }


_LOG = "wal_bytes_per_transaction"


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
