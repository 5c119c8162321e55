"""Files alike are kept in columns only where their cells are known to differ."""

import pytest

import ahp
from ahp.errors import InputError
from ahp.evidence.rows import Rows

COUNT = 24


def written(folder, text):
    """Write files alike, in which `#` is a number of each, and `@` the same number in all."""
    for i in range(COUNT):
        (folder / f"{i}.csv").write_text(text.replace("#", str(100 + i)).replace("@", "7"), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("alternative,run,tps\nlz4,#,5#.5\nzstd,#,6#.5\n", None),
        ("alternative,tps\nlz4,5#.5\nzstd,6#.5\n", "{run}.csv"),
        ("alternative,tps\nlz4,5#.5\nzstd,6#.5\n", "{scenario}.csv"),
        ("alternative,run,tps\nlz4,a,5#.5\nlz4,b,6#.5\n", "{scenario}.csv"),
    ],
)
def test_rows_of_other_runs_or_scenarios_wait_until_they_are_looked_at(text, pattern, tmp_path):
    found = ahp.read(written(tmp_path, text), path=pattern)
    assert isinstance(found.rows, Rows) == (pattern != "{scenario}.csv" or ",run" in text)
    assert len(found.rows) == 2 * COUNT
    assert {row.place.line for row in found.rows} == {2, 3}


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("alternative,run,tps\nlz4,@,5#.5\nzstd,@,6#.5\n", None),
        ("alternative,run,tps\nlz4,#,5#.5\nLZ4,#,6#.5\n", None),
        ("alternative,tps\nlz4,5#.5\nlz4,6#.5\n", "{run}.csv"),
    ],
)
def test_a_cell_that_stands_twice_is_refused(text, pattern, tmp_path):
    with pytest.raises(InputError, match=r"is given again; it stands in"):
        ahp.read(written(tmp_path, text), path=pattern)


def test_two_units_and_savings_are_looked_at_row_by_row(tmp_path):
    folder = written(tmp_path, "alternative,run,tps\nlz4,#,5#.5\n")
    (tmp_path / "x.csv").write_text("alternative,run,qps\nlz4,x,5\n", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be compared"):
        ahp.read(folder)
    (tmp_path / "x.csv").unlink()
    written(tmp_path, "alternative,run,space_saving\nlz4,#,0.#\n")
    assert isinstance(ahp.read(folder).rows, tuple)


def test_runs_beside_a_file_that_names_none_are_looked_at_row_by_row(tmp_path):
    folder = written(tmp_path, "alternative,run,tps\nlz4,a,5#.5\nlz4,b,6#.5\n")
    (tmp_path / "x.csv").write_text("alternative,tps\nlz4,5\n", encoding="utf-8")
    found = ahp.read(folder, path="{scenario}.csv").rows
    assert isinstance(found, tuple)
    assert len(found) == 2 * COUNT + 1
