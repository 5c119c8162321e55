"""What a line of a ledger may name: what a harness makes, where it makes it, and nothing else.

A ledger is a file that anybody can write into. What takes things away works as root at times, so that a line
is believed only as far as the thing itself bears it out: a folder by its name and its place, a device and a
mount by the image inside such a folder, a process by its start and its command.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from ahp.errors import HarnessError, quoted
from ahp.harness.engines.existing import own_name
from ahp.harness.folders import FOLDER, PLACES, mounted_at, mounts
from ahp.harness.identity import boot_id, command_line, started
from ahp.harness.ledger import Entry, Facts
from ahp.harness.limits import GROUP, RULES
from ahp.harness.storage.loops import IMAGE, MOUNT, attached
from ahp.harness.storage.zfs import DATASET, POOL, VDEV

_LONGEST_S = 3600.0
_LEAVING_S = 10.0
_MOMENT = re.compile("[0-9]{1,20}")


def refuse_unowned(entry: Entry, results: Path, tokens: frozenset[str]) -> None:
    """Raise a HarnessError if an entry names what no harness has made in a results folder.

    Parameters
    ----------
    entry : Entry
        What a line of its ledger says; a kind that is not known is left to whoever looks it up.
    results : Path
        The results folder.
    tokens : frozenset of str
        Of all harnesses that worked in it.
    """
    owns = _OWNS.get(entry.kind)
    if owns is not None and not owns(entry.facts, results.resolve(), tokens):
        raise HarnessError(
            f"{entry.kind} {quoted(str(dict(entry.facts)), 300)} (entry {entry.number}): not made by a run "
            f"in {results}; left alone: see what it is, and delete its line in the ledger"
        )


def _place(fact: object) -> Path | None:
    """Return the path that a fact is, None if it is none, or one that leads elsewhere than it seems."""
    if not isinstance(fact, str) or "\0" in fact:
        return None
    path = Path(fact)
    return path if path.is_absolute() and ".." not in path.parts else None


def _made(path: Path | None, results: Path) -> bool:
    """Say whether a path is one that :func:`~ahp.harness.folders.temporary_folder` gives a folder."""
    if path is None or not FOLDER.fullmatch(path.name):
        return False
    parent = path.parent
    if parent in PLACES:
        return True
    if results != parent and results not in parent.parents:
        return False
    inside = parent.relative_to(results).parts
    return os.path.realpath(parent) == str(parent) and (not inside or bool(FOLDER.fullmatch(inside[0])))


def _inside(fact: object, last: str, results: Path) -> bool:
    """Say whether a fact is the path of something, by its last parts, in a folder of ours."""
    path = _place(fact)
    if path is None or not str(path).endswith(f"/{last}"):
        return False
    return _made(Path(str(path).removesuffix(f"/{last}")), results)


def _folder(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    path = _place(facts.get("path"))
    if path is None or path.is_symlink() or path.is_file():  # what is made here is a folder
        return False
    return _made(path, results) or not os.path.lexists(path)


def _loop(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    path = _place(facts.get("image"))
    return path is not None and (_inside(str(path), IMAGE, results) or not attached(path))


def _mount(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    folder = _place(facts.get("folder"))
    if folder is None or _place(facts.get("image")) is None:
        return False
    named = _inside(facts["folder"], MOUNT, results) and _inside(facts["image"], IMAGE, results)
    return named or mounted_at(folder) is None


def _pool(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    return _matches(POOL, facts.get("pool")) and _inside(facts.get("vdev"), VDEV, results)


def _dataset(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    named = _matches(DATASET, facts.get("dataset")) and _inside(facts.get("folder"), MOUNT, results)
    return named and isinstance(facts.get("mark"), str) and facts["mark"] in tokens


def _process(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    command, grace, pid = facts.get("command"), facts.get("grace_s"), facts.get("pid")
    if not isinstance(command, list) or not command or not all(isinstance(part, str) for part in command):
        return False
    if type(grace) is bool or not isinstance(grace, int | float) or not 0 <= grace <= _LONGEST_S:
        return False
    if type(facts.get("signal")) is not int or facts["signal"] not in (signal.SIGINT, signal.SIGTERM):
        return False
    since = facts.get("started")
    if not isinstance(facts.get("boot"), str) or not (since is None or _matches(_MOMENT, since)):
        return False
    if pid is None:  # the harness was killed before it knew: its token finds the process
        return True
    if type(pid) is not int or pid <= 1:
        return False
    until = time.monotonic() + _LEAVING_S
    while facts["boot"] == boot_id() and since is not None and started(pid) == since:
        if told := command_line(pid):
            return _runs(told, command)
        if time.monotonic() > until:
            return False
        time.sleep(0.05)  # one that was killed a moment ago has lost its command, and then its number
    return True


def _runs(told: str, command: list[str]) -> bool:
    """Say whether a process that is told so runs a command, itself or through what root lends it with."""
    program, arguments = Path(command[0]).name, "".join(f" {part}" for part in command[1:])
    words = told.removesuffix(arguments).split(" ")
    return told.endswith(arguments) and bool(program) and program in (Path(word).name for word in words)


def _group(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    path = _place(facts.get("path"))
    return (
        path is not None
        and _matches(GROUP, path.name)
        and any(mount.folder in path.parents for mount in mounts() if mount.kind in ("cgroup", "cgroup2"))
    )


def _bandwidth(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    path = _place(facts.get("file"))
    return (
        path is not None
        and path.name in RULES
        and any(mount.folder == path.parent for mount in mounts() if mount.kind == "cgroup")
        and _matches(re.compile(r"\d+:\d+"), facts.get("device"))
        and type(facts.get("bytes_per_second")) is int
    )


def _database(facts: Facts, results: Path, tokens: frozenset[str]) -> bool:
    try:
        own_name(facts.get("name"))
    except HarnessError:
        return False
    return isinstance(facts.get("dsn"), str)


def _matches(pattern: re.Pattern[str], fact: object) -> bool:
    return isinstance(fact, str) and pattern.fullmatch(fact) is not None


_OWNS: Mapping[str, Callable[[Facts, Path, frozenset[str]], bool]] = {
    "folder": _folder,
    "loop": _loop,
    "mount": _mount,
    "pool": _pool,
    "dataset": _dataset,
    "process": _process,
    "cgroup": _group,
    "bandwidth": _bandwidth,
    "postgresql database": _database,
    "mariadb database": _database,
}
