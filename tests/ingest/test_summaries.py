"""A total among the alternatives is seen by its name and its arithmetic together."""

import io

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError

ROWS = "alternative,tps,p99 (ms)\nnone,1520,41\nlz4,1604,38\nzstd,1573,44\n"


@each(
    ("row", "what", "found"),
    [
        ("Total,4697,123", "sum", "4697"),
        ("average,1565.7,41", "mean", "1565.7"),
        ("Geomean,1565,40.9", "geometric mean", "1565"),
        ("SUM,,123", "sum", "123"),
    ],
)
def test_a_row_that_sums_up_the_others_is_refused(row, what, found):
    with pytest.raises(InputError, match=f"is the {what} of the other alternatives") as caught:
        ahp.read(io.StringIO(f"{ROWS}{row}\n"))
    assert (caught.value.line, caught.value.found) == (5, found)


@each("row", ["Total,1600,41", "lzjb,4697,123", "none plus,1565.7,41"])
def test_an_alternative_is_one_by_its_name_or_its_numbers(row):
    assert len(ahp.read(io.StringIO(f"{ROWS}{row}\n")).alternatives("default")) == 4


def test_of_a_single_other_nothing_can_be_the_sum():
    assert ahp.read(io.StringIO("alternative,tps\nnone,5\nmean,5\n")).alternatives("default") == (
        "none",
        "mean",
    )
