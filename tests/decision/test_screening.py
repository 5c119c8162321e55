import pytest

import ahp
from ahp.errors import InputError, MeasureError, StudyError

TABLE = {
    "alternative": ["none", "a", "b"],
    "tps": [100.0, 150.0, 120.0],
    "p99_ms": ["40", "60", "45"],
    "compression_ratio": [1.0, 1.25, 2.0],
}
CRITERIA = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),)


def rank(*requirements, table=TABLE):
    study = ahp.Study(CRITERIA, screens=tuple(ahp.Screen.of(text) for text in requirements))
    return ahp.rank(ahp.read(table), study)


def test_who_fails_does_not_compete_and_is_told_of():
    decision = rank("response_time_p99 <= 50 ms")
    assert decision["default"].alternatives == ("b",)
    (entry,) = decision.to_dict()["scenarios"][0]["screened"]
    assert entry == {"alternative": "a", "screen": "response_time_p99 <= 50 ms", "value": 60.0}
    assert "a does not compete: 60 fails response_time_p99 <= 50 ms." in " ".join(str(decision).split())


@pytest.mark.parametrize(
    ("requirement", "left"),
    [
        ("response_time_p99 <= 0.05 s", ("b",)),
        ("response_time_p99 <= 60 ms", ("a", "b")),
        ("response_time_p99 < 60 ms", ("b",)),
        ("saving >= 30 %", ("b",)),
        ("saving >= 0.2", ("a", "b")),
        ("saving > 20 %", ("b",)),
        ("throughput >= 9000 1/min", ("a",)),
        ("compression_ratio > 1.25", ("b",)),
    ],
)
def test_units_and_limits(requirement, left):
    assert rank(requirement)["default"].alternatives == left


def test_the_baseline_stays_a_reference_whatever_it_fails():
    decision = rank("throughput >= 110")
    assert decision.baseline == "none"
    assert decision["default"].alternatives == ("a", "b")


def test_a_saving_from_bytes():
    table = {"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "stored_bytes": [100, 80, 50]}
    assert rank("saving >= 30 %", table=table)["default"].alternatives == ("b",)


def test_a_saving_from_bytes_needs_a_baseline():
    table = {"alternative": ["c", "a", "b"], "tps": [1, 2, 3], "stored_bytes": [100, 80, 50]}
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value")
    with pytest.raises(InputError, match="a saving needs a compression ratio, or bytes and a baseline"):
        ahp.rank(ahp.read(table), ahp.Study((speed,), screens=(ahp.Screen.of("saving >= 30 %"),)))


def test_nobody_passes():
    with pytest.raises(InputError, match="nobody passes the screens 'throughput > 1000'"):
        rank("throughput > 1000")


def test_what_was_not_measured_cannot_be_screened():
    with pytest.raises(MeasureError, match="has no response_time_max"):
        rank("response_time_max <= 5 s")
    with pytest.raises(MeasureError, match="'speed' is not a known measure"):
        rank("speed > 1")


def test_the_unit_of_something_else():
    with pytest.raises(StudyError, match="the screen 'throughput >= 5 ms'"):
        rank("throughput >= 5 ms")


STUDY = """
baseline = "{baseline}"
[[criteria]]
name = "speed"
merit = "benefit"
measure = "throughput"
[[screens]]
require = "{require}"
"""


@pytest.mark.parametrize(
    ("baseline", "require", "message"),
    [
        ("none", "throughput >= 3 MiB", "the screen 'throughput >= 3 MiB': "),
        ("none", "saving >= 3 MiB", "the screen 'saving >= 3 MiB': write a saving as 30 %"),
        ("none", "throughputs >= 3", "'throughputs' is not a known measure"),
        ("zz", "throughput >= 3", "the baseline 'zz' is not among the alternatives"),
    ],
)
def test_what_is_wrong_with_a_study_of_a_file_names_the_file(tmp_path, baseline, require, message):
    path = tmp_path / "mine.toml"
    path.write_text(STUDY.format(baseline=baseline, require=require))
    with pytest.raises(ahp.AHPError) as raised:
        ahp.rank(ahp.read(TABLE), ahp.Study.from_toml(path))
    assert str(raised.value).startswith(f"{path}: {message}")


def test_a_callers_other_baseline_names_the_studys_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(STUDY.format(baseline="none", require="throughput >= 3"))
    with pytest.raises(StudyError) as raised:
        ahp.rank(ahp.read(TABLE, baseline="a"), ahp.Study.from_toml(path))
    assert str(raised.value).startswith(f"{path}: the study's baseline is 'none', the caller's 'a'")


@pytest.mark.parametrize(
    ("requirement", "value"),
    [
        ("response_time_p99 <= 0.05 s", 0.06),
        ("throughput <= 140", 150.0),
        ("saving >= 60 %", 50.0),
        ("saving >= 0.6", 0.5),
    ],
)
def test_what_it_has_instead_is_in_the_unit_of_the_requirement(requirement, value):
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


@pytest.mark.parametrize(
    ("measured", "limit", "passing"),
    [("B", "50 MB", None), ("MB", "50 MiB", None), ("MB", "50 GB", None), ("MB", "50 MB", ("a",))],
)
def test_megabytes_of_an_unstated_base_are_held_against_no_bytes(measured, limit, passing):
    stored = {"alternative": ["none", "a", "b"], "tps": [1, 2, 3], f"stored_bytes ({measured})": [90, 40, 60]}
    study = ahp.Study(CRITERIA[:1], screens=(ahp.Screen.of(f"stored_bytes <= {limit}"),))
    if passing is None:
        with pytest.raises(ahp.StudyError, match=f"was measured in {measured}, and what one is in"):
            ahp.rank(ahp.read(stored), study)
    else:
        assert ahp.rank(ahp.read(stored), study)["default"].alternatives == passing
