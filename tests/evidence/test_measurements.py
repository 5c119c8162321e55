"""Measurements: what is where, what no set of them may hold, and how they leave: in a frame, and in the unit they came in."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.errors import BaselineError, InputError, MeasureError, StudyError, UnitError
from ahp.evidence.measurements import NOTHING, Measurements
from ahp.evidence.measures import MEASURES, user_measure
from ahp.evidence.records import NOWHERE, Gap, Measurement, Place, Spare, own_measures, stated, stated_row
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
    gap = Gap("u", "a", "", "", "cpu", "", NOWHERE)
    m = Measurements.of([row("b", scenario="z"), row("a", scenario="z"), row("b", scenario="y")], gaps=[gap])
    assert m.scenarios == ("z", "y", "u")
    assert m.runs("u", "a") == ("",)
    assert m.alternatives("z") == ("b", "a")
    assert m.alternatives("y") == ("b",)


def test_a_cell_is_found_by_run_and_transaction():
    rows = [row("a", 1.0, run="1"), row("a", 2.0, run="2"), row("a", 3.0, run="2", kind="tx")]
    m = Measurements.of([*rows, row("b")])
    found = {key: found.value for key, found in m.cells("s", "a", "throughput").items()}
    assert found == {("1", ""): 1.0, ("2", ""): 2.0, ("2", "tx"): 3.0}
    assert (m.runs("s", "a"), m.runs("s", "b")) == (("1", "2"), ("",))
    assert m.cells("s", "a", "cpu") == {}


def test_an_alternative_whose_cells_are_all_empty_is_still_there():
    gaps = [Gap("s", "b", str(k), "", "throughput", "n/a", Place("a.csv", k, "tps")) for k in (4, 5)]
    m = Measurements.of([row("a")], gaps=gaps)
    assert m.alternatives("s") == ("a", "b")
    assert m.gap("s", "b", "throughput") == gaps[0]  # the first is told
    assert m.gap("s", "a", "throughput") is None


def test_measures_are_listed_by_scenario():
    m = Measurements.of([row("a"), row("a", measure="cpu", unit="%"), row("a", scenario="t")])
    assert m.measures("s") == ("throughput", "cpu")
    assert m.measures("t") == ("throughput",)
    assert m.measures("unknown") == NOTHING.measures == ()


ADVICE = {
    InputError: "; keep one, or tell repeated runs apart in a column 'run'",
    UnitError: "; they cannot be compared; give both in one unit",
}


def test_what_no_set_may_hold_is_refused_with_both_places():
    twice = [row("a", run="1", kind="tx", line=line) for line in (2, 9)]
    ratio = {"measure": "compression_ratio", "unit": "x"}
    for_all_and_one = [row("a", 3.0, line=2, **ratio), row("a", 4.0, run="1", line=7, **ratio)]
    again = (
        "compression_ratio of 's', 'a', run '1' is given again; it stands in a.csv, line 2 already; keep one"
    )
    for rows, error, start in [
        (twice, InputError, "line 9, column 'throughput': throughput of 's', 'a', run '1', transaction 'tx' is given again;"),
        (for_all_and_one, InputError, f"line 7, column 'compression_ratio': {again}"),
        (for_all_and_one[::-1], InputError, f"line 7, column 'compression_ratio': {again}"),
        ([row("a", line=2), row("b", unit="NOPM", line=3)], UnitError, "line 3, column 'throughput': throughput is in NOPM here"),
        ([row("a", line=2), row("b", unit="", line=3)], UnitError, "line 3, column 'throughput': throughput is in no unit here and in 1/s in"),
    ]:  # fmt: skip
        with pytest.raises(error) as raised:
            Measurements.of(rows)
        assert str(raised.value).startswith(f"a.csv, {start}")
        assert "a.csv, line 2" in str(raised.value)
        assert str(raised.value).endswith(ADVICE[error])


def test_what_is_no_repetition_and_never_compared_is_taken():
    others = [
        row("a", kind="tx"),
        row("a", measure="cpu", unit="%"),
        row("a", scenario="t", unit="NOPM"),
        row("b"),
    ]
    assert len(Measurements.of([row("a"), *others]).rows) == 5


def test_the_names_of_known_measures_are_taken():
    with pytest.raises(StudyError) as raised:
        own_measures([user_measure("cpu", unit="s", better="lower"), OWN])
    assert str(raised.value) == "[measures] describes 'cpu', which already has a meaning; rename it"
    assert own_measures([OWN]) == (OWN,)


def test_no_measurement_at_all_is_refused():
    with pytest.raises(InputError) as raised:
        Measurements.of([])
    assert str(raised.value) == "no measurements were found; give a table with at least one number"


def test_the_baseline_is_named_in_any_case_and_kept_as_the_file_spells_it():
    for name in ("lz4", " LZ4 "):
        assert Measurements.of([row("LZ4"), row("b")]).with_baseline(name).baseline == "LZ4"
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
    rows = [spare("a", 2.0, unit="KiB"), spare("a", 1.0, words="other")]
    gap = Gap("s", "b", "", "", "wal_per_tx", "", Place("a.csv", 3))
    m = Measurements.of(
        [row("a"), row("b")], spare=rows, gaps=[gap], baseline="b", warnings=["w"], ignored=["n"]
    )
    claimed = m.claimed_by([OWN])
    found = claimed.cells("s", "a", "WAL per tx")["", ""]
    assert (found.value, found.unit, found.resolution) == (2048.0, "B", 512.0)
    assert [s.words for s in claimed.spare] == ["other"]
    assert claimed.measure("WAL per tx") is OWN
    assert claimed.gap("s", "b", "WAL per tx").place.line == 3
    assert (claimed.baseline, claimed.warnings, claimed.ignored) == ("b", ("w",), ("n",))
    assert claimed.claimed_by([OWN]) is claimed
    assert m.claimed_by([]) is m
    with pytest.raises(MeasureError, match="'WAL per tx' is not a known measure"):
        m.measure("WAL per tx")


def test_a_name_claims_the_column_with_its_words():
    for name in ["wal_per_tx", "WAL per tx", "Wal-per-TX", "WAL (per tx)"]:
        own = user_measure(name, unit="B", better="lower")
        assert Measurements.of([], spare=[spare("a", 1.0)]).claimed_by([own]).measures("s") == (name,)


def test_a_name_that_ends_like_a_unit_claims_the_column_with_exactly_that_name():
    own = user_measure("read_iops", better="higher")
    m = ahp.read({"alternative": ["a"], "read_iops": [70.0], "read (io/s)": [60.0]})
    found = m.claimed_by([own]).cells("default", "a", "read_iops")["", ""]
    assert (found.value, found.unit) == (70.0, "")


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


@pytest.mark.parametrize("name", ["zfs_oltp", "zfs_oltp_published", "innodb_selective", "oracle_tablespace",
                                  "tokudb_iibench", "pg_full_page_writes", "pg_wal_runs"])  # fmt: skip
def test_the_frame_of_every_example_reads_back(examples, name):
    path = examples / f"{name}.toml"
    study = ahp.Study.from_toml(path) if path.exists() else None
    m = ahp.read(examples / f"{name}.csv", study=study)
    back = ahp.read(m.to_frame(), study=study)

    def numbers(measurements):
        return [(r.key, r.unit, pytest.approx(r.value, rel=1e-14)) for r in measurements.rows]

    assert numbers(back) == numbers(m)


KEY = ("default", "lz4", "1", "tx1")
CELL = Place("a.csv", 7, "rt")


def test_a_place_reads_as_a_person_would_say_it():
    places = (Place("a.csv", 7, "tps"), Place("a.csv"), Place(None, 7), NOWHERE)
    assert list(map(str, places)) == ["a.csv, line 7", "a.csv", "line 7", "the measurements"]


def test_a_value_and_its_resolution_come_in_the_measures_unit():
    found = Measurement.standard(KEY, MEASURES["response_time_max"], 1.5, UNITS["s"], 0.05, "b", CELL)
    assert found == Measurement(*KEY, "response_time_max", 1500.0, "ms", 50.0, "b", CELL, UNITS["s"])
    assert found.key == (*KEY, "response_time_max")
    saving = Measurement.standard(KEY, MEASURES["space_saving"], 75.0, UNITS["%"], 0.5)
    assert (saving.value, saving.resolution) == (4.0, 0.005)  # a relative, as printed
    assert saving.unit == "fraction"


def test_what_is_wrong_with_a_value_names_its_cell():
    for error, name, value, unit, place, words in [
        (MeasureError, "throughput", -12.0, "1/s", CELL, "a.csv, line 7, column 'rt': found '-12': throughput must not be negative;"),
        (UnitError, "response_time_max", 3.25, None, CELL, "a.csv, line 7, column 'rt': found '3.25': response_time_max has no unit;"),
        (InputError, "duration", 1e308, "h", NOWHERE, "found '1e+308': the number is too large in s"),
    ]:  # fmt: skip
        with pytest.raises(error) as raised:
            Measurement.standard(KEY, MEASURES[name], value, unit and UNITS[unit], place=place)
        assert str(raised.value).startswith(words)


def measured(name, value, unit, resolution=0.0, alternative="a"):
    key = ("s", alternative, "", "")
    return Measurement.standard(key, MEASURES[name], value, UNITS[unit] if unit else None, resolution)


DIGITS = st.builds("{}e{}".format, st.integers(1, 10**14), st.integers(-12, 3)).map(float)
UNIT_OF = {
    "response_time_p99": ["ns", "us", "ms", "s", "min", "h"],
    "throughput": ["tps", "tpm"],
    "stored_bytes": ["B", "KiB", "GiB"],
    "cpu_frequency": ["Hz", "MHz", "GHz"],
    "duration": ["ms", "min"],
    "throughput_improvement": ["%", "fraction"],
    "space_saving": ["%", "fraction"],
}


@given(st.data(), DIGITS, st.sampled_from(sorted(UNIT_OF)))
def test_a_number_leaves_as_it_was_written_whatever_its_unit(data, value, name):
    unit = data.draw(st.sampled_from(UNIT_OF[name]))
    if name in ("space_saving", "throughput_improvement"):  # within what a percentage may be
        ends = (0, 9999) if name == "space_saving" else (-9999, 99_999)
        value = data.draw(st.integers(*ends)) / (100 if unit == "%" else 10_000)
    row = measured(name, value, unit, resolution=0.005)
    m = Measurements.of([row])
    assert stated_row(m, row).value(row.value) == value
    assert stated_row(m, row).unit == UNITS[unit]
    assert stated_row(m, row).resolution(row.resolution) == 0.005
    frame = m.to_frame()
    assert frame["value"].tolist() == [value]
    back = ahp.read(frame).rows[0]
    assert (back.value, back.unit) == (row.value, row.unit)


def test_where_files_differ_the_first_files_unit_is_that_of_all():
    rows = [measured("duration", 2.0, "min"), measured("duration", 90.0, "s", alternative="b")]
    m = Measurements.of(rows)
    shown = stated(m, "duration", "s")
    assert [shown.value(row.value) for row in rows] == [2.0, 1.5]
    assert shown.unit.symbol == "min"
    assert m.to_frame()["unit"].tolist() == ["min", "s"]
    assert m.to_frame()["value"].tolist() == [2.0, 90.0]


def test_what_came_without_a_unit_leaves_in_the_measures_and_a_multiple_as_one():
    m = Measurements.of([measured("cpu", 9.0, None), measured("cpu", 10.0, "%", alternative="b")])
    assert stated(m, "cpu", "%").unit.symbol == "%"
    bare = stated(Measurements.of([measured("throughput", 5.0, None)]), "throughput", "")
    assert (bare.unit.symbol, bare.value(5.0)) == ("", 5.0)
    row = measured("throughput_relative", 1.25, "x")
    multiple = stated_row(Measurements.of([row]), row)
    assert (multiple.value(row.value), multiple.unit.symbol) == (1.25, "x")


def test_every_report_speaks_the_users_units():
    table = "alternative,TPM,p99 (s),cpu\nnone,20000,4.5,10%\nlz4,20578.5,4.2,12%\nzle,21000,4.1,11%\n"
    decision = ahp.rank(ahp.read(io.StringIO(table)))
    (scenario,) = decision.to_dict()["scenarios"]
    criteria = {c["name"]: (c["measured"], c["unit"]) for c in scenario["criteria"]}
    assert criteria["throughput"] == ({"lz4": 20578.5, "zle": 21000.0}, "1/min")
    assert criteria["response_time"] == ({"lz4": 4.2, "zle": 4.1}, "s")
    used = {(m["alternative"], m["measure"]): (m["value"], m["unit"]) for m in scenario["measurements"]}
    assert used["none", "response_time_p99"] == (4.5, "s")
    assert used["none", "throughput"] == (20000.0, "1/min")
    assert "4.2 s" in decision.report("markdown")
    (first, *_) = csv.DictReader(io.StringIO(decision.report("csv")))
    assert (first["measured_throughput"], first["unit_throughput"]) == ("21000.0", "1/min")


def test_runs_and_sums_leave_in_the_unit_of_their_parts():
    for table, name, value, unit in [
        ("alternative,run,p99 (s)\nnone,1,4\nnone,2,4\nlz4,1,1\nlz4,2,4\n", "response_time", 2.0, "s"),
        ("alternative,cpu_system (fraction),cpu_user (%)\nnone,0.03,6\nlz4,0.04,7\n", "cpu_overhead", 0.11, "fraction"),
    ]:  # fmt: skip
        criterion = ahp.rank(ahp.read(io.StringIO(table)))["default"].criteria[name]
        assert (criterion.measured, criterion.unit) == ((pytest.approx(value, rel=1e-14),), unit)
