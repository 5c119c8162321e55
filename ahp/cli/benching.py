"""What `ahp-bench` does once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ahp.cli.bench import COMMAND
from ahp.cli.bench_text import doubts_text, listed_text, summary_text
from ahp.cli.display import display
from ahp.cli.streams import DIFFERS, DONE, complain, wants_colour, write
from ahp.decision.rank import rank
from ahp.decision.sequential import FIRST_LOOK, level_at, resamples_at, settled
from ahp.errors import AHPError, HarnessError, OutputError
from ahp.evidence.defaults import default_study
from ahp.harness.cleaning import clean
from ahp.harness.listing import listing, problems
from ahp.harness.other_load import looked, require_idle, strain
from ahp.harness.plan import Plan, plan
from ahp.harness.plan_file import read_plan
from ahp.harness.results import NAME as RESULTS
from ahp.harness.run import Progress, Stop, Summary, planned, resume
from ahp.harness.run import run as run_plan
from ahp.ingest.read import read
from ahp.report.render import FORMATS
from ahp.report.text import render_colour

_NO_KEYS = ("action", "plan", "output", "anyway")
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
    chosen = plan(given | {key: value for key, value in told.items() if value is not None})
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
            study = default_study(found)
            return settled(rank(found, study, index=plan.index, confidence=level, resamples=resamples))
        except AHPError:  # a trial failed, and its cell is empty: another block will do
            return False

    return stop


def _session(folder: Path, work: Callable[[Progress], Summary]) -> int:
    """Run what is to be run, then report it."""
    with _orderly_end(), display() as progress:
        try:
            summary = work(progress)
        except OutputError as error:  # a full disk: what has finished is safe, and resume goes on
            complain(COMMAND, str(error))
            return FAILED
    doubts = doubts_text(summary)
    try:
        _report(folder, doubts)
    except AHPError as error:
        write(doubts, None)
        complain(COMMAND, f"no ranking: {error}")
    write(summary_text(summary), None)
    for reason in summary.reasons:
        complain(COMMAND, f"failed: {reason}")
    return FAILED if summary.failed else DONE


def _report(folder: Path, doubts: str) -> None:
    """Rank the table as `ahp-rank --index …` would, print the report below what is doubtful, and keep it."""
    if not (folder / RESULTS).is_file():
        return
    plan = planned(folder)
    measurements = read(folder / RESULTS, baseline=plan.baseline)
    decision = rank(measurements, default_study(measurements), index=plan.index)
    document = decision.to_dict()
    text = doubts + FORMATS["text"](document)
    write(doubts + render_colour(document) if wants_colour(None) else text, None)
    for path, content in ((folder / "report.txt", text), (folder / "report.json", FORMATS["json"](document))):
        if not path.exists() or path.read_text(encoding="utf-8") != content:  # resuming changes nothing
            write(content, str(path))
    for warning in decision.warnings:
        if not warning.startswith("columns not used"):  # the table has more than the default study asks for
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
def _orderly_end() -> Iterator[None]:
    """Let a request to end be an interrupt, which cleans up on its way out."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, interrupt) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
