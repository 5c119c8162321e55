"""What `ahp-bench` does and says once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import Any

from ahp.cli.bench import COMMAND
from ahp.cli.streams import DIFFERS, DONE, complain, wants_colour, write
from ahp.decision.findings import Findings
from ahp.decision.rank import rank
from ahp.decision.sample_size import FIRST_LOOK, level_at, resamples_at, settled
from ahp.errors import AHPError, HarnessError, OutputError, listed, quoted
from ahp.harness.catalogue import listing, problems
from ahp.harness.ledger import NAME as LEDGER
from ahp.harness.ledger import TOKEN, tokens
from ahp.harness.plan import NAME as PLAN
from ahp.harness.plan import Plan, names, plan, read_plan, set_aside, toml, trials, windows_s
from ahp.harness.results import NAME as RESULTS
from ahp.harness.results import Journal, Reference, baseline_competes, references, study_of
from ahp.harness.results_folder import clean
from ahp.harness.run import Progress, Step, Stop, Summary, left_on_a_server, planned, resume
from ahp.harness.run import run as run_plan
from ahp.harness.system.meters import looked, strain
from ahp.ingest.read import read
from ahp.report.render import FORMATS
from ahp.report.text import render_colour


def described(step: Step) -> str:
    """Return what is going on, in a few words.

    Examples
    --------
    >>> described(Step(0, 0, None, "looking at the machine"))
    'looking at the machine'
    """
    if step.trial is None:
        return step.doing
    again = "" if step.doing == "running" else f" ({step.doing})"
    left = "" if step.left_s is None else f", about {lasting(step.left_s)} left"
    return f"block {step.trial.block}: {step.trial.workload}, {step.trial.label}{again}{left}"


def lasting(seconds: float) -> str:
    """Return a time as people say it.

    Examples
    --------
    >>> lasting(45), lasting(150), lasting(7_500)
    ('45 s', '2 min', '2 h 5 min')
    """
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


@contextlib.contextmanager
def display() -> Iterator[Progress]:
    """Yield what a run tells its steps to."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _line
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # Drawn when a step begins and once a second: a display that works harder would be in what is measured.
    with Bar(*columns, console=Console(stderr=True), refresh_per_second=1, transient=True) as bar:
        task = bar.add_task("beginning", total=None)

        def shown(step: Step) -> None:
            if step.doing.startswith("note:"):
                bar.console.print(step.doing, markup=False, highlight=False, soft_wrap=True)
            done = max(0, step.number - 1)
            bar.update(task, description=described(step), completed=done, total=step.of or None)

        yield shown


def _line(step: Step) -> None:
    if sys.stderr is None:
        return
    place = f"[{step.number}/{step.of}] " if step.of else ""
    with contextlib.suppress(OSError):
        print(f"{place}{described(step)}", file=sys.stderr, flush=True)


