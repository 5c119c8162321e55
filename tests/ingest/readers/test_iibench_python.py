import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.iibench_python import IibenchPythonReader

READER = IibenchPythonReader()
INSERT, QUERY = ((INPUTS / "iibench_python" / f"{name}.txt").read_bytes() for name in ("insert", "query"))
refused = refuses(READER)


def test_the_longest_agrees_with_the_histogram_below():
    for content, seconds in ((INSERT, 0.050501), (QUERY, 0.012722)):
        assert f"{seconds:f}".encode() in content
        longest = numbers(reading_of(READER, content))["", "", "", "", "response_time_max"]
        assert longest == (pytest.approx(seconds * 1e6), "us")


@each(
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
