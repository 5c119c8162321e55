"""Measurements: what is where, what is refused, and the frame that reads back."""

import pytest

import ahp
from ahp.errors import BaselineError, InputError, MeasureError, UnitError
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, user_measure
from ahp.evidence.records import Gap, Measurement, Place, Spare
from ahp.units import UNITS


def row(
    alternative, value=1.0, *, scenario="s", run="", kind="", measure="throughput", unit="1/s", line=None
):
    place = Place("a.csv", line, measure)
    return Measurement(scenario, alternative, run, kind, measure, value, unit, 0.0, "", place)


def spare(alternative, value, words="wal_per_tx", unit="B", run=""):
    given = UNITS[unit] if unit else None
    return Spare("s", alternative, run, "", words, value, given, 0.5, "", Place("a.csv", 2, "WAL per tx (B)"))


def test_everything_stands_in_the_order_of_the_files():
    m = Measurements.of([row("b", scenario="z"), row("a", scenario="z"), row("b", scenario="y")])
    assert m.scenarios == ("z", "y")
    assert m.alternatives("z") == ("b", "a")
    assert m.alternatives("y") == ("b",)


def test_a_cell_is_found_by_run_and_transaction():
    rows = [row("a", 1.0, run="1"), row("a", 2.0, run="2"), row("a", 3.0, run="2", kind="tx")]
    m = Measurements.of(rows)
    assert {key: found.value for key, found in m.cells("s", "a", "throughput").items()} == {
        ("1", ""): 1.0,
        ("2", ""): 2.0,
        ("2", "tx"): 3.0,
    }
    assert m.runs("s", "a") == ("1", "2")
    assert m.cells("s", "a", "cpu") == {}


def test_an_alternative_without_named_runs_has_one():
    assert Measurements.of([row("a")]).runs("s", "a") == ("",)


def test_an_alternative_whose_cells_are_all_empty_is_still_there():
    gap = Gap("s", "b", "1", "", "throughput", "n/a", Place("a.csv", 3, "tps"))
    m = Measurements.of([row("a")], gaps=[gap])
    assert m.alternatives("s") == ("a", "b")
    assert m.gap("s", "b", "throughput") == gap
    assert m.gap("s", "a", "throughput") is None


def test_the_first_gap_of_a_cell_is_the_one_that_is_told():
    gaps = [Gap("s", "a", str(k), "", "throughput", "", Place("a.csv", k)) for k in (4, 5)]
    assert Measurements.of([row("b")], gaps=gaps).gap("s", "a", "throughput").place.line == 4


def test_measures_are_listed_by_scenario():
    m = Measurements.of([row("a"), row("a", measure="cpu", unit="%"), row("a", scenario="t")])
    assert m.measures("s") == ("throughput", "cpu")
    assert m.measures("t") == ("throughput",)
    assert m.measures("unknown") == ()


def test_no_measurement_at_all_is_refused():
    with pytest.raises(InputError) as raised:
        Measurements.of([])
    assert str(raised.value) == "no measurements were found; give a table with at least one number"


@pytest.mark.parametrize("name", ["lz4", " LZ4 "])
def test_the_baseline_is_named_in_any_case_and_kept_as_the_file_spells_it(name):
    assert Measurements.of([row("LZ4"), row("b")]).with_baseline(name).baseline == "LZ4"


def test_an_unknown_baseline_is_answered_with_the_alternatives():
    with pytest.raises(BaselineError) as raised:
        Measurements.of([row("LZ4"), row("b")], baseline="lz5")
    assert str(raised.value) == "the baseline 'lz5' is not among the alternatives 'LZ4', 'b'"


def test_measurements_are_frozen_and_compare_by_value():
    one, other = Measurements.of([row("a")]), Measurements.of([row("a")])
    assert one == other
    with pytest.raises(AttributeError):
        one.baseline = "a"


OWN = user_measure("WAL per tx", unit="B", better="lower")


def test_a_column_that_nobody_claimed_can_be_claimed_by_a_study():
    m = Measurements.of([row("a")], spare=[spare("a", 2.0, unit="KiB"), spare("a", 1.0, words="other")])
    claimed = m.claimed_by([OWN])
    found = claimed.cells("s", "a", "WAL per tx")["", ""]
    assert (found.value, found.unit, found.resolution) == (2048.0, "B", 512.0)
    assert [s.words for s in claimed.spare] == ["other"]
    assert claimed.measure("WAL per tx") is OWN


