"""Values in a few words, and tables of them."""

from ahp.frozen import dataclass
from ahp.notebook_html import face_html, said, table_html


@dataclass(frozen=True)
class Line:
    number: int


def test_long_lists_are_cut_and_empty_ones_said_to_be():
    assert said(tuple(range(40))).endswith("29, and 10 more")
    assert said(()) == "none"
    assert said(((1, 2), (3,))) == "(1, 2), (3)"


def test_every_cell_is_text():
    assert "<i>" not in table_html("<i>", ("<i>",), [("<i>", "<i>")])


def test_numbers_by_name_read_as_such():
    assert said((("a", 0.5), ("b", 0.25))) == "a: 0.5, b: 0.25"
    assert said((("a", "b"),)) == "(a, b)"


def test_many_dataclasses_are_counted():
    assert said(tuple(map(Line, range(50)))) == "50 × Line"


def test_a_function_is_its_name():
    assert said(len) == "len"


def test_fields_with_an_entry_for_each_item_are_one_table():
    @dataclass(frozen=True)
    class Shares:
        labels: tuple[str, ...]
        share: tuple[float, ...]

    shown = face_html(Shares(("a", "b"), (0.25, 0.75)), ("share",))
    assert shown.count("<table>") == 1
    assert '<th scope="col">label</th><th scope="col">share</th>' in shown
    assert '<th scope="row">b</th><td>0.75</td>' in shown
