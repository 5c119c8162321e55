"""A line takes a time that grows as it does: at ten times its square these would take minutes."""

import pytest
from fuzz.trying import limited

from ahp.ingest.headings import _BRACKETED
from ahp.ingest.readers import df, google_console, lzbench
from ahp.ingest.readers.jmh_console import _ROW
from ahp.ingest.readers.pytest_names import _PARAMETRISED
from ahp.ingest.readers.rocksdb_report import _HEAD
from ahp.ingest.readers.sysbench_hooks import _LIKE_CSV
from ahp.ingest.resolution import resolution_of
from ahp.ingest.rulers import RULER
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
        lambda: df._ROW.search("x" + " " * MANY + "y"),
        lambda: google_console._ROW.fullmatch("x" + " " * MANY + "y"),
        lambda: google_console._FAILED.fullmatch("x" + " " * MANY + "y"),
        lambda: lzbench._NAME_FIRST.fullmatch("x" + " " * MANY + "y"),
        lambda: _PARAMETRISED.fullmatch("x" + "[" * MANY),
    ],
    ids=[
        *("resolution", "unit", "JMH", "JMH's second", "RocksDB", "hooks", "indented", "ruled", "heading"),
        *("df", "Google Benchmark", "its failures", "lzbench", "pytest-benchmark"),
    ],
)
def test_a_long_line_is_no_hang(work):
    with limited(seconds=2) as begin:
        begin()
        work()
