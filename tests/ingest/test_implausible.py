"""Results that can be read and cannot be true: of two machines, with their total among them, of the clock."""

import io

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError

# --- results of two machines are not pooled silently, whether they stand in two files or in one -------------

TABLE = """scenario,alternative,run,throughput_tps,compression_ratio,machine
S,none,{0},100,1.0,{1}
S,lz4,{0},110,1.5,{1}
S,zstd,{0},90,2.5,{1}
"""


def written(folder, name, run, machine):
    path = folder / name
    path.write_text(TABLE.format(run, machine))
    return str(path)


def test_results_of_one_machine_are_joined(tmp_path):
    files = [written(tmp_path, f"{run}.csv", run, "4f09c1d2a3b4") for run in (1, 2, 3)]
    found = ahp.read(*files, baseline="none")
    assert len(found.to_frame()) == 18
    assert "machine" not in found.ignored


def test_two_frames_of_two_machines_are_not_pooled_either():
    one, other = ({"alternative": ["none"], "run": [run], "tps": [5], "machine": [run]} for run in ("a", "b"))
    with pytest.raises(InputError, match="its results are of machine 'b', others of 'a'; two machines'"):
        ahp.read(one, other)


@each("others", ["4f09c1d2a3b5", "124091521334", "hal"])
@each("number", [2, 12])
def test_results_of_two_machines_are_refused_with_both_named(others, number, tmp_path):
    ours = "124091521333" if others.isdigit() else "4f09c1d2a3b4"
    files = [written(tmp_path, f"{run}.csv", run, ours) for run in range(1, number)]
    files.append(written(tmp_path, "other.csv", 99, others))
    told = (
        rf"other.csv, column 'machine': its results are of machine '{others}', others of '{ours}', in .*1.csv"
    )
    with pytest.raises(InputError, match=told):
        ahp.read(*files, baseline="none")


def test_rows_of_two_machines_in_one_table_too_unless_the_caller_says_what_they_are(tmp_path):
    path = tmp_path / "both.csv"
    path.write_text(TABLE.format(1, "a") + TABLE.format(2, "b").partition("\n")[2])
    with pytest.raises(InputError, match=r"both.csv, .* machine 'b', others of 'a'; two machines' results"):
        ahp.read(str(path), baseline="none")
    apart = ahp.read(str(path), baseline="none", columns={"scenario": "machine"})
    assert set(apart.to_frame()["scenario"]) == {"a", "b"}
    pooled = ahp.read(str(path), baseline="none", ignore=["machine"])
    assert len(pooled.to_frame()) == 12


def test_a_file_that_names_no_machine_goes_with_any(tmp_path):
    named = written(tmp_path, "named.csv", 1, "a")
    plain = tmp_path / "plain.csv"
    rows = TABLE.format(2, "").splitlines()
    plain.write_text("\n".join(row.rpartition(",")[0] for row in rows) + "\n")
    assert len(ahp.read(named, str(plain), baseline="none").to_frame()) == 12


# --- a total among the alternatives is seen by its name and its arithmetic together -------------------------

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


# --- a rate that is the time: published results of a shifted table have it, real results do not -------------

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
