"""From a plan to a results folder: all trials, block by block, each recorded as it finishes.

A folder holds `plan.toml`, `journal.jsonl`, `ledger.jsonl`, `environment.json`, `results.csv` and the raw
histograms. Running into a folder that has some of it already continues: finished trials are not repeated.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ahp.errors import AHPError, HarnessError, OutputError, one_line
from ahp.harness.atomic import write_whole
from ahp.harness.catalogue import DRIVERS, engine_at, layer_at, workload
from ahp.harness.cleaning import clean
from ahp.harness.datasets import Datasets, raw_bytes
from ahp.harness.engines.base import Engine
from ahp.harness.engines.existing import Existing
from ahp.harness.filling import compressibility
from ahp.harness.folders import temporary_folder
from ahp.harness.fullness import told_if_full
from ahp.harness.journal import Journal
from ahp.harness.keeping import discard, may_repeat, raw, record
from ahp.harness.ledger import NAME as LEDGER
from ahp.harness.ledger import Ledger
from ahp.harness.machine import environment
from ahp.harness.plan import Plan, Trial, compresses, plan, trials
from ahp.harness.plan_file import NAME as PLAN
from ahp.harness.plan_file import read_plan, toml
from ahp.harness.results import ENVIRONMENT, write_results
from ahp.harness.setting import Setting
from ahp.harness.storage.base import Layer, require_space, verified
from ahp.harness.trial import run_trial
from ahp.notebook import NotebookFace

_MOST_BLOCKS = 200


@dataclass(frozen=True)
class Step(NotebookFace):
    """How far a run is, for a display.

    Attributes
    ----------
    number, of : int
        The trial that begins, from 1, and how many there will be.
    trial : Trial or None
        The trial; None while something else is done.
    doing : str
        What is done.
    """

    number: int
    of: int
    trial: Trial | None
    doing: str


@dataclass(frozen=True)
class Summary(NotebookFace):
    """How a run ended.

    Attributes
    ----------
    folder : Path
        The results folder.
    finished, failed : int
        Trials, those of earlier sessions in the same folder included.
    reasons : tuple of str
        Why trials failed, each reason once.
    flags : mapping of str to int
        What makes figures doubtful, and in how many trials.
    discarded : int
        How many runs were discarded and repeated, because other processes were busy.
    """

    folder: Path
    finished: int
    failed: int
    reasons: tuple[str, ...]
    flags: Mapping[str, int]
    discarded: int = 0


Progress = Callable[[Step], None]
Stop = Callable[[Path, int], bool]
"""Given the results folder and the number of blocks that are complete, says whether to end."""


def run(
    plan: Plan,
    folder: Path,
    *,
    stop: Stop | None = None,
    progress: Progress = lambda step: None,
) -> Summary:
    """Run a plan into a folder that does not exist yet, or is empty.

    Parameters
    ----------
    plan : Plan
        What is run.
    folder : Path
        The results folder.
    stop : function, optional
        Asked after each block; without it the plan's number of blocks is run, with it as many as it takes,
        until the plan's budget of time is spent.
    progress : function, optional
        Told of each step.

    Raises
    ------
    HarnessError
        If the folder holds something, there is no room, or an alternative does not do what its name says.
    OutputError
        If the journal or a table cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise HarnessError(f"{folder}: not empty; name a new folder, or continue it with ahp-bench resume")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(f"{folder}: cannot be made: {problem.strerror}") from None
    ledger = Ledger(folder)
    write_whole(folder / PLAN, toml(plan))
    return _continued(plan, folder, ledger, stop, progress)


def resume(folder: Path, *, stop: Stop | None = None, progress: Progress = lambda step: None) -> Summary:
    """Continue what was interrupted: clean up after it, then run the trials that have not finished.

    Raises
    ------
    HarnessError
        If the folder is not a results folder, or a run is still going on there.
    """
    found = planned(folder)
    journal = Journal(folder)
    if journal.of("complete") and not _missing(found, journal):
        return _summary(folder, journal, found)
    clean(folder)
    return _continued(found, folder, Ledger(folder), stop, progress)


def planned(folder: Path) -> Plan:
    """Return the plan of a results folder.

    Raises
    ------
    HarnessError
        If it is not one.
    """
    if not (folder / LEDGER).is_file() or not (folder / PLAN).is_file():
        raise HarnessError(f"{folder}: not a results folder of ahp-bench; nothing was touched")
    return plan(read_plan(folder / PLAN))


