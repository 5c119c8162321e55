import re

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pg_stat_wal import PgStatWalReader

READER = PgStatWalReader()
EXPECTED = expected("pg_stat_wal")
CSV = (INPUTS / "pg_stat_wal" / "pg_stat_wal_lz4_r1.csv").read_bytes()
PSQL = (INPUTS / "pg_stat_wal" / "select_all.txt").read_bytes()

refused = refuses(READER)


def independent(text: str, mark: str = ",") -> Numbers:
    """The cell below `wal_bytes`, split at the separator."""
    lines = [[cell.strip() for cell in line.split(mark)] for line in text.splitlines() if mark in line]
    lines = [line for line in lines if "-+-" not in line[0]]
    found: Numbers = {}
    for line in lines[1:]:
        cells = dict(zip(map(str.lower, lines[0]), line, strict=True))
        said = {re.sub(r"[\W_]+", " ", name): cell for name, cell in cells.items()}
        names = ("", said.get("wal compression", ""), said.get("replicate", ""), "", "wal_bytes")
        found[names] = (float(cells["wal_bytes"]), "B")
    return found


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("pg_stat_wal", file))), EXPECTED[file])


def test_only_the_view_is_taken():
    assert recognised(READER) == {
        f"own/pg_wal_compression/pg_stat_wal_{name}_r{run}.csv"
        for name in ("off", "pglz", "lz4", "zstd")
        for run in (1, 2, 3)
    }


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


def test_damaged_rows_are_refused_or_read_as_they_stand():
    read = survivors(READER, CSV, independent)
    assert "doubled" not in read
    assert cuts(read) == []


def test_the_footer_of_psql_is_needed():
    read = survivors(READER, PSQL, lambda text: independent(text, "|"))
    assert "doubled" not in read
    assert all(line >= 4 for line in cuts(read))


def test_what_is_no_number_of_bytes_is_refused():
    error = refused(CSV.replace(b"5622611", b"5622.611"), "a number of bytes is needed")
    assert (error.line, error.column, error.found) == (2, "wal_bytes", "5622.611")
    refused(CSV.replace(b"lz4", b""), "the alternative has no name")
    refused(CSV.splitlines()[0] + b"\n", "no row below")


def test_what_the_bytes_depend_on_is_said():
    caveats = " ".join(reading_of(READER, CSV).caveats)
    assert "Bytes per transaction" in caveats
    assert "last reset" in caveats
