"""Who competes, against what, and by which criteria: the baseline, gaps, screens."""

import pytest

import ahp
from ahp.errors import InputError, MeasureError, StudyError

TPS = [100, 150, 120]


def _read(names, **columns):
    columns = columns or {"tps": TPS}
    return ahp.read({"alternative": names, **columns})


def test_it_is_found_by_name():
    for name in [
        "baseline",
        "None",
        "OFF",
        "uncompressed",
        "no_compress",
        "no compression",
        "No-Compression",
        "non-compressed",
        "without compression",
    ]:
        decision = ahp.rank(_read(["lz4", name, "zle"]))
        assert decision.baseline == name
        assert decision["default"].alternatives == ("lz4", "zle")


def test_it_is_named_by_the_caller_in_any_case():
    m = ahp.read({"alternative": ["a", "Plain", "c"], "tps": TPS}, baseline="plain")
    assert ahp.rank(m).baseline == "Plain"


def test_none_to_be_found_lists_the_alternatives():
    with pytest.raises(ahp.BaselineError, match="among 'a', 'b', 'c'; name it with --baseline"):
        ahp.rank(_read(["a", "b", "c"]))


def test_one_that_does_not_exist_is_refused():
    with pytest.raises(ahp.BaselineError, match="the baseline 'lzo' is not among the alternatives"):
        ahp.read({"alternative": ["a", "b", "c"], "tps": TPS}, baseline="lzo")


def test_study_and_caller_must_agree():
    study = ahp.Study((ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput"),), baseline="a")
    m = ahp.read({"alternative": ["a", "b", "c"], "tps": TPS}, baseline="b")
    with pytest.raises(
        ahp.StudyError, match="the study's baseline is 'a', the caller's 'b'; they must agree"
    ):
        ahp.rank(m, study)
    assert (
        ahp.rank(ahp.read({"alternative": ["a", "b", "c"], "tps": TPS}, baseline="A"), study).baseline == "a"
    )


def test_a_compression_ratio_asks_for_none():
    decision = ahp.rank(_read(["lz4", "zle"], compression_ratio=["3.76", "1.69"]))
    assert decision.baseline is None


def test_printed_indices_take_a_neutral_row_called_baseline_as_their_reference():
    for cell in ["", "0%"]:
        m = _read(["Baseline", "ZLE", "LZ4"], **{"Performance improvement": [cell, "3.59%", "27.27%"]})
        decision = ahp.rank(m)
        assert decision["default"].alternatives == ("ZLE", "LZ4")


def test_printed_indices_of_a_row_called_none_that_is_not_neutral_compete():
    m = _read(["none", "ZLE", "LZ4"], **{"Performance improvement": ["2%", "3.59%", "27.27%"]})
    assert ahp.rank(m)["default"].alternatives == ("none", "ZLE", "LZ4")


def test_a_scenario_without_the_baseline_is_refused():
    m = ahp.read(
        {"scenario": ["s", "s", "t", "t"], "alternative": ["none", "lz4", "lz4", "zle"], "tps": [1, 2, 3, 4]}
    )
    with pytest.raises(ahp.BaselineError, match="scenario 't' has no baseline 'none'; it has 'lz4', 'zle'"):
        ahp.rank(m)


def test_only_the_baseline_is_refused():
    with pytest.raises(ahp.InputError, match="'default' has no alternative to choose; found only 'none'"):
        ahp.rank(_read(["none"], tps=[1.0]))


def test_it_competes_when_asked_to():
    decision = ahp.rank(_read(["none", "lz4", "zle"]), include_baseline="always")
    assert decision["default"].alternatives == ("none", "lz4", "zle")
    criterion = decision["default"].criteria["throughput"]
    assert criterion.reason == "relative, because none's improvement is 0 %"
    assert criterion.values.to_dict() == {"none": 1.0, "lz4": 1.5, "zle": 1.2}


def test_including_a_baseline_that_is_not_known_is_refused():
    with pytest.raises(ahp.BaselineError, match="no baseline is known to include"):
        ahp.rank(_read(["lz4", "zle"], compression_ratio=["3.76", "1.69"]), include_baseline="always")


TWO = {
    "scenario": ["s", "s", "s", "t", "t", "t"],
    "alternative": ["none", "a", "b"] * 2,
    "tps": [1, 2, 3, 1, 2, 4],
    "cpu": ["", "", "", "10", "12", "15"],
}


def test_a_criterion_that_one_scenario_lacks_is_left_out_there_and_said_to_be():
    decision = ahp.rank(ahp.read(TWO))
    assert set(decision["s"].criteria) == {"throughput"}
    assert set(decision["t"].criteria) == {"throughput", "cpu_overhead"}
    assert (
        "scenario 's': criterion 'cpu_overhead' is left out, cpu was not measured there" in decision.warnings
    )


def test_what_nobody_has_in_one_run_is_missing_there_and_no_criterion_less():
    for measure in ["tps", "stored_bytes", "original_bytes"]:
        table = {
            "alternative": ["none", "a", "b"] * 3,
            "run": [run for run in "123" for _ in range(3)],
            "tps": ["100", "150", "111"] * 3,
            "original_bytes": ["1000"] * 9,
            "stored_bytes": ["1000", "500", "450"] * 3,
        }
        table[measure] = [*table[measure][:6], "", "", ""]
        with pytest.raises(ahp.MeasureError, match=r"'(none|a)' has no [a-z_]+ in scenario 'default'"):
            ahp.rank(ahp.read(table))


def test_a_study_that_was_given_leaves_nothing_out():
    study = ahp.Study(
        (ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput"), ahp.Criterion("cpu", ahp.Merit.COST, "cpu"))
    )
    with pytest.raises(ahp.MeasureError, match="has no cpu in scenario 's'"):
        ahp.rank(ahp.read(TWO), study)


def test_all_dropped_is_nobody_left():
    with pytest.raises(ahp.InputError, match="has nobody left: 'a' are left out, they lack a value"):
        ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2], "cpu": ["1", ""]}), incomplete="drop")


