"""What sums up a log, DuckDB a file and its own engine a frame: how far it is, and what it refuses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, cast

from ahp.errors import AHPError, InputError, one_line, quoted

if TYPE_CHECKING:
    import narwhals as nw
    import pyarrow as pa

    from ahp.ingest.logs.layout import Format


FILES = "duckdb"
"""The engine that opens files."""

BATCH = 1 << 18
_LIMIT, _BASE, _PER_THREAD = 1000, 300, 50
"""Megabytes: at the most, for the groups, and for what each thread reads."""
_TYPES = {"integer": "VARCHAR", "number": "DOUBLE", "text": "VARCHAR"}
_WHOLE = r"""
CASE WHEN regexp_full_match({0}, '\s*[+-]?[0-9]+\s*') THEN CAST({0} AS BIGINT)
WHEN {0} <> '' THEN error({0} || ' is no whole number') END
"""
"""DuckDB's own cast rounds decimals."""

_NO_CELL = "\x01"
"""What DuckDB is to take for a missing cell: of an empty one it would pass over any too many."""

_PATIENCE, _EVERY = 1.0, 0.2  # seconds, until a bar is drawn and between two

_FRAMES = {
    "polars": 'polars.scan_csv("lz4.csv")',
    "dask": 'dask.dataframe.read_csv("lz4.csv")',
    "spark": 'spark.read.csv("lz4.csv", header=True, inferSchema=True)',
}
"""How others open a file themselves."""


def check_engine(name: object) -> None:
    """Refuse an engine that opens no files here, and DuckDB where it is not installed.

    Raises
    ------
    InputError
        With the call that sums up a frame of that engine, or the extra that is missing.
    """
    if name is not None and name != FILES:
        frame = _FRAMES.get(name) if isinstance(name, str) else None
        raise InputError(
            f"engine = {quoted(name)}: files are opened by DuckDB alone",
            advice=f'give a frame of its own: ahp.read_log({{"lz4": {frame}}})' if frame else "leave it out",
        )
    missing = next((module for module in ("narwhals", "pyarrow", FILES) if find_spec(module) is None), None)
    if missing is not None:
        raise InputError(f"summing up a log needs {missing}", advice="pip install 'ahp-rank[duckdb]'")


def lazy(frame: object) -> nw.LazyFrame[Any]:
    """Return a frame of any engine as narwhals sees it.

    Raises
    ------
    TypeError
        If it is none.
    """
    import warnings

    import narwhals as nw

    with warnings.catch_warnings():
        # That support for Dask moves into its own distribution is for the extra to mind, not for the user.
        warnings.filterwarnings("ignore", "Dask support is moving", FutureWarning)
        log: nw.LazyFrame[Any] = nw.from_native(cast("Any", frame)).lazy()
        return log


def batches_of(groups: nw.LazyFrame[Any]) -> Generator[pa.RecordBatch]:
    """Yield what an engine counted; only now it works. Who stops before the end closes it."""
    native: Any = groups.to_native()
    if hasattr(type(native), "fetch_record_batch"):  # DuckDB hands on part after part
        batches = "to_arrow_reader" if hasattr(type(native), "to_arrow_reader") else "fetch_record_batch"
        with getattr(native, batches)(BATCH) as parts:  # until it is closed its connection is taken
            yield from parts
        return
    if hasattr(native, "sink_parquet"):  # Polars
        table = native.collect(engine="streaming").to_arrow()
    else:
        table = groups.collect("pyarrow").to_native()
    yield from table.to_batches()


@contextmanager
def open_relation(paths: Sequence[str], form: Format) -> Iterator[tuple[Any, Callable[[], float]]]:
    """Yield a relation of the files, and what tells how many per cent of its query are done."""
    with TemporaryDirectory(prefix="ahp-log-") as overflow, connection(overflow) as con:
        if form.columns:
            relation = con.read_csv(
                list(paths),
                columns={name: _TYPES[kind] for name, kind in form.columns.items()},
                auto_detect=False,
                header=form.heading,
                delimiter=form.separator,
                quotechar='"',
                escapechar='"',
                strict_mode=True,
                na_values=_NO_CELL,
                compression="none",
            )
            for name, kind in form.columns.items():
                if kind == "integer":
                    relation = _replace_column(relation, name, _WHOLE)
        else:
            relation = _with_time_as_number(con.read_parquet(list(paths)), form.layout.times[0][0])
        yield relation, con.query_progress


def _with_time_as_number(relation: Any, time: str) -> Any:  # noqa: ANN401 - a relation of DuckDB's
    """Return a relation whose time is a number: dates become microseconds since 1970."""
    kind = str(relation.types[relation.columns.index(time)])
    if not kind.startswith("TIMESTAMP"):
        return relation
    # Nanoseconds are cut off, as by other engines; epoch_us rounds them, and takes none with a time zone.
    return _replace_column(
        relation, time, "epoch_ns({0}) // 1000" if kind.endswith("_NS") else "epoch_us({0})"
    )


def _replace_column(relation: Any, column: str, expression: str) -> Any:  # noqa: ANN401 - a relation of DuckDB's
    name = '"' + column.replace('"', '""') + '"'
    return relation.project(f"* REPLACE ({expression.format(name)} AS {name})")


@contextmanager
def connection(overflow: str) -> Iterator[Any]:
    """Yield a database in memory that takes at most a gigabyte of it: more does not make it faster."""
    import duckdb

    megabytes = min(_LIMIT, _BASE + _PER_THREAD * (os.cpu_count() or 1))
    con = duckdb.connect(
        config={
            "memory_limit": f"{megabytes}MB",
            "temp_directory": overflow,
            "preserve_insertion_order": False,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
    )
    try:
        con.execute("SET enable_progress_bar = true")
        con.execute("SET enable_progress_bar_print = false")  # :func:`progress` draws it
        yield con
    finally:
        con.close()


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


_CAUSE = re.compile(r"^Caused by: (?:[\w.$]+: )?(.+)", re.MULTILINE)


@contextmanager
def telling(engine: str) -> Iterator[None]:
    """Tell what an engine cannot read in one line; only the engine is to work in the block.

    Parameters
    ----------
    engine : str
        Its name, or that of the module that a frame is of.

    Raises
    ------
    InputError
        For an error of the engine's.
    KeyboardInterrupt
        If the engine was interrupted, whatever it calls that.

    Examples
    --------
    >>> try:
    ...     with telling("pandas"):
    ...         raise ValueError("'two' is no number")
    ... except InputError as error:
    ...     print(error.problem)
    pandas cannot read the log: 'two' is no number
    """
    try:
        yield
    except (AHPError, MemoryError, ImportError, TypeError):
        raise
    except Exception as error:
        # DuckDB drops what the signal's handler raised.
        if type(error).__name__ == "InterruptException" or str(error) == "Query interrupted":
            raise KeyboardInterrupt from None
        raise InputError(
            f"{engine} cannot read the log: {_begin(error)}",
            advice="correct that line, give a longer window, or a frame of another engine",
        ) from None


def _begin(error: Exception) -> str:
    """Return what an error begins with: after the place DuckDB shows the line and what is wrong with it.

    Java ends with what was wrong first.
    """
    if causes := _CAUSE.findall(str(error)):
        return one_line(causes[-1], 150)
    paragraph = str(error).strip().partition("\n\n")[0] or type(error).__name__
    return "; ".join(one_line(line.strip(), 150) for line in paragraph.splitlines()[:3])
