import re

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.iibench_python import IibenchPythonReader

READER = IibenchPythonReader()
EXPECTED = expected("iibench_python")
INSERT, QUERY = ((INPUTS / "iibench_python" / f"{name}.txt").read_bytes() for name in ("insert", "query"))
refused = refuses(READER)


def independent(text: str) -> Numbers:
    """By the names of the columns."""
    titles, *rows = [line.split("\t") for line in re.split("\r\n|\r|\n", text) if line.count("\t") == 16]
    table = [dict(zip(titles, map(float, row), strict=True)) for row in rows]
    kind = ("t_query", "max_q", "query/s") if table[-1]["t_query"] else ("t_ins", "max_i", "insert/s")
    return {
        ("", "", "", "", "throughput"): (table[-1][kind[0]] / table[-1]["t_sec"], kind[2]),
        ("", "", "", "", "response_time_max"): (max(row[kind[1]] for row in table), "us"),
    }


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("iibench_python", file))), EXPECTED[file])


def test_the_longest_agrees_with_the_histogram_below():
    for content, seconds in ((INSERT, 0.050501), (QUERY, 0.012722)):
        assert f"{seconds:f}".encode() in content
        longest = numbers(reading_of(READER, content))["", "", "", "", "response_time_max"]
        assert longest == (pytest.approx(seconds * 1e6), "us")


def test_no_sample_is_taken():
    assert recognised(READER) == set()
    assert READER.matches(INSERT.decode())


@pytest.mark.parametrize("content", [INSERT, QUERY], ids=["insert", "query"])
def test_damage_is_refused_or_read_as_it_stands(content):
    read = survivors(READER, content, independent)
    assert "doubled" not in read
    totals = content.count(b"\n", 0, content.index(b"Totals:")) + 1
    assert all(line >= totals for line in cuts(read))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (b", 7000 rows,", b", 8000 rows,", "number of rows does not agree"),
        (b"Totals:", b"Total:", "no line of totals"),
        (b"\t1000\t819\t", b"\t1000\t919\t", "t_ips does not agree"),
        (b"1.0\t5.0\t", b"1.0\t3.0\t", "goes back"),
        (b"1.0\t5.0\t", b"1.0\t5,0\t", "this line is damaged"),
        (b"i_sec\t", b"i_sek\t", "no heading line"),
    ],
)
def test_a_contradiction_is_refused(before, after, words):
    assert before in QUERY
    refused(QUERY.replace(before, after), words)


def test_a_run_without_an_interval_or_a_statement_is_refused():
    lines = INSERT.splitlines(keepends=True)
    totals = b"".join(lines[-3:])
    refused(lines[0] + totals, "no interval below")
    nothing = b"1.0\t1.0" + b"\t0" * 15 + b"\n"
    refused(lines[0] + nothing + totals.replace(b" 400000 rows", b" 0 rows"), "greater than 0")


def test_what_stands_beside_the_queries_is_said():
    assert "set beforehand" in " ".join(reading_of(READER, QUERY).caveats)
    assert "batch of rows" in " ".join(reading_of(READER, INSERT).caveats)
    tried = QUERY.replace(b"7000\t0\t22144\t0\t0\t0", b"7000\t0\t22144\t2\t0\t1")
    assert "3 statements were tried again" in " ".join(reading_of(READER, tried).caveats)
