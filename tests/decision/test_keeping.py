"""When the baseline would be kept: what is claimed of it is so when the changed table is ranked again."""

import numpy as np
import pytest

import ahp
from ahp.cli.rank import main
from ahp.decision.compare import compare


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


@pytest.mark.parametrize("keeping", [True, False])
def test_the_change_that_is_told_keeps_the_baseline_or_ends_it_and_half_of_it_does_not(keeping):
    told = 0
    for names, x in tables(60):
        x[0, 0] *= 1.0 if keeping else 1.2  # so that what there is may be the best
        standing = ranked(x, names)
        found = standing.keeping if keeping else standing.leaving
        assert keeping or (found is None) == (standing.names != ("off",))
        if found is None:
            continue
        told += 1
        row = {"throughput": 0, "response_time": 1, "cpu_overhead": 2}[found.criterion]
        for share, kept in ((1.0 + 1e-6, keeping), (0.5, not keeping)):
            moved = x.copy()
            moved[row, names.index(found.alternative)] *= 1.0 + share * found.change
            assert (ranked(moved, names).names == ("off",)) is kept, (names, x.tolist(), found)
    assert told > 20


def test_what_is_kept_by_less_than_the_noise_of_a_run_has_a_question_mark_and_does_not_pass(capsys, write):
    path = write("t.csv", "proxy,tps\nbaseline,10000\nnew,9972\nold,8900\n")
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


def test_a_gain_of_a_fifth_of_a_percent_over_the_baseline_is_no_sure_choice(write, told):
    path = write("t.csv", "proxy,tps\nbaseline,10000\nnew,10020\nold,8900\n")
    shown = told(1, main, [str(path), "--expect", "new", "--map", "alternative=proxy"])
    assert "baseline is kept if new's throughput is 9999 instead of 10020" in shown.out
    assert "new ?" in shown.out
    path.write_text("proxy,tps\nbaseline,10000\nnew,9999\nold,8900\n")
    assert "keep baseline" in told(0, main, [str(path), "--map", "alternative=proxy"]).out


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


def csv(text, **options):
    rows = [line.split(",") for line in text.split()]
    return ahp.read({name: column for name, *column in zip(*rows, strict=True)}, **options)


TWIN = """alternative,run,tps,cpu,twin
none,1,1000,30, none,2,1001,30.01, none,3,999,29.99, none,1,850,30,true none,2,851,30.01,true none,3,849,29.99,true
""".replace(", ", ",\n").replace("true ", "true\n")
OTHERS = "a,1,{0},30,\na,2,{0}.1,30.01,\na,3,{0}.2,29.99,\n"


@pytest.mark.parametrize(("others", "names"), [((950, 500), ("none",)), ((1050,), ("a",))])
def test_a_baseline_measured_twice_leaves_no_verdict_where_it_is_kept_or_the_only_rival(others, names):
    rows = "".join(
        OTHERS.format(speed).replace("a,", f"{name},") for name, speed in zip("ab", others, strict=False)
    )
    standing = ahp.rank(csv(TWIN + rows)).scenarios[0].standing
    assert (standing.word, standing.names) == ("fragile", names)
    near = ahp.rank(csv(TWIN.replace("85", "99").replace("849", "998") + rows)).scenarios[0].standing
    assert near.sure
    assert near.names == names


def test_what_no_baseline_rivals_is_the_only_one_and_not_sure_of_being_ahead_of_it(tmp_path, told):
    path = tmp_path / "t.csv"
    path.write_text(
        "codec,original_bytes,stored_bytes,compression_speed_mb_s,decompression_speed_mb_s\n"
        "memcpy,1000,1000,10000,10000\nlz4,1000,500,400,3000\n"
    )
    shown = told(0, main, [str(path), "--baseline", "memcpy", "--explain"]).out
    assert "holds  it is the only one" in shown
    assert "only lz4, nothing to choose between" in shown
    assert "ahead of\ndefault  lz4     –" in shown


@pytest.mark.parametrize("others", [[("a", 110, 11), ("b", 80, 12)], [("a", 110, 11)]])
def test_a_tie_with_the_baseline_names_both_and_claims_nothing_of_the_others(others, tmp_path, told):
    path = tmp_path / "t.csv"
    path.write_text(
        "".join(f"{n},{t},{c}\n" for n, t, c in [("alternative", "tps", "cpu"), ("none", 100, 10), *others])
    )
    standing = ahp.rank(ahp.read(path)).scenarios[0].standing
    assert (standing.word, standing.names, standing.noise) == ("tie", ("a", "none"), None)
    shown = told(1, main, [str(path), "--expect", "a", "--explain"])
    assert "a = none ?" in shown.out
    assert "a tie: a and none" in shown.out
    assert not any(
        word in shown.out for word in (" wins if ", "Holds,", "alters the choice", "checks disagree")
    )
    assert "with none in the ranking, everything relative to it, a and none are first" in shown.err


def test_a_choice_that_leans_for_the_baseline_may_be_kept_tells_how_often_it_is_ahead_of_that_too():
    speeds = {"none": (1000, 1030, 970), "a": (1050, 1080, 1020), "b": (500, 510, 490)}
    cpu = {"none": (30, 30.5, 29.5), "a": (30.9, 31.4, 30.2), "b": (40, 41, 39)}
    rows = [(name, run, speeds[name][run], cpu[name][run]) for name in speeds for run in range(3)]
    names, runs, tps, used = zip(*rows, strict=True)
    decision = ahp.rank(ahp.read({"alternative": names, "run": runs, "tps": tps, "cpu": used}))
    standing = decision.scenarios[0].standing
    assert (standing.word, standing.names) == ("leaning", ("a",))
    assert 0.8 < standing.first_share < 0.95
    assert "leaning, first in 9" in decision.report("markdown")


def test_a_baseline_that_comes_to_be_kept_is_a_change_of_the_decision():
    def decided(speed):
        table = {"alternative": ["none", "a", "b"], "tps": [100, speed, 102], "cpu": [10, 13, 14]}
        return ahp.rank(ahp.read(table))

    kept, chosen = decided(105), decided(160)
    assert (kept.scenarios[0].standing.word, chosen.scenarios[0].standing.word) == ("keep", "holds")
    (change,) = compare(kept, chosen).changes.scenarios
    assert (change.changed, change.beyond_noise) == (True, True)
    assert change.reason == "a was first and none is kept now"
    assert (change.previous, change.present) == (("a",), ("none",))
    assert not compare(kept, kept).changes.changed
