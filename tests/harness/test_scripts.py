"""Scripts as pgbench has them: parsed, reckoned with and run; what pgbench itself prints is in tests/endtoend."""

import datetime
import itertools
import math
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import InputError, TrialError
from ahp.harness.scripts import expressions
from ahp.harness.scripts.compiler import compiled, gotten
from ahp.harness.scripts.expressions import (
    PYTHON_NAMES,
    ArithmeticFault,
    divided,
    number,
    python,
    remainder,
    truth,
    written,
)
from ahp.harness.scripts.script import Begin, Commit, Else, EndIf, If, Set, Statement, parsed


def test_a_script_becomes_steps():
    script = parsed(
        """-- a comment; with a semicolon
        \\set id random(1, :n)
        BEGIN;
        SELECT a FROM t WHERE note = 'x;:y' -- and another
            AND id = :id;
        \\if :id > 3
        UPDATE t SET a = a::int WHERE id = :id;
        \\else
        SELECT b FROM t \\gset
        \\endif
        END;"""
    )
    kinds = [type(step) for step in script.steps]
    assert kinds == [Set, Begin, Statement, If, Statement, Else, Statement, EndIf, Commit]
    first, second, third = script.statements
    assert first.names == ("id",)
    assert "':y'" not in first.sql.replace("'x;:y'", "")
    assert second.names == ("id",)  # a cast is no variable
    assert third.gets
    assert [one.reads for one in script.statements] == [True, False, True]
    assert not script.reads
    assert not Statement("SELECT a FROM t WHERE id = 1 FOR UPDATE").reads
    statement = Statement("INSERT INTO t VALUES (:b, ':c', :a, :b)")
    assert statement.names == ("b", "a", "b")
    written_ = statement.rendered(lambda place, name: f"<{place}{name}>")
    assert written_ == "INSERT INTO t VALUES (<1b>, ':c', <2a>, <3b>)"


def test_what_is_repeated_is_written_out():
    script = parsed(
        """BEGIN;
        \\repeat line 1 2
        \\if :lines >= :line
        INSERT INTO t VALUES (:id, :line, ':line');
        \\endif
        \\endrepeat
        COMMIT;"""
    )
    assert script.steps == (
        Begin(),
        If(":lines >= 1"), Statement("INSERT INTO t VALUES (:id, 1, ':line')"), EndIf(),
        If(":lines >= 2"), Statement("INSERT INTO t VALUES (:id, 2, ':line')"), EndIf(),
        Commit(),
    )  # fmt: skip
    assert "repeat" not in script.text  # which pgbench would not understand


def test_what_is_wrong_is_told_with_its_line():
    for text, line, message in [
        ("SELECT 1;\n\\repeat i 1 9\nSELECT :i;\n\\endrepeat\n\\sleep 5", 5, "not understood"),
        ("SELECT 1;\n\\repeat i 1 9\nSELECT :i;\n\\sleep 5\n\\endrepeat", 4, "not understood"),
        (
            "SELECT 1;\n\\repeat i 9 1\nSELECT :i;\n\\endrepeat",
            2,
            "a repetition from 9 to 1, .* count upwards",
        ),
        ("\\repeat i 0 9999\n" + "SELECT 1;\n" * 99 + "\\endrepeat", 1, "write no more than 524288"),
        ("SELECT 1;\n\\repeat i 1\n\\endrepeat", 2, "NAME FIRST LAST"),
        ("SELECT 1;\n\\repeat i 1 2\nSELECT 1;", 2, "NAME FIRST LAST"),
        ("SELECT 1;\n\\endrepeat", 2, "NAME FIRST LAST"),
        ("SELECT 1", 1, "does not end"),
        ("SELECT 1;\n\\sleep 5", 2, "not understood"),
        ("\\set x\nSELECT 1;", 1, "needs a name"),
        ("SELECT 1;\n\\if :x", 2, "without"),
        ("SELECT 1;\n\\if\n\\endif", 2, "needs an expression"),
        ("\\endif\nSELECT 1;", 1, "without"),
        ("\\set x 1", None, "without a statement"),
    ]:
        with pytest.raises(InputError, match=message) as caught:
            parsed(text, file="mine.sql")
        assert caught.value.file == "mine.sql"
        assert caught.value.line == line


