"""What is known of a log once it is summed up, and the files that it was read from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import NOWHERE, Measurement, Place, Source
from ahp.files import content_of_path
from ahp.ingest.logs.aggregate import RELATIVE_ERROR
from ahp.notebook import NotebookFace
from ahp.units import UNITS

if TYPE_CHECKING:
    import pandas as pd

PERCENTILES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}
"""Those that are given, by name."""


class LogFile(NamedTuple):
    """A file of a log.

    Attributes
    ----------
    file : str
        Its path.
    reader : str
        What it was read as: `pgbench_log`, `benchbase_raw`, `csv` or `parquet`.
    size : int
        In bytes.
    changed : int
        When it was last changed, in nanoseconds since 1970.
    """

    file: str
    reader: str
    size: int
    changed: int


def log_files(paths: Sequence[str], reader: str) -> tuple[LogFile, ...]:
    """Return files as they are now."""
    found = [(path, Path(path).stat()) for path in paths]
    return tuple(LogFile(path, reader, stat.st_size, stat.st_mtime_ns) for path, stat in found)


def refuse_changed(files: Sequence[LogFile]) -> None:
    """Refuse files that are no longer what was read.

    Raises
    ------
    InputError
        If one has changed or is gone.
    """
    for before in files:
        try:
            (now,) = log_files([before.file], before.reader)
        except OSError:
            raise InputError("the log is no longer there", file=before.file) from None
        if now != before:
            raise InputError(
                "the log has changed since it was read",
                file=before.file,
                advice="read it again when nothing writes to it any more",
            )


def sources_of(files: Sequence[LogFile], rows: int) -> tuple[Source, ...]:
    """Return the files of one log with their digests; all of its rows stand with the first of them.

    Raises
    ------
    InputError
        If one has changed since it was read, or cannot be read any more.
    """
    refuse_changed(files)
    many = [rows, *[0] * (len(files) - 1)]
    return tuple(Source(f.file, _digest(f.file), n, f.reader) for f, n in zip(files, many, strict=True))


def _digest(path: str) -> str:
    content = content_of_path(path)
    digest = sha256()
    for piece in content.everything() if content.everything else [content.first]:
        digest.update(piece)
    return digest.hexdigest()


_MILLION = 1_000_000  # nanoseconds in a millisecond
_CAVEATS = (
    f"Percentiles are nearest-rank, from a logarithmic histogram: within {RELATIVE_ERROR:.1%} of the "
    "response time.",
    "Throughput is counted to the end of the last transaction, from the begin of the first or, with a "
    "warm-up, from the first window that begins after it.",
)


@dataclass(frozen=True)
class LogTotal(NotebookFace):
    """All transactions of a run after its warm-up, or those of one type.

    Attributes
    ----------
    scenario, alternative, run : str
        "" where nothing names it.
    transaction : str
        The type; "" for all types together.
    count : int
        How many succeeded.
    failed : int
        How many did not; they are in no other number.
    seconds : float
        From the begin of the first transaction, or the end of the warm-up, to the end of the last.
    sum_ns, max_ns : int
        The sum of the response times and the largest, in nanoseconds, exact.
    p50_ms, p90_ms, p95_ms, p99_ms, p999_ms : float or None
        Percentiles in milliseconds, within 1 part in 128; None where no response time lies above.
    """

    scenario: str
    alternative: str
    run: str
    transaction: str
    count: int
    failed: int
    seconds: float
    sum_ns: int
    max_ns: int
    p50_ms: float | None
    p90_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    p999_ms: float | None

    @property
    def throughput(self) -> float:
        """Transactions per second."""
        return self.count / self.seconds

    @property
    def mean_ms(self) -> float:
        """The mean response time, in milliseconds."""
        return self.sum_ns / self.count / _MILLION

    @property
    def max_ms(self) -> float:
        """The largest response time, in milliseconds."""
        return self.max_ns / _MILLION


@dataclass(frozen=True, eq=False)
class LogWindows(NotebookFace):
    """The windows of a run, of all types of transactions or of one; those without a transaction too.

    Attributes
    ----------
    scenario, alternative, run, transaction : str
        As of :class:`LogTotal`.
    start : ndarray (n,)
        When each window begins, in seconds on the clock of the log.
    count, sum_ns, max_ns : ndarray (n,)
        As of :class:`LogTotal`.
    percentiles_ms : ndarray (n, 5)
        p50, p90, p95, p99 and p999, nan where no response time lies above.
    """

    scenario: str
    alternative: str
    run: str
    transaction: str
    start: NDArray[np.float64]
    count: NDArray[np.int64]
    sum_ns: NDArray[np.int64]
    max_ns: NDArray[np.int64]
    percentiles_ms: NDArray[np.float64]

    def __post_init__(self) -> None:
        for array in self._arrays():
            array.setflags(write=False)

    def _arrays(self) -> tuple[NDArray[np.float64 | np.int64], ...]:
        return self.start, self.count, self.sum_ns, self.max_ns, self.percentiles_ms

    def _key(self) -> tuple[object, ...]:
        names = (self.scenario, self.alternative, self.run, self.transaction)
        return (*names, *(array.tobytes() for array in self._arrays()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LogWindows) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


@dataclass(frozen=True)
class LogSummary(NotebookFace):
    """Logs of transactions, summed up by :func:`ahp.read_log`.

    Attributes
    ----------
    window, warmup : float
        As they were asked for, in seconds.
    totals : tuple of LogTotal
        For each run all types together, then each type if there are several.
    windows : tuple of LogWindows
        In the same order. A window that the log covers only in part, at the begin or the end, is in none.
    logs : tuple of (tuple of LogFile, int)
        For each log that was read from files these, and how many rows they have together.

    Examples
    --------
    >>> import ahp, pandas as pd
    >>> frame = pd.DataFrame({"time_s": [0.5, 1.5, 1.7, 3.1], "response_time_ms": [4, 5, 7, 6]})
    >>> log = ahp.read_log({"lz4": frame}, window=1)
    >>> log.to_frame()[["start", "throughput_tps", "response_time_max_ms"]]
       start  throughput_tps  response_time_max_ms
    0    1.0             2.0                   7.0
    1    2.0             0.0                   NaN
    """

    window: float
    warmup: float
    totals: tuple[LogTotal, ...]
    windows: tuple[LogWindows, ...]
    logs: tuple[tuple[tuple[LogFile, ...], int], ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return one row for each run, type of transaction and window.

        Columns: scenario, alternative, run, transaction ("" for all types), start (in seconds, on the clock
        of the log), count, throughput_tps, and response_time_mean_ms, …_max_ms, …_p50_ms to …_p999_ms, nan
        where there is none.
        """
        import pandas as pd

        parts = []
        for one in self.windows:
            some = np.where(one.count > 0, one.count, np.nan)
            names = ("scenario", "alternative", "run", "transaction")
            columns = {
                **{name: [getattr(one, name)] * len(one.start) for name in names},
                "start": one.start,
                "count": one.count,
                "throughput_tps": one.count / self.window,
                "response_time_mean_ms": one.sum_ns / some / _MILLION,
                "response_time_max_ms": np.where(one.count > 0, one.max_ns / _MILLION, np.nan),
            }
            columns |= {
                f"response_time_{name}_ms": one.percentiles_ms[:, place]
                for place, name in enumerate(PERCENTILES)
            }
            parts.append(pd.DataFrame(columns))
        return pd.concat(parts, ignore_index=True)

    def measurements(self, *, baseline: str | None = None) -> Measurements:
        """Return what :func:`ahp.rank` takes: throughput and response times of each run, warm-up cut off.

        A percentile's resolution is the width of its bucket. To join them with sizes or the CPU, give
        `log.measurements().to_frame()` to :func:`ahp.read` beside the other files.

        Parameters
        ----------
        baseline : str, optional
            The alternative that the others are measured against.

        Raises
        ------
        InputError
            If nothing says which alternative a log is about, or a file has changed since it was read: its
            digest is computed only now.
        BaselineError
            If the baseline is not among the alternatives.
        """
        if any(not total.alternative for total in self.totals):
            raise InputError(
                "nothing says which alternative the log is about",
                file=self.logs[0][0][0].file if self.logs else None,
                advice="write 'NAME=FILE', or name its column: columns={'alternative': …}",
            )
        sources = [source for files, rows in self.logs for source in sources_of(files, rows)]
        place = Place(sources[0].file) if len(sources) == 1 else NOWHERE
        return Measurements.of(
            [row for total in self.totals for row in _rows(total, place)],
            baseline=baseline,
            sources=sources,
            caveats=[(source.file, text) for source in sources for text in _CAVEATS],
        )


def _rows(total: LogTotal, place: Place) -> list[Measurement]:
    key = (total.scenario or "default", total.alternative, total.run, total.transaction)
    values = {"throughput": total.throughput, "response_time_mean": total.mean_ms}
    values |= {f"response_time_{name}": getattr(total, f"{name}_ms") for name in PERCENTILES}
    values |= {"response_time_max": total.max_ms}
    rows = []
    for name, value in values.items():
        if value is None or math.isnan(value):
            continue
        unit = UNITS["1/s"] if name == "throughput" else UNITS["ms"]
        error = value * RELATIVE_ERROR if name.rpartition("_")[2] in PERCENTILES else 0.0
        rows.append(Measurement.standard(key, MEASURES[name], value, unit, error, place=place))
    return rows
