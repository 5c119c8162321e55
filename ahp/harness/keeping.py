"""What is kept of a run: its line in the journal and its histograms, also of one that others disturbed.

A run in which other processes used too much of the machine is discarded and repeated, if the plan says so: at
most twice, and over the whole plan at most a quarter as often as there are runs, for on a machine that is
never quiet repeating helps nothing. Whether is decided by what others used alone, never by what was measured.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from ahp.harness.catalogue import workload
from ahp.harness.durable_files import write_whole
from ahp.harness.journal import Journal
from ahp.harness.plan import Plan, Trial
from ahp.harness.results import write_results
from ahp.harness.setting import Outcome

RAW = "raw"
DISCARDED = "discarded"
PER_TRIAL = 2
"""How often one run is repeated at most."""
IN_ALL = 0.25
"""How often runs are repeated at most, by the number of runs."""
_LONGEST = 100
"""Characters of a run's name that its files have."""


def may_repeat(discarded: Sequence[Mapping[str, Any]], trial: Trial, number: int) -> bool:
    """Say whether a run that was disturbed may be repeated.

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
