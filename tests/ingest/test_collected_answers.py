"""Answers that came back from many: files and folders, names in any spelling, and what spreadsheets made of them."""

import io

import pytest
from ingest.cases import each

import ahp
from ahp import InputError

STRUCTURE = """
goal = "choose a laptop"
alternatives = ["A", "B", "C"]
participants = { Ann = 2, Ben = 1 }
[children.Price]
values = { A = 800, B = 1200, C = 1000 }
better = "lower"
[children.Quality]
"""
HEADER = "participant,under,first,second,judgment\n"
ROWS = "{0},,Price,Quality,{1}\n{0},Quality,A,B,1/2\n{0},Quality,A,C,\n{0},Quality,B,C,3\n"


@pytest.fixture
def folder(tmp_path):
    """A structure, and the answers of three people as different programs write them."""
    (tmp_path / "model.toml").write_text(STRUCTURE)
    answers = tmp_path / "answers"
    answers.mkdir()
    (answers / "ann.csv").write_text(HEADER + ROWS.format("Ann", "3"))
    semicolons = (HEADER + ROWS.format(" ben ", "1/2")).replace(",", ";")
    (answers / "ben.csv").write_bytes(("\ufeff" + semicolons).encode())
    twice = HEADER + ROWS.format("Cleo", "1") + HEADER.upper() + "CLEO,quality,c,a,2\n"
    (answers / "cleo.csv").write_text(twice)
    return tmp_path


def test_a_folder_of_answers_is_one_table(folder):
    found = ahp.read_hierarchy(folder / "model.toml", folder / "answers")
    assert found.participants == ("Ann", "Ben", "Cleo")
    assert [(name.rpartition("/")[2], rows) for name, _, rows in found.inputs] == [
        ("model.toml", 0),
        ("ann.csv", 3),
        ("ben.csv", 3),
        ("cleo.csv", 4),
    ]
    (goal,) = [node for path, node in found.hierarchy.nodes() if not path]
    assert goal.matrix()["Price", "Quality"] == pytest.approx((3**2 * 0.5 * 1) ** 0.25)  # Ann counts twice
    apart = [folder / "answers" / f"{name}.csv" for name in ("ann", "ben", "cleo")]
    again = ahp.read_hierarchy(folder / "model.toml", apart)
    assert again.hierarchy.global_priorities().equals(found.hierarchy.global_priorities())
    assert ahp.read_judgments(folder / "answers").participants == ("Ann", "ben", "Cleo")


def test_what_is_no_table_is_passed_over_and_told(folder):
    (folder / "answers" / "form.html").write_text("<!doctype html>")
    (note,) = ahp.read_judgments(folder / "answers").notes
    assert note.startswith("passed over, as it is no table: ")
    assert note.endswith("form.html")
    (folder / "empty").mkdir()
    (folder / "empty" / "form.html").write_text("<!doctype html>")
    with pytest.raises(InputError, match=r"no table of judgments is in this folder, only 'form\.html'"):
        ahp.read_judgments(folder / "empty")


@each(
    ("row", "said"),
    [
        (
            "Ann,Qualty,A,B,2",
            "line 2, column 'under': found 'Qualty': .* judgment of 'Ann'; it has 'the goal', ",
        ),
        ("Ann,Qualty,A,B,2", "did you mean 'Quality'"),
        (
            "Ann,Quality,A,D,2",
            "line 2, column 'second': found 'D': .*; it has 'A', 'B', 'C'; correct the name",
        ),
        ("Ann,,price,qualitty,2", "column 'second': found 'qualitty': .*; did you mean 'Quality'"),
        ("Ann,Price,A,B,2", "judges 'Price', which the structure does not ask for"),
    ],
)
def test_a_misspelled_name_is_told_with_its_place(folder, row, said):
    (folder / "more.csv").write_text(f"{HEADER}{row}\n")
    with pytest.raises(ahp.AHPError, match=said) as raised:
        ahp.read_hierarchy(folder / "model.toml", [folder / "answers", folder / "more.csv"])
    assert "more.csv" in str(raised.value)


def test_somebody_whom_the_structure_does_not_name_is_asked_about(folder):
    (folder / "more.csv").write_text(HEADER + ROWS.format("Anne", "2"))
    (note,) = ahp.read_hierarchy(folder / "model.toml", [folder / "answers", folder / "more.csv"]).notes
    assert "'Anne'" in note
    assert "more.csv, line 2" in note
    assert note.endswith("is it Ann?")


def test_one_pair_in_two_files_must_agree(folder):
    (folder / "more.csv").write_text(f"{HEADER}ann,,Quality,Price,1/3\n")
    answers = [folder / "answers", folder / "more.csv"]
    assert len(ahp.read_judgments(*answers).rows) == 10
    (folder / "more.csv").write_text(f"{HEADER}ann,,Quality,Price,5\n")
    with pytest.raises(
        InputError, match=r"more.csv, line 2: 'Quality' over 'Price' = 5, but .*ann.csv, line 2 says"
    ):
        ahp.read_judgments(*answers)


@each(
    ("cell", "meant"),
    [
        ("3-Jan", "1/3"),
        ("03-Jan", "1/3"),
        ("01. Mrz", "1/3"),
        ("Jan-05", "1/5"),
        ("7. Januar 2026", "1/7"),
        ("2026-01-03", "1/3"),
        ("2026-01-03 00:00:00", "1/3"),
        ("1/3/2026", "1/3"),
        ("03.01.2026", "1/3"),
        ("46025", "1/3"),
        ("2-Mar", "2/3"),
    ],
)
def test_what_a_spreadsheet_made_of_a_fraction_is_refused_by_name(cell, meant):
    with pytest.raises(
        InputError, match=f"found '{cell}': a spreadsheet made a date of this, probably of {meant}"
    ):
        ahp.read_judgments(io.StringIO(f"{HEADER}Ann,,x,y,{cell}\n"))


def test_judgments_beyond_the_scale_are_told_and_kept():
    table = ahp.read_judgments(io.StringIO(f"{HEADER}Ann,,x,y,30\nAnn,,y,z,1/9\nAnn,,x,z,9\nBen,,x,y,0.05\n"))
    assert table.notes == (
        "beyond the scale of 1 to 9: x over y is 30 for Ann (<file>, line 2); "
        "x over y is 0.05 for Ben (<file>, line 5)",
    )
    assert table.rows[0].judgment == 30
