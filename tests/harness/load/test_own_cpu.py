"""What a client needs of the processor by itself: its own work counts, its database's does not."""

import time
from random import Random

import pytest

from ahp.harness.engines.record_queries import RecordSession
from ahp.harness.engines.records import Records
from ahp.harness.load.client import own_ns
from ahp.harness.load.pacing import Work
from ahp.harness.scripts.script import Statement
from ahp.harness.workloads.base import Column, Schema, Table
from ahp.harness.workloads.filling import serial

TABLE = Table("t", (Column("a", "int", serial), Column("x", "text", serial, 9)), ("a",), (), "n")
BURNT_NS = 400_000
STATEMENTS = [
    "INSERT INTO t (a, x) VALUES (:a, 'text')",
    "UPDATE t SET x = 'other' WHERE a = :a",
    "SELECT x FROM t WHERE a = :a",
    "SELECT x FROM t WHERE a >= :a LIMIT 2",
]


def burn():
    end = time.thread_time_ns() + BURNT_NS
    while time.thread_time_ns() < end:
        pass


class Store:
    """A store in memory, each call of which burns some time."""

    def __init__(self):
        self.values = {}

    def get(self, key):
        burn()
        return self.values.get(key)

    def walk(self, prefix):
        burn()
        yield from sorted((key, value) for key, value in self.values.items() if key.startswith(prefix))

    def write(self, changes):
        burn()
        self.values.update(changes)


class Others:
    """A session of another kind of embedded database."""

    def __init__(self):
        self.begin = self.commit = self.rollback = burn

    def statement(self, statement):
        return lambda values: burn()


def records():
    return RecordSession(Records(Schema("s", (TABLE,), lambda scale: {}), Store()))


@pytest.mark.parametrize("session", [records, Others])
@pytest.mark.parametrize("own", [0, 3])
def test_the_database_does_not_count_and_all_else_does(session, own):
    def work(connection):
        calls = [connection.statement(Statement(sql)) for sql in STATEMENTS]
        draws = Random(1)

        def transaction():
            connection.begin()
            row = draws.randrange(2**60)
            for call in calls:
                call((row,))
            for _ in range(own):
                burn()
            connection.commit()

        return Work([transaction], [1], connection.rollback, Random(1))

    assert own * BURNT_NS < own_ns(session(), work) < (own + 1) * BURNT_NS
