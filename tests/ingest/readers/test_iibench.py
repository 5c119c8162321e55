"""What is special to the readers of iibench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import re

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, equal, expected, located, numbers, reading_of, refuses

import ahp
from ahp.ingest.readers.iibench import IibenchReader
from ahp.ingest.readers.iibench_java import IibenchJavaReader
from ahp.ingest.readers.iibench_python import IibenchPythonReader

# --- iibench ------------------------------------------------------------------------------------------------


IIBENCH = IibenchReader()
refused_of_iibench = refuses(IIBENCH)


def sample(name: str) -> bytes:
    return located("iibench", f"public/iibench/pg_100m_{name}.tsv").read_bytes()


def test_a_relative_table_is_of_its_queries_where_there_are_any():
    text = sample("rel.l.i1").replace(b"\t1\t0.93\t", b"\t1.06\t0.93\t")
    reading = reading_of(IIBENCH, text)
    assert [(row.alternative, row.value) for row in reading.rows if row.column == "qps"] == [
        ("pg124.cx5", 1.06)
    ]
    assert "rate set beforehand" in reading.caveats[0]
    assert "relative to a line that is not in it" in reading.caveats[1]


def test_lines_that_are_relative_and_lines_that_are_not_do_not_mix():
    text = sample("rel.l.i1") + sample("mrg.l.i1").splitlines(keepends=True)[1]
    error = refused_of_iibench(text, "a relative number has two decimals")
    assert (error.line, error.column, error.found) == (4, "ips", "24630")


def test_relatives_are_ranked_as_they_stand(tmp_path):
    path = tmp_path / "rel.tsv"
    path.write_bytes(sample("rel.l.i1"))
    (only,) = ahp.rank(ahp.read(path)).to_dict()["scenarios"]
    assert [(c["measure"], c["values"]) for c in only["criteria"]] == [
        ("throughput_relative", {"pg124.cx5": 0.91, "pg131.cx5": 0.84}),
        ("cpu_relative", {"pg124.cx5": 0.97, "pg131.cx5": 0.94}),
    ]


def test_what_is_wrong_is_named_with_its_line():
    text = sample("mrg.l.i0")
    assert refused_of_iibench(text.replace(b"pg124.cx5", b"pg1110.cx5"), "stands on line 2 already").line == 3
    assert refused_of_iibench(text.replace(b"pg124.cx5", b""), "a tag is needed").line == 3
    assert refused_of_iibench(text.replace(b"\t0.057\t", b"\t"), "20 cells for 21 headings").line == 3
    assert refused_of_iibench(text.replace(b"\t0.057\t", b"\tinf\t"), "finite number").line == 3
    assert refused_of_iibench(text.replace(b"\t0.057\t", b"\t-0.1\t"), "must not be negative").line == 3
    assert refused_of_iibench(text.replace(b"102459\t0", b"0\t0"), "greater than 0").line == 3
    refused_of_iibench(text.splitlines()[0], "no line below the headings")


def test_caveats_stand_only_where_they_apply():
    assert "rate set beforehand" in reading_of(IIBENCH, sample("mrg.q100.2")).caveats[0]
    assert len(reading_of(IIBENCH, sample("mrg.l.i0")).caveats) == 2


# --- iibench_java -------------------------------------------------------------------------------------------


IIBENCH_JAVA = IibenchJavaReader()
EXPECTED = expected("iibench_java")
SAID, WRITTEN = ((INPUTS / "iibench_java" / f"query.{form}").read_bytes() for form in ("txt", "tsv"))
refused_of_iibench_java = refuses(IIBENCH_JAVA)


def test_the_lines_for_mongodb_have_the_time_before_them():
    stamped = re.sub(rb"(?m)^(Thread\[[^]]*\])", rb"\1 2026-11-21 06:40:11 | ", SAID)
    assert b"| 8,000 inserts" in stamped
    equal(numbers(reading_of(IIBENCH_JAVA, stamped)), EXPECTED["query.txt"])
    per_second = SAID.replace(b"qpm=", b"qps=")
    equal(numbers(reading_of(IIBENCH_JAVA, per_second)), EXPECTED["query.txt"])


def test_a_run_that_did_not_finish_is_refused():
    lines = SAID.splitlines(keepends=True)
    refused_of_iibench_java(
        b"".join(line for line in lines if b"8,000 inserts" not in line), "last line of the run is missing"
    )
    refused_of_iibench_java(WRITTEN[: WRITTEN.index(b"8000\t")], "last line of the run is missing")
    refused_of_iibench_java(WRITTEN.splitlines()[0] + b"\n", "last line of the run is missing")


def test_runs_after_each_other_are_refused():
    error = refused_of_iibench_java(SAID + SAID.replace(b"7,000", b"7,001"), "another run begins here")
    assert error.line == 37


@each(
    ("before", "after", "words"),
    [
        (b"cum ips=880.67", b"cum ips=980.67", "cum ips does not agree"),
        (b"8,000 inserts", b"8.000 inserts", "this line is damaged"),
        (b"cum avg qry=3.11", b"cum avg qry=3,11", "this line is damaged"),
    ],
)
def test_a_contradiction_is_refused_in_iibench_java(before, after, words):
    assert before in SAID
    refused_of_iibench_java(SAID.replace(before, after), words)


def test_nothing_inserted_is_refused():
    titles = WRITTEN.splitlines(keepends=True)[0]
    refused_of_iibench_java(titles + b"0\t2" + b"\t0.00" * 6 + b"\n", "greater than 0")


def test_exceptions_and_set_rates_are_said():
    failed = SAID.replace(b"exceptions=0", b"exceptions=3")
    assert "3 inserts ended with an exception" in " ".join(reading_of(IIBENCH_JAVA, failed).caveats)
    assert "set beforehand" in " ".join(reading_of(IIBENCH_JAVA, SAID).caveats)
    plain = reading_of(IIBENCH_JAVA, INPUTS / "iibench_java" / "insert.txt").caveats
    assert "set beforehand" not in " ".join(plain)
    assert "exception" not in " ".join(plain)


# --- iibench_python -----------------------------------------------------------------------------------------


IIBENCH_PYTHON = IibenchPythonReader()
INSERT, QUERY = ((INPUTS / "iibench_python" / f"{name}.txt").read_bytes() for name in ("insert", "query"))
refused_of_iibench_python = refuses(IIBENCH_PYTHON)


def test_the_longest_agrees_with_the_histogram_below():
    for content, seconds in ((INSERT, 0.050501), (QUERY, 0.012722)):
        assert f"{seconds:f}".encode() in content
        longest = numbers(reading_of(IIBENCH_PYTHON, content))["", "", "", "", "response_time_max"]
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
def test_a_contradiction_is_refused_in_iibench_python(before, after, words):
    assert before in QUERY
    refused_of_iibench_python(QUERY.replace(before, after), words)


def test_a_run_without_an_interval_or_a_statement_is_refused():
    lines = INSERT.splitlines(keepends=True)
    totals = b"".join(lines[-3:])
    refused_of_iibench_python(lines[0] + totals, "no interval below")
    nothing = b"1.0\t1.0" + b"\t0" * 15 + b"\n"
    refused_of_iibench_python(
        lines[0] + nothing + totals.replace(b" 400000 rows", b" 0 rows"), "greater than 0"
    )


def test_what_stands_beside_the_queries_is_said():
    assert "set beforehand" in " ".join(reading_of(IIBENCH_PYTHON, QUERY).caveats)
    assert "batch of rows" in " ".join(reading_of(IIBENCH_PYTHON, INSERT).caveats)
    tried = QUERY.replace(b"7000\t0\t22144\t0\t0\t0", b"7000\t0\t22144\t2\t0\t1")
    assert "3 statements were tried again" in " ".join(reading_of(IIBENCH_PYTHON, tried).caveats)
