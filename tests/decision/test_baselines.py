"""Who competes, against what, and by which criteria: the baseline, gaps, screens."""

import pytest

import ahp
from ahp.errors import InputError, MeasureError, StudyError

TPS = [100, 150, 120]
STUDY_OF_A = ahp.Study((ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput"),), baseline="a")


def _read(names, **columns):
    columns = columns or {"tps": TPS}
    return ahp.read({"alternative": names, **columns})


def test_it_is_found_by_name():
    for name in [
        "baseline",
        "None",
        "OFF",
        "no_compress",
        "no compression",
        "No-Compression",
        "non-compressed",
    ]:
        decision = ahp.rank(_read(["lz4", name, "zle"]))
        assert decision.baseline == name
        assert decision["default"].alternatives == ("lz4", "zle")
    named = ahp.read({"alternative": ["a", "Plain", "c"], "tps": TPS}, baseline="plain")  # in any case
    assert ahp.rank(named).baseline == "Plain"
    assert ahp.rank(_read(["lz4", "zle"], compression_ratio=["3.76", "1.69"])).baseline is None


def test_without_one_everything_is_scored_as_measured_and_said_so():
    decision = ahp.rank(_read(["a", "b", "c"], tps=[100, 300, 100], cpu=[10, 20, 20]))
    assert decision.baseline is None
    assert [line for line in decision.warnings if "nothing is a baseline" in line]
    scenario = decision["default"]
    assert {criterion.index for criterion in scenario.criteria.values()} == {"value"}
    assert scenario.benefit.to_dict() == {"a": 0.2, "b": pytest.approx(0.6), "c": 0.2}
    assert scenario.cost.to_dict() == {"a": 0.2, "b": 0.4, "c": 0.4}
    # The same as any of them as the baseline that competes, for a common factor cancels.
    for name in "abc":
        named = ahp.rank(ahp.read(decision.measurements.to_frame(), baseline=name), include_baseline="always")
        assert named["default"].quotients == pytest.approx(scenario.quotients)
    for index in ("relative", "improvement"):
        with pytest.raises(ahp.BaselineError, match="name it with --baseline"):
            ahp.rank(decision.measurements, index=index)


def test_who_may_be_it_is_asked_for():
    for names, columns, likely in [
        (["lz4", "Default", "zle"], {}, "Default"),
        (["lz4", "x", "zle"], {"compression_ratio": [2, 1, 3], "tps": TPS}, "x"),
        (["off", "none", "zle"], {}, "off"),
        (["off", "none", "zle"], {"compression_ratio": [2, 1, 3], "tps": TPS}, "none"),
    ]:
        with pytest.raises(ahp.BaselineError, match=f"such as --baseline {likely}$"):
            ahp.rank(_read(names, **columns))


def test_the_callers_goes_before_the_studys_and_the_report_says_so():
    for names, given, told in (
        ("abc", "A", ()),
        ("abc", "b", ("the study's baseline 'a' is overridden: 'b' was named",)),
        ("bcd", "b", ("the study's baseline 'a' is overridden: 'b' was named",)),  # on other tables
    ):
        decision = ahp.rank(ahp.read({"alternative": list(names), "tps": TPS}, baseline=given), STUDY_OF_A)
        assert decision.baseline == given.lower()
        assert tuple(line for line in decision.warnings if "baseline" in line) == told


def _holding(**columns):
    return ahp.read({"alternative": ["none", "a"], **columns})


def test_who_cannot_be_compared_is_told():
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput")
    speed_and_cpu = ahp.Study((speed, ahp.Criterion("cpu", ahp.Merit.COST, "cpu")))
    two = {"scenario": ["s", "s", "t", "t"], "alternative": ["none", "a", "a", "b"], "tps": [1, 2, 3, 4]}
    unknown = two | {"alternative": ["none", "a"] * 2, "tps": [1, 2, "", ""], "memory_bytes": ["", "", 1, 2]}
    ratios = _read(["lz4", "zle"], compression_ratio=["3.76", "1.69"])
    for measured, options, error, message in [
        (_read(["a", "b", "c"]), {"index": "relative"}, ahp.BaselineError, "among 'a', 'b', 'c'; name it with --baseline"),
        (ahp.read(two), {}, ahp.BaselineError, "scenario 't' has no baseline 'none'; it has 'a', 'b'"),
        (_read(["none"], tps=[1.0]), {}, InputError, "'default' has no alternative to choose; found only 'none'"),
        (ratios, {"include_baseline": "always"}, ahp.BaselineError, "no baseline is known to include"),
        (ahp.read(TWO), {"study": speed_and_cpu}, MeasureError, "has no cpu in scenario 's'"),  # as given
        (_holding(tps=[1, 2], cpu=["1", ""]), {"incomplete": "drop"}, InputError, "has nobody left: 'a' are left out, they lack a value"),
        (ahp.read(unknown), {}, MeasureError, "scenario 't' has no measure that the default study knows"),
    ]:  # fmt: skip
        with pytest.raises(error, match=message):
            ahp.rank(measured, **options)


def test_printed_indices_take_a_neutral_row_called_baseline_as_their_reference():
    for name, cell, competing in [
        ("Baseline", "", ("ZLE", "LZ4")),
        ("Baseline", "0%", ("ZLE", "LZ4")),
        ("none", "2%", ("none", "ZLE", "LZ4")),  # which is not neutral
    ]:
        m = _read([name, "ZLE", "LZ4"], **{"Performance improvement": [cell, "3.59%", "27.27%"]})
        assert ahp.rank(m)["default"].alternatives == competing


def test_it_competes_when_asked_to():
    decision = ahp.rank(_read(["none", "lz4", "zle"]), include_baseline="always")
    assert decision["default"].alternatives == ("none", "lz4", "zle")
    criterion = decision["default"].criteria["throughput"]
    assert criterion.reason == "relative, for none (0 %) gains nothing over the baseline"
    assert criterion.values.to_dict() == {"none": 1.0, "lz4": 1.5, "zle": 1.2}


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
        "scenario 's': criterion 'cpu_overhead' is left out, nothing there is read as cpu"
        in decision.warnings
    )


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
        ("throughput >= 110", ("a", "b")),  # the baseline stays a reference, whatever it fails
        ("compression_ratio > 1.25", ("b",)),
    ]:
        decision = screened(requirement)
        assert (decision.baseline, decision["default"].alternatives) == ("none", left)
    table = {"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "stored_bytes": [100, 80, 50]}
    assert screened("saving >= 30 %", table=table)["default"].alternatives == ("b",)  # from bytes
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value")
    nameless = ahp.read(table | {"alternative": ["c", "a", "b"]})
    with pytest.raises(InputError, match="a saving needs a compression ratio, or bytes and a baseline"):
        ahp.rank(nameless, ahp.Study((speed,), screens=(ahp.Screen.of("saving >= 30 %"),)))
    megabytes = {"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "stored_bytes (MB)": [90, 40, 60]}
    assert screened("stored_bytes <= 50 MB", table=megabytes)["default"].alternatives == ("a",)
    with pytest.raises(StudyError, match="was measured in MB, and what one is in"):  # 10⁶ or 2²⁰ bytes
        screened("stored_bytes <= 50 MiB", table=megabytes)
    for requirement, error, message in [
        ("response_time_max <= 5 s", MeasureError, "has no response_time_max"),
        ("speed > 1", MeasureError, "'speed' is not a known measure"),
        ("throughput >= 5 ms", StudyError, "the screen 'throughput >= 5 ms'"),
    ]:
        with pytest.raises(error, match=message):
            screened(requirement)


def test_what_it_has_instead_is_in_the_unit_of_the_requirement():
    table = SCREENED | {
        "compression_ratio": [1.0, 2.0, 4.0],
        "p99_ms": ["40", "60", "40"],
        "cpu": [10, 12, 13],
    }
    for requirement, value in [
        ("response_time_p99 <= 0.05 s", 0.06),
        ("throughput <= 140", 150.0),
        ("saving >= 60 %", 50.0),
        ("saving >= 0.6", 0.5),
    ]:
        (entry,) = screened(requirement, table=table).to_dict()["scenarios"][0]["screened"]
        assert (entry["alternative"], entry["value"]) == ("a", pytest.approx(value, rel=1e-12))
