"""Files that survive a power cut: added to by whole lines, or put whole in the place of what stood there."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from io import FileIO
from pathlib import Path
from typing import Any

from ahp.errors import HarnessError, OutputError


def append_line(path: Path, line: str) -> None:
    """Write a line, and return when it is on the disk; the lines before it are untouched, whatever happens.

    Parameters
    ----------
    path : Path
        The file, made now if it is not there. What a power cut left of a last line stays a line of its own.
    line : str
        The text, without its end.

    Raises
    ------
    OutputError
        If it cannot be written, a full disk included; then nothing of it stands there, unless somebody
        else has written behind it.
    """
    try:
        # Without a buffer: what one still held after a failure would be written when the file is closed.
        with path.open("ab+", buffering=0) as file:
            _lock(file)
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(-1, os.SEEK_END)
            torn = size and file.read(1) != b"\n"
            content = (b"\n" if torn else b"") + line.encode() + b"\n"
            written = 0
            try:
                written = file.write(content)
                if written < len(content):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    _take_back(file, content[:written])
                raise
    except OSError as problem:
        advice = "; free some space" if problem.errno in (errno.ENOSPC, errno.EDQUOT) else ""
        raise OutputError(f"{path}: cannot be written: {problem.strerror}{advice}") from None


def json_lines(path: Path) -> list[tuple[int, Any]]:
    """Return what a file's lines say, with their numbers from 1; without what a power cut has torn.

    Raises
    ------
    HarnessError
        If the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise HarnessError(f"{path}: cannot be read: {problem.strerror}") from None
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        with contextlib.suppress(ValueError, RecursionError):
            found.append((number, json.loads(line)))
    return found


def _lock(file: FileIO) -> None:
    """Wait until nobody else is adding a line to a file, where the system can tell; closing it ends that."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _take_back(file: FileIO, written: bytes) -> None:
    """Cut off what was just written at the end of a file, if that is what still stands there."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - len(written)))
    if written and file.read() == written:
        file.truncate(end - len(written))


def write_whole(path: Path, text: str) -> None:
    """Write a text in the place of what stood there; if that fails, what stood there stays.

    Raises
    ------
    OutputError
        If it cannot be written, a full disk included.
    """
    temporary = path.with_name(f".{path.name}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise OutputError(
            f"{path}: cannot be written: {problem.strerror}; what stood there is untouched"
        ) from None
