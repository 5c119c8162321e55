"""What benchmarks on a server that is there already have in common, whatever the database.

The harness touches nothing on such a server but databases that it has made itself: each has a name of its own
with 64 random bits, stands in the ledger before it is made, and is dropped at the end, or by `ahp-bench
clean`. What other engines keep in a folder is such a database here; the folder holds its name.
"""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from ahp.harness.dsn import Target
from ahp.harness.identity import listener, status
from ahp.harness.ledger import Ledger, Undo
from ahp.harness.meters import Reading

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


class Made:
    """The databases of one session that outlive their making.

    Parameters
    ----------
    target : Target
        The server.
    drop : function
        Drops a recorded one.
    """

    def __init__(self, target: Target, drop: Undo) -> None:
        self._target = target
        self._drop = drop
        self._kept = contextlib.ExitStack()

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Drop at the block's end what was kept inside it."""
        with contextlib.ExitStack() as self._kept:
            yield

    @contextlib.contextmanager
    def lent(self, ledger: Ledger) -> Iterator[str]:
        """Yield the name for a database, which is recorded, and dropped at the end."""
        name = f"{PREFIX}{secrets.token_hex(8)}"
        with ledger.holding(f"{self._target.engine} database", self._drop, dsn=self._target.text, name=name):
            yield name

    def kept(self, ledger: Ledger) -> str:
        """Return the name for a database that stays for the session."""
        return self._kept.enter_context(self.lent(ledger))


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
