"""The ledger of a results folder: what exists outside the harness's own memory, and how it is taken away.

An append-only file of JSON lines, each on the disk before the thing it names is made. Whoever finds the file
after `kill -9` or a power cut knows all that may still be there. Every kind of thing has one function that
takes it away, and that function is the same for the orderly end and for `ahp-bench clean`: it works from the
recorded facts alone, looks first whether the thing is the recorded one, and finds nothing wrong with a thing
that is gone.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from ahp.errors import HarnessError, OutputError, quoted
from ahp.harness.system.process_table import boot_id, started

NAME = "ledger.jsonl"
TOKEN = "AHP_BENCH_TOKEN"
"""The environment variable by which every process that a harness starts is known as its own."""

_TOKEN = "[0-9a-f]{32}"

Facts = Mapping[str, Any]
Undo = Callable[[Facts], None]


@dataclass(frozen=True)
class Entry:
    """One thing that was recorded.

    Attributes
    ----------
    number : int
        Its place in the ledger, from 1.
    kind : str
        What it is: `process`, `mount`, `loop`, `pool`, `folder`, …
    facts : mapping
        What identifies it.
    """

    number: int
    kind: str
    facts: Facts


class Ledger:
    """The ledger of one results folder, open for writing.

    Parameters
    ----------
    folder : Path
        The results folder; it exists.

    Raises
    ------
    HarnessError
        If another harness is at work in the folder.
    OutputError
        If the file cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.token = secrets.token_hex(16)
        if self.path.exists():
            refuse_if_busy(folder)
            self._number = max((line.get("entry", 0) for line in _lines(self.path)), default=0)
        else:
            self._number = 0
            with contextlib.suppress(OSError):  # writing says why
                self.path.touch(mode=0o644)  # whatever the umask: nobody else may write what is taken away
        owner = {"pid": os.getpid(), "started": started(os.getpid()), "boot": boot_id(), "token": self.token}
        self._write({"owner": owner, "at": _now()})
        # Whatever this process starts inherits it; its own entry in /proc keeps its old look.
        os.environ[TOKEN] = self.token

    @contextlib.contextmanager
    def holding(self, kind: str, undo: Undo, **facts: object) -> Iterator[Callable[..., None]]:
        """Record a thing that is about to be made, and take it away at the end, whatever happens between.

        Parameters
        ----------
        kind : str
            What it is.
        undo : function
            Takes it away, given all facts; raises :class:`~ahp.errors.HarnessError` if it could not.
        **facts : object
            What identifies it, as far as that is known before it is made.

        Yields
        ------
        function
            Called with more facts once they are known; they are recorded too.
        """
        self._number += 1
        number = self._number
        known: dict[str, Any] = dict(facts)
        self._write({"entry": number, "kind": kind, "facts": known, "at": _now()})

        def learn(**more: object) -> None:
            known.update(more)
            self._write({"entry": number, "kind": kind, "facts": known})

        try:
            yield learn
        finally:
            undo(known)
            # On a full disk a thing that is gone stays recorded, which harms nobody: `clean` finds it gone.
            with contextlib.suppress(OutputError):
                self._write({"released": number})

    def release(self, entry: Entry) -> None:
        """Record that a thing is gone."""
        self._write({"released": entry.number})

    def _write(self, line: Mapping[str, object]) -> None:
        append_line(self.path, json.dumps(line))


def standing(folder: Path) -> tuple[Entry, ...]:
    """Return what a results folder's ledger says may still exist, the newest first.

    Raises
    ------
    HarnessError
        If the folder has no ledger: then it is not a results folder.
    """
    open_: dict[int, Entry] = {}
    for line in _lines(_existing(folder)):
        if "entry" in line:
            open_[line["entry"]] = Entry(line["entry"], line["kind"], line["facts"])
        elif "released" in line:
            open_.pop(line["released"], None)
    return tuple(sorted(open_.values(), key=lambda entry: -entry.number))


def damaged(folder: Path) -> tuple[str, ...]:
    """Return which lines of a results folder's ledger no harness has written, a message for each.

    A line that is no JSON is not among them: a power cut tears lines.
    """
    path = _existing(folder)
    return tuple(
        f"{path}, line {number}: found {quoted(json.dumps(line), 100)}, which no harness writes; left alone: "
        "see what it means, and delete the line"
        for number, line in json_lines(path)
        if not _sound(line)
    )


def tokens(folder: Path) -> frozenset[str]:
    """Return the tokens of all harnesses that ever worked in a results folder."""
    return frozenset(line["owner"]["token"] for line in _lines(_existing(folder)) if "owner" in line)


def refuse_if_busy(folder: Path) -> None:
    """Raise a HarnessError if a harness that still runs is at work in a results folder."""
    owners = [line["owner"] for line in _lines(_existing(folder)) if "owner" in line]
    for owner in owners:
        mine = owner["pid"] == os.getpid()
        alive = owner["boot"] == boot_id() and started(owner["pid"]) == owner["started"] is not None
        if alive and not mine:
            raise HarnessError(f"{folder}: process {owner['pid']} is still at work there; stop it first")


def require_own(folder: Path) -> None:
    """Raise a HarnessError if somebody else may have written a results folder's ledger.

    What it names is taken away, by root at times; so it is believed as `sudo` believes its own files: if it
    belongs to who asks, and nobody else may write to it.
    """
    path = _existing(folder)
    found = path.lstat()
    if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o022:
        return
    whose = "may be written by others" if found.st_uid == os.geteuid() else f"belongs to user {found.st_uid}"
    raise HarnessError(
        f"{path}: {whose}, and what it names would be taken away by {os.geteuid()}; nothing was touched; "
        f"look at it, then chown {os.geteuid()} and chmod go-w it"
    )


def _existing(folder: Path) -> Path:
    path = folder / NAME
    if not os.path.isfile(path):  # noqa: PTH113 - a name too long is none
        raise HarnessError(
            f"{folder}: no results folder of ahp-bench, for it has no {NAME}; nothing was touched"
        )
    return path


def _lines(path: Path) -> list[dict[str, Any]]:
    return [line for _, line in json_lines(path) if _sound(line)]


def _sound(line: object) -> bool:
    """Say whether a line has the form of those that a harness writes."""
    match line:
        case {"entry": int(number), "kind": str(), "facts": dict()} | {"released": int(number)}:
            return type(number) is int and number > 0
        case {
            "owner": {
                "pid": int(pid),
                "started": str() | None,
                "boot": str(),
                "token": str(token),
            }
        }:
            return type(pid) is int and re.fullmatch(_TOKEN, token) is not None
    return False


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


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
