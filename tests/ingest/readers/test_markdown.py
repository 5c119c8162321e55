import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.markdown import MarkdownReader

READER = MarkdownReader()
FOLDER = INPUTS / "markdown"
README = (FOLDER / "readme.md").read_bytes()
BOXED = (FOLDER / "is_tables_baseline.boxed.txt").read_bytes()
PSQL = (FOLDER / "pg_total_relation_size.aligned.txt").read_bytes()
BY_TABLE = Options({"alternative": "table_name", "stored_bytes": "data_length"})
BY_RELATION = Options({"alternative": "relname", "stored_bytes": "total"})


def test_a_boxed_table_is_read_with_its_columns_named():
    values = numbers(reading_of(READER, BOXED, BY_TABLE))
    assert values["", "sbtest2", "", "", "stored_bytes"] == (4734976, "")
    assert values["", "sbtest1", "", "", "stored_bytes"] == (4734976, "")


def test_a_table_of_psql_is_read_with_its_columns_named():
    values = numbers(reading_of(READER, PSQL, BY_RELATION))
    assert values["", "pgbench_accounts", "", "", "stored_bytes"] == (162004992, "")
    assert len([key for key in values if key[4] == "stored_bytes"]) == 4


def test_a_table_below_a_title_is_read_with_its_columns_named():
    options = Options({"alternative": "Name", "stored_bytes": "Size"})
    values = numbers(reading_of(READER, FOLDER / "dtplus.txt", options))
    assert values["", "pgbench_history", "", "", "stored_bytes"] == (336, "KB")


def test_rows_stand_on_their_lines():
    lines = README.decode().splitlines()
    for row in reading_of(READER, README).rows:
        assert row.found in lines[row.line - 1]
        assert row.alternative in lines[row.line - 1]


@each("file", ["readme.md", "mail.txt", "ruled.txt"])
def test_what_it_reads_is_taken(file):
    assert READER.matches((FOLDER / file).read_text())


@pytest.mark.parametrize(
    ("content", "options"), [(BOXED, BY_TABLE), (PSQL, BY_RELATION)], ids=["boxed", "psql"]
)
def test_a_table_that_says_where_it_ends_is_not_read_without_its_end(content, options):
    lines = content.splitlines(keepends=True)
    rows = next(i for i, line in enumerate(lines) if b"sbtest1" in line or b"history" in line)
    with pytest.raises(InputError):
        reading_of(
            READER,
            b"".join(lines[:rows] + lines[rows + 1 :] if content is PSQL else lines[: rows + 1]),
            options,
        )


NAMES = st.text(st.characters(categories=["L", "Nd"], include_characters=" -;,"), min_size=1, max_size=12)
MEASURED = st.integers(1, 10**6).filter(lambda number: number != 9999)  # which may stand for no number
TABLES = st.lists(
    st.tuples(NAMES.map(lambda text: f"a{text}z".replace("  ", " ")), MEASURED, MEASURED),
    min_size=1,
    max_size=6,
    unique_by=lambda row: row[0].casefold(),
)


def as_pipes(rows):
    return ["| codec | tps | cpu % |", "|:--|--:|--:|", *(f"| **{a}** | {b} | {c} |" for a, b, c in rows)]


def as_psql(rows):
    lines = [f" {a} | {b:9} | {c:9}" for a, b, c in rows]
    return [" codec | tps | cpu % ", "-------+-----+-------", *lines, f"({len(rows)} rows)"]


def as_box(rows):
    edge = "+" + "-" * 18 + "+-----------+-----------+"
    lines = [f"| {a:16} | {b:9} | {c:9} |" for a, b, c in rows]
    return [edge, f"| {'codec':16} | {'tps':9} | {'cpu %':9} |", edge, *lines, edge]


def as_ruled(rows):
    lines = [f"{a:16}  {b:9}  {c:9}" for a, b, c in rows]
    return [f"{'codec':16}  {'tps':>9}  {'cpu %':>9}", f"{'-' * 16}  {'-' * 9}  {'-' * 9}", *lines]


def as_spaced(rows):
    return [f"{a:16}  {b:>9}  {c:>9}" for a, b, c in [("codec", "tps", "cpu %"), *rows]]


def as_closed_pipes(rows):
    return [*as_pipes(rows), "|---|---|---|"]


def as_org(rows):
    lines = [line for row in as_psql(rows)[2:-1] for line in (f"|{row}|", "|---+---+---|")]
    return ["| codec | tps | cpu % |", "|---+---+---|", *lines]


def as_rst(rows):
    heading, ruler, *lines = as_ruled(rows)
    ruler = ruler.replace("-", "=")
    return [ruler, heading, ruler, *lines, ruler]


def as_unicode_box(rows):
    draw = str.maketrans({"|": "│", "+": "┼", "-": "─"})
    return [line.translate(draw) if "+" in line else line.replace("|", "│") for line in as_box(rows)]


def as_quotation(rows):
    return [f"> {line}" for line in as_box(rows)]


DIALECTS = [
    as_pipes, as_closed_pipes, as_org, as_psql, as_box, as_unicode_box, as_quotation, as_ruled, as_rst, as_spaced,
]  # fmt: skip


@pytest.mark.parametrize("write", DIALECTS)
@given(rows=TABLES)
def test_a_table_written_in_any_dialect_is_read_back(write, rows):
    text = "Some words.\n\n" + "\n".join(write(rows)) + "\n\nMore words.\n"
    wanted = {}
    for name, tps, cpu in rows:
        wanted["", name, "", "", "throughput"] = (tps, "1/s")
        wanted["", name, "", "", "cpu"] = (cpu, "%")
    equal(numbers(reading_of(READER, text.encode())), wanted)


def test_a_damaged_box_is_still_recognised_as_one():
    assert READER.matches("+---+---+\n| a | b |\n+---+---+\n| 1 | 2 | 3 |\n+---+\n")
