"""The long form: a row for each number."""

import io

import pytest

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import open_source


def reading(text, **options):
    return TableReader().read(open_source(io.StringIO(text)), Options(**options))


def values(text, **options):
    return [(row.measure, row.transaction, row.value) for row in reading(text, **options).rows]


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
    assert reading("alternative;measure;value\na;tps;5,5\nb;tps;5,125\n").notes == (
        "column 'value': the decimal mark is ',', '5,5' proves it",
    )


def test_a_measure_that_could_be_two_is_refused():
    with pytest.raises(
        InputError, match="line 2, column 'metric': found 'size': it could mean 'original_bytes'"
    ):
        reading("alternative,metric,value\na,size,3\nb,size,2\n")
