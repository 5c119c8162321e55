import pytest

from ahp.report.figures.keys import columns, key, lines, marks, patches, rows, turned
from ahp.report.figures.palette import look

ENTRIES = [(name, look(i)) for i, name in enumerate(("_lz4", "zle", "a long name of many words"))]


@pytest.mark.parametrize("handles", [marks, lines, patches])
def test_a_key_names_everything_even_what_begins_with_an_underscore(axes, handles):
    key(axes, handles(ENTRIES, axes), [name for name, _ in ENTRIES])
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [name for name, _ in ENTRIES]


def test_long_names_stand_in_few_columns_and_many_rows():
    assert columns(["x"] * 4) == 4
    assert columns(["x" * 200] * 4) == 1
    assert rows([]) == 0.0
    assert rows(["x" * 200] * 4) > rows(["x"] * 4)
    assert turned(["x" * 20]) > turned(["x"])
