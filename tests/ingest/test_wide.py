"""The wide form: a row for each alternative, whichever way the table stands."""

import io

import pytest
from ingest.cases import each
from ingest.damage import SHARED

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import open_source

OWN = SHARED / "samples" / "own"
needs_samples = pytest.mark.skipif(not OWN.exists(), reason="the samples are not here")


def reading(text, **options):
    return TableReader().read(open_source(io.StringIO(text)), Options(**options))


def refusal(text, **options):
    with pytest.raises(InputError) as raised:
        reading(text, **options)
    return str(raised.value)


# --- tables that do not name their alternatives ------------------------------------------------------------------------


def test_a_table_need_not_name_its_alternatives():
    rows = reading("script_no,avg_latency_us\n0,2271.7\n1,2237.6\n").rows
    assert [(r.alternative, r.transaction, r.measure, r.value, r.unit.symbol) for r in rows] == [
        (None, "0", "response_time_mean", 2271.7, "us"),
        (None, "1", "response_time_mean", 2237.6, "us"),
    ]


def test_without_numbers_and_alternatives_it_is_nothing():
    assert refusal("Kind,single: total=232.00MiB\nSystem,DUP\nMetadata,DUP\n") == (
        "<file>, line 1: no column names the alternatives; found 'Kind', 'single: total=232.00MiB'; call it "
        "'alternative', or say which with --map alternative=COLUMN; runs of one alternative need a column 'run'"
    )
    assert refusal("Data,single\nSystem,DUP\n").endswith(
        "call it 'alternative', say which with --map alternative=COLUMN, or write NAME=FILE"
    )


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


TURNED = "measure;none;lz4\ntps;1.520,5;1.604,0\nmax latency (ms);41;38\nWAL per tx (KiB);5;6\nnote;x;y\n"


def test_alternatives_may_stand_as_columns():
    found = reading(TURNED, alternatives_as="columns")
    assert [(r.alternative, r.measure, r.value, r.unit.symbol, r.line, r.column) for r in found.rows] == [
        ("none", "throughput", 1520.5, "1/s", 2, "none"),
        ("none", "response_time_max", 41.0, "ms", 3, "none"),
        ("none", "wal_per_tx", 5.0, "KiB", 4, "none"),
        ("lz4", "throughput", 1604.0, "1/s", 2, "lz4"),
        ("lz4", "response_time_max", 38.0, "ms", 3, "lz4"),
        ("lz4", "wal_per_tx", 6.0, "KiB", 4, "lz4"),
    ]
    assert (found.ignored, found.count) == (("note",), 2)


def test_what_is_wrong_in_a_turned_table_is_told_where_it_stands():
    assert refusal(TURNED.replace("38", "fast"), alternatives_as="columns") == (
        "<file>, line 3, column 'lz4': found 'fast': a number is needed; correct the cell, or leave it empty"
    )
    assert refusal("x,a,b\ncpu,0.5,55%\n", alternatives_as="columns").startswith(
        "<file>, line 2, column 'a': found '0.5': this number has no unit, while column 'b' of the line has '55%'"
    )


def test_scenarios_runs_and_units_may_stand_in_a_turned_table():
    text = "measure,unit,a,b\nscenario,,s,t\nrun,,1,2\np99,ms,5,6\n"
    rows = reading(text, alternatives_as="columns").rows
    assert [(r.scenario, r.run, r.alternative, r.value, r.unit.symbol) for r in rows] == [
        ("s", "1", "a", 5.0, "ms"),
        ("t", "2", "b", 6.0, "ms"),
    ]
    assert refusal(text.replace("p99", "p99 (s)"), alternatives_as="columns") == (
        "<file>, line 4, column 'p99 (s)': the heading says s, the column of units says ms; correct one of them"
    )


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


@each(
    ("text", "heading", "expected"),
    [
        ("5,5\n6,25\n", ["tps", "run"], [5.0, 6.0]),
        ("5,5\n", ["tps"], [5.5]),  # one column, so the comma is a decimal one
        ("a;1.234,5;7\n", ["alternative", "tps", "-"], [1234.5]),
        ("a 1|5|\n", ["alternative", "tps"], [5.0]),  # an empty end is none
    ],
)
def test_the_number_of_columns_tells_what_parts_them(text, heading, expected):
    assert [row.value for row in reading(text, heading=tuple(heading)).rows] == expected


def test_what_the_caller_said_of_the_shape_is_noted():
    assert reading("5;a;x\n", heading=("tps", "alternative", "-")).notes == (
        "it has no heading; its columns are 'tps', 'alternative', as --columns says",
    )
    found = reading("x,a\ntps,5\nSize,4\n", alternatives_as="columns", ignore=("SIZE", "a"))
    assert found.notes == (
        "the alternatives stand as columns, as --transpose says",
        "column 'SIZE' is left out, as --ignore says",
    )
    assert [row.measure for row in found.rows] == ["throughput"]
    found = reading("alternative,Size,tps\na,4,5\n", ignore=("size", "other"))
    assert found.notes == ("column 'size' is left out, as --ignore says",)


def test_a_file_that_has_a_heading_keeps_it():
    found = reading("alternative,tps\na,5\n", heading=("alternative", "stored_bytes"))
    assert [row.measure for row in found.rows] == ["throughput"]


@each(
    ("text", "heading", "message"),
    [
        (
            "a,5,6\n",
            ("alternative", "tps"),
            "<file>, line 1: found 3 cells, and 2 columns are named; name every column with --columns, and - for one "
            "that is to be left out",
        ),
        ("a,5\nb,6,7\n", ("alternative", "tps"), "<file>, line 2: found 3 cells, and 2 columns are named"),
        (
            "a,5\n",
            ("alternative", "Alternative"),
            "the columns are named 'alternative', 'Alternative'; name each once",
        ),
        ("a,5\n", ("-", "-"), "the columns are named '-', '-'; name each once"),
        ("a,5\n", ("alternative", ""), "the columns are named 'alternative', ''; name each once"),
    ],
)
def test_columns_that_do_not_fit_are_refused(text, heading, message):
    assert message in refusal(text, heading=heading)


def test_alternatives_as_columns_without_a_heading():
    rows = reading("tps,5,6\ncpu,7,8\n", heading=("what", "none", "lz4"), alternatives_as="columns").rows
    assert [(r.alternative, r.measure, r.value) for r in rows] == [
        ("none", "throughput", 5.0),
        ("none", "cpu", 7.0),
        ("lz4", "throughput", 6.0),
        ("lz4", "cpu", 8.0),
    ]


# --- unclear headings --------------------------------------------------------------------------------------------------


def test_an_unclear_heading_may_be_left_out():
    text = "alternative,tps,Size\na,5,7\n"
    assert "or leave it out with --ignore COLUMN" in refusal(text)
    assert [row.measure for row in reading(text, ignore=("Size",)).rows] == ["throughput"]


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
