"""Polars: its streaming engine reads a log part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ahp.ingest.logs.formats import Format


@contextmanager
def files(paths: Sequence[str], form: Format) -> Iterator[tuple[Any, Callable[[], float | None]]]:
    """Yield a lazy frame of the files; how far it is cannot be told."""
    import polars as pl

    if form.columns:
        types = {"integer": pl.Int64, "number": pl.Float64, "text": pl.String}
        frame = pl.scan_csv(
            list(paths),
            separator=form.separator,
            has_header=form.heading,
            new_columns=list(form.columns),
            schema_overrides={name: types[kind] for name, kind in form.columns.items()},
            glob=False,
        ).filter(~pl.all_horizontal(pl.all().is_null()))  # blank lines, which other engines leave out
    else:
        frame = pl.scan_parquet(list(paths), glob=False)
    yield frame, lambda: None
