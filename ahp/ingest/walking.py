"""The files that a folder or a pattern stands for, always in the same order.

The order is that of the paths, part by part: digits inside a name count as the number they spell, so `run2`
goes before `run10`, and everything else goes by code point, the same on every machine. Names that start with
a dot are hidden and passed over. A link to a file is that file; a link to a folder is not entered, so no loop
is ever walked: give the folder itself.
"""

from __future__ import annotations

import os
import re
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from ahp.errors import InputError

_MAGIC = re.compile(r"[*?\[]")
_WIDTH = 64
_DIGITS = re.compile(r"([0-9]+)")


class Files(NamedTuple):
    """Files in the order in which they are read.

    `linked` says whether some are links or were found by links, so that two may be one file.
    """

    paths: list[str]
    linked: bool = True


def files_of(path: str) -> Files:
    """Return the files that a path stands for: itself, those in the folder, those that match the pattern.

    Raises
    ------
    InputError
        If a folder holds no file or cannot be looked into, or nothing matches.
    """
    if os.path.isdir(path):  # noqa: PTH112 - a Path for each of ten thousand takes longer than the look
        return _walk(path)
    return Files(_matching(path) if _MAGIC.search(path) and not exists(path) else [path])


def exists(path: str) -> bool:
    """Say whether there is such a path; what may not be looked at is told when it is opened."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def in_order(paths: list[str]) -> list[str]:
    """Return paths in the order in which they are read.

    Examples
    --------
    >>> in_order(["lz4-run10.log", "lz4-run2.log", "LZ4-run1.log"])
    ['LZ4-run1.log', 'lz4-run2.log', 'lz4-run10.log']
    """
    return sorted(paths, key=lambda path: ([_key(part) for part in path.replace("\\", "/").split("/")], path))


def _key(name: str) -> list[str | int]:
    """Return a name as words and numbers by turns, which compare position by position."""
    pieces: list[str | int] = _DIGITS.split(name)
    for i in range(1, len(pieces), 2):
        pieces[i] = int(pieces[i])
    return pieces


def _padded(name: str) -> str:
    """Return a short name as one text that compares as its words and numbers do."""
    pieces = _DIGITS.split(name)
    pieces[1::2] = [number.zfill(_WIDTH) for number in pieces[1::2]]
    return "\0".join(pieces)  # which no name has, and which goes before all that may continue a word


def _walk(folder: str) -> Files:
    """Return the files in a folder and in the folders in it, in order."""
    found, waiting, linked = [], _entries(folder), False
    while waiting:
        entry = waiting.pop()
        if entry.is_dir(follow_symlinks=False):
            waiting += _entries(entry.path)
        elif entry.is_file() or not exists(entry.path):  # a broken link is told when it is opened
            found.append(entry.path)
            linked = linked or entry.is_symlink()
    if not found:
        raise InputError("there is no file in this folder", file=folder)
    return Files(found, linked)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Return what a folder shows, the last first."""
    try:
        with os.scandir(folder) as entries:
            visible = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        raise InputError(f"the folder cannot be read: {error.strerror}", file=folder) from None
    names = [entry.name for entry in visible]
    keys = map(_padded if len(max(names, key=len, default="")) <= _WIDTH else _key, names)
    order = sorted(zip(keys, names, visible, strict=True), key=itemgetter(0, 1), reverse=True)
    return [entry for _, _, entry in order]


def _matching(pattern: str) -> list[str]:
    parts = Path(pattern).parts
    fixed = next(i for i, part in enumerate(parts) if _MAGIC.search(part))
    wanted = parts[fixed:]
    folder = Path(*parts[:fixed])
    try:
        # `**` of the standard library enters no linked folder either.
        matches = [match for match in folder.glob("/".join(wanted)) if _shown(match, folder, wanted)]
    except (OSError, ValueError) as error:
        raise InputError(f"no such pattern: {error}", file=pattern) from None
    found = [
        file for match in matches for file in (_walk(str(match)).paths if match.is_dir() else [str(match)])
    ]
    if not found:
        raise InputError("no file matches; check the path", file=pattern)
    return in_order(list(dict.fromkeys(found)))


def _shown(match: Path, folder: Path, wanted: tuple[str, ...]) -> bool:
    """Say whether a match is meant: a hidden name only by a pattern that begins with a dot itself."""
    if any(part.startswith(".") for part in wanted):
        return True
    return not any(part.startswith(".") for part in match.relative_to(folder).parts)
