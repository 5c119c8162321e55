from ingest.damage import (
    expected,
    located,
    refuses,
)

from ahp.ingest.readers.rocksdb_report import RocksdbReportReader

READER = RocksdbReportReader()
EXPECTED = expected("rocksdb_report")
refused = refuses(READER)


def sample() -> bytes:
    """Return the first two sections of the report."""
    text = located("rocksdb_report", next(iter(EXPECTED))).read_bytes()
    return b"".join(text.splitlines(keepends=True)[:36])


def test_what_is_wrong_is_named_with_its_line():
    text = sample()
    assert refused(text.replace(b"1142578\t", b"failed\t"), "a number is needed").line == 3
    assert refused(text.replace(b"1142578\t", b"0\t"), "greater than 0").line == 3
    assert refused(text.replace(b"1142578\t", b"-5\t"), "a number are needed").line == 3
    assert refused(text.replace(b"1142578\t", b""), "27 cells for 28 headings").line == 3
    assert refused(text.replace(b"\t9.0.1\t", b"\t8.11.4\t"), "stand on line 2 already").line == 3
    refused(text.splitlines()[0], "no test below the headings")