def test_a_scenario_without_a_measure_that_the_default_study_knows_is_refused():
    table = {"scenario": ["s", "s", "t", "t"], "alternative": ["none", "a"] * 2, "tps": [1, 2, "", ""]}
    with pytest.raises(ahp.MeasureError, match="scenario 't' has no measure that the default study knows"):
        ahp.rank(ahp.read({**table, "memory_bytes": ["", "", 1, 2]}))


SCREENED = {
    "alternative": ["none", "a", "b"],
    "tps": [100.0, 150.0, 120.0],
    "p99_ms": ["40", "60", "45"],
    "compression_ratio": [1.0, 1.25, 2.0],
}
CRITERIA = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),)


def screened(*requirements, table=SCREENED):
    study = ahp.Study(CRITERIA, screens=tuple(ahp.Screen.of(text) for text in requirements))
    return ahp.rank(ahp.read(table), study)


def test_who_fails_does_not_compete_and_is_told_of():
    decision = screened("response_time_p99 <= 50 ms")
    assert decision["default"].alternatives == ("b",)
    (entry,) = decision.to_dict()["scenarios"][0]["screened"]
    assert entry == {"alternative": "a", "screen": "response_time_p99 <= 50 ms", "value": 60.0}
    assert "a does not compete: 60 fails response_time_p99 <= 50 ms." in " ".join(str(decision).split())


def test_units_and_limits():
    for requirement, left in [
        ("response_time_p99 <= 0.05 s", ("b",)),
        ("response_time_p99 <= 60 ms", ("a", "b")),
        ("response_time_p99 < 60 ms", ("b",)),
        ("saving >= 30 %", ("b",)),
        ("saving >= 0.2", ("a", "b")),
        ("saving > 20 %", ("b",)),
        ("throughput >= 9000 1/min", ("a",)),
        ("compression_ratio > 1.25", ("b",)),
    ]:
        assert screened(requirement)["default"].alternatives == left