def test_an_empty_cell_of_a_claimed_column_is_a_gap_of_the_measure():
    gap = Gap("s", "a", "", "", "wal_per_tx", "", Place("a.csv", 3))
    claimed = Measurements.of([row("a")], gaps=[gap]).claimed_by([OWN])
    assert claimed.gap("s", "a", "WAL per tx").place.line == 3


@pytest.mark.parametrize("name", ["wal_per_tx", "WAL per tx", "Wal-per-TX", "WAL (per tx)"])
def test_a_name_claims_the_column_with_its_words(name):
    own = user_measure(name, unit="B", better="lower")
    assert Measurements.of([], spare=[spare("a", 1.0)]).claimed_by([own]).measures("s") == (name,)


def test_claiming_keeps_everything_else_and_twice_is_once():
    m = Measurements.of(
        [row("a"), row("b")], spare=[spare("a", 1.0)], baseline="b", warnings=["w"], ignored=["n"]
    )
    claimed = m.claimed_by([OWN])
    assert (claimed.baseline, claimed.warnings, claimed.ignored) == ("b", ("w",), ("n",))
    assert claimed.claimed_by([OWN]) is claimed
    assert m.claimed_by([]) is m


def test_a_claimed_number_in_a_foreign_unit_names_its_cell():
    m = Measurements.of([], spare=[spare("a", 1.5, unit="ms")])
    with pytest.raises(UnitError) as raised:
        m.claimed_by([OWN])
    assert str(raised.value) == (
        "a.csv, line 2, column 'WAL per tx (B)': found '1.5': WAL per tx is measured in B, not in ms; "
        "correct the unit, or name another measure with --map"
    )


def test_columns_that_nobody_claims_are_listed_once_by_their_heading():
    m = Measurements.of([row("a")], spare=[spare("a", 1.0), spare("b", 2.0)], ignored=["note"])
    assert m.unused == ("note", "WAL per tx (B)")


def test_an_unknown_measure_is_refused():
    with pytest.raises(MeasureError, match="'WAL per tx' is not a known measure"):
        Measurements.of([row("a")]).measure("WAL per tx")


def test_the_frame_is_long_and_shows_an_index_as_it_was_printed():
    saving = Measurement.standard(("s", "a", "1", ""), MEASURES["space_saving"], 75.0, UNITS["%"], 0.5)
    frame = Measurements.of([saving, row("a", 2.0, run="1", kind="tx", line=4)]).to_frame()
    assert list(frame.columns) == [
        "scenario", "alternative", "run", "transaction", "measure", "value", "unit", "resolution", "block",
        "file", "line",
    ]  # fmt: skip
    assert frame["value"].tolist() == [75.0, 2.0]
    assert frame["measure"].tolist() == ["space_saving", "throughput"]
    assert frame["unit"].tolist() == ["%", "1/s"]
    assert frame["resolution"].tolist()[0] == 0.5
    assert frame["line"].tolist()[1] == 4


@pytest.mark.parametrize(
    "name",
    [
        "zfs_oltp",
        "zfs_oltp_published",
        "innodb_selective",
        "oracle_tablespace",
        "tokudb_iibench",
        "pg_full_page_writes",
        "pg_wal_runs",
    ],
)
def test_the_frame_of_every_example_reads_back(examples, name):
    path = examples / f"{name}.toml"
    study = ahp.Study.from_toml(path) if path.exists() else None
    m = ahp.read(examples / f"{name}.csv", study=study)
    back = ahp.read(m.to_frame(), study=study)

    def numbers(measurements):
        return [(r.key, r.unit, pytest.approx(r.value, rel=1e-14)) for r in measurements.rows]

    assert numbers(back) == numbers(m)
    one, other = ahp.rank(m, study), ahp.rank(back, study)
    assert [s.order for s in one.scenarios] == [s.order for s in other.scenarios]


def test_a_name_that_ends_like_a_unit_claims_the_column_with_exactly_that_name():
    own = user_measure("read_iops", better="higher")
    m = ahp.read({"alternative": ["a"], "read_iops": [70.0], "read (io/s)": [60.0]})
    found = m.claimed_by([own]).cells("default", "a", "read_iops")["", ""]
    assert (found.value, found.unit) == (70.0, "")
