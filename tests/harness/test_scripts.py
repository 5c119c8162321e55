import pytest

from ahp.errors import InputError
from ahp.harness.scripts import Begin, Commit, Else, EndIf, If, Set, Statement, parsed


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


def test_variables_are_replaced_in_the_order_of_their_places():
    statement = Statement("INSERT INTO t VALUES (:b, ':c', :a, :b)")
    assert statement.names == ("b", "a", "b")
    assert (
        statement.rendered(lambda place, name: f"<{place}{name}>")
        == "INSERT INTO t VALUES (<1b>, ':c', <2a>, <3b>)"
    )


def test_a_query_that_locks_does_not_only_read():
    assert not Statement("SELECT a FROM t WHERE id = 1 FOR UPDATE").reads


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("SELECT 1", 1, "does not end"),
        ("SELECT 1;\n\\sleep 5", 2, "not understood"),
        ("\\set x\nSELECT 1;", 1, "needs a name"),
        ("SELECT 1;\n\\if :x", 2, "without"),
        ("SELECT 1;\n\\if\n\\endif", 2, "needs an expression"),
        ("\\endif\nSELECT 1;", 1, "without"),
        ("\\set x 1", None, "without a statement"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, line, message):
    with pytest.raises(InputError, match=message) as caught:
        parsed(text, file="mine.sql")
    assert caught.value.file == "mine.sql"
    assert caught.value.line == line