def value(expression, seed=1, **given_):
    names = {**PYTHON_NAMES, "uniform": Random(seed).random, **given_}
    return eval(written(expression, python(str)), names)


def test_what_expressions_give():
    for expression, expected in [
        ("1 + 2 * 3", 7),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7.0 / 2", 3.5),
        (":a + :b - 1", 11),
        ("greatest(1, :a, 3)", 5),
        ("least(4, :a)", 4),
        ("abs(-2)", 2),
        (":a = 5 and not (:b <> 7)", True),
        (":a >= 6 OR :b < 1", False),
        ("1 + (:next + :taken) % 10", 4),
        (":w1_id + 1", 4),
    ]:
        assert value(expression, a=5, b=7, next=2, taken=1, w1_id=3) == expected


def gaussian(parameter):
    """The shares of ten numbers under a normal distribution that is cut off."""

    def below(x):
        return 0.5 * (1 + math.erf(x / math.sqrt(2)))

    edges = [below(2 * parameter * k / 10 - parameter) for k in range(11)]
    return [(b - a) / (2 * below(parameter) - 1) for a, b in itertools.pairwise(edges)]


EDGES = [math.exp(-3.0 * k / 10) for k in range(11)]
POWERS = [k**-1.5 for k in range(1, 11)]
DRAWN = {
    "random(1, 10)": [0.1] * 10,
    "random(1, :n)": [0.1] * 10,
    "random_zipfian(1, 10, 1.5)": [power / sum(POWERS) for power in POWERS],
    "random_gaussian(1, 10, 2.5)": gaussian(2.5),
    "random_exponential(1, 10, 3.0)": [(a - b) / (1 - EDGES[-1]) for a, b in itertools.pairwise(EDGES)],
}


@pytest.mark.parametrize("expression", DRAWN)
def test_draws_follow_their_distribution(expression):
    names = {**PYTHON_NAMES, "uniform": Random(7).random, "n": 10}
    code = compile(written(expression, python(str)), "", "eval")
    found = [eval(code, names) for _ in range(20_000)]
    shares = [found.count(k) / len(found) for k in range(1, 11)]
    assert shares == pytest.approx(DRAWN[expression], abs=0.015)


def test_nothing_else_is_understood():
    for expression in [
        "__import__('os')", "1 if 2 else 3", "random(1)", "sqrt(2)", "a.b", "1 +", "'text'", "[1]", "lambda: 1",
        "1 << 3", "1 == 1", "0x10", "1_000", "1e1_0", "2 # 3", "True + 1", "(1 = 1) + 1", "abs(1 = 1)",
        "1 = (1 = 1)", "not 1", "1 and (1 = 1)", "9223372036854775808", "1e400",
    ]:  # fmt: skip
        with pytest.raises(InputError):
            written(expression, python(str))
    with pytest.raises(InputError, match="an expression of too many parts; set variables to some of them"):
        written("1" + "+1" * 600, python(str))


@given(st.integers(-1000, 1000), st.integers(-50, 50).filter(bool))
def test_division_is_that_of_c(left, right):
    assert divided(left, right) == math.trunc(left / right)
    assert divided(left, right) * right + remainder(left, right) == left


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_whole_numbers_are_exact_or_refused(left, right):
    for name, exact in (("plus", left + right), ("minus", left - right), ("times", left * right)):
        operation = getattr(expressions, name)
        if -(2**63) <= exact < 2**63:
            assert operation(left, right) == exact
        else:
            with pytest.raises(ArithmeticFault, match="out of the range of whole numbers of 64 bits"):
                operation(left, right)


def test_what_a_database_gives_counts_as_a_number():
    for value, expected in [
        (Decimal("1.10"), 1.1),
        (Decimal("5"), 5),
        ("17", 17),
        ("-1e3", -1000.0),
        (True, True),
        (2.5, 2.5),
        ("9223372036854775808", 2.0**63),
    ]:
        found = number(value, "x")
        assert (found, type(found)) == (expected, type(expected))


