"""A line takes a time that grows as it does: at ten times its square these would take minutes."""

import io
from pathlib import Path

import pytest
from fuzz.trying import limited

import ahp
from ahp.ingest.readers import du_df, google_benchmark, lzbench
from ahp.ingest.readers.asv import AsvReader
from ahp.ingest.readers.jmh import _ROW
from ahp.ingest.readers.pytest_benchmark import _JSON, _PARAMETRISED
from ahp.ingest.readers.rocksdb import _HEAD
from ahp.ingest.readers.sysbench import _LIKE_CSV
from ahp.ingest.readers.zfs import ZfsReader
from ahp.ingest.tables.cells import resolution_of
from ahp.ingest.tables.drawn import RULER
from ahp.ingest.tables.headings import _BRACKETED
from ahp.units import find

MANY = 200_000


@pytest.mark.parametrize(
    "work",
    [
        lambda: resolution_of("9" * MANY + "x"),
        lambda: find("MB" + " " * MANY + "b"),
        lambda: _ROW.fullmatch(":" * MANY),
        lambda: _ROW.fullmatch("a:" * MANY),
        lambda: _HEAD.search("ops_sec\tmb_sec\t" + "y\t" * MANY),
        lambda: _LIKE_CSV.search("6,[,8,of," * MANY + " "),
        lambda: RULER.fullmatch(" " * MANY + "x"),
        lambda: RULER.fullmatch("--|--" + " " * MANY + "x"),
        lambda: _BRACKETED.match("x" + " " * MANY + "y"),
        lambda: du_df._ROW.search("x" + " " * MANY + "y"),
        lambda: google_benchmark._ROW.fullmatch("x" + " " * MANY + "y"),
        lambda: google_benchmark._FAILED_LINE.fullmatch("x" + " " * MANY + "y"),
        lambda: google_benchmark._FAILED_LINE.fullmatch("y  ERROR OCCURRED: '" * (MANY // 10) + "x"),
        lambda: lzbench._NAME_FIRST.fullmatch("x" + " " * MANY + "y"),
        lambda: _PARAMETRISED.fullmatch("x" + "[" * MANY),
        lambda: _JSON.search('"fullname":"' + ":" * MANY),
        lambda: AsvReader().matches('"commit_hash":' * (MANY // 10)),
        lambda: AsvReader().matches(' {"arch":' + '"machine":"h",' * (MANY // 10)),
        lambda: ZfsReader().matches("NAME" + " REFER" * (MANY // 5) + " x"),
    ],
    ids=[
        *("resolution", "unit", "JMH", "JMH's second", "RocksDB", "hooks", "indented", "ruled", "heading"),
        *("df", "Google Benchmark", "its failures", "its failures of one line", "lzbench"),
        *("pytest-benchmark", "its JSON", "asv", "asv's machine", "zfs list"),
    ],
)
def test_a_long_line_is_no_hang(work):
    with limited(seconds=2) as begin:
        begin()
        work()


REPORT = (Path(__file__).parents[1] / "inputs" / "fio_normal" / "stonewall_3.33.txt").read_text()
TABLE = (Path(__file__).parents[1] / "inputs" / "pytest_benchmark" / "stdout.txt").read_text()


@pytest.mark.parametrize(
    "text",
    [
        REPORT.replace(" issued", " issued" + " " * 90_000 + "x"),
        TABLE.replace("(109.31) ", "(109.31) " + " " * 90_000 + "x"),
        "<parameters>" + "<works>" * 20_000,
    ],
    ids=["fio", "pytest-benchmark", "BenchBase"],
)
def test_a_file_made_to_be_slow_is_refused_at_once(text):
    with limited(seconds=1) as begin:
        begin()
        with pytest.raises(ahp.InputError):
            ahp.read(io.StringIO(text))