def listed_text(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return a listing for people."""
    lines = []
    for kind, entries in found.items():
        lines.append(kind)
        for entry in entries:
            lines.append(_wrapped(f"  {entry['name']:<15} {_state(entry)}", 18))
            for name, reason in entry.get("refused", {}).items():
                lines.append(_wrapped(f"{'':<18}not {name}: {reason}", 20))
            for name, risk in entry.get("references", {}).items():
                lines.append(_wrapped(f"{'':<18}{name} is a reference, never chosen: {risk}", 20))
            for transaction in entry.get("transactions", ()):
                off = "" if transaction["enabled"] else ", off"
                lines.append(f"{'':<18}{transaction['name']} ({transaction['weight']}{off})")
        lines.append("")
    return "\n".join(lines)


def doubts_text(summary: Summary) -> str:
    """Return what makes the figures doubtful, and in how many runs; empty where nothing does."""
    lines = [f"In {number} of {summary.finished} runs: {flag}." for flag, number in summary.flags.items()]
    if summary.discarded:
        lines.append(
            f"{summary.discarded} runs were repeated, for other processes were busy; the journal has them."
        )
    return "".join(f"{_wrapped(line, 2)}\n" for line in lines) + ("\n" if lines else "")


def references_text(found: Sequence[Reference], baseline: str) -> str:
    """Return how what is never chosen stands to the baseline; empty if there is nothing of that kind."""
    if not found:
        return ""
    lines = ["", f"References, never chosen (against {baseline})"]
    for one in found:
        parts = [f"{name} {ratio - 1:+.1%}" for name, ratio in one.ratios.items()]
        risk = f" ({one.risk})" if one.risk else ""
        lines.append(_wrapped(f"  {one.scenario}, {one.alternative}{risk}: {'; '.join(parts)}.", 4))
    return "\n".join(lines) + "\n"


def undecided_text(scenarios: Sequence[str], folder: Path) -> str:
    """Return where the runs do not tell who is first, and the command of a new run that goes on for it."""
    if not scenarios:
        return ""
    took = sum(line["seconds"] for line in Journal(folder).of("session"))
    budget = max(3600, math.ceil(2 * took / 600) * 600)
    told = (
        f"Not told by these runs: who is first under {listed(scenarios)}. A new run goes on until it is, or "
        f"for {lasting(budget)}:"
    )
    command = f"ahp-bench run {quote(str(folder / PLAN))} --until-decisive --budget {budget}"
    return f"\n{_wrapped(told, 2)}\n  {command}\n"


def summary_text(summary: Summary) -> str:
    """Return how a run ended and where everything is."""
    failed = f", {summary.failed} failed (ahp-bench resume repeats them)" if summary.failed else ""
    return f"\n{summary.finished} runs finished{failed}; everything is in {summary.folder}\n"


def kept_text(folder: Path) -> str:
    """Return what is kept of a run that was interrupted, and how to go on."""
    if not all((folder / name).is_file() for name in (LEDGER, PLAN)):
        return "nothing had begun"
    finished, left = len(Journal(folder).finished()), left_on_a_server(folder)
    more = f"; {left_text(left, folder)}" if left else ""
    kept = f"{finished} finished runs are kept in {folder}"
    return f"{kept}; go on with: ahp-bench resume {quote(str(folder))}{more}"


def left_text(left: Sequence[str], folder: Path) -> str:
    """Return which databases are left on a server that is gone, and how they are dropped."""
    told = f"left on the server, which is gone: {', '.join(left)}; drop them when it is back"
    return f"{told}: ahp-bench clean {quote(str(folder))} (resume does so too)"


def plan_text(plan: Plan) -> str:
    """Return a plan's file, with the runs in their order and the time that they take as comments."""
    lines = [toml(plan)]
    number, seconds, unknown = 0, 0.0, False
    for block in range(1, plan.runs + 1):
        for name, some in groupby(trials(plan, block), lambda trial: trial.workload):
            labels = [trial.label for trial in some]
            lines.append(_comment(f"block {block}: {name}: {', '.join(labels)}"))
            each = windows_s(plan, name)
            number, seconds = number + len(labels), seconds + len(labels) * (each or 0)
            unknown |= each is None
    more = "; those that end by what they have done take theirs" if unknown else ""
    until = ", then blocks are added until it is decisive" if plan.until_decisive else ""
    lines.append("")
    lines.append(
        _comment(
            f"{number} runs{until}: {lasting(seconds)} in windows{more}. Loading, verifying, and making the "
            "data anew before each run come on top, which is not known beforehand."
        )
    )
    if reason := set_aside(plan):
        lines.append(_comment(f"Clients are in Python: {reason}."))
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return fill(text, 80, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False)


def _state(entry: Mapping[str, Any]) -> str:
    if entry["unavailable"] is not None:
        return f"cannot run here: {entry['unavailable']}"
    if "alternatives" in entry:
        return ", ".join(entry["alternatives"])
    if "source" in entry:
        reads = f"; {entry['read_share']:.0%} of the transactions only read" if entry["transactions"] else ""
        engines = "; needs an SQL engine" if entry["needs_sql"] else ""
        return f"{entry['title']}: {entry['source']}{reads}{engines}"
    return "can run here"


def _wrapped(text: str, indent: int) -> str:
    return fill(text, 80, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)


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
        told = strain(looked())
        if told and not go_on:
            raise HarnessError(f"{told}; wait for them, or measure all the same with --anyway")
        if told:
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


@contextlib.contextmanager
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
