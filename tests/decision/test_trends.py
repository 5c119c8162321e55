import numpy as np
import pytest
from decision.runs import runs_about

import ahp

CRITERIA = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)
NOTES = tuple(ahp.ScenarioNote(name, attributes=(("clients", at),)) for name, at in (("s", 8.0), ("t", 2.0)))


def trend(columns, notes=NOTES, **options):
    found = ahp.rank(ahp.read(columns), ahp.Study(CRITERIA, scenarios=notes), **options).across.trends
    return found[0] if found else None


SPEEDS = {
    "s": {"none": 1.0, "up": 3.0, "down": 1.1, "level": 1.5},
    "t": {"none": 2.0, "up": 4.0, "down": 3.0, "level": 3.0},
}


def test_points_stand_by_rising_attribute_relative_to_the_baseline():
    found = trend(runs_about(SPEEDS))
    assert (found.attribute, found.criterion) == ("clients", "speed")
    assert dict(found.points)["up"] == ((2.0, 2.0), (8.0, 3.0))
    assert found.directions == ("rises", "falls", "level")
    assert found.best is None


def test_with_runs_a_direction_has_its_share_of_the_draws():
    found = trend(runs_about(SPEEDS, runs=5, noise=0.02))
    shares = dict(zip(("up", "down", "level"), found.best, strict=True))
    assert shares["up"] > 0.99
    assert shares["down"] > 0.99
    assert found.directions[2] in ("rises", "falls")
    assert 0.5 < shares["level"] < 0.99


def test_a_share_is_that_of_the_student_quantile():
    # One step: the log of the quotient of two quotients of means, by as much as four groups of runs scatter.
    runs = 4
    columns = runs_about(
        {s: {n: v for n, v in line.items() if n in ("none", "up")} for s, line in SPEEDS.items()}
    )
    columns = {key: [value for value in values for _ in range(runs)] for key, values in columns.items()}
    columns["run"] = list(range(runs)) * 4
    moved = np.array([-0.3, -0.1, 0.1, 0.3])
    columns["tps"] = (np.array(columns["tps"]) * np.exp(np.tile(moved, 4))).tolist()
    found = trend(columns, confidence=0.95, resamples=40_000)
    lead = np.log(3.0 / 2.0)
    rng = np.random.default_rng(4)
    scale = moved.std(ddof=1) / np.sqrt(runs)
    apart = (scale * rng.standard_t(runs - 1, (400_000, 4))).sum(axis=1)
    assert found.best[0] == pytest.approx((apart < lead).mean(), abs=0.02)


def test_without_attributes_or_with_one_scenario_that_has_them_there_is_no_trend():
    assert trend(runs_about(SPEEDS), notes=()) is None
    assert trend(runs_about(SPEEDS), notes=NOTES[:1]) is None


def noted(*values):
    return tuple(
        ahp.ScenarioNote(name, attributes=(("clients", at),)) for name, at in zip("stu", values, strict=True)
    )


THREE = {
    "s": {"none": 1.0, "up": 2.0, "down": 1.0, "twin": 2.0, "level": 1.5},
    "t": {"none": 1.0, "up": 3.0, "down": 2.0, "twin": 1.0, "level": 1.5},
    "u": {"none": 1.0, "up": 4.0, "down": 0.5, "twin": 1.5, "level": 1.5 - 1e-15},
}


def test_scenarios_of_one_value_have_no_order():
    # s and t have 8 clients both, u has 9: up rises from 2 and 3 to 4, twin goes from 2 and 1 to 1.5.
    found = trend(runs_about(THREE), noted(8.0, 8.0, 9.0))
    assert found.directions == ("rises", "falls", "mixed", "level")
    assert (
        found.directions == trend(runs_about(dict(reversed(THREE.items()))), noted(8.0, 8.0, 9.0)).directions
    )
    assert trend(runs_about(THREE), noted(8.0, 8.0, 8.0)) is None


def test_a_step_of_rounding_is_level_among_steps():
    speeds = {
        "s": {"none": 1.0, "up": 1.5, "down": 3.0},
        "t": {"none": 1.0, "up": 1.5 - 1e-15, "down": 3.0 + 1e-15},
        "u": {"none": 1.0, "up": 2.0, "down": 1.0},
    }
    assert trend(runs_about(speeds), noted(1.0, 2.0, 3.0)).directions == ("rises", "falls")
