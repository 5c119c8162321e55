"""How far DuckDB is with a log, drawn on a terminal once it takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

_PATIENCE, _EVERY = 1.0, 0.2  # seconds


@contextmanager
def progress(what: str, share: Callable[[], float]) -> Iterator[None]:
    """Draw a bar on standard error while the block runs, if that is a terminal.

    Parameters
    ----------
    what : str
        What is being read.
    share : callable
        How many per cent are done; less than 0 if that is not known.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = Event()
    drawing = Thread(target=_draw, args=(what, share, done), daemon=True)
    drawing.start()
    try:
        yield
    finally:
        done.set()
        drawing.join()


def _draw(what: str, share: Callable[[], float], done: Event) -> None:
    if done.wait(_PATIENCE):
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        while not done.wait(_EVERY):
            percent = share()
            if percent >= 0:
                bar.update(task, total=100, completed=percent)