def test_what_cannot_be_reckoned_with_is_told():
    draw = Random(1).random
    refused = [
        (lambda given=given: number(given, "x"), r"the variable x is .*, which is no number")
        for given in (None, "", "x", " 7 ", "nan", "1_0", b"7", datetime.date(2026, 1, 1))
    ]
    refused += [
        (lambda name=name, given=given: getattr(expressions, name)(*given, draw), "range")
        for name, more in (
            ("between", ()),
            ("random_exponential", (1,)),
            ("random_gaussian", (2,)),
            ("random_zipfian", (2,)),
        )
        for given in ((5, 1, *more), (-(2**62), 2**62, *more), (0, 1e30, *more))
    ]
    wrong = {"exponential": (0, math.nan), "gaussian": (1.9,), "zipfian": (1.0, 1001)}
    refused += [
        (
            lambda name=name, given=given: getattr(expressions, f"random_{name}")(1, 5, given, draw),
            f"random_{name} must be",
        )
        for name, parameters in wrong.items()
        for given in parameters
    ]
    refused += [
        (lambda name=name: getattr(expressions, name)(True, 1.5), "a truth value where a number is needed")
        for name in ("plus", "minus", "times", "divided", "remainder", "either")
    ]
    for reckon, told in [*refused, (lambda: truth(1), "1 where a truth value is needed")]:
        with pytest.raises(ArithmeticFault, match=told):
            reckon()
    assert truth(True)


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


def test_what_cannot_be_done_is_told_with_its_step():
    a = "SELECT a FROM t \\gset\n"
    for row, text, problem in [
        (
            None,
            "SELECT a FROM t WHERE b = 1 \\gset",
            r"SELECT a FROM t WHERE b = 1: no row came of it, and the",
        ),
        ((1,), a + "\\set x :a / 0", r"\\set x :a / 0: division by zero"),
        ((None,), a + "\\set x :a + 1", "the variable a is NULL, which is no number"),
        (("odd",), a + "\\if :a\nSELECT 1;\n\\endif", r"\\if :a: the variable a is 'odd'"),
        ((5,), a + "\\set x random(:a, 1)", "an empty range for a random number: 5 to 1"),
        ((5,), a + "\\set x :a > 1 and :a", "5 where a truth value is needed"),
    ]:
        (transaction,) = compiled([parsed(text)], Recorded(row), {}, Random(1).random)
        with pytest.raises(TrialError, match=problem):
            transaction()


def test_what_a_database_gives_is_reckoned_with_and_goes_back_as_it_came():
    text = "SELECT a FROM t \\gset\n\\set b :a * 1.1\n\\set c :b * 2\nUPDATE t SET a = :a, b = :c;"
    connection = Recorded((Decimal("1.10"),))
    compiled([parsed(text)], connection, {}, Random(1).random)[0]()
    assert connection.seen[-1] == ("UPDATE", Decimal("1.10"), pytest.approx(2.42))


def test_the_names_of_columns():
    statement = Statement('SELECT t.a, (SELECT max(b) FROM u) AS "B", c d FROM t', gets=True)
    assert gotten(Statement("SELECT t.a, c AS d FROM t", gets=True)) == ("a", "d")
    assert gotten(Statement("SELECT 1 AS one", gets=True)) == ("one",)
    assert len(statement.names) == 0
    for listed in ["*", "count(*)", "1 + :x", ""]:
        with pytest.raises(InputError, match="no name that a variable can have; write AS and a name"):
            gotten(Statement(f"SELECT {listed} FROM t", gets=True))
    with pytest.raises(InputError, match="gset needs a SELECT"):
        gotten(Statement("UPDATE t SET a = 1 RETURNING a", gets=True))


def test_what_cannot_be_compiled_is_refused():
    """The name of a column cannot become code."""
    names = [
        '"b;names[touched(1)]"',
        "(a;names[touched(1)])",
        '"x=touched(1);y"',
        "touched(1)",
        "*",
        "1",
        "é",
        "",
    ]
    no_name = r"has no name that a variable can have|needs a SELECT"
    refused = [(f"SELECT a, {column} FROM t \\gset", no_name) for column in names]
    refused += [
        ("SELECT :who;", "nothing sets the variable 'who'"),
        ("\\if 1\n" * 150 + "SELECT 1;\n" + "\\endif\n" * 150, "nested too deeply"),
    ]
    for text, told in refused:
        with pytest.raises(InputError, match=told):
            compiled([parsed(text)], Recorded((1, 1)), {}, Random(1).random)
