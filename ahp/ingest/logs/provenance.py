"""The files that a log was read from: unchanged since, and with their digest once somebody wants it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ahp.errors import InputError
from ahp.evidence.records import Source
from ahp.files import content_of_path


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
