"""Dask: on the threads of this machine, or on the cluster of the client that is connected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ahp.ingest.logs.formats import Format

_TYPES = {"integer": "string", "number": "float64", "text": "string"}


@contextmanager
def files(paths: Sequence[str], form: Format) -> Iterator[tuple[Any, Callable[[], float | None]]]:
    """Yield a frame of the files; how far it is cannot be told."""
    import dask.dataframe as dd

    if form.columns:
        wanted = list(form.layout.used)
        frame = dd.read_csv(
            list(paths),
            sep=form.separator,
            header=0 if form.heading else None,
            names=list(form.columns),
            dtype={name: _TYPES[kind] for name, kind in form.columns.items()},
            compression=None,
            keep_default_na=False,
            na_values={name: [""] for name in form.columns},
        )
        # Asked for some columns alone, pandas reads on where a line has too many.
        frame = frame.map_partitions(itemgetter(wanted))
        # What is no whole number: pandas' reader would make doubles of the column, in which others are lost.
        whole = [name for name in wanted if form.columns[name] == "integer"]
        if whole:  # an empty cell is counted among those that are wrong
            frame = frame.fillna(dict.fromkeys(whole, "-1")).astype(dict.fromkeys(whole, "int64"))
    else:
        frame = dd.read_parquet(list(paths), columns=list(form.layout.used))
    yield frame, lambda: None
