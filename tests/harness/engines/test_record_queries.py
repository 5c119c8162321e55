"""The record layer against SQLite: the same statements on the same rows give the same answers."""

import random
import sqlite3

import pytest
from harness.engines.test_engines_records import Memory

from ahp.errors import InputError, TrialError
from ahp.harness.engines import record_queries
from ahp.harness.engines.record_queries import ready
from ahp.harness.engines.record_sql import query
from ahp.harness.engines.records import Records
from ahp.harness.filling import serial, text, whole
from ahp.harness.scripts import Statement
from ahp.harness.sql import create_table, insert, ordered
from ahp.harness.workloads.base import Schema, Table

TABLE = Table(
    "t",
    (whole("a", serial), whole("b", serial), whole("c", serial), text("x", 20, lambda *_: [])),
    ("a", "b"),
    (("c",), ("c", "b")),
    "n",
)
SCHEMA = Schema("s", (TABLE,), lambda scale: {"n": 0})
ROWS = [(a, b, (a * b) % 5, f"row {a} {b}") for a in range(1, 7) for b in range(1, 5)]
SELECTS = [
    ("SELECT x FROM t WHERE a = :p AND b = :q", (3, 2)),
    ("SELECT x FROM t WHERE a = :p AND b = :q", (3, 99)),
    ("SELECT b, x FROM t WHERE a = :p ORDER BY b", (3,)),
    ("SELECT a, b FROM t WHERE c = :p ORDER BY a, b", (0,)),
    ("SELECT a, b FROM t WHERE c = :p AND b >= :q ORDER BY a DESC, b LIMIT 3", (0, 2)),
    ("SELECT a FROM t WHERE c = :p AND b = :q ORDER BY a LIMIT 2", (0, 4)),
    ("SELECT COUNT(*) FROM t WHERE c = :p", (4,)),
    ("SELECT SUM(b) FROM t WHERE c = :p AND a > 2", (4,)),
    ("SELECT MIN(x) FROM t WHERE c = :p", (1,)),
    ("SELECT MAX(a) FROM t WHERE c = 77", ()),
    ("SELECT x FROM t WHERE a = (SELECT c FROM t WHERE a = :p AND b = :q) ORDER BY b", (2, 2)),
]
CHANGES = [
    ("INSERT INTO t (a, b, c, x) VALUES (:p, 1, :q, (SELECT x FROM t WHERE a = 1 AND b = 1))", (50, 3)),
    ("UPDATE t SET c = c + :d, x = 'changed' WHERE c = :p", (1, 2)),
    ("UPDATE t SET x = 'none' WHERE a = :p AND b = :q", (2, 77)),
    ("DELETE FROM t WHERE a = :p", (4,)),
    ("DELETE FROM t WHERE c = :p AND b < 3", (0,)),
]


@pytest.fixture
def both():
    records = Records(SCHEMA, Memory())
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute(create_table(TABLE))
    for row in ROWS:
        records.write(records.codec("t").changes(records.codec("t").stored_row(row)))
        db.execute(insert(TABLE, lambda place: "?"), row)
    yield records, db
    db.close()


def rendered(sql):
    return Statement(sql).rendered(lambda place, name: "?")


@pytest.mark.parametrize(("sql", "values"), SELECTS)
def test_queries_answer_as_sqlite_does(both, sql, values):
    records, db = both
    expected = db.execute(rendered(sql), values).fetchall()
    assert record_queries._select(records, query(Statement(sql)))(values) == expected
    first = ready(records, Statement(sql, gets=True))
    if len(expected) > 1:
        with pytest.raises(
            TrialError, match=f"{len(expected)} rows came of it, and the .gset after it needs one"
        ):
            first(values)
    else:
        assert first(values) == (expected[0] if expected else None)
    assert ready(records, Statement(sql))(values) is None


@pytest.mark.parametrize("seed", range(4))
def test_changes_leave_what_sqlite_leaves(both, seed):
    records, db = both
    some = random.Random(seed).sample(CHANGES, len(CHANGES))
    for sql, values in some:
        ready(records, Statement(sql))(values)
        db.execute(rendered(sql), values)
        assert list(records.rows("t")) == db.execute(ordered(TABLE)).fetchall()
        for number in range(7):  # the indexes were moved with the rows
            count = ready(records, Statement("SELECT COUNT(*) FROM t WHERE c = :c", gets=True))((number,))
            assert count == db.execute("SELECT COUNT(*) FROM t WHERE c = ?", (number,)).fetchone()


@pytest.mark.parametrize("order", ["b DESC, a", "a, b", "x", "b", "a DESC, b DESC"])
def test_the_order_that_is_asked_for_decides_who_is_first(both, order):
    records, db = both
    for c in range(5):
        sql = f"SELECT a, b, x FROM t WHERE c = {c} AND a > 1 ORDER BY {order} LIMIT 1"
        (expected,) = db.execute(sql.replace("LIMIT 1", ", a, b LIMIT 1")).fetchall()
        assert ready(records, Statement(sql, gets=True))(()) == expected


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT z FROM t WHERE a = 1", "no column 'z'"),
        ("SELECT a FROM nowhere", "no table 'nowhere'"),
        ("INSERT INTO t (a, b, c) VALUES (1, 2, 3)", "leaves out 'x'"),
        ("UPDATE t SET a = 5 WHERE a = 1", "key column 'a'"),
    ],
)
def test_what_cannot_be_is_told_before_it_runs(both, sql, message):
    with pytest.raises(InputError, match=message):
        ready(both[0], Statement(sql))


def test_a_key_that_is_there_is_refused_as_a_database_would(both):
    call = ready(both[0], Statement("INSERT INTO t (a, b, c, x) VALUES (1, 1, 1, 'x')"))
    with pytest.raises(InputError, match="is there already"):
        call(())


def test_a_sub_query_gives_one_row_or_is_told(both):
    call = ready(both[0], Statement("UPDATE t SET x = (SELECT x FROM t WHERE a = :a) WHERE a = 1 AND b = 1"))
    for number, rows in ((2, 4), (77, 0)):
        with pytest.raises(InputError, match=f"a sub-query of 't' gave {rows} rows, not one"):
            call((number,))
