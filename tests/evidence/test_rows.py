"""Rows that are made when they are looked at are those of a tuple."""

import copy
import pickle

from ahp.evidence.records import Measurement
from ahp.evidence.rows import Rows

MADE = tuple(
    Measurement("s", name, "", "", "throughput", value, "1/s") for name, value in (("a", 1.0), ("b", 2.0))
)


def test_they_are_made_once_and_not_before_they_are_looked_at():
    calls = []
    rows = Rows(lambda: calls.append(1) or MADE)
    assert not calls
    assert (len(rows), rows[1], rows[:1], list(rows), repr(rows)) == (
        2,
        MADE[1],
        MADE[:1],
        list(MADE),
        repr(MADE),
    )
    assert calls == [1]


def test_they_equal_a_tuple_of_the_same_either_way_round():
    rows = Rows(lambda: MADE)
    assert rows == MADE
    assert rows == MADE
    assert rows == Rows(lambda: MADE)
    assert rows != MADE[:1]
    assert rows != 1
    assert hash(rows) == hash(MADE)
    assert MADE[0] in rows
    assert rows.index(MADE[1]) == 1


def test_a_copy_is_a_tuple():
    for made in (pickle.loads(pickle.dumps(Rows(lambda: MADE))), copy.deepcopy(Rows(lambda: MADE))):
        assert type(made) is tuple
        assert made == MADE
