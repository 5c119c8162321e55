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

_TYPES = {"integer": "bigint", "number": "double", "text": "string"}
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
                schema=", ".join(
                    f"`{name.replace('`', '``')}` {_TYPES[kind]}" for name, kind in form.columns.items()
                ),
                sep=form.separator,
                header=form.heading,
                escape='"',
                mode="FAILFAST",
            )
        else:
            frame = spark.read.parquet(*absolute)
        yield frame, lambda: None


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
