"""What `ahp-bench` does once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse
import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ahp.cli.bench import COMMAND
from ahp.cli.bench_text import (
    display,
    doubts_text,
    kept_text,
    left_text,
    listed_text,
    plan_text,
    references_text,
    summary_text,
    undecided_text,
)
from ahp.cli.streams import DIFFERS, DONE, complain, wants_colour, write
from ahp.decision.findings import Findings
from ahp.decision.rank import rank
from ahp.decision.sequential import FIRST_LOOK, level_at, resamples_at, settled
from ahp.errors import AHPError, HarnessError, OutputError, quoted
from ahp.harness.catalogue import listing, problems
from ahp.harness.ledger import NAME as LEDGER
from ahp.harness.ledger import TOKEN, tokens
from ahp.harness.plan import Plan, names, plan, read_plan
from ahp.harness.ranking import baseline_competes, references, study_of
from ahp.harness.results import NAME as RESULTS
from ahp.harness.results import Journal
from ahp.harness.results_folder import clean
from ahp.harness.run import Progress, Stop, Summary, left_on_a_server, planned, resume
from ahp.harness.run import run as run_plan
from ahp.harness.system.meters import looked, require_idle, strain
from ahp.ingest.read import read
from ahp.report.render import FORMATS
from ahp.report.text import render_colour

_NO_KEYS = ("action", "plan", "output", "anyway", "dry_run")
"""What of the options is no key of a plan."""
FAILED = DIFFERS
"""The exit status of a session some of whose trials failed."""


def act(options: argparse.Namespace) -> int:
    """Do what the parsed options ask for; return the exit status."""
    if options.action == "list":
        choice = listing(options.dsn)
        as_json = options.format == "json"
        write(json.dumps(choice, indent=2) + "\n" if as_json else listed_text(choice), None)
        for problem in problems():
            complain(COMMAND, f"warning: {problem}")
        return DONE
    if options.action == "clean":
        done = clean(_folder(options.folder))
        write("".join(f"{line}\n" for line in done) or "nothing was left behind\n", None)
        return DONE
    if options.action == "resume":
        folder = _folder(options.folder)
        found = planned(folder)
        return _session(folder, lambda progress: resume(folder, stop=_stop(found), progress=progress))
    given = read_plan(Path(options.plan)) if options.plan is not None else {}
    told = {key: value for key, value in vars(options).items() if key not in _NO_KEYS}
    asked = given | {key: value for key, value in told.items() if value is not None}
    if options.settings is not None:
        asked["settings"] = _settings(given.get("settings", {}), options.settings)
    chosen = plan(asked)
    if "alternatives" in asked and chosen.baseline not in names(asked["alternatives"]):
        complain(COMMAND, f"note: {chosen.baseline} was added, the baseline that the others are held against")
    if options.dry_run:
        write(plan_text(chosen), None)
        return DONE
    folder = _folder(options.output) if options.output is not None else _new_folder()
    go_on = options.anyway or chosen.interference == "flag" or chosen.dsn is not None

    def look() -> None:
        load = looked()
        if not go_on:
            require_idle(load)
        elif told := strain(load):
            complain(COMMAND, f"warning: {told}")

    return _session(
        folder,
        lambda progress: run_plan(chosen, folder, stop=_stop(chosen), progress=progress, look=look),
    )


def _settings(given: Mapping[str, Any], asked: Sequence[str]) -> dict[str, Any]:
    """Return a plan's settings with those of the options before them: `NAME=VALUE`, `TABLE.NAME=VALUE`."""
    found = {name: dict(value) if isinstance(value, Mapping) else value for name, value in given.items()}
    for text in asked:
        name, equals, value = (part.strip() for part in text.partition("="))
        table, dot, inner = name.partition(".")
        if not (table and equals and value) or bool(dot) != bool(inner):
            raise HarnessError(f"--settings {quoted(text)}: write NAME=VALUE, as buffer_pool=512MB")
        number = int(value) if value.isdecimal() else value
        if not dot:
            found[table] = number
        elif isinstance(inside := found.setdefault(table, {}), dict):
            inside[inner] = number
        else:
            raise HarnessError(f"--settings {quoted(text)}: {table} is no table")
    return found


