import pytest

from ahp.errors import InputError
from ahp.harness.drivers.lua_expressions import expression, kinds_of
from ahp.harness.scripts import parsed


def kinds(text):
    return kinds_of([parsed(text)], ["n"])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("\\set x 3\n", "whole"),
        ("\\set x 3.0\n", "double"),
        ("\\set x 3\n\\set x :x / 2\n", "whole"),
        ("\\set x 3\n\\set x :x * 0.5\n", "open"),  # the second time it may be either
        ("\\set y 1.5\n\\set x :y / 2\n", "double"),
        ("\\set y :n\n\\set x greatest(:y, 2)\n", "whole"),
        ("\\set x random_gaussian(1, 9, 2.5)\n", "whole"),
        ("\\set x -1 % 7\n", "whole"),
        ("SELECT a AS x FROM t \\gset\n", "open"),
        ("SELECT a AS y FROM t \\gset\n\\set x :y + 1\n", "open"),
        ("SELECT a AS y FROM t \\gset\n\\set x :y + 1.0\n", "double"),
        ("\\set x :z + 1\n\\set z 2\n", "whole"),  # set further down, in an earlier transaction
    ],
)
def test_what_a_variable_holds_is_followed_through_all_that_sets_it(text, kind):
    assert kinds(text + "SELECT :x;")["x"] == kind


def test_a_division_has_the_value_that_it_has_in_pgbench_or_is_refused():
    known = kinds("\\set x 3\n\\set y 1.5\nSELECT a AS z FROM t \\gset\nSELECT :x;")
    assert expression(":x / 2", known) == 'divided(v["x"], 2)'
    assert expression(":y / 2", known) == '(v["y"] / 2)'
    assert expression("1.0 * :z / 2", known) == '((1.0 * v["z"]) / 2)'
    with pytest.raises(InputError, match="whether these are whole numbers is not known beforehand"):
        expression(":z / 2", known)


def test_whole_numbers_that_are_no_doubles_are_refused():
    assert expression("9007199254740992 - 1", {}) == "(9007199254740992 - 1)"
    with pytest.raises(InputError, match="a whole number too large for sysbench"):
        expression("9007199254740993 - 9007199254740992", {})
