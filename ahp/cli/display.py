"""How far a run is: a bar on a terminal, a line for each trial elsewhere; both on standard error."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

from ahp.harness.run import Progress, Step


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
