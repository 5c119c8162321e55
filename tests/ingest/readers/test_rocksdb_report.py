import pytest
from ingest.damage import (
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.rocksdb_report import RocksdbReportReader

READER = RocksdbReportReader()
EXPECTED = expected("rocksdb_report")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("rocksdb_report", file))), EXPECTED[file])


def sample() -> bytes:
    """Return the first two sections of the report."""
    text = located("rocksdb_report", next(iter(EXPECTED))).read_bytes()
    return b"".join(text.splitlines(keepends=True)[:36])


def independent(text: str) -> Numbers:
    found: Numbers = {}
    titles: list[str] = []
    for cells in (line.split("\t") for line in text.split("\n")):
        if cells[0] == "ops_sec":
            titles = cells
        elif len(cells) > 1:
            row = dict(zip(titles, cells, strict=True))
            key = (row["test"], row["version"], "", "")
            found[*key, "throughput"] = (float(row["ops_sec"]), "ops/s")
            if row["lsm_sz"][:-2].replace(".", "").isdigit() and row["lsm_sz"][-2:] in (
                "KB",
                "MB",
                "GB",
                "TB",
            ):
                found[*key, "stored_bytes"] = (float(row["lsm_sz"][:-2]), row["lsm_sz"][-2:])
            for column, name in (
                ("usec_op", "mean"),
                ("p50", "p50"),
                ("p99", "p99"),
                ("p99.9", "p999"),
                ("pmax", "max"),
            ):
                if row.get(column, "") not in ("", "NA"):
                    found[*key, f"response_time_{name}"] = (float(row[column]), "us")
    return found


def test_only_reports_are_recognised():
    assert recognised(READER) == set(EXPECTED)


def test_a_damaged_report_is_refused_or_read_as_it_stands():
    assert "doubled" not in survivors(READER, sample(), independent)


def test_what_is_wrong_is_named_with_its_line():
    text = sample()
    assert refused(text.replace(b"1142578\t", b"failed\t"), "a number is needed").line == 3
    assert refused(text.replace(b"1142578\t", b"0\t"), "greater than 0").line == 3
    assert refused(text.replace(b"1142578\t", b"-5\t"), "a number are needed").line == 3
    assert refused(text.replace(b"1142578\t", b""), "27 cells for 28 headings").line == 3
    assert refused(text.replace(b"\t9.0.1\t", b"\t8.11.4\t"), "stand on line 2 already").line == 3
    refused(text.splitlines()[0], "no test below the headings")
