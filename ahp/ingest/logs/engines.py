"""The engines that can sum up a log, and how each opens files and hands back what it counted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from ahp.errors import InputError, listed, quoted
from ahp.ingest.logs import on_dask, on_duckdb, on_polars, on_spark
from ahp.ingest.logs.formats import Format

if TYPE_CHECKING:
    import narwhals as nw
    import pyarrow as pa


@dataclass(frozen=True)
class Engine:
    """A program that reads and groups tables larger than memory.

    Attributes
    ----------
    name : str
        What it is asked for by, which is that of the extra too.
    needs : tuple of str
        The modules without which it cannot run.
    files : callable
        For paths, their format and the columns wanted a context with a frame of the engine's own, and what
        share of the query that runs is done (None if it cannot tell).
    """

    name: str
    needs: tuple[str, ...]
    files: Callable[[Sequence[str], Format], AbstractContextManager[tuple[Any, Callable[[], float | None]]]]

    @property
    def missing(self) -> str | None:
        """A module that is not installed."""
        return next(
            (module for module in ("narwhals", "pyarrow", *self.needs) if find_spec(module) is None), None
        )


ENGINES = {
    engine.name: engine
    for engine in (
        Engine("duckdb", ("duckdb",), on_duckdb.files),
        Engine("polars", ("polars",), on_polars.files),
        Engine("dask", ("dask", "pandas"), on_dask.files),
        Engine("spark", ("pyspark",), on_spark.files),
    )
}
"""Engines by name, the one that is used unless another is asked for first."""


def engine_for(name: str | None) -> Engine:
    """Return the engine of that name, or the first that is installed.

    Raises
    ------
    InputError
        If there is none of that name, or it is not installed; the message names the extra.
    """
    if name is None:
        name = next((name for name, engine in ENGINES.items() if engine.missing is None), "duckdb")
    if not isinstance(name, str) or name not in ENGINES:
        raise InputError(f"there is no engine {quoted(name)}", advice=f"give one of {listed(ENGINES)}")
    engine = ENGINES[name]
    if engine.missing is not None:
        raise InputError(
            f"summing up a log with {name} needs {engine.missing}", advice=f"pip install 'ahp-rank[{name}]'"
        )
    return engine


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
        with getattr(native, batches)(on_duckdb.BATCH) as parts:  # until it is closed its connection is taken
            yield from parts
        return
    if hasattr(native, "sink_parquet"):  # Polars
        table = native.collect(engine="streaming").to_arrow()
    else:
        table = groups.collect("pyarrow").to_native()
    yield from table.to_batches()
