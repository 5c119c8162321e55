"""What is asked of every database server that the harness starts."""

import os
import threading

import pytest
from harness.served import SCHEMA, loaded
from harness.storage.made import nothing_left

from ahp.errors import HarnessError
from ahp.harness.datasets import rows_checksum
from ahp.harness.engines.base import ConflictError
from ahp.harness.identity import started
from ahp.harness.processes import unprivileged
from ahp.harness.scripts import Statement
from ahp.harness.workloads.base import Column, Schema, Table

ODD = ["tab\there", "line\nend", "back\\slash", "\\N", "", "naïve ☂", "'quote\"", "a", "a ", "A"]


def assert_same_rows(engine, place, ledger, alternatives, look):
    """Fail if alternatives differ in their rows, or a server runs as somebody else or longer than asked."""
    seen = set()
    for alternative in alternatives:
        folder = loaded(engine, place, alternative, ledger)
        with engine.serve(folder, alternative, ledger) as service:
            seen.add(rows_checksum(SCHEMA, lambda table, s=service: engine.rows(s, SCHEMA, table)))
            account = unprivileged()
            owner = os.stat(f"/proc/{service.processes[0]}").st_uid
            assert owner == (account.uid if account else os.getuid()) != 0
            look(service, alternative)
        assert started(service.processes[0]) is None
        assert engine.stored_bytes(folder) > 10**6
    assert len(seen) == 1
    assert nothing_left(ledger)


def assert_odd_texts(engine, place, ledger):
    """Fail if a text does not come out of the server as it went in, or in another order than by code point."""
    body = Column("body", "text", lambda *_: "", 40)
    table = Table("odd", (Column("id", "int", lambda *_: 0), body), ("body",), (("id",),), "rows")
    schema = Schema("odd", (table,), lambda scale: {"rows": len(ODD)})
    folder = place / "odd"
    folder.mkdir()
    engine.load(folder, "none", schema, lambda table: enumerate(ODD), ledger)
    with engine.serve(folder, "none", ledger) as service:
        assert [text for _, text in engine.rows(service, schema, table)] == sorted(ODD)


def assert_failed_load(engine, place, ledger, told):
    """Fail if a load of a row that is too short is not told, or leaves a server."""
    table = SCHEMA.tables[0]
    with pytest.raises(HarnessError, match=told):
        engine.load(place, "none", Schema("s", (table,), SCHEMA.sizes), lambda table: [(1,)], ledger)
    assert nothing_left(ledger)


def assert_conflict(sessions):
    """Fail if of two sessions that wait for each other not exactly one is told that it may try again."""
    update = Statement("UPDATE phrases SET body = 'y' WHERE id = :id")
    calls = [session.statement(update) for session in sessions]
    for session, call, first in zip(sessions, calls, (1, 2), strict=True):
        session.begin()
        call((first,))
    failed = []

    def tried(call, second):
        try:
            call((second,))
        except ConflictError as error:
            failed.append(error)

    waiting = threading.Thread(target=tried, args=(calls[0], 2))
    waiting.start()
    tried(calls[1], 1)
    waiting.join(30)
    assert len(failed) == 1
    for session in sessions:
        session.rollback()
        session.begin()
        session.commit()
