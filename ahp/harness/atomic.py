"""Files that are whole or not there."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from ahp.errors import OutputError


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
