from ingest.damage import (
    INPUTS,
    equal,
    expected,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pg_stat_wal import PgStatWalReader

READER = PgStatWalReader()
EXPECTED = expected("pg_stat_wal")
CSV = (INPUTS / "pg_stat_wal" / "pg_stat_wal_lz4_r1.csv").read_bytes()

refused = refuses(READER)


def test_several_rows_are_told_apart_by_their_names():
    both = CSV + b"off,1,53349,1962,18620919\n"
    assert numbers(reading_of(READER, both))["", "off", "1", "", "wal_bytes"] == (18620919, "B")
    error = refused(CSV + b"lz4,1,53349,1962,18620919\n", "nothing tells this row from that of line 2")
    assert error.line == 3


def test_the_caller_names_the_columns():
    content = CSV.replace(b"wal_compression", b"how").replace(b"replicate", b"when")
    assert numbers(reading_of(READER, content)) == {("", "", "", "", "wal_bytes"): (5622611, "B")}
    options = Options({"alternative": "How", "run": "when", "wal_bytes": "wal_bytes"})
    equal(numbers(reading_of(READER, content, options)), EXPECTED["pg_stat_wal_lz4_r1.csv"])
    refused(content, "only wal_bytes is read", Options({"throughput": "wal_records"}))


def test_what_is_no_number_of_bytes_is_refused():
    error = refused(CSV.replace(b"5622611", b"5622.611"), "a number of bytes is needed")
    assert (error.line, error.column, error.found) == (2, "wal_bytes", "5622.611")
    refused(CSV.replace(b"lz4", b""), "the alternative has no name")
    refused(CSV.splitlines()[0] + b"\n", "no row below")


def test_what_the_bytes_depend_on_is_said():
    caveats = " ".join(reading_of(READER, CSV).caveats)
    assert "Bytes per transaction" in caveats
    assert "last reset" in caveats
