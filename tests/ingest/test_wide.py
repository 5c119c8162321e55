"""The wide form: a row for each alternative, whichever way the table stands."""

import pytest
from ingest.damage import SHARED

import ahp
from ahp.errors import InputError

OWN = SHARED / "samples" / "own"
needs_samples = pytest.mark.skipif(not OWN.exists(), reason="the samples are not here")


# --- tables that do not name their alternatives ------------------------------------------------------------------------


@needs_samples
def test_the_path_names_the_alternatives_of_a_sample():
    m = ahp.read(
        OWN / "pg_wal_compression",
        path="perscript_from_log_{alternative}_r{run}.csv",
    )
    assert m.alternatives("default") == ("lz4", "off", "pglz", "zstd")
    found = m.cells("default", "zstd", "response_time_mean")
    assert found["3", "1"].value == pytest.approx(1.9884)  # zstd_r3: 1,3976,1988.4,31451
    found = m.cells("default", "lz4", "response_time_max")
    assert found["1", "0"].value == pytest.approx(49.993)  # lz4_r1: 0,7012,2271.7,49993


@needs_samples
def test_a_file_that_nothing_names_is_refused_with_its_headings():
    file = OWN / "pg_wal_compression" / "perscript_from_log_lz4_r1.csv"
    with pytest.raises(InputError) as raised:
        ahp.read(file)
    assert str(raised.value) == (
        f"{file}, line 1: no column names the alternatives; found 'script_no', 'transactions', 'avg_latency_us', "
        "'max_latency_us'; call it 'alternative', say which with --map alternative=COLUMN, or write NAME=FILE"
    )


@needs_samples
def test_a_setting_may_name_the_alternatives():
    m = ahp.read(*sorted((OWN / "pg_wal_compression").glob("pg_stat_wal_*.csv")))
    assert m.alternatives("default") == ("lz4", "off", "pglz", "zstd")
    assert m.cells("default", "lz4", "wal_bytes")["1", ""].value == 5622611


# --- alternatives as columns -------------------------------------------------------------------------------------------


def test_a_mapping_may_stand_the_other_way_too():
    m = ahp.read({"what": ["tps", "cpu"], "none": [1, 2], "lz4": [3, 4]}, alternatives_as="columns")
    assert {row.key[1::3]: row.value for row in m.rows} == {
        ("none", "throughput"): 1.0,
        ("none", "cpu"): 2.0,
        ("lz4", "throughput"): 3.0,
        ("lz4", "cpu"): 4.0,
    }


# --- columns named by the caller ---------------------------------------------------------------------------------------


@needs_samples
def test_sizes_without_a_heading():
    m = ahp.read(OWN / "db_bench" / "du_sb.csv", heading=("alternative", "stored_bytes"))
    assert [(r.alternative, r.value, r.place.line) for r in m.rows][:3] == [
        ("none", 55167901.0, 1),
        ("snappy", 30078022.0, 2),
        ("lz4", 30201303.0, 3),
    ]


@needs_samples
def test_one_bare_number_in_each_file():
    m = ahp.read(
        OWN / "pg_wal_compression",
        path="wal_lsn_diff_{alternative}_r{run}.txt",
        heading=["wal_bytes"],
    )
    assert m.cells("default", "off", "wal_bytes")["2", ""].value == 23466016
    assert len(m.rows) == 12


@needs_samples
def test_psql_without_a_heading():
    file = OWN / "pg_wal_compression" / "pg_total_relation_size.unaligned_noheader.csv"
    m = ahp.read(file, heading=("alternative", "stored_bytes"))
    assert m.cells("default", "pgbench_history", "stored_bytes")["", ""].value == 344064


@needs_samples
def test_columns_that_are_left_out():
    m = ahp.read(
        f"snappy={OWN.parent}/public/sysbench/percona_201606_2.csv.head120.tsv",
        heading=["run", "scenario", "throughput_tps", "-", "-", "p95_ms", "-", "-"],
    )
    assert m.scenarios == ("112", "140", "14", "28")
    assert m.cells("112", "snappy", "throughput")["20", ""].value == 5880.59
    assert m.cells("28", "snappy", "response_time_p95")["300", ""].value == 7.24
    assert len(m.rows) == 2 * 120


# --- unclear headings --------------------------------------------------------------------------------------------------


@needs_samples
def test_a_markdown_table_of_a_sample_with_one_column_left_out():
    m = ahp.read(
        OWN / "hyperfine" / "compress.md",
        columns={"alternative": "Command", "duration": "Mean [ms]"},
        ignore=["Relative"],
        reader="markdown",
    )
    found = m.cells("default", "xz -0 -c bins.bin > /dev/null", "duration")["", ""]
    assert (found.value, found.unit) == (pytest.approx(0.452), "s")  # 452.0 ± 3.8