def test_the_baseline_stays_a_reference_whatever_it_fails():
    decision = screened("throughput >= 110")
    assert decision.baseline == "none"
    assert decision["default"].alternatives == ("a", "b")


def test_a_saving_from_bytes():
    table = {"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "stored_bytes": [100, 80, 50]}
    assert screened("saving >= 30 %", table=table)["default"].alternatives == ("b",)


def test_a_saving_from_bytes_needs_a_baseline():
    table = {"alternative": ["c", "a", "b"], "tps": [1, 2, 3], "stored_bytes": [100, 80, 50]}
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value")
    with pytest.raises(InputError, match="a saving needs a compression ratio, or bytes and a baseline"):
        ahp.rank(ahp.read(table), ahp.Study((speed,), screens=(ahp.Screen.of("saving >= 30 %"),)))


def test_what_was_not_measured_cannot_be_screened():
    with pytest.raises(MeasureError, match="has no response_time_max"):
        screened("response_time_max <= 5 s")
    with pytest.raises(MeasureError, match="'speed' is not a known measure"):
        screened("speed > 1")


def test_the_unit_of_something_else():
    with pytest.raises(StudyError, match="the screen 'throughput >= 5 ms'"):
        screened("throughput >= 5 ms")


FILE = """
baseline = "{baseline}"
[[criteria]]
name = "speed"
merit = "benefit"
measure = "throughput"
[[screens]]
require = "{require}"
"""


def test_what_is_wrong_with_a_study_of_a_file_names_the_file(tmp_path):
    for baseline, require, message in [
        ("none", "throughput >= 3 MiB", "the screen 'throughput >= 3 MiB': "),
        ("none", "saving >= 3 MiB", "the screen 'saving >= 3 MiB': write a saving as 30 %"),
        ("none", "throughputs >= 3", "'throughputs' is not a known measure"),
        ("zz", "throughput >= 3", "the baseline 'zz' is not among the alternatives"),
    ]:
        path = tmp_path / "mine.toml"
        path.write_text(FILE.format(baseline=baseline, require=require))
        with pytest.raises(ahp.AHPError) as raised:
            ahp.rank(ahp.read(SCREENED), ahp.Study.from_toml(path))
        assert str(raised.value).startswith(f"{path}: {message}")


def test_what_it_has_instead_is_in_the_unit_of_the_requirement():
    for requirement, value in [
        ("response_time_p99 <= 0.05 s", 0.06),
        ("throughput <= 140", 150.0),
        ("saving >= 60 %", 50.0),
        ("saving >= 0.6", 0.5),
    ]:
        table = {
            "alternative": ["none", "a", "b"],
            "compression_ratio": [1.0, 2.0, 4.0],
            "throughput": [100, 150, 120],
            "response_time_p99_ms": [40, 60, 40],
            "cpu": [10, 12, 13],
        }
        study = ahp.Study(CRITERIA, screens=(ahp.Screen.of(requirement),))
        (scenario,) = ahp.rank(ahp.read(table, study=study), study, confidence=None).to_dict()["scenarios"]
        (entry,) = scenario["screened"]
        assert (entry["alternative"], entry["value"]) == ("a", pytest.approx(value, rel=1e-12))


def test_megabytes_of_an_unstated_base_are_held_against_no_bytes():
    for measured, limit, passing in [
        ("B", "50 MB", None),
        ("MB", "50 MiB", None),
        ("MB", "50 GB", None),
        ("MB", "50 MB", ("a",)),
    ]:
        stored = {
            "alternative": ["none", "a", "b"],
            "tps": [1, 2, 3],
            f"stored_bytes ({measured})": [90, 40, 60],
        }
        study = ahp.Study(CRITERIA[:1], screens=(ahp.Screen.of(f"stored_bytes <= {limit}"),))
        if passing is None:
            with pytest.raises(ahp.StudyError, match=f"was measured in {measured}, and what one is in"):
                ahp.rank(ahp.read(stored), study)
        else:
            assert ahp.rank(ahp.read(stored), study)["default"].alternatives == passing
