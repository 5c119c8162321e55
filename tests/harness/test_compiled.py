from decimal import Decimal
from random import Random

import pytest

from ahp.errors import InputError, TrialError
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


@pytest.mark.parametrize(
    ("row", "text", "problem"),
    [
        (
            None,
            "SELECT a FROM t WHERE b = 1 \\gset",
            r"SELECT a FROM t WHERE b = 1: no row came of it, and the",
        ),
        ((1,), "SELECT a FROM t \\gset\n\\set x :a / 0", r"\\set x :a / 0: division by zero"),
        ((None,), "SELECT a FROM t \\gset\n\\set x :a + 1", "the variable a is NULL, which is no number"),
        (
            ("odd",),
            "SELECT a FROM t \\gset\n\\if :a\nSELECT 1;\n\\endif",
            r"\\if :a: the variable a is 'odd'",
        ),
        ((5,), "SELECT a FROM t \\gset\n\\set x random(:a, 1)", "an empty range for a random number: 5 to 1"),
        ((5,), "SELECT a FROM t \\gset\n\\set x :a > 1 and :a", "5 where a truth value is needed"),
    ],
)
def test_what_cannot_be_done_is_told_with_its_step(row, text, problem):
    (transaction,) = compiled([parsed(text)], Recorded(row), {}, Random(1).random)
    with pytest.raises(TrialError, match=problem):
        transaction()


def test_what_a_database_gives_is_reckoned_with_and_goes_back_as_it_came():
    text = "SELECT a FROM t \\gset\n\\set b :a * 1.1\n\\set c :b * 2\nUPDATE t SET a = :a, b = :c;"
    connection = Recorded((Decimal("1.10"),))
    compiled([parsed(text)], connection, {}, Random(1).random)[0]()
    assert connection.seen[-1] == ("UPDATE", Decimal("1.10"), pytest.approx(2.42))


@pytest.mark.parametrize("listed", ["*", "count(*)", "1 + :x", ""])
def test_columns_without_a_name_are_told(listed):
    with pytest.raises(InputError, match="no name that a variable can have; write AS and a name after it"):
        gotten(Statement(f"SELECT {listed} FROM t", gets=True))


def test_the_names_of_columns():
    statement = Statement('SELECT t.a, (SELECT max(b) FROM u) AS "B", c d FROM t', gets=True)
    assert gotten(Statement("SELECT t.a, c AS d FROM t", gets=True)) == ("a", "d")
    assert gotten(Statement("SELECT 1 AS one", gets=True)) == ("one",)
    assert len(statement.names) == 0


@pytest.mark.parametrize(
    "column",
    [
        '"b;names[touched(1)]"',
        "(a;names[touched(1)])",
        '"x=touched(1);y"',
        "touched(1)",
        "*",
        "1",
        "é",
        "",
    ],
)
def test_the_name_of_a_column_cannot_become_code(column):
    with pytest.raises(InputError, match=r"has no name that a variable can have|needs a SELECT"):
        compiled([parsed(f"SELECT a, {column} FROM t \\gset")], Recorded((1, 1)), {}, Random(1).random)


def test_only_a_select_has_columns_that_become_variables():
    with pytest.raises(InputError, match="gset needs a SELECT"):
        gotten(Statement("UPDATE t SET a = 1 RETURNING a", gets=True))


def test_what_is_nested_too_deeply_is_refused():
    deep = "\\if 1\n" * 150 + "SELECT 1;\n" + "\\endif\n" * 150
    with pytest.raises(InputError, match="nested too deeply"):
        compiled([parsed(deep)], Recorded(), {}, Random(1).random)
