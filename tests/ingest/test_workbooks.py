"""Excel workbooks: which sheet, which rows, and what the cells of a spreadsheet mean."""

import datetime
import io
import sys
import zipfile

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.files.open import open_source

openpyxl = pytest.importorskip("openpyxl")

ROWS = [["alternative", "tps", "CPU (%)"], ["none", 269.48, 9], ["lz4", 342.98, 12]]


def workbook(*sheets, change=None):
    """A workbook of sheets, (title, rows) each."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    if change is not None:
        change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def opened(content):
    return open_source(io.BytesIO(content))


def refusal(content):
    with pytest.raises(InputError) as raised:
        ahp.read(io.BytesIO(content))
    return str(raised.value)


def changed(rows, change):
    return workbook(("Runs", rows), change=lambda book: change(book["Runs"]))


def numbers(m):
    return [(r.alternative, r.measure, r.value, r.place.line) for r in m.rows]


EXPECTED = [
    ("none", "throughput", 269.48, 2),
    ("none", "cpu", 9.0, 2),
    ("lz4", "throughput", 342.98, 3),
    ("lz4", "cpu", 12.0, 3),
]


def test_the_only_sheet_with_data_is_read_with_its_row_numbers(tmp_path):
    path = tmp_path / "results"
    path.write_bytes(workbook(("Empty", []), ("Runs", ROWS)))
    m = ahp.read(path)
    assert numbers(m) == EXPECTED
    assert (m.sources[0].reader, m.sources[0].rows) == ("table", 2)
    assert open_source(path).notes == ("sheet 'Runs' of an Excel workbook",)


def test_of_several_sheets_one_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.xlsx").write_bytes(
        workbook(("Runs", ROWS), ("Notes", [["by", "me"], ["on", 4]]), ("x", []))
    )
    with pytest.raises(InputError) as raised:
        ahp.read("a.xlsx")
    assert str(raised.value) == (
        "a.xlsx: the workbook has 2 sheets with data: 'Runs' ('alternative', 'tps', 'CPU (%)'; 2 rows), "
        "'Notes' ('by', 'me'; 1 row); say which: 'a.xlsx#Runs'"
    )
    m = ahp.read("a.xlsx#runs")
    assert numbers(m) == EXPECTED
    assert m.sources[0].file == "a.xlsx#runs"
    with pytest.raises(InputError) as raised:
        ahp.read("a.xlsx#Results")
    assert str(raised.value) == (
        "a.xlsx#Results: the workbook has no sheet 'Results'; it has 'Runs', 'Notes', 'x'"
    )


def test_names_stand_in_the_path_before_the_sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "oltp.xlsx").write_bytes(workbook(("Runs", ROWS), ("Notes", [["by", "me"]])))
    assert ahp.read("oltp.xlsx#Runs", path="{scenario}.xlsx").scenarios == ("oltp",)


def test_empty_rows_columns_and_a_title_are_passed_over():
    rows = [[], [None, "Results of March"], [], *[[None, *row] for row in ROWS], []]
    rows.insert(5, [])
    source = opened(workbook(("Runs", rows)))
    assert source.lines == (4, 5, 7)
    assert list(source.table) == ["alternative", "tps", "CPU (%)"]
    assert source.notes[1] == "above the heading in row 4, not read: 'Results of March'"


def test_a_percentage_is_what_it_is_shown_as():
    def as_percentages(sheet):
        for cell, value in zip(sheet["C"][1:], (0.09, 0.125), strict=True):
            cell.value, cell.number_format = value, "0.0%"

    m = ahp.read(io.BytesIO(changed(ROWS, as_percentages)))
    assert [row.value for row in m.rows if row.measure == "cpu"] == [9.0, 12.5]

    def with_a_literal_sign(sheet):
        for cell in sheet["C"][1:]:
            cell.number_format = '0"%"'

    m = ahp.read(io.BytesIO(changed(ROWS, with_a_literal_sign)))
    assert [row.value for row in m.rows if row.measure == "cpu"] == [9.0, 12.0]


def test_a_cell_merged_over_rows_stands_for_each_of_them():
    rows = [
        ["scenario", "alternative", "tps", "compression_ratio"],
        ["A", "none", 1, 1],
        [None, "lz4", 2, 2],
        ["B", "none", 3, 1],
        [None, "lz4", 4, 2],
    ]

    def merge(sheet):
        sheet.merge_cells("A2:A3")
        sheet.merge_cells("A4:A5")

    content = changed(rows, merge)
    m = ahp.read(io.BytesIO(content))
    found = [(r.scenario, r.alternative, r.value) for r in m.rows if r.measure == "throughput"]
    assert found == [("A", "none", 1), ("A", "lz4", 2), ("B", "none", 3), ("B", "lz4", 4)]
    assert opened(content).notes[1] == (
        "merged, so that one cell stands for each of its rows: 'A2:A3', 'A4:A5'"
    )


@pytest.mark.parametrize("area", ["B1:C1", "B2:C2", "B2:C3"])
def test_a_cell_merged_over_columns_is_refused(area):
    assert refusal(changed(ROWS, lambda sheet: sheet.merge_cells(area))) == (
        f"<file>, line {area[1]}: the cells {area} are merged over columns; unmerge them; every column has a "
        "heading and every number a cell of its own"
    )


def test_a_title_merged_over_the_columns_is_a_title():
    content = changed([["Results"], *ROWS], lambda sheet: sheet.merge_cells("A1:C1"))
    assert opened(content).lines == (2, 3, 4)


def test_a_formula_counts_as_its_saved_value_and_without_one_is_refused():
    def add(sheet):
        sheet["C3"] = "=C2+3"

    content = changed(ROWS, add)
    assert refusal(content) == (
        "<file>, line 3: cell C3 is a formula whose value was never computed; open the workbook in a "
        "spreadsheet program and save it, or save the sheet as CSV"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b"<v />" in part or b"<v></v>" in part or b"<v/>" in part
                for empty in (b"<v />", b"<v></v>", b"<v/>"):
                    part = part.replace(empty, b"<v>12</v>")
            new.writestr(name, part)
    assert numbers(ahp.read(io.BytesIO(out.getvalue()))) == EXPECTED


def test_an_error_value_and_a_date_are_refused_where_a_number_is_needed():
    rows = [ROWS[0], ["none", "#DIV/0!", 9], ROWS[2]]
    assert refusal(workbook(("Runs", rows))).startswith("<file>, line 2, column 'tps': found '#DIV/0!': ")
    rows = [ROWS[0], ["none", datetime.datetime(2024, 3, 1), 9], ROWS[2]]
    assert refusal(workbook(("Runs", rows))).startswith("<file>, line 2, column 'tps': found ")


def test_labels_may_be_numbers_and_dates():
    rows = [
        ["alternative", "run", "tps"],
        [1, datetime.date(2024, 3, 1), 5],
        [2, datetime.date(2024, 3, 1), 6],
    ]
    m = ahp.read(io.BytesIO(workbook(("Runs", rows))))
    assert m.alternatives("default") == ("1", "2")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "<file>: the workbook is empty; it needs a heading and data"),
        ([["alternative", "tps"]], "<file>: it has no rows; it needs at least one"),
        ([["alternative"], ["a"], ["b"]], "<file>, line 1: found one column, 'alternative'; "),
        (
            [["alternative", "tps", "tps"], ["a", 1, 2]],
            "<file>, line 1: 'tps' stands over more than one column; ",
        ),
        ([["alternative", None, "tps"], ["a", 1, 2]], "<file>, line 1: column 2 has no heading; name it"),
        (
            [["alternative", None, None], ["a", 1, 2]],
            "<file>, line 2: the first line looks like data ('a', '1', '2'); the table needs a heading line",
        ),
    ],
)
def test_what_is_no_table_is_refused_with_its_row(rows, message):
    assert refusal(workbook(("Runs", rows))).startswith(message)


def test_damage_is_refused_with_the_file():
    content = workbook(("Runs", ROWS))
    for end in range(4, len(content), 37):
        assert refusal(content[:end]).startswith("<file>: the ZIP archive is damaged or cut off: ")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"<no" if name.endswith("sheet1.xml") else old.read(name))
    assert refusal(out.getvalue()).startswith("<file>: the workbook is damaged: ")


def archive(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as new:
        for name, text in files.items():
            new.writestr(name.replace("__", "/").replace("_bin", ".bin"), text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (archive(results="x"), "this is a ZIP archive; unpack it and give the files in it"),
        (
            archive(mimetype="application/vnd.oasis.opendocument.spreadsheet"),
            "this is an OpenDocument spreadsheet, which is not read; save it as .xlsx, or save the sheet as CSV",
        ),
        (
            archive(xl__workbook_bin="x"),
            "this is a binary Excel workbook (.xlsb), which is not read; save it as .xlsx, or save the sheet as CSV",
        ),
    ],
)
def test_other_archives_are_named(content, message):
    assert refusal(content) == f"<file>: {message}"


def test_without_openpyxl_it_says_what_to_install(monkeypatch):
    content = workbook(("Runs", ROWS))  # openpyxl imports parts of itself only when it writes
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert refusal(content) == (
        "<file>: reading an Excel workbook needs openpyxl; pip install 'ahp-rank[excel]', or save the sheet as CSV"
    )


def test_a_sheet_of_an_archive_that_is_no_workbook_is_refused(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(archive(**{"a.csv": "alternative,tps"}))
    with pytest.raises(InputError, match="'Runs' is asked for, and this is no workbook with sheets"):
        open_source(f"{path}#Runs")


# --- what stands beside a number by its number format counts as written -----------------------------------------


def formatted(heading, *cells):
    """A workbook of one column beside the names; each cell is a number and its format."""

    def change(sheet):
        for at, (value, number_format) in enumerate(cells, 2):
            sheet.cell(at, 2).value = value
            sheet.cell(at, 2).number_format = number_format

    rows = [["alternative", heading], *([f"a{at}", 1] for at in range(len(cells)))]
    return changed(rows, change)


@each(
    ("heading", "cells", "expected"),
    [
        ("p99", [(480, '0" ms"'), (0.5, '0.0" s"')], [480, 500]),
        ("stored_bytes", [(800, '0" MiB"'), (0.5, '0.0" GiB"')], [800 * 2**20, 2**29]),
        ("throughput_improvement", [(0.9, '0.0"%"'), (1.5, '0.0"%"')], [1.009, 1.015]),
        ("tps", [(1.2, '0.0"k"'), (980, "0")], [1200, 980]),
        ("tps", [(1200, '[>=1000]0.0,"k";0'), (980, '[>=1000]0.0,"k";0')], [1200, 980]),
        ("tps", [(1.5, "0.0\\ \\k"), (2, '#,##0" k"')], [1500, 2000]),
        ("compression_ratio", [(1, '0.0"x"'), (2.1, '0.0"x"')], [1, 2.1]),
        ("tps", [(1234, "#,##0.00 [$-407]"), (980, "General"), (12, "0.00E+00")], [1234, 980, 12]),
        (
            "tps",
            [(5, '_-* #,##0_-;-* #,##0_-;_-* "-"??_-'), (0, '_-* #,##0_-;-* #,##0_-;_-* "-"??_-')],
            [5, 0],
        ),
        ("throughput_improvement (%)", [(-3, '0.0;[Red]"("0.0")"'), (4, "0.0;[Red](0.0)")], [0.97, 1.04]),
    ],
)
def test_units_in_number_formats_count(heading, cells, expected):
    assert [row.value for row in ahp.read(io.BytesIO(formatted(heading, *cells))).rows] == expected


@each(
    ("heading", "cell", "said"),
    [
        ("p99 (ms)", (0.5, '0.0" s"'), "line 2, column 'p99 (ms)': the heading says ms, the cell says s"),
        ("tps", (5, '"-"0%'), "found '\"-\"0%': the cell shows -500 by its format and holds 5; give the column"),
        ("stored_bytes", (1.2, '0.0"k"'), "found '1.2k': 'k' may be 1000 or 1024 to the power"),
        ("tps", (5, '0" pints"'), "found '5 pints': a number is needed, 'pints' is not a unit; correct the cell"),
        ("tps", (1200, "0.0,"), "line 2, column 'B': found '0.0,': the cell shows 1.2 by its format and holds 1200"),
    ],
)  # fmt: skip
def test_units_in_number_formats_that_contradict_are_refused(heading, cell, said):
    assert said in refusal(formatted(heading, cell, (480, "0")))


def test_names_are_read_as_they_are_shown():
    def version(sheet):
        for cell in sheet["A"][1:]:
            cell.value, cell.number_format = cell.row, '"v"0'

    m = ahp.read(io.BytesIO(changed([["alternative", "tps"], [0, 1], [0, 2]], version)))
    assert m.alternatives("default") == ("v2", "v3")


def test_a_number_with_a_raised_digit_is_refused_and_a_name_is_not():
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    def raised(place, text, digit):
        return lambda sheet: sheet.__setitem__(
            place, CellRichText(text, TextBlock(InlineFont(vertAlign="superscript"), digit))
        )

    said = refusal(changed(ROWS, raised("B2", "12", "3")))
    assert (
        "line 2, column 'B': found '123': '3' is raised or lowered in this number; write the number plainly"
        in said
    )
    m = ahp.read(io.BytesIO(changed(ROWS, raised("A3", "lz", "4"))))
    assert m.alternatives("default") == ("none", "lz4")
