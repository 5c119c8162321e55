"""From a plan to a results folder: all trials, block by block, each recorded as it finishes.

Before the first, whoever runs the clients answers, alternatives compress, the data is loaded. A folder holds
`plan.toml`, `journal.jsonl`, `ledger.jsonl`, `environment.json`, `results.csv` and the raw histograms.
Running into a folder that has some of it already continues: finished trials are not repeated.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ahp.errors import AHPError, HarnessError, OutputError, one_line
from ahp.harness.catalogue import DRIVERS, engine_at, layer_at, workload
from ahp.harness.datasets import Datasets, explain_full_disk, require_room
from ahp.harness.engines.existing import ExistingEngine
from ahp.harness.ledger import NAME as LEDGER
from ahp.harness.ledger import Ledger, standing
from ahp.harness.load.base import Distant, Translating
from ahp.harness.plan import NAME as PLAN
from ahp.harness.plan import Plan, Trial, plan, read_plan, set_aside, trials, windows_s
from ahp.harness.results import Journal, discard, may_repeat, raw, record, write_results
from ahp.harness.results_folder import (
    begun,
    clean,
    ended,
    missing,
    note_machine,
    note_plan,
    require_same_machine,
    require_same_plan,
    unverified,
)
from ahp.harness.settings import configured
from ahp.harness.storage.base import CACHES, compresses, verified
from ahp.harness.system.folders import require_passage, temporary_folder
from ahp.harness.system.processes import unprivileged
from ahp.harness.trial import Setting, run_trial
from ahp.harness.workloads.filling import compressibility
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
        What is done; what begins with `note:` is to be kept in sight.
    left_s : float or None
        About how many seconds are left; None where nobody knows.
    """

    number: int
    of: int
    trial: Trial | None
    doing: str
    left_s: float | None = None


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
    left : tuple of str
        Databases of ours that are left on a server that was there, because it is gone.
    """

    folder: Path
    finished: int
    failed: int
    reasons: tuple[str, ...]
    flags: Mapping[str, int]
    discarded: int = 0
    left: tuple[str, ...] = ()


Progress = Callable[[Step], None]
Stop = Callable[[Path, int], bool]
"""Given the results folder and the number of blocks that are complete, says whether to end."""


def run(
    plan: Plan,
    folder: Path,
    *,
    stop: Stop | None = None,
    progress: Progress = lambda step: None,
    look: Callable[[], None] = lambda: None,
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
    look : function, optional
        Called before anything is run; what it raises leaves no folder behind.

    Raises
    ------
    HarnessError
        If the folder holds something or cannot be made, there is no room, no Dask worker answers where they
        run the clients, or an alternative does not do what its name says.
    OutputError
        If the journal or a table cannot be written.
    """
    require_clients(plan, _telling(progress))

    def ready() -> None:
        account = unprivileged() if plan.dsn is None and engine_at(None, plan.engine).native else None
        if account is not None:  # servers alone have a driver of their own
            require_passage(folder.parent, account)
        look()

    return _continued(plan, folder, begun(plan, folder, ready), stop, progress)


def resume(folder: Path, *, stop: Stop | None = None, progress: Progress = lambda step: None) -> Summary:
    """Continue what was interrupted: clean up after it, then run the trials that have not finished.

    Raises
    ------
    HarnessError
        If the folder is not a results folder, a run is still going on there, its plan is not the one that
        it was begun with, or its results are of another machine; nothing is touched then.
    """
    found = planned(folder)
    journal = Journal(folder)
    journal.refuse_damaged()
    require_same_plan(found, folder, journal)
    blocks = ended(found, journal)
    if blocks is not None and not missing(found, journal, blocks):
        return _summary(folder, journal)
    require_same_machine(folder, found.dsn)
    require_clients(found, _telling(progress))
    clean(folder)
    require_room(found, folder)
    ledger = Ledger(folder)
    note_plan(found, journal)
    return _continued(found, folder, ledger, stop, progress)


def planned(folder: Path) -> Plan:
    """Return the plan of a results folder.

    Raises
    ------
    HarnessError
        If it is not one.
    """
    if not all(os.path.isfile(folder / name) for name in (LEDGER, PLAN)):  # noqa: PTH113 - a name too long is none
        raise HarnessError(f"{folder}: not a results folder of ahp-bench; nothing was touched")
    return plan(read_plan(folder / PLAN))


def _continued(plan: Plan, folder: Path, ledger: Ledger, stop: Stop | None, progress: Progress) -> Summary:
    journal = Journal(folder)
    engine, layer = engine_at(plan.dsn, plan.engine), layer_at(plan.dsn, plan.storage)
    engine, layer = configured(engine, layer, plan.settings, plan.clients)
    began, tell = time.monotonic(), _telling(progress)
    before = sum(line["seconds"] for line in journal.of("session"))
    loaded = engine.opened() if isinstance(engine, ExistingEngine) else contextlib.nullcontext()
    # The kernel lists images and mounts by their real paths, and `clean` may be called from elsewhere.
    with temporary_folder(ledger, parent=folder.resolve()) as work, loaded, explain_full_disk(folder):
        if plan.dsn is None and os.access(CACHES, os.W_OK):
            tell("note: as root: the caches of files of the whole machine are emptied before each run")
        work.chmod(0o711)  # servers run as somebody else where this is root, and have their folders inside
        tell("looking at the machine")
        note_machine(folder, plan.dsn)
        if finished := journal.finished():  # the last session may have ended between journal and table
            write_results(folder, finished.values())
        data = work / "data"
        data.mkdir()
        datasets = Datasets(data, engine, layer, plan.scale, plan.seed, ledger)
        setting = Setting(plan, engine, layer, DRIVERS[plan.driver], datasets, ledger, work)
        if names := unverified(plan, journal):
            verify(names, setting, journal, tell)
        for name in plan.workload:
            if not any(line["workload"] == name for line in journal.of("data")):
                describe(name, setting, journal, tell)
        block, took = 0, list[float]()
        while block < (plan.runs if stop is None else _MOST_BLOCKS):
            block += 1
            _run_block(block, setting, folder, journal, progress, took)
            blocks = [line["block"] for line in journal.finished().values()]
            if plan.budget is not None and before + time.monotonic() - began > plan.budget:
                break
            if max(blocks, default=0) > block:
                continue  # resumed: this block was looked at when it was the last
            if stop is not None and (block not in blocks or stop(folder, block)):
                break  # enough is known, or a whole block failed and the next one would
    journal.add("session", {"seconds": time.monotonic() - began})
    if not missing(plan, journal, block):
        journal.add("complete", {"blocks": block})
    return _summary(folder, journal)


