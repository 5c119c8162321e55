import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.damage import INPUTS, equal, numbers, reading_of

from ahp.ingest.files.open import open_source
from ahp.ingest.readers.markdown import MarkdownReader
from ahp.ingest.sniff import detect_format

READER = MarkdownReader()


@each(
    "text",
    [
        *((INPUTS / "markdown" / file).read_text() for file in ("readme.md", "mail.txt", "ruled.txt")),
        "# title\n\n| metric | a | b |\n|---|---|---|\n| tps | 1 | 2 |\n| p99 | 3 | 4 |\n",  # known by its rows
        "+---+---+\n| a | b |\n+---+---+\n| 1 | 2 | 3 |\n+---+\n",  # a damaged box is still one
    ],
)
def test_a_table_in_a_text_is_recognised(text):
    assert READER.matches(text)


def test_a_table_of_hyperfine_in_a_text_is_hyperfines():
    text = f"# Results\n\nOn my machine:\n\n{(INPUTS / 'hyperfine' / 'named_ms.md').read_text()}\nSo be it.\n"
    assert detect_format(open_source(io.StringIO(text))).name == "hyperfine"


def test_a_table_of_which_not_all_rows_are_measures_is_not_recognised_in_a_text():
    assert not READER.matches("# title\n\n| what | a | b |\n|---|---|---|\n| tps | 1 | 2 |\n| x | 3 | 4 |\n")


NAMES = st.text(st.characters(categories=["L", "Nd"], include_characters=" -;,"), min_size=1, max_size=12)
STAND_INS = (9999, 99999, 999999)  # which may stand for no number
MEASURED = st.integers(1, 10**6).filter(lambda number: number not in STAND_INS)
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
