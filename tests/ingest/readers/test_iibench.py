"""What is special to the readers of iibench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import re

import pytest
from ingest.damage import INPUTS, equal, expected, located, numbers, reading_of, refuses

import ahp
from ahp.ingest.readers.iibench_java import IibenchJavaReader
from ahp.ingest.readers.iibench_python import IibenchPythonReader

# --- iibench ------------------------------------------------------------------------------------------------


def sample(name: str) -> bytes:
    return located("iibench", f"public/iibench/pg_100m_{name}.tsv").read_bytes()


def test_relatives_are_ranked_as_they_stand(tmp_path):
    path = tmp_path / "rel.tsv"
    path.write_bytes(sample("rel.l.i1"))
    (only,) = ahp.rank(ahp.read(path)).to_dict()["scenarios"]
    assert [(c["measure"], c["values"]) for c in only["criteria"]] == [
        ("throughput_relative", {"pg124.cx5": 0.91, "pg131.cx5": 0.84}),
        ("cpu_relative", {"pg124.cx5": 0.97, "pg131.cx5": 0.94}),
    ]


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


def test_runs_after_each_other_are_refused():
    error = refused_of_iibench_java(SAID + SAID.replace(b"7,000", b"7,001"), "another run begins here")
    assert error.line == 37


# --- iibench_python -----------------------------------------------------------------------------------------


IIBENCH_PYTHON = IibenchPythonReader()
INSERT, QUERY = ((INPUTS / "iibench_python" / f"{name}.txt").read_bytes() for name in ("insert", "query"))


def test_the_longest_agrees_with_the_histogram_below():
    for content, seconds in ((INSERT, 0.050501), (QUERY, 0.012722)):
        assert f"{seconds:f}".encode() in content
        longest = numbers(reading_of(IIBENCH_PYTHON, content))["", "", "", "", "response_time_max"]
        assert longest == (pytest.approx(seconds * 1e6), "us")