def _continued(plan: Plan, folder: Path, ledger: Ledger, stop: Stop | None, progress: Progress) -> Summary:
    journal = Journal(folder)
    engine, layer = engine_at(plan.dsn, plan.engine), layer_at(plan.dsn, plan.storage)
    began = time.monotonic()
    before = sum(line["seconds"] for line in journal.of("session"))
    schemas = {(mix := workload(name)).schema.name: mix.schema for name in plan.workload}
    require_space(folder, sum(6 * raw_bytes(s, s.sizes(plan.scale)) for s in schemas.values()))
    loaded = engine.opened() if isinstance(engine, Existing) else contextlib.nullcontext()
    # The kernel lists images and mounts by their real paths, and `clean` may be called from elsewhere.
    with temporary_folder(ledger, parent=folder.resolve()) as work, loaded, told_if_full(folder):
        work.chmod(0o711)  # servers run as somebody else where this is root, and have their folders inside
        progress(Step(0, 0, None, "looking at the machine"))
        _same_machine(folder, plan)
        if finished := journal.finished():  # the last session may have ended between journal and table
            write_results(folder, finished.values())
        if not journal.of("verified"):
            _verify(plan, engine, layer, work, ledger, journal, progress)
        data = work / "data"
        data.mkdir()
        setting = Setting(
            plan,
            engine,
            layer,
            DRIVERS[plan.driver],
            Datasets(data, engine, plan.scale, plan.seed, ledger),
            ledger,
            work,
        )
        for name in plan.workload:
            if not any(line["workload"] == name for line in journal.of("data")):
                _describe(plan, name, setting, journal, progress)
        block = 0
        while block < (plan.runs if stop is None else _MOST_BLOCKS):
            block += 1
            _run_block(block, setting, folder, journal, progress)
            blocks = [line["block"] for line in journal.finished().values()]
            if plan.budget is not None and before + time.monotonic() - began > plan.budget:
                break
            if max(blocks, default=0) > block:
                continue  # resumed: this block was looked at when it was the last
            if stop is not None and (block not in blocks or stop(folder, block)):
                break  # enough is known, or a whole block failed and the next one would
    journal.add("session", {"seconds": time.monotonic() - began})
    if not _missing(plan, journal, block):
        journal.add("complete", {"blocks": block})
    return _summary(folder, journal, plan)


def _same_machine(folder: Path, plan: Plan) -> None:
    """Write what the machine is like, or see that it is the one that the folder's results are of."""
    here, path = environment(folder, plan.dsn), folder / ENVIRONMENT
    if not path.exists():
        write_whole(path, json.dumps(here, indent=2) + "\n")
    elif json.loads(path.read_text(encoding="utf-8"))["machine"] != here["machine"]:
        raise HarnessError(
            f"{folder}: its results are of another machine, which are not mixed; start a new folder"
        )


def _run_block(block: int, setting: Setting, folder: Path, journal: Journal, progress: Progress) -> None:
    plan = setting.plan
    finished = journal.finished()
    some = trials(plan, block)
    for place, trial in enumerate(some, start=1):
        if trial.name in finished:
            continue
        total = max(plan.runs, block) * len(some)
        progress(Step((block - 1) * len(some) + place, total, trial, "running"))
        while not _settled(trial, setting, folder, journal, total):
            progress(Step((block - 1) * len(some) + place, total, trial, "repeating, for others were busy"))


def _settled(trial: Trial, setting: Setting, folder: Path, journal: Journal, number: int) -> bool:
    """Run a trial once; say whether that was its last run, because it counts or has failed."""
    plan, began = setting.plan, time.time()
    try:
        outcome = run_trial(trial, workload(trial.workload), setting, raw(folder, trial))
    except OutputError:
        raise
    except (AHPError, OSError) as error:
        journal.add("failed", {"trial": trial.name, "reason": one_line(error, 500), "at": began})
        return True
    disturbed = outcome.interference and plan.interference == "repeat"
    if disturbed and may_repeat(journal.of("discarded"), trial, number):
        discard(trial, outcome, began, plan, folder, journal)
        return False
    record(trial, outcome, began, plan, folder, journal)
    return True


def _verify(
    plan: Plan,
    engine: Engine,
    layer: Layer,
    work: Path,
    ledger: Ledger,
    journal: Journal,
    progress: Progress,
) -> None:
    """See that every alternative really compresses, before anything is measured."""
    ratios = {}
    for name in plan.alternatives:
        progress(Step(0, 0, None, f"verifying that {name} does what it says"))
        with temporary_folder(ledger, parent=work) as empty:
            if compresses(layer):
                ratios[name] = verified(layer, name, empty, ledger)
            else:
                ratios[name] = engine.verify(name, empty, ledger)
    journal.add("verified", {"ratios": ratios})


def _describe(plan: Plan, name: str, setting: Setting, journal: Journal, progress: Progress) -> None:
    """Load the data of a workload and say what it is like."""
    mix = workload(name)
    schema = mix.schema
    sizes = schema.sizes(plan.scale)
    progress(Step(0, 0, None, f"loading the data of {mix.title}"))
    first = setting.engine.alternatives()[0]
    found = setting.datasets.get(schema, first)
    journal.add(
        "data",
        {
            "workload": name,
            "schema": schema.name,
            "rows": {table.name: sizes[table.rows] for table in schema.tables},
            "stored_bytes": found.stored_bytes,
            "checksum": found.checksum,
            "seconds": found.seconds,
            "compressibility": compressibility(schema, sizes, plan.seed),
            "read_share": mix.read_share,
        },
    )


def _missing(plan: Plan, journal: Journal, blocks: int | None = None) -> list[str]:
    finished = journal.finished()
    done = journal.of("complete")
    last = blocks if blocks is not None else done[-1]["blocks"] if done else plan.runs
    every = (trial.name for block in range(1, last + 1) for trial in trials(plan, block))
    return [name for name in every if name not in finished]


def _summary(folder: Path, journal: Journal, plan: Plan) -> Summary:
    finished = journal.finished()
    failed = {line["trial"]: line["reason"] for line in journal.of("failed") if line["trial"] not in finished}
    flags: dict[str, int] = {}
    for line in finished.values():
        for flag in line["flags"]:
            kind = flag.partition(":")[0]
            flags[kind] = flags.get(kind, 0) + 1
    reasons, discarded = tuple(dict.fromkeys(failed.values())), len(journal.of("discarded"))
    return Summary(folder, len(finished), len(failed), reasons, flags, discarded)