def _telling(progress: Progress) -> Callable[[str], None]:
    return lambda doing: progress(Step(0, 0, None, doing))


def _run_block(
    block: int, setting: Setting, folder: Path, journal: Journal, progress: Progress, took: list[float]
) -> None:
    """Run a block's trials that have not finished, and note how long each took, in seconds."""
    plan = setting.plan
    finished = journal.finished()
    some = trials(plan, block)
    for place, trial in enumerate(some, start=1):
        if trial.name in finished:
            continue
        total, number = max(plan.runs, block) * len(some), (block - 1) * len(some) + place
        each = sum(took) / len(took) if took else windows_s(plan, trial.workload)
        left = None if each is None else each * (total - number + 1)
        progress(Step(number, total, trial, "running", left))
        began = time.monotonic()
        while reason := _run_once(trial, setting, folder, journal, total):
            progress(Step(number, total, trial, f"repeated, for {reason}", left))
        took.append(time.monotonic() - began)


def _run_once(trial: Trial, setting: Setting, folder: Path, journal: Journal, number: int) -> str:
    """Run a trial once; return why that was not its last run, nothing where it counts or has failed."""
    plan, began = setting.plan, time.time()
    try:
        outcome = run_trial(trial, workload(trial.workload), setting, raw(folder, trial))
    except OutputError:
        raise
    except (AHPError, OSError) as error:
        journal.add("failed", {"trial": trial.name, "reason": one_line(error, 500), "at": began})
        return ""
    disturbed = outcome.interference and plan.interference == "repeat"
    if disturbed and may_repeat(journal.of("discarded"), trial, number):
        discard(trial, outcome, began, plan, folder, journal)
        return outcome.interference[0]
    record(trial, outcome, began, plan, folder, journal)
    return ""


def _summary(folder: Path, journal: Journal) -> Summary:
    finished = journal.finished()
    failed = {line["trial"]: line["reason"] for line in journal.of("failed") if line["trial"] not in finished}
    flags: dict[str, int] = {}
    for line in finished.values():
        for flag in line["flags"]:
            kind = flag.partition(":")[0]
            flags[kind] = flags.get(kind, 0) + 1
    reasons, discarded = tuple(dict.fromkeys(failed.values())), len(journal.of("discarded"))
    return Summary(folder, len(finished), len(failed), reasons, flags, discarded, left_on_a_server(folder))


def left_on_a_server(folder: Path) -> tuple[str, ...]:
    """Return the databases that a results folder's ledger still holds."""
    return tuple(str(e.facts.get("name")) for e in standing(folder) if e.kind.endswith(" database"))


Tell = Callable[[str], None]
"""Is told what is done."""


def require_clients(plan: Plan, tell: Tell) -> None:
    """See that whoever is to run the clients is there and can, and tell if that is not who usually does.

    Raises
    ------
    InputError
        If a script has what they cannot do.
    HarnessError
        If nobody answers on other hosts who could run them.
    """
    driver = DRIVERS[plan.driver]
    if isinstance(driver, Translating):
        for name in plan.workload:
            driver.check(workload(name))
    if plan.scheduler is not None and isinstance(driver, Distant):
        tell("looking for who runs the clients on other hosts")
        driver.look(plan.scheduler, plan.dsn)
    if reason := set_aside(plan):
        tell(f"note: clients are in Python: {reason}")


def verify(names: Sequence[str], setting: Setting, journal: Journal, tell: Tell) -> None:
    """See that alternatives really compress, before anything is measured.

    Raises
    ------
    UnavailableError
        If one does not do what its name says.
    """
    layer, ledger, ratios = setting.layer, setting.ledger, {}
    for name in names:
        tell(f"verifying that {name} does what it says")
        with temporary_folder(ledger, parent=setting.work) as empty:
            if compresses(layer):
                ratios[name] = verified(layer, name, empty, ledger)
            else:
                ratios[name] = setting.engine.verify(name, empty, ledger)
    journal.add("verified", {"ratios": ratios})


def describe(name: str, setting: Setting, journal: Journal, tell: Tell) -> None:
    """Load the data of a workload and say in the journal what it is like."""
    mix, plan = workload(name), setting.plan
    schema = mix.schema
    sizes = schema.sizes(plan.scale)
    tell(f"loading the data of {mix.title}")
    first = setting.engine.alternatives()[0]
    found = setting.datasets.get(schema, first)
    journal.add(
        "data",
        {
            "workload": name,
            "schema": schema.name,
            "rows": {table.name: sizes[table.rows] for table in schema.tables},
            "stored_bytes": found.taken.tables,
            "checksum": found.checksum,
            "seconds": found.seconds,
            "compressibility": compressibility(schema, sizes, plan.seed),
            "read_share": mix.read_share,
        },
    )
