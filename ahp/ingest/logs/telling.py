"""What an engine raises, told in one line: its own errors alone, and an interrupt as an interrupt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ahp.errors import AHPError, InputError, one_line

_MODULES = {
    "duckdb": ("duckdb", "_duckdb"),
    "dask": ("dask", "distributed", "pandas"),
    "pyspark": ("pyspark", "py4j"),
}
"""Where the errors of an engine are defined, if not in the module of its name alone."""

_SHARED = ("pyarrow", "narwhals")
_CAUSE = re.compile(r"^Caused by: (?:[\w.$]+: )?(.+)", re.MULTILINE)
_PLAIN: dict[str, tuple[type[Exception], ...]] = {
    "dask": (ValueError, OverflowError),
    "pandas": (ValueError, OverflowError),
    "polars": (ValueError,),
}
"""Errors of Python's own that a cell makes of an engine which has no other for it."""

_KNOWN = {
    "OutOfMemoryException": (
        "the memory that the engine may take does not suffice",
        "give a longer window, or a frame of another engine",
    ),
    "DuplicateError": ("two columns have the same heading", "rename one of them"),
}
"""What is wrong and what to do, by the name of an engine's error."""


@contextmanager
def telling(engine: str, file: str) -> Iterator[None]:
    """Tell what an engine cannot read in one line; what it did not raise itself passes.

    Only the engine is to work in the block: pandas says with a `ValueError` what is wrong with a cell.

    Parameters
    ----------
    engine : str
        Its name, or that of the module that a frame is of.
    file : str
        What it reads, for the message.

    Raises
    ------
    InputError
        For an error of the engine's own, and for one of the block's without a file.
    KeyboardInterrupt
        If the engine was interrupted, whatever it calls that.

    Examples
    --------
    >>> try:
    ...     with telling("pandas", "log.csv"):
    ...         raise ValueError("'two' is no number")
    ... except InputError as error:
    ...     print(error.problem)
    pandas cannot read the log: 'two' is no number
    """
    try:
        yield
    except InputError as error:
        raise error.at(file=file) from None
    except (AHPError, MemoryError):
        raise
    except Exception as error:
        if _interrupts(error):
            raise KeyboardInterrupt from None
        if not _is_of(engine, error):
            raise
        if (known := _KNOWN.get(type(error).__name__)) is not None:
            raise InputError(known[0], file=file, advice=known[1]) from None
        raise InputError(
            f"{engine} cannot read the log: {_begin(error)}",
            file=file,
            advice="correct that line, or give a frame of another engine",
        ) from None


def _begin(error: Exception) -> str:
    """Return what an error begins with: after the place DuckDB shows the line and what is wrong with it.

    Java ends with what was wrong first.
    """
    if causes := _CAUSE.findall(str(error)):
        return one_line(causes[-1], 150)
    paragraph = str(error).strip().partition("\n\n")[0] or type(error).__name__
    return "; ".join(one_line(line.strip(), 150) for line in paragraph.splitlines()[:3])


def _interrupts(error: Exception) -> bool:
    """Say whether an engine made this of an interrupt: DuckDB drops what the signal's handler raised."""
    dropped = type(error) is RuntimeError and str(error) == "Query interrupted"
    return dropped or type(error).__name__ == "InterruptException"


def _is_of(engine: str, error: Exception) -> bool:
    modules = {*_MODULES.get(engine, (engine,)), *_SHARED} - {"builtins"}
    return isinstance(error, (OSError, *_PLAIN.get(engine, ()))) or any(
        kind.__module__.partition(".")[0] in modules for kind in type(error).__mro__
    )
