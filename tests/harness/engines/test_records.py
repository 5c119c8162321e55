"""The record layer: keys sort as rows do, and statements answer as SQLite does."""

import random
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import InputError, TrialError
from ahp.harness.engines.loading import create_table, insert, ordered
from ahp.harness.engines.record_queries import answers, ready
from ahp.harness.engines.records import Codec, Records
from ahp.harness.scripts.script import Statement
from ahp.harness.workloads.base import Column, Schema, Table
from ahp.harness.workloads.filling import constant, serial

WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=20)
NUMBERS = st.integers(-(2**63), 2**63 - 1)
TABLE = Table(
    "t",
    (
        Column("a", "int", serial),
        Column("x", "text", lambda *_: [], 20),
        Column("b", "int", serial),
        Column("y", "text", lambda *_: [], 20),
        Column("c", "int", constant(0)),
    ),
    ("a", "b"),
    (("c",), ("c", "a")),
    "n",
)
SCHEMA = Schema("s", (TABLE,), lambda scale: {"n": 0})


class Memory:
    """A store in a dictionary."""

    def __init__(self):
        self.values = {}

    def get(self, key):
        return self.values.get(key)

    def walk(self, prefix):
        return iter(sorted((key, value) for key, value in self.values.items() if key.startswith(prefix)))

    def write(self, changes):
        for key, value in changes.items():
            if value is None:
                self.values.pop(key, None)
            else:
                self.values[key] = value


class Batches(Memory):
    """One that looks several keys up at once."""

    def get_many(self, keys):
        return [self.values.get(key) for key in keys]


ROWS = st.tuples(NUMBERS, WORDS, NUMBERS, WORDS, NUMBERS)


@given(ROWS)
def test_a_row_comes_back(row):
    codec = Codec(TABLE, 1)
    stored = codec.stored_row(row)
    assert codec.stored == ("a", "b", "c", "x", "y")
    assert codec.declared(codec.row(codec.value(stored))) == row


@given(st.lists(ROWS, min_size=2, max_size=20))
def test_keys_sort_as_the_columns_do(rows):
    codec = Codec(TABLE, 1)
    stored = [codec.stored_row(row) for row in rows]
    assert sorted(stored, key=codec.paths[0].key) == sorted(stored, key=lambda row: row[:2])
    by_c = sorted(stored, key=codec.paths[1].key)
    assert [row[2] for row in by_c] == sorted(row[2] for row in stored)
    path = codec.paths[1]
    for row in stored:
        assert path.key(row).startswith(path.prefix([row[2]]))


def test_a_transaction_sees_its_own_changes_and_others_do_not_until_it_commits():
    store = Memory()
    records = Records(SCHEMA, store)
    records.write({b"\1a": b"old", b"\1c": b"c"})
    for end, left in (
        (records.rollback, store.values.copy()),
        (records.commit, {b"\1b": b"new", b"\1c": b"c"}),
    ):
        records.begin()
        records.write({b"\1b": b"new", b"\1a": None})
        assert records.get(b"\1a") is None
        assert list(records.walk(b"\1")) == [(b"\1b", b"new"), (b"\1c", b"c")]
        assert store.values == {b"\1a": b"old", b"\1c": b"c"}
        end()
        assert store.values == left


PAIRS = Table(
    "t",
    (
        Column("a", "int", serial),
        Column("b", "int", serial),
        Column("c", "int", serial),
        Column("x", "text", lambda *_: [], 20),
    ),
    ("a", "b"),
    (("c",), ("c", "b")),
    "n",
)
OF_PAIRS = Schema("s", (PAIRS,), lambda scale: {"n": 0})
FILLED = [(a, b, (a * b) % 5, f"row {a} {b}") for a in range(1, 7) for b in range(1, 5)]
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
    ("select count(*) AS n from t", ()),
    ("SELECT a FROM t WHERE a = 5 - 2 + :p ORDER BY b LIMIT :q", (1, 2)),
    ("SELECT x FROM t WHERE a = (SELECT c FROM t WHERE a = :p AND b = :q) ORDER BY b", (2, 2)),
    ("SELECT a, x FROM t WHERE c = :p AND b >= :q ORDER BY a, b LIMIT 3", (0, 2)),
    ("SELECT b FROM t WHERE a = :p AND b > 1 ORDER BY b LIMIT 2", (5,)),
    ("SELECT b FROM t WHERE a = :p ORDER BY b LIMIT 0", (5,)),
    ("SELECT b, c FROM t WHERE a = 2 AND x > :p ORDER BY b", ("row 2 2",)),
    ("SELECT a, c FROM t WHERE a = b AND c <= a - 1 ORDER BY a", ()),
    ("SELECT b FROM t WHERE a = 2 AND x = (SELECT MAX(x) FROM t WHERE a = 2)", ()),
    ("SELECT SUM(c) FROM t WHERE a = 77", ()),
]
CHANGES = [
    ("INSERT INTO t (a, b, c, x) VALUES (:p, 1, :q, (SELECT x FROM t WHERE a = 1 AND b = 1))", (50, 3)),
    ("UPDATE t SET c = c + :d, x = 'changed' WHERE c = :p", (1, 2)),
    ("UPDATE t SET x = 'none' WHERE a = :p AND b = :q", (2, 77)),
    ("UPDATE t SET c = c + :d - 1, x = 'it''s' WHERE a = :p AND b >= -2 + 4", (3, 5)),
    ("DELETE FROM t WHERE a = :p", (4,)),
    ("DELETE FROM t WHERE c = :p AND b < 3", (0,)),
]


