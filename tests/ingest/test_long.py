"""The long form: a row for each number."""

import io

import pytest
from ingest.damage import SHARED

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import open_source


def reading(text, **options):
    return TableReader().read(open_source(io.StringIO(text)), Options(**options))


def values(text, **options):
    return [(row.measure, row.transaction, row.value) for row in reading(text, **options).rows]


@pytest.mark.parametrize(
    ("metric", "statistic", "measure"),
    [
        ("latency", "max", "response_time_max"),
        ("latency", "p99", "response_time_p99"),
        ("latency", "mean", "response_time_mean"),
        ("throughput", "mean", "throughput"),
        ("stored_size", "total", "stored_bytes"),
        ("stored_size", "per_transaction", "stored_size_per_transaction"),
        ("cpu_user", "", "cpu_user"),
        ("errors", "count", "errors"),
    ],
)
def test_a_column_of_statistics_belongs_to_the_measure(metric, statistic, measure):
    unit = "ms" if metric == "latency" else ""
    text = f"alternative,metric,statistic,value,unit\na,{metric},{statistic},5,{unit}\n"
    assert values(text) == [(measure, "", 5.0)]


def test_scopes_are_transaction_types_and_a_process_is_another_measure():
    text = "alternative,scope,metric,value\na,all,tps,9\na,tx:pay,tps,5\na,host,cpu,7\na,process:postgres,cpu,3\n"
    assert values(text) == [
        ("throughput", "", 9.0),
        ("throughput", "pay", 5.0),
        ("cpu", "", 7.0),
        ("cpu_process_postgres", "process:postgres", 3.0),
    ]


def test_the_unit_one_is_that_of_counts():
    (row,) = reading("alternative,measure,value,unit\na,errors,5,1\n").rows
    assert row.unit is None


def test_a_measure_may_be_left_out():
    text = "alternative,measure,value\na,tps,5\na,latency,6\n"
    assert values(text, ignore=("Latency",)) == [("throughput", "", 5.0)]


def test_one_text_is_understood_by_its_measure():
    text = "alternative,measure,value,unit\na,tps,1.5,\na,p99,1.5,s\na,p95,1.5,ms\na,tps,1.5k,\n"
    rows = reading(text.replace("a,tps,1.5k", "b,tps,1.5k")).rows
    assert [(row.value, row.unit.symbol) for row in rows] == [
        (1.5, "1/s"),
        (1.5, "s"),
        (1.5, "ms"),
        (1500.0, "1/s"),
    ]


def test_one_measure_with_and_without_a_unit_is_refused():
    with pytest.raises(InputError, match="this number has no unit, while line 3"):
        reading("alternative,measure,value\na,cpu,0.5\nb,cpu,55%\nb,tps,5\n")


def test_the_decimal_mark_is_noted():
    assert reading("alternative;measure;value\na;tps;5,5\n").notes == (
        "column 'value': the decimal mark is ',', '5,5' proves it",
    )


def test_wide_and_long_samples_agree():
    folder = SHARED / "samples" / "own" / "_normalised_examples"
    if not folder.exists():
        pytest.skip("the samples are not here")
    long = {row.key: row.value for row in ahp.read(folder / "long.csv").rows}
    counted = 0
    for name in ("wide_pg_wal.csv", "wide_btrfs_fio.csv"):
        for row in ahp.read(folder / name).rows:
            assert row.value == pytest.approx(long[row.key], rel=1e-12), row.key
            counted += 1
    # 12 runs: tps, mean and max of 5 types and of all, WAL, CPU; 12 runs: tps, max, p99 of 2 types, tps of all
    assert counted == 12 * (3 * 6 + 1 + 2) + 12 * (3 * 2 + 1)
