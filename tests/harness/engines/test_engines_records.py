"""Rows become keys that sort as they do, and come back as they were."""

from hypothesis import given
from hypothesis import strategies as st

from ahp.harness.engines.records import Codec, Records
from ahp.harness.filling import constant, serial, text, whole
from ahp.harness.workloads.base import Schema, Table

WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=20)
NUMBERS = st.integers(-(2**63), 2**63 - 1)
TABLE = Table(
    "t",
    (
        whole("a", serial),
        text("x", 20, lambda *_: []),
        whole("b", serial),
        text("y", 20, lambda *_: []),
        whole("c", constant(0)),
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
        assert path.numbers(path.key(row)) == [row[2], row[0], row[1]]


def test_a_transaction_sees_its_own_changes_and_others_do_not_until_it_commits():
    store = Memory()
    records = Records(SCHEMA, store)
    records.write({b"\1a": b"old", b"\1c": b"c"})
    records.begin()
    records.write({b"\1b": b"new", b"\1a": None})
    assert records.get(b"\1a") is None
    assert list(records.walk(b"\1")) == [(b"\1b", b"new"), (b"\1c", b"c")]
    assert store.values == {b"\1a": b"old", b"\1c": b"c"}
    records.commit()
    assert store.values == {b"\1b": b"new", b"\1c": b"c"}


def test_what_is_rolled_back_never_was():
    store = Memory()
    records = Records(SCHEMA, store)
    records.begin()
    records.write({b"\1a": b"x"})
    records.rollback()
    assert records.get(b"\1a") is None
    assert store.values == {}
