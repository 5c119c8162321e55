"""What is said over all scenarios: values, rules, trends, and how often each holds in the draws."""

import tracemalloc
from functools import partial

import numpy as np
import pytest
from decision.nights import runs_about

import ahp
from ahp.decision import unknown_scenario
from ahp.decision.gather import Rules, gather
from ahp.decision.trends import lines_of, ways_along
from ahp.decision.uncertainty import Question, drawn
from ahp.decision.unknown_scenario import draws_at_once, relatives_of, shares_of
from ahp.evidence.defaults import default_study

repeated = partial(runs_about, runs=4, noise=0.05)
SPEEDS = {"s": {"none": 1.0, "a": 1.4, "b": 1.05}, "t": {"none": 1.0, "a": 1.02, "b": 1.3}}
SPEED = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)


def noted(*values):
    """Scenarios called s, t and so on of so many clients."""
    return tuple(
        ahp.ScenarioNote(n, attributes=(("clients", v),)) for n, v in zip("stu", values, strict=False)
    )


TWO_SCENARIOS = noted(8.0, 2.0)


@pytest.fixture(scope="module")
def study(examples):
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"), ahp.Study.from_toml(examples / "zfs_oltp.toml"))


def test_lzjb_is_the_one_that_is_never_worse(study):
    # Suharjito & Kurnadi 2017, discussion of Figures 6 and 7: LZJB never lowers the throughput and never
    # raises the maximum response time, so it is the safest where the read/write ratio is not known.
    across = study.across
    assert across.never_worse == ("LZJB",)
    assert across.unknown == "LZJB"
    assert dict(across.known) == {"Order Entry": "LZJB", "Calling Circle": "ZLE", "Stress Test": "LZ4"}


def test_a_hair_below_the_baseline_is_worse_and_level_with_it_is_not():
    table = {
        "scenario": ["x"] * 4 + ["y"] * 4,
        "alternative": ["none", "level", "hair", "better"] * 2,
        "tps": [100, 120, 120, 101, 100, 100, 99.999, 100.001],
    }
    assert ahp.rank(ahp.read(table), confidence=None).across.never_worse == ("level", "better")


def test_figure_6_improvement_falls_with_writes_but_for_zle(study):
    # "decreasing performance improvement for almost all compression algorithms when the write ratio
    # increase. The exception is ZLE": along reads per write all rise but ZLE.
    (trend,) = (t for t in study.across.trends if t.criterion == "throughput")
    directions = dict(zip(study.across.alternatives, trend.directions, strict=True))
    assert directions == {"ZLE": "mixed", "LZJB": "rises", "LZ4": "rises"}
    points = dict(trend.points)["LZJB"]
    assert [at for at, _ in points] == pytest.approx([1.0, 1.5, 7 / 3])
    (shown,) = (t for t in study.to_dict()["across_scenarios"]["trends"] if t["criterion"] == "throughput")
    assert (shown["attribute"], shown["scenarios"]) == ("reads_per_write", list(trend.scenarios))
    assert shown["directions"] == directions
    assert list(map(tuple, shown["points"]["LZJB"])) == list(points)


def table(**columns):
    return {"scenario": ["s", "s", "s", "t", "t", "t"], "alternative": ["none", "a", "b"] * 2, **columns}


def test_who_is_missing_in_a_scenario_is_left_out_and_told_of():
    decision = ahp.rank(
        ahp.read(table(tps=[1, 2, 3, 1, 2, 3], alternative=["none", "a", "b", "none", "a", "c"]))
    )
    assert decision.across.alternatives == ("a",)
    assert any("for not being in all of them: 'b', 'c'" in warning for warning in decision.warnings)


