"""PySpark: in the session that is active, or in a local one that serves this log alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ahp.errors import InputError

if TYPE_CHECKING:
    from ahp.ingest.logs.formats import Format

_NUMBERS = {
    "integer": (r"^\s*+[+-]?+[0-9]++\s*+$", "bigint"),
    "number": (r"^\s*+[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+\s*+$", "double"),
}
"""What a cell must be to be cast, and to what: to Java `90d` and `0x1p3` are numbers too."""
LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": str(os.cpu_count() or 1),
}


@contextmanager
def files(paths: Sequence[str], form: Format) -> Iterator[tuple[Any, Callable[[], float | None]]]:
    """Yield a frame of the files; how far it is cannot be told."""
    for name in form.layout.used:
        if "." in name:
            raise InputError(
                "Spark takes a dot in a heading for the field of a structure",
                column=name,
                advice="rename the column, or give another engine",
            )
    with session() as spark:
        absolute = [f"file://{Path(path).absolute()}" for path in paths]  # Spark does not decode %20
        if form.columns:
            # All columns are looked at, used or not: only so a line with too many or too few is seen.
            frame = spark.read.option("columnPruning", False).csv(
                absolute,
                schema=", ".join(f"{_escaped(name)} string" for name in form.columns),
                sep=form.separator,
                header=form.heading,
                escape='"',
                mode="FAILFAST",
            )
            frame = _checked(frame, form)
        else:
            frame = spark.read.parquet(*absolute)
        yield frame, lambda: None


def _checked(frame: Any, form: Format) -> Any:  # noqa: ANN401 - a frame of Spark's
    """Return a frame whose times and response times are numbers, or words that stand for a failure."""
    from pyspark.sql import functions

    for name, _ in (*form.layout.times, form.layout.response):
        cell, kind = functions.col(_escaped(name)), form.columns[name]
        pattern, target = _NUMBERS["number" if kind == "text" else kind]
        right = cell.isNull() | cell.rlike(pattern)
        if kind == "text":
            right |= cell.isin(*form.layout.failures)
        said = functions.concat(functions.lit("'"), cell, functions.lit(f"' is no number in column '{name}'"))
        read = cell if kind == "text" else cell.cast(target)
        frame = frame.withColumn(name, functions.when(right, read).otherwise(functions.raise_error(said)))
    return frame


def _escaped(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


@contextmanager
def session() -> Iterator[Any]:
    """Yield the active session, or a local one that ends with the block."""
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()
    if active is not None:
        yield active
        return
    builder = SparkSession.builder.master(f"local[{os.cpu_count() or 1}]").appName("ahp")
    for key, value in LOCAL.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()
