import re

from ingest.damage import (
    INPUTS,
    reading_of,
    refuses,
)

from ahp.ingest.readers.sysbench_hooks import SysbenchHooksReader

READER = SysbenchHooksReader()
CSV = (INPUTS / "sysbench_hooks" / "oltp_csv_hook.stdout.txt").read_bytes()
JSON = (INPUTS / "sysbench_hooks" / "oltp_json_hook.stdout.txt").read_bytes()
refused = refuses(READER)


def test_what_is_wrong_is_named_with_its_line():
    lines = CSV.splitlines(keepends=True)
    assert refused(b"".join(lines[:-1]), "cumulative record").line == 16
    assert refused(CSV + CSV, "cumulative record").line == 17
    assert refused(CSV.replace(b"1069.27", b"2069.27"), "the cumulative rate does not agree").line == 17
    assert (
        refused(
            CSV.replace(b"21671", b"21671").replace(b"21672.17", b"31672.17"), "the number of queries"
        ).line
        == 14
    )
    assert refused(CSV.replace(b"\n4,4,", b"\n2,4,"), "time goes back").line == 14
    assert refused(CSV.replace(b"1083.13", b"1O83.13"), "this line is damaged").line == 14
    assert refused(b"x", "no record").line == 1
    idle = re.sub(rb"(?m)^([0-9]+,[0-9]+)(,[0-9.]+){8}$", rb"\1" + b",0.00" * 8, CSV)
    assert refused(idle, "throughput must be greater than 0; the run did nothing").line == 17


def test_the_unnamed_percentile_is_left_out_and_errors_are_said():
    assert [row.measure for row in reading_of(READER, CSV).rows] == ["throughput"]
    assert "Which percentile" in reading_of(READER, CSV).caveats[0]
    assert reading_of(READER, JSON).caveats[-1] == "0.12 errors per second were ignored."
    assert "errors" not in " ".join(reading_of(READER, CSV).caveats)