def test_without_a_baseline_scenarios_are_not_compared():
    study = ahp.Study((ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value"),))
    decision = ahp.rank(ahp.read(table(tps=[1, 2, 3, 1, 2, 3], alternative=["x", "a", "b"] * 2)), study)
    assert decision.across is None
    assert any("no baseline for speed" in warning for warning in decision.warnings)


MOVING = table(tps=[1, 4, 2, 1, 1, 2])


def weighed(**weights):
    """The decision of it where scenarios have these weights."""
    notes = tuple(ahp.ScenarioNote(name, weight) for name, weight in weights.items())
    return ahp.rank(ahp.read(MOVING), ahp.Study(SPEED, scenarios=notes))


def test_a_scenario_of_the_study_is_found_whatever_its_case_and_a_strange_one_is_told():
    assert weighed(T=9.0).across.weights == weighed(t=9.0).across.weights == pytest.approx((0.1, 0.9))
    strange = weighed(tee=9.0)
    assert strange.across.weights == (0.5, 0.5)
    told = "the study describes 'tee', which is no scenario here; the scenarios are 's', 't'"
    assert told in strange.warnings
    assert told not in weighed(T=9.0).warnings
    with pytest.raises(ahp.StudyError, match="the weights of the scenarios 's', 't' are all zero; raise one"):
        weighed(S=0.0, t=0.0)


def test_the_weights_of_scenarios_move_the_expected_choice():
    # 4 + w against 2 + 2 w: even at w = 2; they may weigh more than a sum can hold
    for s, t, choose in [
        (1, 1, "a"),
        (1, 1.9, "a"),
        (1, 2.1, "b"),
        (1, 5, "b"),
        (0.8e308, 0.9e308, "a"),
        (0.8e308, 1.7e308, "b"),
    ]:
        assert weighed(s=s, t=t).across.expected.choose == choose


def test_shares_are_those_of_plain_loops_over_the_draws():
    """The draws are made again from the seed, and every rule is applied to one at a time, as anyone would."""
    measured = ahp.read(repeated(SPEEDS, noise=0.1))
    resamples = 300
    across = ahp.rank(measured, resamples=resamples, rng=3).across
    rng = np.random.default_rng(3)
    tables = []
    for name in ("s", "t"):
        matrix, _ = gather(measured, default_study(measured), name, Rules("none"))
        tables.append(drawn(matrix, resamples, rng, 0.95))
    counts = {key: np.zeros(2) for key in ("safe", "dominated", "unknown")}
    pessimism = [np.zeros(2) for _ in across.hurwicz]
    grid = np.linspace(0, 1, 401)[1:] - 1 / 800
    for d in range(resamples):
        values = np.array([[t[d, 0, j] / t[d, 0, 2] for j in range(2)] for t in tables])
        safe = [all(values[s][j] >= 1 for s in range(2)) for j in range(2)]
        regret = [max(max(values[s]) / values[s][j] for s in range(2)) for j in range(2)]
        among = [j for j in range(2) if safe[j]] or [0, 1]
        counts["unknown"][min(among, key=lambda j: regret[j])] += 1
        counts["safe"] += safe
        for j in range(2):
            counts["dominated"][j] += all(values[s][1 - j] > values[s][j] for s in range(2))
        for at, span in enumerate(across.hurwicz):
            inside = span.start + (span.end - span.start) * grid
            scores = inside * values.min(axis=0)[:, None] + (1 - inside) * values.max(axis=0)[:, None]
            pessimism[at] += np.bincount(scores.argmax(axis=0), minlength=2) / len(grid)
    assert across.never_worse_share == pytest.approx(counts["safe"] / resamples)
    assert across.dominated_share == pytest.approx(counts["dominated"] / resamples)
    assert across.unknown_share == pytest.approx(counts["unknown"] / resamples)
    for span, expected in zip(across.hurwicz, pessimism, strict=True):
        assert span.best == pytest.approx(expected / resamples, abs=0.003)
    assert 0.02 < across.never_worse_share[0] < 0.98


def test_without_runs_or_without_confidence_there_are_no_shares():
    for across in (
        ahp.rank(ahp.read(repeated(SPEEDS, runs=1))).across,
        ahp.rank(ahp.read(repeated(SPEEDS)), confidence=None).across,
    ):
        assert across.never_worse_share is across.dominated_share is across.unknown_share is None
        assert all(span.best is None for span in across.hurwicz)
        assert across.maximin.best is None
    competing = ahp.rank(ahp.read(repeated(SPEEDS)), include_baseline="always").across
    assert dict(zip(competing.alternatives, competing.never_worse_share, strict=True))["none"] == 1.0


def test_what_is_compared_as_it_is_becomes_relative_to_the_baseline_between_scenarios():
    table = {"scenario": ["s"] * 3 + ["t"] * 3, "alternative": ["none", "x", "y"] * 2}
    table |= {"tps": [5, 10, 15, 5, 15, 10], "cpu": [4, 8, 12, 4, 8, 8]}
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value")
    study = ahp.Study((speed, ahp.Criterion("cpu", ahp.Merit.COST, ("cpu",))))
    found = ahp.rank(ahp.read(table), study).to_dict()["across_scenarios"]["values"]
    assert found["s"] == pytest.approx({"x": 2 / 2, "y": 3 / 3})
    assert found["t"] == pytest.approx({"x": 3 / 2, "y": 2 / 2})


def trend(columns, notes=TWO_SCENARIOS, **options):
    found = ahp.rank(ahp.read(columns), ahp.Study(SPEED, scenarios=notes), **options).across.trends
    return found[0] if found else None


ALONG = {
    "s": {"none": 1.0, "up": 3.0, "down": 1.1, "level": 1.5},
    "t": {"none": 2.0, "up": 4.0, "down": 3.0, "level": 3.0},
}


def test_with_runs_a_direction_has_its_share_of_the_draws():
    found = trend(runs_about(ALONG, runs=5, noise=0.02))
    shares = dict(zip(("up", "down", "level"), found.best, strict=True))
    assert shares["up"] > 0.99
    assert shares["down"] > 0.99
    assert found.directions[2] in ("rises", "falls")
    assert 0.5 < shares["level"] < 0.99


def test_a_share_is_that_of_the_student_quantile():
    # One step: the log of the quotient of two quotients of means, by as much as four groups of runs scatter.
    runs = 4
    columns = runs_about(
        {s: {n: v for n, v in line.items() if n in ("none", "up")} for s, line in ALONG.items()}
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


THREE = {
    "s": {"none": 1.0, "up": 2.0, "down": 1.0, "twin": 2.0, "level": 1.5},
    "t": {"none": 1.0, "up": 3.0, "down": 2.0, "twin": 1.0, "level": 1.5},
    "u": {"none": 1.0, "up": 4.0, "down": 0.5, "twin": 1.5, "level": 1.5 - 1e-15},
}


def test_scenarios_of_one_value_have_no_order_and_without_values_there_is_no_trend():
    # s and t have 8 clients both, u has 9: up rises from 2 and 3 to 4, twin goes from 2 and 1 to 1.5.
    for speeds in (THREE, dict(reversed(THREE.items()))):
        assert trend(runs_about(speeds), noted(8.0, 8.0, 9.0)).directions == (
            "rises",
            "falls",
            "mixed",
            "level",
        )
    assert trend(runs_about(THREE), noted(8.0, 8.0, 8.0)) is None
    assert trend(runs_about(ALONG), notes=()) is None
    assert trend(runs_about(ALONG), notes=noted(8.0)) is None
    # a step of rounding is level among steps
    speeds = {
        "s": {"none": 1.0, "up": 1.5, "down": 3.0},
        "t": {"none": 1.0, "up": 1.5 - 1e-15, "down": 3.0 + 1e-15},
        "u": {"none": 1.0, "up": 2.0, "down": 1.0},
    }
    assert trend(runs_about(speeds), noted(1.0, 2.0, 3.0)).directions == ("rises", "falls")


MEASURES = ("throughput", "response_time_mean", "compression_ratio")
HEADINGS = ("tps", "response_time_mean_ms", "compression_ratio")
CRITERIA = tuple(
    ahp.Criterion(f"c{m}{c}", ahp.Merit.BENEFIT, (name,), index="relative")
    for m, name in enumerate(MEASURES)
    for c in range(2)
)


def problem(alternatives, scenarios, runs=3, noise=0.05):
    """Matrices, names, weights, ranges of pessimism, lines: what `shares_of` is asked with."""
    rng = np.random.default_rng(7)
    rows = [
        (
            f"s{s}",
            f"a{j}" if j else "none",
            run,
            *(5.0 * centre * np.exp(noise * rng.standard_normal(3))).tolist(),
        )
        for s in range(scenarios)
        for j in range(alternatives + 1)
        for centre in [np.exp(0.05 * rng.standard_normal(3))]
        for run in range(runs)
    ]
    columns = dict(zip(("scenario", "alternative", "run", *HEADINGS), zip(*rows, strict=True), strict=True))
    notes = tuple(ahp.ScenarioNote(f"s{s}", attributes=(("clients", float(s)),)) for s in range(scenarios))
    study, measured = ahp.Study(CRITERIA, scenarios=notes), ahp.read(columns)
    matrices = [gather(measured, study, name, Rules("none"))[0] for name in measured.scenarios]
    names = matrices[0].alternatives
    relatives = [relatives_of(matrix, matrix.x, names) for matrix in matrices]
    lines = [(line, ways_along(line, relatives)) for line in lines_of(matrices, study)]
    weights = np.full(scenarios, 1.0 / scenarios)
    return matrices, names, weights, [(0.0, 0.4), (0.4, 0.4), (0.4, 1.0)], lines


@pytest.mark.slow
def test_blocks_of_draws_say_what_all_draws_at_once_say(monkeypatch):
    asked = problem(4, 3)
    question = Question(resamples=20_000)
    whole = shares_of(*asked, question)
    monkeypatch.setattr(unknown_scenario, "_DRAWN", 1)
    assert draws_at_once([matrix.x.size for matrix in asked[0]], question.resamples) == 6666
    parts = shares_of(*asked, question)
    assert parts != whole  # other draws
    for name in ("never_worse", "dominated", "maximin", "minimax_regret", "expected", "unknown"):
        np.testing.assert_allclose(getattr(parts, name), getattr(whole, name), atol=0.02)
    np.testing.assert_allclose(parts.trends, whole.trends, atol=0.02)
    for found in (parts, whole):
        assert found.hurwicz[1] is None
        for chosen in (found.maximin, found.minimax_regret, found.expected, found.unknown, found.hurwicz[2]):
            assert sum(chosen) == pytest.approx(1.0)
    assert 0.05 < np.array(whole.trends).mean() < 0.95


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_scenarios(monkeypatch):
    """Twelve scenarios hold little more than four do, where all their draws would be three times as many."""
    monkeypatch.setattr(unknown_scenario, "_DRAWN", 1)

    def peak(scenarios):
        asked = problem(12, scenarios)
        tracemalloc.start()
        try:
            shares_of(*asked, Question(resamples=4000))
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    of_one = 4000 * 13 * len(CRITERIA) * 8  # bytes of the draws of one scenario
    few, many = peak(4), peak(12)
    assert many < 1.5 * few
    assert many < 6 * of_one  # all draws of all scenarios would be 12
