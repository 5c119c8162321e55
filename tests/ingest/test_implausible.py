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


def test_rows_of_two_machines_in_one_table_too_unless_the_caller_says_what_they_are(write):
    path = write("both.csv", TABLE.format(1, "a") + TABLE.format(2, "b").partition("\n")[2])
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


# --- rows that sum up others are no alternatives, and in the column of runs none -------------------------------

ROWS = "alternative,tps,p99 (ms)\nnone,1520,41\nlz4,1604,38\nzstd,1573,44\n"


def refused(text):
    with pytest.raises(InputError) as caught:
        ahp.read(io.StringIO(text))
    return caught.value


@each(
    ("row", "what"),
    [
        ("Total,4697,123", "sum"),
        ("Gesamt,4697,123", "sum"),
        ("average,1565.7,41", "mean"),
        ("Geomean,1565,40.9", "geometric mean"),
        ("SUM,,123", "sum"),
        ("Ø,1565.7,41", "mean"),
        ("Σ,4697,123", "sum"),
    ],
)
def test_a_row_that_sums_up_the_others_is_refused_by_what_it_is(row, what):
    error = refused(f"{ROWS}{row}\n")
    assert f"is the {what} of the other alternatives, and none itself" in str(error)
    assert (error.line, error.column, error.found) == (5, "alternative", row.partition(",")[0])


@each(
    "name",
    [
        "Total", "Total:", "**Totals**", "Gesamt", "Summe", "subtotal", "Sub-Total", "stddev", "Std. Dev.", "Avg.",
        "Durchschnitt", "Median", "Overall", "Moyenne", "(mean)", "lz4 Total", "Mean of zstd", "std",
    ],
)  # fmt: skip
def test_a_row_is_refused_by_its_name_whether_or_not_the_numbers_fit(name):
    error = refused(f"{ROWS}{name},7,3\n")
    assert (error.line, error.found) == (5, name)
    assert f"by its name '{name}' sums up other rows, and is no alternative itself; take its row out" in str(
        error
    )


def test_it_need_not_be_the_last_nor_have_several_others():
    assert refused("alternative,tps\nMean,9\nnone,5\nlz4,6\n").line == 2
    assert refused("alternative,tps\nnone,5\nmean,5\n").line == 3
    assert (
        refused("alternative,run,tps\nnone,1,100\nnone,2,101\nlz4,1,120\nlz4,2,121\nTotal,,442\n").line == 6
    )


def test_what_describes_a_table_is_refused_as_a_whole():
    described = "count,3,3\nmean,1565.7,41\nstd,42.5,3\nmin,1520,38\n25%,1546,39\n50%,1573,41\nmax,1604,44\n"
    assert refused(ROWS + described).found == "mean"
    assert refused(ROWS + described.replace("mean,1565.7,41\n", "")).found == "count"
    assert refused(f"{ROWS}min,1520,38\nmax,1604,44\n").found == "min"
    assert refused(f"{ROWS}max,1604,44\n").found == "max"


@each(
    "row",
    [
        "lzjb,4697,123",
        "none plus,1565.7,41",
        "max,1700,41",
        "std,1580,41",
        "n,4,4",
        "totaled,7,3",
        "Ø,7,3",
        "σ,7,3",
    ],
)
def test_an_alternative_is_one_by_its_name_or_its_numbers(row):
    assert len(ahp.read(io.StringIO(f"{ROWS}{row}\n")).alternatives("default")) == 4


@each("names", ["min,default,max", "none,min,max", "p1,p2,p3", "0%,50%,100%", "none,p1,p99", "n,sd"])
def test_levels_may_be_called_min_and_max(names):
    levels = tuple(names.split(","))
    text = "alternative,tps\n" + "".join(f"{level},{at + 5}\n" for at, level in enumerate(levels))
    assert ahp.read(io.StringIO(text)).alternatives("default") == levels


@each("name", ["std", "mean", "Total:", "max", "all", "Mittelwert", "count", "50%"])
def test_rows_between_numbered_runs_that_sum_them_up_are_no_runs(name):
    error = refused(f"alternative,Run,tps\nnone,1,100\nnone,2,101\nnone,{name},0.7\nlz4,1,120\nlz4,2,121\n")
    assert (error.line, error.column, error.found) == (4, "Run", name)
    assert "the other runs are numbered, and this sums them up or tells how they differ" in str(error)


def test_runs_that_are_called_by_words_are_runs():
    text = "alternative,run,tps\nnone,min,100\nnone,max,101\n"
    assert len(ahp.read(io.StringIO(text)).rows) == 2


# --- a rate that is the time: published results of a shifted table have it, real results do not -------------

SHIFTED = {  # label, Unix time and transactions per minute under the headings of another program
    "alternative": ["lz4"] * 4,
    "run": ["1", "2", "3", "4"],
    "nopm": ["1775348319", "1775348329", "1775348339", "1775350133"],
    "response_time_mean_ms": ["1", "2", "1", "2"],
}


def test_rates_that_rise_as_the_time_does_are_refused(write):
    with pytest.raises(InputError, match=r"column 'nopm'.*from 1775348319 to 1775350133, as the Unix time"):
        ahp.read(SHIFTED)
    path = write("results.csv", "alternative,run,tps\nlz4,1,1775348319\nlz4,2,1775348320\n")
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
