import re

from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    expected,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.iibench_java import IibenchJavaReader

READER = IibenchJavaReader()
EXPECTED = expected("iibench_java")
SAID, WRITTEN = ((INPUTS / "iibench_java" / f"query.{form}").read_bytes() for form in ("txt", "tsv"))
refused = refuses(READER)


def test_the_lines_for_mongodb_have_the_time_before_them():
    stamped = re.sub(rb"(?m)^(Thread\[[^]]*\])", rb"\1 2026-11-21 06:40:11 | ", SAID)
    assert b"| 8,000 inserts" in stamped
    equal(numbers(reading_of(READER, stamped)), EXPECTED["query.txt"])
    per_second = SAID.replace(b"qpm=", b"qps=")
    equal(numbers(reading_of(READER, per_second)), EXPECTED["query.txt"])


def test_a_run_that_did_not_finish_is_refused():
    lines = SAID.splitlines(keepends=True)
    refused(
        b"".join(line for line in lines if b"8,000 inserts" not in line), "last line of the run is missing"
    )
    refused(WRITTEN[: WRITTEN.index(b"8000\t")], "last line of the run is missing")
    refused(WRITTEN.splitlines()[0] + b"\n", "last line of the run is missing")


def test_runs_after_each_other_are_refused():
    error = refused(SAID + SAID.replace(b"7,000", b"7,001"), "another run begins here")
    assert error.line == 37


@each(
    ("before", "after", "words"),
    [
        (b"cum ips=880.67", b"cum ips=980.67", "cum ips does not agree"),
        (b"8,000 inserts", b"8.000 inserts", "this line is damaged"),
        (b"cum avg qry=3.11", b"cum avg qry=3,11", "this line is damaged"),
    ],
)
def test_a_contradiction_is_refused(before, after, words):
    assert before in SAID
    refused(SAID.replace(before, after), words)


def test_nothing_inserted_is_refused():
    titles = WRITTEN.splitlines(keepends=True)[0]
    refused(titles + b"0\t2" + b"\t0.00" * 6 + b"\n", "greater than 0")


def test_exceptions_and_set_rates_are_said():
    failed = SAID.replace(b"exceptions=0", b"exceptions=3")
    assert "3 inserts ended with an exception" in " ".join(reading_of(READER, failed).caveats)
    assert "set beforehand" in " ".join(reading_of(READER, SAID).caveats)
    plain = reading_of(READER, INPUTS / "iibench_java" / "insert.txt").caveats
    assert "set beforehand" not in " ".join(plain)
    assert "exception" not in " ".join(plain)
