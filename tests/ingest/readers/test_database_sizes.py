"""What is special to the readers of database sizes; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, numbers, reading_of, refuses

import ahp
from ahp.ingest.readers.base import Options
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


def test_sizes_join_with_what_was_measured(tmp_path):
    (tmp_path / "sizes.csv").write_bytes(TOTAL)
    (tmp_path / "tps.csv").write_text("alternative,tps\nnone,7\n")
    joined = ahp.read(f"none={tmp_path / 'sizes.csv'}", str(tmp_path / "tps.csv"))
    assert {row.measure: row.value for row in joined.to_frame().itertuples()} == {
        "stored_bytes": 162471936, "throughput": 7,
    }  # fmt: skip