def _stop(plan: Plan) -> Stop | None:
    """Return what says after each block whether to end; None where the plan has its number of blocks."""
    if not plan.until_decisive:
        return None

    def stop(folder: Path, blocks: int) -> bool:
        look = blocks - max(plan.runs, FIRST_LOOK) + 1
        if look < 1:
            return False
        try:
            found = read(folder / RESULTS, baseline=plan.baseline)
            level, resamples = level_at(look), resamples_at(look)
            decision = rank(
                found,
                study_of(plan, found),
                index=plan.index,
                include_baseline=baseline_competes(plan),
                confidence=level,
                resamples=resamples,
            )
            return settled(decision)
        except AHPError:  # a trial failed, and its cell is empty: another block will do
            return False

    return stop


def _session(folder: Path, work: Callable[[Progress], Summary]) -> int:
    """Run what is to be run, then report it."""
    with _orderly_end() as came, display() as progress:
        try:
            summary = work(progress)
        except KeyboardInterrupt:
            complain(COMMAND, f"interrupted; {kept_text(folder)}")
            return 128 + next(iter(came), signal.SIGINT)
        except HarnessError:
            # Of a folder that was refused somebody else may be making use.
            if _worked(folder) and (left := left_on_a_server(folder)):
                complain(COMMAND, left_text(left, folder))
            raise
        except OutputError as error:  # a full disk: what has finished is safe, and resume goes on
            complain(COMMAND, str(error))
            return FAILED
    doubts, broken = doubts_text(summary), False
    try:
        _report(folder, doubts)
    except AHPError as error:
        write(doubts, None)
        complain(COMMAND, f"no ranking: {error}")
        broken = isinstance(error, HarnessError)  # of the folder, not of what was measured
    write(summary_text(summary), None)
    for reason in summary.reasons:
        complain(COMMAND, f"failed: {reason}")
    if summary.left:
        complain(COMMAND, left_text(summary.left, folder))
    return FAILED if summary.failed or broken else DONE


def _worked(folder: Path) -> bool:
    """Say whether this process has run anything in a results folder."""
    there = os.path.isfile(folder / LEDGER)  # noqa: PTH113 - a name too long is none
    return there and os.environ.get(TOKEN) in tokens(folder)


def _report(folder: Path, doubts: str) -> None:
    """Rank the table as `ahp-rank --index …` would, print the report below what is doubtful, and keep it."""
    if not (folder / RESULTS).is_file():
        return
    plan = planned(folder)
    measurements = read(folder / RESULTS, baseline=plan.baseline)
    study, competes = study_of(plan, measurements), baseline_competes(plan)
    decision = rank(measurements, study, index=plan.index, include_baseline=competes)
    # The table has more than the default study asks for: what a window exercised is there to be looked up.
    asked = Findings(found for found in decision.noted if found.check != "not-counted")
    document = replace(decision, noted=asked).to_dict()
    finished = Journal(folder).finished().values()
    open_still = [] if plan.until_decisive else [one.scenario for one in decision if not settled([one])]
    beside = references_text(references(plan, finished), plan.baseline) + undecided_text(open_still, folder)
    text = doubts + FORMATS["text"](document) + beside
    write(doubts + render_colour(document) + beside if wants_colour(None) else text, None)
    for path, content in ((folder / "report.txt", text), (folder / "report.json", FORMATS["json"](document))):
        if not path.exists() or path.read_text(encoding="utf-8") != content:  # resuming changes nothing
            write(content, str(path))
    for warning in document["warnings"]:
        complain(COMMAND, f"warning: {warning}")


def _folder(text: str) -> Path:
    if not text.strip():  # a variable of a script that was empty would mean the folder one is in
        raise HarnessError("the name of the results folder is empty; give a path")
    return Path(text)


def _new_folder() -> Path:
    number = 1
    while (folder := Path(f"ahp-bench-results-{number}")).exists():
        number += 1
    return folder


@contextmanager
def _orderly_end() -> Iterator[list[int]]:
    """Let a request to end be an interrupt, which cleans up on its way out; yield which signals came."""
    came: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, interrupt) for number in numbers]
    try:
        yield came
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
