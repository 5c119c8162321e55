"""A rate that is the time: published results of a shifted table have it, real results do not."""

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError

SHIFTED = {  # label, Unix time and transactions per minute under the headings of another program
    "alternative": ["lz4"] * 4,
    "run": ["1", "2", "3", "4"],
    "nopm": ["1775348319", "1775348329", "1775348339", "1775350133"],
    "response_time_mean_ms": ["1", "2", "1", "2"],
}


def test_rates_that_rise_as_the_time_does_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"column 'nopm'.*from 1775348319 to 1775350133, as the Unix time"):
        ahp.read(SHIFTED)
    path = tmp_path / "results.csv"
    path.write_text("alternative,run,tps\nlz4,1,1775348319\nlz4,2,1775348320\n")
    with pytest.raises(
        InputError, match=r"results.csv, line 2, column 'tps'.*columns of the file may be shifted"
    ):
        ahp.read(path)


@each(
    "cells",
    [
        ["1775348339", "1775348329", "1775348319", "1775350133"],  # back and forth
        ["1775348319", "1775348319", "1775348319", "1775348319"],  # the same
        ["1075348319", "1275348319", "1475348319", "1775350133"],  # years apart
        ["900000000", "1775348329", "1775348339", "1775350133"],  # not all of them
    ],
)
def test_rates_as_large_as_the_time_are_told_of(cells):
    measured = ahp.read({**SHIFTED, "nopm": cells})
    (caveat,) = measured.caveats
    assert "is as large as the Unix time in seconds" in caveat[1]


def test_one_large_rate_is_told_of_and_ranks():
    measured = ahp.read({"alternative": ["a", "b"], "nopm": ["2055076649", "707351007"]})
    assert "A throughput of 2055076649 NOPM" in measured.caveats[0][1]
    study = ahp.Study((ahp.Criterion("rate", "benefit", ("throughput",), index="value"),))
    assert ahp.rank(measured, study)["default"].benefit["a"] > 0.7


@each("cells", [["100", "101"], ["1775348319.5", "1775348320.5"], ["2.5e9", "2.6e9"]])
def test_any_other_rate_says_nothing(cells):
    assert ahp.read({"alternative": ["a", "b"], "tps": cells}).caveats == ()


def test_other_measures_may_be_as_large():
    sizes = {"alternative": ["a", "b"], "stored_bytes": ["1775348319", "1775348320"], "tps": ["1", "2"]}
    assert ahp.read(sizes).caveats == ()
