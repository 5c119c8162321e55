"""What an engine is: a database that keeps a data set in a folder and serves clients from it.

An engine's life in one trial::

    engine.load(folder, "lz4", ...)          once per alternative and data set; the folder is then only copied
    with engine.serve(folder, "lz4", ledger) as service:
        service.checkpoint()                 a stated state before the window
        session = engine.connect(service.address, schema)      in each client's own process
        call = session.statement(Statement("SELECT …"))
        session.begin(); call((17,)); session.commit()

`available` answers and never raises; nothing here installs anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from ahp.errors import TrialError, one_line
from ahp.harness.scripts.script import Statement
from ahp.harness.workloads.base import Schema, Table
from ahp.notebook import NotebookFace

if TYPE_CHECKING:  # a client's process does without
    from ahp.harness.ledger import Ledger

Row = tuple[int | str, ...]
Rows = Callable[[Table], Iterable[Row]]
"""Returns the rows of a table, in the order in which they are made."""
Address = Mapping[str, Any]
"""All that a client in another process needs to connect; what JSON can hold."""

Call = Callable[[Sequence[Any]], Sequence[Any] | None]
"""Executes a statement with the values of its variables in place, and reads its result to the end; returns
the first row where the statement gets variables."""


Stored = Callable[[Iterable[Path]], int]
"""Returns what some files take on the storage that they lie on, in bytes."""


@dataclass(frozen=True)
class Taken(NotebookFace):
    """What a database takes on its storage, in bytes.

    Attributes
    ----------
    tables : int
        The data of the workload with its indexes: all that a compression ratio is about.
    log : int or None
        Logs of what was written; None where nobody can tell.
    catalogue : int or None
        All that an empty database has too: catalogues, templates, undo space. None where nobody can tell.
    """

    tables: int
    log: int | None = None
    catalogue: int | None = None


class ConflictError(Exception):
    """The database ended a transaction for the sake of another one; it may be tried again."""


def several(statement: Statement, number: int) -> TrialError:
    """Return the error of a query that gave more rows than the one that its columns are taken from."""
    return TrialError(
        f"{one_line(statement.sql, 120)}: {number} rows came of it, and the \\gset after it needs one"
    )


class Session(Protocol):
    """One client's connection, inside that client's process."""

    def statement(self, statement: Statement) -> Call:
        """Return a statement made ready, prepared by the server where it can."""

    def begin(self) -> None:
        """Begin a transaction; without one, each statement is its own."""

    def commit(self) -> None:
        """End the transaction; what it wrote stays. Raises ConflictError as a statement may."""

    def rollback(self) -> None:
        """End the transaction, whatever state it is in; what it wrote is gone."""

    def close(self) -> None:
        """Disconnect."""


class Service(Protocol):
    """A database that is up, over one folder."""

    @property
    def address(self) -> Address:
        """How clients reach it."""

    @property
    def processes(self) -> tuple[int, ...]:
        """The server's processes, whose children count too; none if the engine lives in its client."""

    @property
    def details(self) -> Mapping[str, str]:
        """Its version and the settings that matter, as the server itself gives them."""

    def checkpoint(self) -> None:
        """Write everything out, so that every window begins in the same state."""

    def counters(self) -> Mapping[str, float]:
        """Return counts that only grow, to be subtracted over the window, as far as the database has them.

        `wal_bytes`; `checkpoints`; `buffer_hits` and `buffer_reads`, of pages; `pages_written`; and what a
        store of sorted files did, `flush_bytes`, `compaction_bytes_read`, `compaction_bytes_written`.
        """


class EmbeddedService:
    """What the services have in common whose database lives in its clients' processes."""

    processes: ClassVar[tuple[int, ...]] = ()

    def checkpoint(self) -> None:
        """Do nothing: the folder is at rest until a client opens it."""

    def counters(self) -> Mapping[str, float]:
        """Return nothing: what the database counts is known in its clients alone."""
        return {}


class Engine(Protocol):
    """A database that can be measured."""

    @property
    def name(self) -> str:
        """What the command line calls it, such as `postgresql`."""

    @property
    def title(self) -> str:
        """As it writes itself, such as `PostgreSQL`."""

    @property
    def sql(self) -> bool:
        """Whether it takes any SQL, or only what the record layer understands."""

    @property
    def most_clients(self) -> int | None:
        """How many clients it can have, None if nothing limits them."""

    @property
    def native(self) -> str | None:
        """The name of the driver that is the default where it is present, `pgbench` or `sysbench`."""

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""

    def alternatives(self) -> tuple[str, ...]:
        """Return its own compression choices that can run here, the one that compresses nothing first."""

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times smaller an alternative stores data that is known to compress.

        It is measured, in an empty folder: some builds accept an algorithm and store plain.

        Raises
        ------
        UnavailableError
            If the alternative compresses nothing, though its name says so.
        """

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Make the schema in an empty folder, fill it, and stop; the folder is then complete and at rest."""

    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> AbstractContextManager[Service]:
        """Serve a loaded folder until the context ends; then all is written out and the server gone.

        Run by root, a server runs as an account without privileges: it is for the engine to see that the
        account can reach the folder (:func:`~ahp.harness.system.folders.open_passage`) and owns it.
        """

    def connect(self, address: Address, schema: Schema) -> Session:
        """Return a new connection; called in the client's process."""

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key, columns as declared, to compare contents."""

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what a folder at rest takes, each kind of its files as `stored` tells."""


class OwnEngine:
    """What engines have in common whose databases are started, or opened, for a trial alone.

    Parameters
    ----------
    given : mapping of str to str
        What a plan sets of it, by its own names.
    """

    sql = True
    most_clients: int | None = None  # a server admits as many as there are
    native: str | None = None

    def __init__(self, given: Mapping[str, str] = MappingProxyType({})) -> None:
        self._given = given


@runtime_checkable
class Referring(Protocol):
    """An engine some of whose alternatives are measured to be compared with, and not to be chosen."""

    @property
    def references(self) -> Mapping[str, str]:
        """What one would risk by choosing it, by alternative."""


@runtime_checkable
class Converting(Protocol):
    """An engine that can make one alternative's folder from another's, sooner than from the rows."""

    def convert(self, folder: Path, alternative: str, schema: Schema, ledger: Ledger) -> None:
        """Turn a copy of another alternative's loaded folder, at rest, into this alternative's."""

    def fingerprint(self, folder: Path, alternative: str) -> str:
        """Return a SHA-256 of all that a folder at rest holds, whatever the alternative."""


@runtime_checkable
class Embedded(Protocol):
    """A session whose database lives in the client's own process."""

    def counted(self, start: int, end: int) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """Return what the database counted (`flushes`, `compactions`) before a window, and in it.

        Asked once the session is closed. The window is on the monotonic clock, in nanoseconds; both are empty
        where nothing counts.
        """
