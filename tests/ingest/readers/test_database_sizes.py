"""What is special to the readers of database sizes; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, equal, expected, located, numbers, reading_of, refuses

import ahp
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pg_stat_wal import PgStatWalReader
from ahp.ingest.readers.relation_sizes import RelationSizesReader

# --- relation_sizes -----------------------------------------------------------------------------------------


RELATION_SIZES = RelationSizesReader()
FOLDER = INPUTS / "relation_sizes"


def sample(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


TOTAL, ALIGNED, LIST = (
    sample(name)
    for name in ("pg_total_relation_size.csv", "pg_total_relation_size.aligned.txt", "dtplus.txt")
)
BATCH, BOXED = sample("is_tables_baseline.tsv"), sample("is_tables_baseline.boxed.txt")
SPACES = sample("is_tablespaces_baseline.tsv")

refused_of_relation_sizes = refuses(RELATION_SIZES)


def test_page_compression_that_the_server_shows_makes_it_the_size_before():
    tables = reading_of(RELATION_SIZES, located("relation_sizes", "is_tables_pagecomp_zlib.tsv"))
    assert "with the holes" in tables.caveats[0]
    assert "du --block-size=1" in tables.caveats[0]
    assert tables.notes[0] == "original_bytes is data_length + index_length, added up over 2 relations."
    spaces = reading_of(RELATION_SIZES, located("relation_sizes", "is_tablespaces_pagecomp_zlib.tsv"))
    assert spaces.notes[0] == "original_bytes is file_size, added up over 2 relations."
    assert spaces.rows[0].column == "file_size"
    assert "allocated_size" in spaces.ignored


def test_page_compressed_tables_among_others_have_no_sum():
    compressed = sample("is_tables_pagecomp_zlib.tsv")
    error = refused_of_relation_sizes(
        BATCH + compressed.splitlines()[2].replace(b"sbtest2", b"sbtest3"), "page compression"
    )
    assert (error.line, error.found) == (4, "`PAGE_COMPRESSED`='1'")
    spaces = SPACES + b"sbtest/sbtest3\tNULL\t16384\t15728640\t0\n"
    error = refused_of_relation_sizes(spaces, "does not know")
    assert (error.line, error.column, error.found) == (4, "allocated_size", "0")
    reading = reading_of(RELATION_SIZES, spaces, Options({"alternative": "name"}))
    assert [row.column for row in reading.rows] == ["allocated_size", "allocated_size", "file_size"]
    found = numbers(reading)
    assert found["", "sbtest/sbtest2", "", "", "stored_bytes"] == (14684160, "B")
    assert found["", "sbtest/sbtest3", "", "", "original_bytes"] == (15728640, "B")


def test_who_calls_it_the_stored_size_is_told_that_it_is_not():
    content = sample("is_tables_pagecomp_zlib.tsv")
    refused_of_relation_sizes(content, "page compression", Options({"stored_bytes": "data_length"}))
    content = sample("is_tablespaces_pagecomp_zlib.tsv")
    refused_of_relation_sizes(content, "does not know", Options({"stored_bytes": "allocated_size"}))


def test_a_column_named_for_the_alternatives_makes_sums_of_them():
    found = numbers(reading_of(RELATION_SIZES, TOTAL, Options({"alternative": "Relname"})))
    assert found["", "pgbench_accounts", "", "", "stored_bytes"] == (162004992, "B")
    assert len(found) == 4
    schemas = BATCH.replace(b"sbtest\tsbtest2", b"lz4\tsbtest2")
    found = numbers(reading_of(RELATION_SIZES, schemas, Options({"alternative": "table_schema"})))
    assert found == {
        ("", "sbtest", "", "", "stored_bytes"): (5865472, "B"),
        ("", "lz4", "", "", "stored_bytes"): (5832704, "B"),
    }


def test_a_column_named_for_the_size_is_added_up_instead():
    found = numbers(reading_of(RELATION_SIZES, TOTAL, Options({"stored_bytes": "heap"})))
    assert found == {("", "", "", "", "stored_bytes"): (139796480, "B")}
    refused_of_relation_sizes(
        TOTAL, "only stored_bytes is read, not 'throughput'", Options({"throughput": "heap"})
    )


def test_rounded_sizes_keep_their_resolution():
    (row,) = reading_of(RELATION_SIZES, LIST).rows
    assert row.resolution == 0.5 * (1024**2 + 3 * 1024)
    (row,) = reading_of(RELATION_SIZES, TOTAL).rows
    assert row.resolution == 2


def test_the_sum_is_said_and_what_was_left_out():
    reading = reading_of(RELATION_SIZES, TOTAL)
    assert reading.notes[0] == "stored_bytes is total, added up over 4 relations."
    assert "--map alternative=COLUMN" in reading.notes[1]
    assert reading.ignored == ("relname", "heap", "idx", "pretty")
    assert reading_of(RELATION_SIZES, TOTAL, Options({"alternative": "relname"})).notes == ()


def test_sizes_join_with_what_was_measured(tmp_path):
    (tmp_path / "sizes.csv").write_bytes(TOTAL)
    (tmp_path / "tps.csv").write_text("alternative,tps\nnone,7\n")
    joined = ahp.read(f"none={tmp_path / 'sizes.csv'}", str(tmp_path / "tps.csv"))
    assert {row.measure: row.value for row in joined.to_frame().itertuples()} == {
        "stored_bytes": 162471936, "throughput": 7,
    }  # fmt: skip


# --- pg_stat_wal --------------------------------------------------------------------------------------------


PG_STAT_WAL = PgStatWalReader()
EXPECTED = expected("pg_stat_wal")
CSV = (INPUTS / "pg_stat_wal" / "pg_stat_wal_lz4_r1.csv").read_bytes()

refused_of_pg_stat_wal = refuses(PG_STAT_WAL)


def test_the_caller_names_the_columns():
    content = CSV.replace(b"wal_compression", b"how").replace(b"replicate", b"when")
    assert numbers(reading_of(PG_STAT_WAL, content)) == {("", "", "", "", "wal_bytes"): (5622611, "B")}
    options = Options({"alternative": "How", "run": "when", "wal_bytes": "wal_bytes"})
    equal(numbers(reading_of(PG_STAT_WAL, content, options)), EXPECTED["pg_stat_wal_lz4_r1.csv"])
    refused_of_pg_stat_wal(content, "only wal_bytes is read", Options({"throughput": "wal_records"}))
