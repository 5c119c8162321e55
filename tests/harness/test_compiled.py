from random import Random

import pytest

from ahp.errors import InputError
from ahp.harness.compiled import compiled, gotten
from ahp.harness.scripts import Statement, parsed


class Recorded:
    """A connection that notes what it is asked for, and answers with what it is told to."""

    def __init__(self, row=()):
        self.seen = []
        self._row = row

    def statement(self, statement):
        def call(values):
            self.seen.append((statement.verb, *values))
            return self._row if statement.gets else None

        return call

    def begin(self):
        self.seen.append("begin")

    def commit(self):
        self.seen.append("commit")


def test_a_transaction_does_its_steps_in_order():
    text = "\\set x :y + 1\nBEGIN;\nUPDATE t SET a = :x WHERE b = :y AND c = :x;\nCOMMIT;"
    connection = Recorded()
    (transaction,) = compiled([parsed(text)], connection, {"y": 4}, Random(1).random)
    transaction()
    assert connection.seen == ["begin", ("UPDATE", 5, 4, 5), "commit"]


def test_variables_last_and_are_shared_by_a_clients_scripts():
    count = parsed("\\set n :n + 1\nSELECT :n;")
    tell = parsed("DELETE FROM t WHERE a = :n;")
    connection = Recorded()
    first, second = compiled([count, tell], connection, {"n": 10}, Random(1).random)
    first()
    first()
    second()
    assert connection.seen == [("SELECT", 11), ("SELECT", 12), ("DELETE", 12)]


def test_columns_become_variables_and_branches_are_taken():
    text = "SELECT a, b AS c FROM t \\gset\n\\if :c > 5\nDELETE FROM t WHERE a = :a;\n\\else\nSELECT :c;\n\\endif"
    for c, expected in ((9, ("DELETE", 1)), (5, ("SELECT", 5))):
        connection = Recorded((1, c))
        compiled([parsed(text)], connection, {}, Random(1).random)[0]()
        assert connection.seen[1:] == [expected]


def test_a_variable_that_nothing_sets_is_refused():
    with pytest.raises(InputError, match="nothing sets the variable 'who'"):
        compiled([parsed("SELECT :who;")], Recorded(), {}, Random(1).random)


def test_the_names_of_columns():
    statement = Statement('SELECT t.a, (SELECT max(b) FROM u) AS "B", c d FROM t', gets=True)
    assert gotten(Statement("SELECT t.a, c AS d FROM t", gets=True)) == ("a", "d")
    assert gotten(Statement("SELECT 1 AS one", gets=True)) == ("one",)
    assert len(statement.names) == 0
