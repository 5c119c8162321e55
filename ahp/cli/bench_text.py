"""What `ahp-bench` says: how far a run is, what can run, what makes the figures doubtful, how it ended."""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import Any

from ahp.errors import listed
from ahp.harness.ledger import NAME as LEDGER
from ahp.harness.plan import NAME as PLAN
from ahp.harness.plan import Plan, set_aside, toml, trials, windows_s
from ahp.harness.ranking import Reference
from ahp.harness.results import Journal
from ahp.harness.run import Progress, Step, Summary, left_on_a_server


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
