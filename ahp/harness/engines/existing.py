"""What benchmarks on a server that is there already have in common, whatever the database.

The harness touches nothing on such a server but databases that it has made itself: each has a name of its own
with 64 random bits, stands in the ledger before it is made, and is dropped at the end, or by `ahp-bench
clean`. What other engines keep in a folder is such a database here; the folder holds its name.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from ahp.errors import HarnessError, TrialError, quoted
from ahp.harness.dsn import Target
from ahp.harness.engines.base import Address, Rows, Service, Stored, Taken
from ahp.harness.engines.probe import judged
from ahp.harness.ledger import Ledger, Undo
from ahp.harness.system.meters import Reading
from ahp.harness.system.process_table import listener, status
from ahp.harness.workloads.base import Schema

PREFIX = "ahp_bench_"
"""What the names of all databases begin with that a harness makes on a server that is not its own."""
UNSEEN = "the server's processes are not seen from here: what they use of the processors is not reported"
_MARK = "database.json"


@runtime_checkable
class Existing(Protocol):
    """An engine on a server that is there already."""

    def refused(self) -> Mapping[str, str]:
        """Return why what the database can compress with is not offered on this server, by alternative."""

    def opened(self) -> contextlib.AbstractContextManager[object]:
        """Keep what is loaded until the block ends; then all databases are dropped."""


class ExistingEngine(ABC):
    """What engines on servers of others have in common; each database adds how it is asked.

    Parameters
    ----------
    target : Target
        The server.
    drop : function
        Drops a recorded database.
    """

    name: str
    title: str
    sql = True
    most_clients = None  # the server has its own limit, and says so

    def __init__(self, target: Target, drop: Undo) -> None:
        self._target = target
        self._drop = drop
        self._kept = contextlib.ExitStack()

    def alternatives(self) -> tuple[str, ...]:
        """Return what can be set for a database or tables of our own, `none` first."""
        refused = self.refused()
        return tuple(name for name in self._known() if name not in refused)

    @abstractmethod
    def available(self) -> str | None:
        """Return why the server cannot be used, None if it can."""

    @abstractmethod
    def refused(self) -> Mapping[str, str]:
        """Return why the others cannot be compared on this server."""

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Keep what is loaded until the block ends; then all is dropped."""
        with contextlib.ExitStack() as self._kept:
            yield

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times smaller an alternative makes what is known to compress, on this server."""
        if alternative == "none":
            return 1.0
        taken = []
        for name in ("none", alternative):
            with self._lent(ledger) as database:
                taken.append(self._probed(database, name, alternative))
        return judged(self.title, alternative, taken[0] / taken[1])

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Make a database with the data, which stays for the session; the folder stands for it."""
        name = self._kept.enter_context(self._lent(ledger))
        mark(folder, name, self._filled(name, alternative, schema, rows))

    @contextlib.contextmanager
    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> Iterator[Service]:
        """Copy the database that a folder stands for, and drop the copy at the block's end."""
        if reason := self.available():  # nothing is recorded that could not be made
            raise TrialError(reason)
        loaded, _ = marked(folder)
        with self._lent(ledger) as name:
            service = self._copied(loaded, name, alternative)
            yield service
            mark(folder, loaded, self._size(service.address))

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what the tables and their indexes take, by the server's own account."""
        return Taken(marked(folder)[1])

    @contextlib.contextmanager
    def _lent(self, ledger: Ledger) -> Iterator[str]:
        """Yield the name for a database, which is recorded, and dropped at the end.

        Where the server is gone it stays in the ledger, by which `ahp-bench clean` drops it; what failed
        before is not hidden by that.
        """
        name = f"{PREFIX}{secrets.token_hex(8)}"
        facts = {"dsn": self._target.text, "name": name}
        with contextlib.ExitStack() as lent:
            lent.enter_context(ledger.holding(f"{self._target.engine} database", self._drop, **facts))
            try:
                yield name
            finally:
                with contextlib.suppress(HarnessError):
                    lent.close()

    @abstractmethod
    def _known(self) -> tuple[str, ...]:
        """Return what this kind of database can compress with, offered or not."""

    @abstractmethod
    def _probed(self, name: str, alternative: str, measured: str) -> float:
        """Return what data known to compress takes in a new database, for one alternative to be measured."""

    @abstractmethod
    def _filled(self, name: str, alternative: str, schema: Schema, rows: Rows) -> int:
        """Make a database with the data, and return what it takes, in bytes."""

    @abstractmethod
    def _copied(self, loaded: str, name: str, alternative: str) -> Service:
        """Make a copy of a loaded database."""

    @abstractmethod
    def _size(self, where: Address) -> int:
        """Return what the tables and indexes of a database take, in bytes."""


def own_name(name: object) -> str:
    """Return the name of a database that may be dropped.

    Raises
    ------
    HarnessError
        If it is none of ours.
    """
    if not isinstance(name, str) or not re.fullmatch(f"{PREFIX}[0-9a-f]{{16}}", name):
        raise HarnessError(f"{quoted(name)}: no database of ahp-bench; nothing was touched")
    return name


def listening(socket: object) -> tuple[int, ...]:
    """Return the server's process if it listens at a socket on this machine and can be seen; else nothing."""
    if socket is not None:
        with contextlib.suppress(OSError):
            pid = listener(Path(str(socket)))
            if pid and status(pid) is not None:
                return (pid,)
    return ()


def marked(folder: Path) -> tuple[str, int]:
    """Return the database that a folder stands for, and what its tables take, in bytes."""
    found = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    return found["name"], found["stored_bytes"]


def mark(folder: Path, name: str, stored_bytes: int) -> None:
    """Let a folder stand for a database."""
    text = json.dumps({"name": name, "stored_bytes": stored_bytes})
    (folder / _MARK).write_text(text, encoding="utf-8")


def unseen(reading: Reading) -> Reading:
    """Return a reading of this machine without what would be mistaken for the use of a server elsewhere."""
    return replace(
        reading, user_s=None, system_s=None, iowait_s=None, steal_s=None,
        server_cpu_s=None, peak_memory_bytes=None, read_bytes=None, written_bytes=None,
    )  # fmt: skip
