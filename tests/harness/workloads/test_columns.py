"""A column is made of its name and its filling; what is wrong in files is in test_files."""

import pytest

from ahp.errors import HarnessError
from ahp.harness.workloads.columns import checked_name, column


@pytest.mark.parametrize(
    ("text", "kind", "width"),
    [
        ("serial", "int", 255),
        ("uniform(-5, 5)", "int", 0),
        ("uniform(1, t)", "int", 0),
        ("counted(1, t, 10)", "int", 0),
        ("email", "text", 255),
        ("one_of('a', 'b')", "text", 255),
        ("sentence(40, 100)", "text", 1000),
        (f"digits('{'#' * 300}')", "text", 300),
    ],
)
def test_a_column_has_room_for_its_filling(text, kind, width):
    made = column("x", text, ["t"])
    assert (made.name, made.kind) == ("x", kind)
    assert made.width >= width


@pytest.mark.parametrize(
    "text", ["__import__('os')", "uniform(*a)", "[", "(" * 5000, "one_of(b'x')", "constant(True)", 3]
)
def test_nothing_else_is_a_filling(text):
    with pytest.raises(HarnessError, match=r"column 'x': .* is no filling"):
        column("x", text, ["a"])


def test_names():
    assert checked_name("table", "order_1") == "order_1"
    for name in ("", "1a", "Ab", "a b", 'a"', "é", "a" * 61, None):
        with pytest.raises(HarnessError, match="names are of small letters"):
            checked_name("table", name)
