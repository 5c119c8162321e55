"""When the baseline would be kept: what is claimed of it is so when the changed table is ranked again."""

import numpy as np
import pytest

import ahp


def table(x, names):
    return {"alternative": names, "tps": x[0], "response_time_p95_ms": x[1], "cpu": x[2]}


def ranked(x, names):
    study = ahp.rank(ahp.read(table(x, names), baseline="off"), confidence=None)
    return study.scenarios[0].standing


def tables(number):
    rng = np.random.default_rng(7)
    for _ in range(number):
        m = int(rng.integers(3, 6))
        names = ["off", *(f"a{i}" for i in range(1, m))]
        x = np.array([[1000.0], [10.0], [50.0]]) * np.exp(rng.normal(0.0, 0.08, (3, m)))
        x[:, 1] = x[:, 0] * np.array([1.05, 0.97, 1.01])  # better than what there is, by little
        yield names, x


def test_the_change_that_is_told_keeps_the_baseline_and_half_of_it_does_not():
    told = 0
    for names, x in tables(60):
        standing = ranked(x, names)
        if standing.keeping is None:
            continue
        told += 1
        found = standing.keeping
        row = {"throughput": 0, "response_time": 1, "cpu_overhead": 2}[found.criterion]
        for share, kept in ((1.0 + 1e-6, True), (0.5, False)):
            moved = x.copy()
            moved[row, names.index(found.alternative)] *= 1.0 + share * found.change
            assert (ranked(moved, names).names == ("off",)) is kept, (names, x.tolist(), found)
    assert told > 20


def test_the_change_that_is_told_ends_the_keeping_and_half_of_it_does_not():
    told = 0
    for names, x in tables(60):
        x[0, 0] *= 1.2  # so that what there is may be the best
        standing = ranked(x, names)
        if standing.names != ("off",):
            assert standing.leaving is None
            continue
        told += 1
        found = standing.leaving
        row = {"throughput": 0, "response_time": 1, "cpu_overhead": 2}[found.criterion]
        for share, kept in ((1.0 + 1e-6, False), (0.5, True)):
            moved = x.copy()
            moved[row, names.index(found.alternative)] *= 1.0 + share * found.change
            assert (ranked(moved, names).names == ("off",)) is kept, (names, x.tolist(), found)
    assert told > 20


def test_what_is_kept_by_less_than_the_noise_of_a_run_has_a_question_mark_and_does_not_pass(capsys, tmp_path):
    from ahp.cli.rank import main

    path = tmp_path / "t.csv"
    path.write_text("proxy,tps\nbaseline,10000\nnew,9972\nold,8900\n")
    assert main([str(path), "--map", "alternative=proxy", "--expect", "baseline", "--explain"]) == 1
    shown = capsys.readouterr()
    assert "keep baseline ?" in shown.out
    assert "baseline is not kept if its throughput is 0.281 % less" in shown.out
    assert "baseline is first, but bears no more than noise of" in shown.err
    assert " wins if " not in shown.out  # who is next among the others is no choice
    assert main([str(path), "--map", "alternative=proxy", "--expect", "baseline", "--noise", "0.001"]) == 0
    assert "keep baseline  new" in capsys.readouterr().out


@pytest.mark.parametrize("loss", [0.998, 0.8])
def test_runs_that_cannot_tell_the_baseline_from_a_choice_do_not_keep_it_surely(loss):
    speeds = {"off": 1000.0, "new": 1000.0 * loss, "old": 600.0}
    scatter = (0.99, 0.995, 1.0, 1.005, 1.01)
    rows = [(name, run, speed * scatter[run]) for name, speed in speeds.items() for run in range(5)]
    names, runs, tps = zip(*rows, strict=True)
    decision = ahp.rank(ahp.read({"alternative": names, "run": runs, "tps": tps}, baseline="off"))
    standing = decision.scenarios[0].standing
    assert standing.names == ("off",)
    assert standing.word == ("keep" if loss < 0.9 else "leaning")
    competing = ahp.rank(decision.measurements, include_baseline="always").scenarios[0].confidence
    ranked_too = dict(zip(competing.alternatives, competing.best, strict=True))["off"]
    assert standing.first_share == pytest.approx(ranked_too, abs=0.02)  # other draws


def test_what_the_baseline_itself_saves_by_rounding_takes_nothing_from_keeping_it():
    table = {
        "alternative": ["none", "a", "b"],
        "original_bytes": [1000, 1000, 1000],
        "stored_bytes": [1000, 900, 950],
        "cpu": [10, 20, 30],
    }
    standing = ahp.rank(ahp.read(table), confidence=None).scenarios[0].standing
    assert (standing.word, standing.names) == ("keep", ("none",))
    assert standing.noise > 0.1


def test_the_noise_that_is_told_leaves_the_choice_and_the_baseline_where_they_are():
    rng = np.random.default_rng(11)
    shares = []
    for names, x in tables(12):
        standing = ranked(x, names)
        if not standing.noise or standing.word == "keep":
            continue
        same = [
            ranked(x * np.exp(rng.uniform(-standing.noise, standing.noise, x.shape)), names).names
            == standing.names
            for _ in range(60)
        ]
        shares.append(np.mean(same))
    assert len(shares) > 5
    assert np.mean(shares) > 0.93


def test_a_gain_of_a_fifth_of_a_percent_over_the_baseline_is_no_sure_choice(capsys, tmp_path):
    from ahp.cli.rank import main

    path = tmp_path / "t.csv"
    path.write_text("proxy,tps\nbaseline,10000\nnew,10020\nold,8900\n")
    assert main([str(path), "--expect", "new", "--map", "alternative=proxy"]) == 1
    shown = capsys.readouterr()
    assert "baseline is kept if new's throughput is 9999 instead of 10020" in shown.out
    assert "new ?" in shown.out
    path.write_text("proxy,tps\nbaseline,10000\nnew,9999\nold,8900\n")
    assert main([str(path), "--map", "alternative=proxy"]) == 0
    assert "keep baseline" in capsys.readouterr().out


@pytest.mark.parametrize("gain", [1.002, 1.2])
def test_runs_that_cannot_tell_a_choice_from_the_baseline_are_not_decisive(gain):
    rng = np.random.default_rng(3)
    speeds = {"off": 1000.0, "new": 1000.0 * gain, "old": 800.0}
    rows = [
        (name, run, speed * np.exp(rng.normal(0, 0.01))) for name, speed in speeds.items() for run in range(5)
    ]
    names, runs, tps = zip(*rows, strict=True)
    decision = ahp.rank(ahp.read({"alternative": names, "run": runs, "tps": tps}, baseline="off"))
    word = decision.scenarios[0].standing.word
    assert (word == "decisive") is (gain > 1.1)
