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
    return f"block {step.trial.block}: {step.trial.workload}, {step.trial.label}"


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
        yield lambda step: bar.update(
            task, description=described(step), completed=max(0, step.number - 1), total=step.of or None
        )


def _line(step: Step) -> None:
    if sys.stderr is None:
        return
    place = f"[{step.number}/{step.of}] " if step.of else ""
    with contextlib.suppress(OSError):
        print(f"{place}{described(step)}", file=sys.stderr, flush=True)
