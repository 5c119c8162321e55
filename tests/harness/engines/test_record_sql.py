import pytest

from ahp.errors import InputError
from ahp.harness.engines.record_sql import (
    Condition,
    Delete,
    Field,
    Insert,
    Literal,
    Select,
    Sum,
    Update,
    Variable,
    query,
)
from ahp.harness.scripts import Statement


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        (
            "SELECT a, b FROM t WHERE k = :k AND m >= 3 ORDER BY a DESC, b LIMIT :n",
            Select(
                "t",
                ("a", "b"),
                (Condition("k", "=", Variable(0)), Condition("m", ">=", Literal(3))),
                (("a", True), ("b", False)),
                Variable(1),
            ),
        ),
        ("select count(*) AS n from t", Select("t", ("*",), (), aggregate="COUNT")),
        (
            "INSERT INTO t (a, b) VALUES ('it''s', (SELECT c FROM u WHERE k = :k))",
            Insert(
                "t",
                (("a", Literal("it's")), ("b", Select("u", ("c",), (Condition("k", "=", Variable(0)),)))),
            ),
        ),
        (
            "UPDATE t SET a = a + :d - 1 WHERE k = -2",
            Update(
                "t",
                (("a", Sum(Sum(Field("a"), Variable(0), 1), Literal(1), -1)),),
                (Condition("k", "=", Sum(Literal(0), Literal(2), -1)),),
            ),
        ),
        ("DELETE FROM t", Delete("t", ())),
    ],
)
def test_what_is_understood(sql, expected):
    assert query(Statement(sql)) == expected


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a FROM t JOIN u ON t.k = u.k",
        "SELECT a FROM t WHERE a <> 1",
        "SELECT a FROM t WHERE a = 1 OR b = 2",
        "SELECT a FROM t GROUP BY a",
        "INSERT INTO t (a, b) VALUES (1)",
        "CREATE TABLE t (a int)",
        "SELECT a FROM t WHERE a = ?",
        "SELECT a FROM",
        "UPDATE t SET a = a * 2",
        "SELECT a WHERE b = 1",
        "SELECT 5 FROM t",
        "SELECT a FROM t WHERE a + 1",
    ],
)
def test_what_is_beyond_it_is_refused(sql):
    with pytest.raises(InputError, match="beyond what an embedded engine understands"):
        query(Statement(sql))
