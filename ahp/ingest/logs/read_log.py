"""The door for logs of single transactions: files or frames become throughput and response times."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from numbers import Real
from os import PathLike
from typing import TYPE_CHECKING, Any

from ahp.errors import InputError, listed, quoted
from ahp.ingest.files.inputs import find_inputs
from ahp.ingest.files.packed import in_file
from ahp.ingest.files.paths import FIELDS, Labels
from ahp.ingest.logs.aggregate import count_by_bucket
from ahp.ingest.logs.engines import FILES, batches_of, check_engine, lazy, open_relation, progress, telling
from ahp.ingest.logs.histogram import Counted, check_counts, refuse_many, totals_and_windows
from ahp.ingest.logs.layout import Format, Layout, checked_names, format_of, layout_of
from ahp.ingest.logs.results import LogFile, LogSummary, LogTotal, LogWindows, log_files, refuse_changed

if TYPE_CHECKING:
    import narwhals as nw
    import pyarrow as pa

_SECOND = 1_000_000
_GIVE = "give a file or a frame"


def read_log(
    *sources: Any,  # noqa: ANN401 - a path, or a frame of any engine that narwhals knows
    columns: Mapping[str, str] | None = None,
    path: str | None = None,
    window: float = 1.0,
    warmup: float = 0.0,
    engine: str | None = None,
) -> LogSummary:
    """Return the throughput and the response times of logs that hold a row for each transaction.

    DuckDB streams files, so that they need not fit in memory: what is kept grows with the number of
    windows, types of transactions and buckets of the histogram, not with that of transactions.

    Parameters
    ----------
    *sources : path, frame, or mapping of str to these
        pgbench's `-l` logs, BenchBase's `raw.csv`, and tables as CSV or Parquet; `"lz4=FILE"` or `{"lz4": …}`
        names the alternative. A folder stands for the files in it, a path with `*`, `?` or `[` for those that
        match; all files of one name are one log. A frame is one of DuckDB, Polars, Dask, PySpark, pandas or
        PyArrow, and is summed up where it lies: on the cluster, if it is there.
    columns : mapping of str to str, optional
        For `time_s` (when a transaction ended) or `start_time_s`, `response_time_ms`, `transaction`,
        `alternative`, `scenario` and `run` the heading of the column. The unit is that of the column: s, ms,
        us or ns. What is headed so itself need not be named.
    path : str, optional
        Where the names stand in the paths, as of :func:`ahp.read`: `"{alternative}/run{run}.csv"`.
    window : float
        The width of a window, in seconds. Windows begin at whole multiples of it on the clock of the log.
    warmup : float
        What to cut off from the beginning of each run, in seconds; it ends where the next window begins.
    engine : {"duckdb"}, optional
        What reads files.

    Returns
    -------
    LogSummary

    Raises
    ------
    InputError
        If a log cannot be read or is empty, lacks a column, or has a response time that is none; if the
        warm-up is longer than a run, or no window fits in what is left; if DuckDB is not installed.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"time_s": [1.0, 1.5, 2.0], "response_time_ms": [4, 5, 6]})
    >>> log = read_log({"lz4": frame}, window=0.5)
    >>> log.totals[0].count, log.totals[0].max_ms
    (3, 6.0)
    """
    named = checked_names(columns)
    if path is not None and not isinstance(path, str):
        raise InputError("path is text: where the names stand in the paths", found=repr(path))
    width, cut = _microseconds("window", window), _microseconds("warmup", warmup)
    if not width:
        raise InputError("the window must be longer than 0")
    found: list[tuple[LogTotal, LogWindows]] = []
    logs: list[tuple[tuple[LogFile, ...], int]] = []
    together = 0
    for labels, log in _logs(sources, path):
        if isinstance(log, tuple):
            file = log[0] if len(log) == 1 else f"{log[0]} and {len(log) - 1} more"
            check_engine(engine)
        else:
            file = f"<{type(log).__name__}>"
        with in_file(file):
            if isinstance(log, tuple):
                counts, read = _of_files(log, named, width, file)
                logs.append((read, counts.rows))
            else:
                counts = _of_frame(log, named, width, engine)
            own = list(_label_runs(totals_and_windows(counts, width, cut), labels))
            found += own
            together += sum(len(windows.start) for _, windows in own)
            refuse_many(together, f"{together} windows together with the logs before it")
    _refuse_repeated([total for total, _ in found])
    totals, windows = (tuple(parts) for parts in zip(*found, strict=True))
    return LogSummary(width / _SECOND, cut / _SECOND, totals, windows, tuple(logs))


def _microseconds(name: str, given: object) -> int:
    try:
        seconds = math.nan if isinstance(given, bool) or not isinstance(given, Real) else float(given)
    except OverflowError:
        raise InputError(f"the {name} is a number of seconds, this has hundreds of digits") from None
    if not 0 <= seconds < 1e9:
        raise InputError(f"the {name} is a number of seconds, 0 or more", found=str(given))
    whole = round(seconds * _SECOND)
    if abs(whole - seconds * _SECOND) > 1e-6 * _SECOND * seconds:
        raise InputError(f"the {name} is a whole number of microseconds", found=str(seconds))
    return whole


def _logs(sources: Sequence[Any], path: str | None) -> Iterator[tuple[Labels, tuple[str, ...] | Any]]:
    """Yield each log with what is known of it: the paths of its files, or a frame."""
    plain: list[object] = []
    frames: list[tuple[Labels, Any]] = []
    for source in sources:
        given = source.items() if isinstance(source, Mapping) else ((None, source),)
        for name, one in given:
            several = one if isinstance(one, list | tuple) else (one,)
            if not several:
                raise InputError(
                    "no source was given" + ("" if name is None else f" for {quoted(name)}"), advice=_GIVE
                )
            for each in several:
                if not isinstance(each, str | PathLike):
                    called = None if name is None else str(name)
                    frames.append((Labels.by("the argument", alternative=called), each))
                else:
                    plain.append(each if name is None else f"{name}={each}")
    if not plain and not frames:
        raise InputError("no source was given", advice=_GIVE)
    by_labels: dict[Labels, list[str]] = {}
    for entry in find_inputs(plain, pattern=path).entries if plain else ():
        by_labels.setdefault(entry.labels, []).append(str(entry.given))
    yield from ((labels, tuple(files)) for labels, files in by_labels.items())
    yield from frames


def _one_format(files: Sequence[str], columns: Mapping[str, str]) -> Format:
    """Return the format of files that are one log together."""
    first, *others = (format_of(file, columns) for file in files)
    for file, other in zip(files[1:], others, strict=True):
        # One may hold whole numbers where another has decimals.
        if replace(other, columns=first.columns) != first or list(other.columns) != list(first.columns):
            raise InputError(
                f"its columns are not those of {files[0]}", file=file, advice="files of one log are alike"
            )
    return first


def _of_files(
    files: Sequence[str], columns: Mapping[str, str], width: int, shown: str
) -> tuple[Counted, tuple[LogFile, ...]]:
    """Return what the files of one log hold, and the files as they were."""
    odd = [file for file in files if any(c in file for c in "*?[]{}")]
    if odd:
        raise InputError(
            "DuckDB takes *, ?, [ and { in a path for patterns", file=odd[0], advice="rename the file"
        )
    form = _one_format(files, columns)
    read = log_files(files, form.name)
    with telling(FILES), open_relation(files, form) as (relation, share), progress(shown, share):
        found = _count(lazy(relation), form.layout, width, FILES)
    refuse_changed(read)
    return found, read


def _of_frame(frame: Any, columns: Mapping[str, str], width: int, engine: str | None) -> Counted:  # noqa: ANN401
    owner = type(frame).__module__.partition(".")[0]
    try:
        import narwhals as nw

        with telling(owner):
            log = lazy(frame)
    except ImportError:
        check_engine(FILES)
        raise
    except TypeError:
        raise InputError(
            f"cannot read a {type(frame).__name__}",
            advice="give a path, or a frame of an engine that narwhals knows",
        ) from None
    if engine is not None:
        raise InputError("a frame is summed up by its own engine", advice="leave engine out")
    with telling(owner):
        types = log.collect_schema()
        dated = [name for name, kind in types.items() if isinstance(kind, nw.Datetime)]
        layout = layout_of(list(types), columns, dated)
    return _count(log, layout, width, owner)


def _count(log: nw.LazyFrame[Any], layout: Layout, width: int, owner: str) -> Counted:
    """Return what an engine counts; of what goes wrong here only its own part is told as the log's fault."""

    def batches() -> Generator[pa.RecordBatch]:
        with telling(owner):
            yield from batches_of(count_by_bucket(log, layout, width))

    with closing(batches()) as parts:
        return check_counts(parts, layout)


def _label_runs(
    parts: Iterable[tuple[LogTotal, LogWindows]], labels: Labels
) -> Iterator[tuple[LogTotal, LogWindows]]:
    """Yield what a log gave, with the names that are known of it."""
    known: dict[str, Any] = {name: label for name in FIELDS if (label := labels.of(name)) is not None}
    for total, windows in parts:
        for name, label in known.items():
            if getattr(total, name) not in ("", label):
                raise InputError(
                    f"the log names its {name}s itself, {quoted(getattr(total, name))} among them, and is "
                    f"called {quoted(label)}",
                    advice="leave the name out",
                )
        yield replace(total, **known), replace(windows, **known)


def _refuse_repeated(totals: Iterable[LogTotal]) -> None:
    seen = set()
    for total in totals:
        key = (total.scenario, total.alternative, total.run, total.transaction)
        if key in seen:
            said = listed(name for name in key[:3] if name) or "nothing"
            raise InputError(
                f"two logs are of the same run: {said} names both",
                advice="say which run each is: path='{alternative}/run{run}.csv'",
            )
        seen.add(key)
