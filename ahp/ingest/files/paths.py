"""The files that a folder or a pattern stands for, always in the same order.

The order is that of the paths, part by part: digits inside a name count as the number they spell, so `run2`
goes before `run10`, and everything else goes by code point, the same on every machine. Names that start with
a dot are hidden and passed over. A link to a file is that file; a link to a folder is not entered, so no loop
is ever walked: give the folder itself. What may not be looked at is never passed over, in folders and in
patterns alike: a folder is refused, a link is told when it is opened.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from fnmatch import filter as fitting
from pathlib import Path

from ahp.errors import InputError

_MAGIC = re.compile(r"[*?\[]")
_DIGITS = re.compile(r"([0-9]+)")


def expand_path(path: str) -> list[str]:
    """Return the files that a path stands for: itself, those in the folder, those that match the pattern.

    Raises
    ------
    InputError
        If a folder holds no file or cannot be looked into, or nothing matches.
    """
    if os.path.isdir(path):  # noqa: PTH112 - a Path for each of ten thousand takes longer than the look
        return _walk(path)
    return _matching(path) if _MAGIC.search(path) and not exists(path) else [path]


def exists(path: str) -> bool:
    """Say whether there is such a path; what may not be looked at is told when it is opened."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def natural_sort(paths: Iterable[str]) -> list[str]:
    """Return paths in the order in which they are read.

    Examples
    --------
    >>> natural_sort(["lz4-run10.log", "lz4-run2.log", "LZ4-run1.log"])
    ['LZ4-run1.log', 'lz4-run2.log', 'lz4-run10.log']
    """
    return sorted(paths, key=lambda path: [natural_key(part) for part in path.replace("\\", "/").split("/")])


def natural_key(name: str) -> tuple[list[str | int], str]:
    """Return what a name is sorted by: its words and numbers by turns, then what tells 1 from 01."""
    pieces: list[str | int] = list(_DIGITS.split(name))
    pieces[1::2] = map(int, pieces[1::2])
    return pieces, name


def _walk(folder: str) -> list[str]:
    """Return the files in a folder and in the folders in it, in order, of which there must be some."""
    found = _files_in(folder)
    if not found:
        raise InputError("there is no file in this folder", file=folder)
    return found


def _files_in(folder: str) -> list[str]:
    """Return the files in a folder and in the folders in it, in order."""
    found, waiting = [], _entries(folder)
    while waiting:
        entry = waiting.pop()
        if entry.is_dir(follow_symlinks=False):
            waiting += _entries(entry.path)
        elif _is_file(entry):
            found.append(entry.path)
    return found


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Say whether this is to be opened: a file, or a link that leads nowhere, which is told then."""
    try:
        return entry.is_file() or not exists(entry.path)
    except OSError:  # a link that leads to itself, or to where nobody may look
        return True


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """Return what a folder shows, the last first."""
    visible = [entry for entry in _folder_entries(folder) if not entry.name.startswith(".")]
    return sorted(visible, key=lambda entry: natural_key(entry.name), reverse=True)


def _folder_entries(folder: str) -> list[os.DirEntry[str]]:
    """Return all that is in a folder."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        raise InputError(f"the folder cannot be read: {error.strerror}", file=folder) from None


def _matching(pattern: str) -> list[str]:
    """Return the files that match, and those in the folders that do, in order."""
    parts = Path(pattern).parts
    fixed = next(i for i, part in enumerate(parts) if _MAGIC.search(part))
    folder = str(Path(*parts[:fixed])) if fixed else ""
    if "\0" in pattern:
        raise InputError("no such pattern: it holds a NUL", file=pattern)
    found = natural_sort(set(_matches(folder, parts[fixed:]))) if _leads(folder or ".") else []
    if not found:
        raise InputError("no file matches; check the path", file=pattern)
    return found


def _matches(folder: str, parts: tuple[str, ...]) -> Iterator[str]:
    """Yield the files below a folder whose path fits the parts of a pattern."""
    part, *rest = parts
    if not _MAGIC.search(part):
        path = os.path.join(folder, part)  # noqa: PTH118 - the folder here has no name
        if rest:
            yield from _matches(path, tuple(rest)) if _leads(path) else ()
        elif _there(path):
            yield from _files_in(path) if _leads(path) else [path]
        return
    shown = _folder_entries(folder or ".")
    if part == "**":
        yield from _matches(folder, tuple(rest)) if rest else _files_in(folder or ".")
        for entry in shown if rest else ():
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                yield from _matches(os.path.join(folder, entry.name), parts)  # noqa: PTH118 - as above
        return
    named = set(fitting([entry.name for entry in shown], part))
    for entry in shown:
        if entry.name not in named or entry.name.startswith(".") > part.startswith("."):
            continue
        path = os.path.join(folder, entry.name)  # noqa: PTH118 - as above
        if _leads(path):
            yield from _matches(path, tuple(rest)) if rest else _files_in(path)
        elif not rest and _is_file(entry):
            yield path


def _leads(path: str) -> bool:
    """Say whether this is a folder, or a link to one."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def _there(path: str) -> bool:
    """Say whether there is such a path, even a link that leads nowhere.

    Raises
    ------
    InputError
        If its folder may not be looked into.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror}", file=path) from None
    return True
