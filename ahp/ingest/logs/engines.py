"""What sums up a log: DuckDB a file, and the engine of a frame that frame."""

from __future__ import annotations

from collections.abc import Generator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from ahp.errors import InputError, quoted
from ahp.ingest.logs import on_duckdb

if TYPE_CHECKING:
    import narwhals as nw
    import pyarrow as pa

FILES = "duckdb"
"""The engine that opens files."""

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
        with getattr(native, batches)(on_duckdb.BATCH) as parts:  # until it is closed its connection is taken
            yield from parts
        return
    if hasattr(native, "sink_parquet"):  # Polars
        table = native.collect(engine="streaming").to_arrow()
    else:
        table = groups.collect("pyarrow").to_native()
    yield from table.to_batches()