@pytest.fixture(params=[Memory, Batches])
def both(request):
    records = Records(OF_PAIRS, request.param())
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute(create_table(PAIRS))
    for row in FILLED:
        records.write(records.codec("t").changes(records.codec("t").stored_row(row)))
        db.execute(insert(PAIRS), row)
    yield records, db
    db.close()


def rendered(sql):
    return Statement(sql).rendered(lambda place, name: "?")


def test_queries_answer_as_sqlite_does(both):
    records, db = both
    for sql, values in SELECTS:
        expected = db.execute(rendered(sql), values).fetchall()
        assert answers(records, Statement(sql))(values) == expected
        first = ready(records, Statement(sql, gets=True))
        if len(expected) > 1:
            with pytest.raises(TrialError, match=f"{len(expected)} rows came of it, and the .gset after it"):
                first(values)
        else:
            assert first(values) == (expected[0] if expected else None)
        assert ready(records, Statement(sql))(values) is None


@pytest.mark.parametrize("seed", range(4))
def test_changes_leave_what_sqlite_leaves(both, seed):
    records, db = both
    some = random.Random(seed).sample(CHANGES, len(CHANGES))
    for number, (sql, values) in enumerate(some):
        if number == seed:  # the others one by one, then some in a transaction, which sees its own
            records.begin()
        ready(records, Statement(sql))(values)
        db.execute(rendered(sql), values)
        assert list(records.rows("t")) == db.execute(ordered(PAIRS)).fetchall()
        for number in range(7):  # the indexes were moved with the rows
            count = ready(records, Statement("SELECT COUNT(*) FROM t WHERE c = :c", gets=True))((number,))
            assert count == db.execute("SELECT COUNT(*) FROM t WHERE c = ?", (number,)).fetchone()
    assert list(Records(OF_PAIRS, records.store).rows("t")) != db.execute(ordered(PAIRS)).fetchall()
    records.commit()
    assert list(Records(OF_PAIRS, records.store).rows("t")) == db.execute(ordered(PAIRS)).fetchall()


def test_the_order_that_is_asked_for_decides_who_is_first(both):
    records, db = both
    for order in ["b DESC, a", "a, b", "x", "b", "a DESC, b DESC"]:
        for c in range(5):
            sql = f"SELECT a, b, x FROM t WHERE c = {c} AND a > 1 ORDER BY {order} LIMIT 1"
            (expected,) = db.execute(sql.replace("LIMIT 1", ", a, b LIMIT 1")).fetchall()
            assert ready(records, Statement(sql, gets=True))(()) == expected


REFUSED = [
    ("SELECT z FROM t WHERE a = 1", "no column 'z'"),
    ("SELECT a FROM nowhere", "no table 'nowhere'"),
    ("INSERT INTO t (a, b, c) VALUES (1, 2, 3)", "leaves out 'x'"),
    ("UPDATE t SET a = 5 WHERE a = 1", "key column 'a'"),
    ("UPDATE t SET x = 5 WHERE a = 1", "a number where text is needed"),
    ("SELECT a FROM t WHERE a = 'x'", "text where a number is needed"),
    ("SELECT a FROM t WHERE x = c", "a number where text is needed"),
    ("UPDATE t SET c = (SELECT x FROM t WHERE a = 1 AND b = 1)", "text where a number is needed"),
    ("INSERT INTO t (a, b, c, x) VALUES (1, 2, a, 'x')", "column 'a' where no row is at hand"),
    ("SELECT SUM(x) FROM t", "text where a number is needed"),
    ("SELECT SUM(*) FROM t", "no column '.'"),
    ("SELECT a FROM t JOIN u ON t.k = u.k", ""),
    ("SELECT a FROM t WHERE a <> 1", ""),
    ("SELECT a FROM t WHERE a = 1 OR b = 2", ""),
    ("SELECT a FROM t GROUP BY a", ""),
    ("INSERT INTO t (a, b) VALUES (1)", ""),
    ("CREATE TABLE t (a int)", ""),
    ("SELECT a FROM t WHERE a = ?", ""),
    ("SELECT a FROM", ""),
    ("UPDATE t SET a = a * 2", ""),
    ("SELECT a WHERE b = 1", ""),
    ("SELECT 5 FROM t", ""),
    ("SELECT a FROM t WHERE a + 1", ""),
]
"""What cannot be done is told before it runs: the message, of what is not understood the usual one."""


def test_what_cannot_be_done_is_told(both):
    for sql, message in REFUSED:
        with pytest.raises(InputError, match=message or "beyond what an embedded engine understands"):
            ready(both[0], Statement(sql))
    with pytest.raises(InputError, match="is there already"):
        ready(both[0], Statement("INSERT INTO t (a, b, c, x) VALUES (1, 1, 1, 'x')"))(())
    call = ready(both[0], Statement("UPDATE t SET x = (SELECT x FROM t WHERE a = :a) WHERE a = 1 AND b = 1"))
    with pytest.raises(InputError, match="a number where text is needed"):
        ready(both[0], Statement("UPDATE t SET x = :x WHERE a = 1 AND b = 1"))((5,))
    for number, rows in ((2, 4), (77, 0)):
        with pytest.raises(InputError, match=f"a sub-query of 't' gave {rows} rows, not one"):
            call((number,))
