"""How sure a choice is: coverage and verdicts by simulation, and what makes either doubtful."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from simulations.worlds import DIFFICULT, PROMISED, runs_of, truth_of, with_runs, world

import ahp
from ahp.decision.data_checks import doubts
from ahp.decision.uncertainty import Question, confidence_of
from ahp.errors import StudyError
from ahp.terms import Index, Statistic

WORLD = world(3, (Index.RELATIVE,) * 4)
VALUES = np.array(
    [[2.0, 2.5, 3.0, 1.0], [110.0, 130.0, 125.0, 100.0], [20.0, 18.0, 22.0, 25.0], [9.0, 10.0, 9.5, 8.0]]
)
STATISTIC = Statistic.GEOMETRIC_MEAN


def once(rng, noise, runs, spreads, values=VALUES, shared=0.0, resamples=400):
    matrix = runs_of(rng, WORLD, values, noise, spreads, runs, shared)
    return confidence_of(matrix, Question(resamples=resamples, rng=rng))


@pytest.mark.slow
@pytest.mark.parametrize("noise", PROMISED)
@pytest.mark.parametrize("runs", [3, 5, 10])
@pytest.mark.parametrize("spreads", [(0.05,) * 4, (0.02, 0.05, 0.1, 0.03)])
def test_intervals_and_rank_sets_cover(noise, runs, spreads):
    rng = np.random.default_rng([runs, len(noise), int(1000 * spreads[0])])
    truth = WORLD.outcome(truth_of(VALUES, PROMISED[noise], spreads, STATISTIC))
    known = {"benefit": truth.benefit, "cost": truth.cost, "benefit_to_cost": truth.quotient}
    place = 1 + (truth.quotient[None, :] > truth.quotient[:, None]).sum(axis=1)
    held, asked, sets, repetitions = 0, 0, 0, 120
    for _ in range(repetitions):
        found = once(rng, PROMISED[noise], runs, spreads)
        for merit, ends in found.merits:
            low, high = np.array(ends).T
            held += int(((low <= known[merit]) & (known[merit] <= high)).sum())
            asked += len(low)
        best, worst = np.array(found.rank_sets).T
        sets += bool(((best <= place) & (place <= worst)).all())
    # 95 % are promised; 93 % are held in the long run, and 120 repetitions may miss by three errors.
    assert held / asked > 0.93 - 3 * (0.93 * 0.07 / (repetitions * 3)) ** 0.5
    assert sets / repetitions > 0.93 - 3 * (0.93 * 0.07 / repetitions) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("runs", [3, 5])
def test_alternatives_that_are_alike_are_seldom_called_decisive(runs):
    rng = np.random.default_rng(runs)
    values = np.repeat(VALUES[:, [0]], 4, axis=1)
    values[:, 3] = VALUES[:, 3]
    spreads = (0.05,) * 4
    verdicts = [once(rng, PROMISED["log-normal"], runs, spreads, values).verdict for _ in range(200)]
    assert verdicts.count("decisive") / 200 < 0.05 + 2 * (0.05 * 0.95 / 200) ** 0.5


def test_a_clear_lead_is_decisive_and_a_tie_is_a_tie():
    rng = np.random.default_rng(0)
    clear = VALUES.copy()
    clear[1, 0] *= 3
    found = once(rng, PROMISED["log-normal"], 5, (0.01,) * 4, clear)
    assert (found.verdict, found.winner, found.rank_sets[0]) == ("decisive", "a0", (1, 1))
    assert found.best[0] == 1.0
    assert found.more_runs == ()
    alike = VALUES.copy()
    alike[:, 1] = alike[:, 0] * np.array([1.0001, 1, 1, 1])
    alike[:, 2] = alike[:, 0] * np.array([0.5, 0.5, 2, 2])
    assert once(rng, PROMISED["log-normal"], 5, (0.0005,) * 4, alike).verdict == "tie"


def test_one_run_gives_no_probability():
    rng = np.random.default_rng(0)
    found = once(rng, PROMISED["log-normal"], 1, (0.05,) * 4)
    assert found.verdict == "unknown"
    assert found.winner is not None
    assert found.best is found.ranks is found.merits is None


def test_noise_that_reaches_the_baseline_says_nothing():
    rng = np.random.default_rng(0)
    gains = world(3, (Index.SAVING, Index.IMPROVEMENT, Index.RELATIVE, Index.RELATIVE))
    values = VALUES.copy()
    values[1, :3] = [101.0, 130.0, 125.0]
    matrix = runs_of(rng, gains, values, PROMISED["log-normal"], (0.004,) * 4, 3)
    assert (matrix.index_values(matrix.x) > 0).all()
    found = confidence_of(matrix, Question(rng=1))
    assert found.left_out > 10
    assert found.verdict == "unknown"


def test_exactly_the_tail_left_out_claims_nothing():
    """Of 200 draws one is the half per cent beyond each end of a 99 % interval."""
    gains = world(3, (Index.SAVING, Index.IMPROVEMENT, Index.RELATIVE, Index.RELATIVE))
    values = VALUES.copy()
    values[1, :3] = [102.0, 130.0, 125.0]
    matrix = runs_of(np.random.default_rng(0), gains, values, PROMISED["log-normal"], (0.004,) * 4, 4)
    found = [confidence_of(matrix, Question(level=0.99, resamples=200, rng=seed)) for seed in range(30)]
    assert {0, 1} <= {one.left_out for one in found}
    assert all((one.best is None) == (one.left_out > 0) for one in found)


def test_runs_of_which_none_differs_rank_as_they_are():
    """Sizes and counts of instructions repeat to the last digit."""
    rows = {"alternative": ["none", "a", "b"] * 4, "run": [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3}
    decision = ahp.rank(ahp.read(rows | {"tps": [100, 150, 130] * 4, "cpu": [20, 25, 24] * 4}))
    found = decision.scenarios[0].confidence
    assert (found.verdict, found.winner, found.best) == ("decisive", "a", (1.0, 0.0))
    assert found.rank_sets == ((1, 1), (2, 2))
    assert "do not differ in any measure" in decision.report("text")
    alike = ahp.rank(ahp.read(rows | {"tps": [100, 150, 150] * 4, "cpu": [20, 25, 25] * 4}))
    assert (alike.scenarios[0].confidence.verdict, alike.scenarios[0].confidence.winner) == ("tie", None)


def test_blocks_pair_the_alternatives():
    # What all alternatives of a block share cancels between them, so that the intervals stay narrow.
    rng = np.random.default_rng(5)
    spread = (0.005,) * 4

    def width(shared, blind):
        matrix = runs_of(rng, WORLD, VALUES, PROMISED["log-normal"], spread, 6, shared)
        if blind:
            matrix = with_runs(WORLD, matrix.runs.values())
        found = confidence_of(matrix, Question(rng=0))
        low, high = np.array(dict(found.merits)["benefit_to_cost"]).T
        return float((high - low).mean())

    paired = np.median([width(0.2, False) for _ in range(5)])
    blind = np.median([width(0.2, True) for _ in range(5)])
    assert paired < 0.5 * blind


@pytest.fixture(scope="module")
def asked(examples):
    """A function that asks how sure an example is, with a seed or what stands for one."""
    measured = ahp.read(examples / "pg_wal_runs.csv")
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")

    def confidence(rng):
        found = ahp.rank(measured, study, index="relative", resamples=500, rng=rng).to_dict()
        return found["scenarios"][0]["confidence"]

    return confidence


def test_the_seed_is_all_there_is_to_chance(asked):
    assert asked(7) == asked(7)
    assert asked(7)["best"] != asked(8)["best"]


@pytest.mark.parametrize("make", [np.random.default_rng, np.random.PCG64, np.random.SeedSequence])
def test_what_is_no_seed_draws_the_same_and_is_told_as_null(asked, make):
    seeded, other, fresh = asked(7), asked(make(7)), asked(None)
    assert [found.pop("seed") for found in (seeded, other, fresh)] == [7, None, None]
    assert other == seeded != fresh


def test_questions_that_have_no_answer():
    table = ahp.read({"alternative": ["none", "a"], "tps": [1, 2]})
    for keywords, said in [
        ({"confidence": 0.4}, "it lies between 0.5 and 1"),
        ({"confidence": 1.0}, "it lies between 0.5 and 1"),
        ({"confidence": "high"}, "confidence is a finite number; found 'high'"),
        ({"resamples": 10}, "from 100 to 1000000; found 10"),
        ({"resamples": 1_000_001}, "from 100 to 1000000; found 1000001"),
        ({"resamples": 1000.5}, "from 100 to 1000000; found 1000.5"),
        ({"rng": -1}, "rng is None, a seed .*; found -1"),
        ({"rng": "x"}, "found 'x'"),
    ]:
        with pytest.raises(StudyError, match=said):
            ahp.rank(table, **keywords)
    decision = ahp.rank(table, confidence=None)
    assert decision["default"].confidence is None
    assert decision.to_dict()["scenarios"][0]["confidence"] is None


def test_numbers_of_numpy_are_numbers():
    table = ahp.read({"alternative": ["none", "a"] * 2, "run": [1, 1, 2, 2], "tps": [1, 2, 1.1, 2.1]})
    decision = ahp.rank(table, confidence=np.float32(0.5), resamples=np.int64(200), rng=np.int8(7))
    assert decision.report("json") == ahp.rank(table, confidence=0.5, resamples=200, rng=7).report("json")


def test_a_frame_has_a_row_for_each_alternative():
    sure = once(np.random.default_rng(0), PROMISED["log-normal"], 5, (0.05,) * 4)
    frame = sure.to_frame()
    assert frame.index.name == "alternative"
    assert tuple(frame.index) == sure.alternatives
    assert tuple(frame["first"]) == sure.best
    assert list(zip(frame["best_rank"], frame["worst_rank"], strict=True)) == list(sure.rank_sets)
    assert list(zip(frame["low"], frame["high"], strict=True)) == list(dict(sure.merits)[sure.by])
    assert {name: n for name, n in frame["more_runs"].items() if n} == dict(sure.more_runs)
    unsure = once(np.random.default_rng(0), PROMISED["log-normal"], 1, (0.05,) * 4).to_frame()
    assert unsure.drop(columns="more_runs").isna().all(axis=None)


def checks(matrix):
    found = confidence_of(matrix, Question(resamples=100))
    return {finding.check for finding in doubts(matrix, found)}


def share(noise, check, runs, repetitions=150):
    rng = np.random.default_rng(runs)
    found = [checks(runs_of(rng, WORLD, VALUES, noise, (0.05,) * 4, runs)) for _ in range(repetitions)]
    return sum(check in told for told in found) / repetitions


@pytest.mark.slow
def test_normal_runs_raise_no_doubt_and_skewed_ones_do():
    for check in ("skewness", "outliers"):
        assert share(PROMISED["log-normal"], check, 10) < 0.07
    assert share(DIFFICULT["skewed"], "skewness", 10) > 0.2


def test_a_disturbed_run_is_told_of():
    rng = np.random.default_rng(1)
    matrix = runs_of(rng, WORLD, VALUES, PROMISED["log-normal"], (0.01,) * 4, 8)
    matrix.runs["a1"][1, 3] *= 1.5
    assert "outliers" in checks(matrix)


def test_runs_that_do_not_differ():
    values = tuple(np.repeat(VALUES[:, [j]], 5, axis=1) for j in range(4))
    found = checks(with_runs(WORLD, values))
    assert found >= {"noise"}
    assert not found & {"outliers", "skewness"}


def test_all_runs_in_one_block():
    rng = np.random.default_rng(2)
    matrix = runs_of(rng, WORLD, VALUES, PROMISED["log-normal"], (0.01,) * 4, 3)
    assert checks(with_runs(WORLD, matrix.runs.values(), ("monday",) * 3)) == {"blocks"}


def test_maxima_are_told_of():
    rng = np.random.default_rng(3)
    third = replace(WORLD.criteria[2], measures=("response_time_max",))
    worst = replace(WORLD, criteria=(*WORLD.criteria[:2], third, WORLD.criteria[3]))
    assert "extremes" in checks(runs_of(rng, worst, VALUES, PROMISED["log-normal"], (0.01,) * 4, 5))


def test_a_byte_more_in_one_run_is_no_disturbance():
    values = [np.repeat(VALUES[:, [j]], 5, axis=1) for j in range(4)]
    values[0][2] *= 1 + np.array([0, 1e-12, 0, 1e-7, 0])
    values[1][:] *= np.exp(0.05 * np.random.default_rng(2).normal(size=values[1].shape))
    found = checks(with_runs(WORLD, values))
    assert not found & {"outliers", "skewness"}


@pytest.mark.slow
def test_a_hundred_thousand_rows_fit_in_a_gigabyte(write):
    """They were drawn as runs times draws, 2.2 GB."""
    if not Path("/proc/self/status").exists():
        pytest.skip("this machine cannot: say how much memory a process took")
    rng = np.random.default_rng(0)
    rows = [
        f"{name},{run},{tps:.1f}"
        for name, speed in {"none": 980, "zle": 1010, "lz4": 1234, "zstd": 1105}.items()
        for run, tps in enumerate(speed * rng.normal(1, 0.03, 25_000))
    ]
    path = write("runs.csv", "\n".join(["alternative,run,tps", *rows]))
    code = (
        "import sys; from ahp.cli.rank import main; main(sys.argv[1:])\n"
        "print(next(line for line in open('/proc/self/status') if line.startswith('VmHWM')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    assert "25000 runs each" in done.stdout
    assert int(done.stderr.split()[-2]) < 1_000_000  # KiB


def test_a_lead_over_five_rivals_is_found_by_comparison_with_the_best():
    # All pairs at once found a lead of 10 % in 21 % of the studies with 3 % noise and five runs.
    of = world(6, (Index.RELATIVE,) * 4)
    values = np.ones((4, 7))
    values[3, 0] /= 1.1
    rng = np.random.default_rng(0)
    found = []
    for study in range(40):
        matrix = runs_of(rng, of, values, PROMISED["log-normal"], [0.03] * 7, 5)
        known = confidence_of(matrix, Question(0.95, 500, rng=study))
        found.append((known.verdict, known.winner))
    assert all(winner == "a0" for verdict, winner in found if verdict == "decisive")
    assert sum(verdict == "decisive" for verdict, _ in found) >= 0.55 * len(found)


def test_runs_that_scatter_far_more_than_others_are_told():
    of = world(2, (Index.RELATIVE,) * 4)
    rng = np.random.default_rng(1)
    for spreads, told in (([0.01, 0.09, 0.03], ["unequal"]), ([0.03] * 3, [])):
        matrix = runs_of(rng, of, np.ones((4, 3)), PROMISED["log-normal"], spreads, 6)
        known = confidence_of(matrix, Question(0.95, 200))
        assert [one.check for one in doubts(matrix, known) if one.check == "unequal"] == told
