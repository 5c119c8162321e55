"""Decisions compared: by hand, on real data made anew, and that noise hardly ever passes for a change."""

import copy
import json
from dataclasses import replace

import numpy as np
import pytest
from decision.nights import CALM, both, change, decided
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.cli.rank import parser
from ahp.decision.changes import Pair, first_place, same_names
from ahp.decision.compare import unlike_before, worse_than_before
from ahp.errors import InputError, StudyError
from ahp.terms import NOISE

ONE = {"a": (200.0, 11.0), "b": (150.0, 11.0)}
OTHER = {"a": (150.0, 11.0), "b": (200.0, 11.0)}


def test_a_decision_carries_its_changes():
    now, before = decided(CALM, **OTHER), decided(CALM, **ONE)
    assert now.changes is None
    assert now.to_dict()["changes"] is None
    changes = ahp.compare(now, before, file="previous.json", sha256="0" * 64).changes
    assert now.changes is None  # it is another one
    assert (changes.file, changes.sha256) == ("previous.json", "0" * 64)
    assert (changes.level, changes.noise) == (0.95, NOISE)
    assert (changes.changed, changes.study, changes.only_before, changes.only_now) == (True, (), (), ())
    again = ahp.compare(now, json.loads(before.report("json")), file="previous.json", sha256="0" * 64).changes
    assert changes == again  # a document is as good as a decision
    assert hash(changes) == hash(again)
    assert NOISE == parser().parse_args([]).noise == 0.05


def test_what_cannot_be_compared_is_refused():
    night = decided(**ONE)
    for noise in [-0.01, 2.5, float("nan"), float("inf"), "0.1", None, True, [0.1]]:
        with pytest.raises(
            StudyError, match="the noise of a run is a number at least 0 and at most 2; found "
        ):
            ahp.compare(night, night, noise=noise)
    for given_ in ((night, "previous.json"), ("new.csv", night), (night, None), (night.to_dict(), night)):
        with pytest.raises(StudyError, match="takes decisions, not a"):
            ahp.compare(*given_)
    with pytest.raises(InputError, match=r"^p\.json: this is no decision"):
        ahp.compare(night, {}, file="p.json")
    with pytest.raises(InputError) as caught:
        ahp.compare(decided(scenario="day", **ONE), decided(scenario="night", **ONE), file="previous.json")
    assert str(caught.value) == (
        "previous.json: it knows 'night' and the present decision 'day', so there is nothing to compare; "
        "give a decision of the same scenarios"
    )


def test_scenarios_and_measures_are_compared_one_by_one_whatever_the_case_of_their_names():
    before = both(decided(CALM, "day", **ONE), decided(CALM, "old", **ONE))
    now = both(decided(CALM, "new", **ONE), decided(CALM, "Day", **OTHER))
    changes = ahp.compare(now, before).changes
    assert [(s.scenario, s.beyond_noise) for s in changes.scenarios] == [("Day", True)]
    assert (changes.only_before, changes.only_now) == (("old",), ("new",))
    found = change(decided(CALM, none=(110.0, 10.0), **OTHER), decided(CALM, **ONE))
    names = [(name, measure) for name in ("none", "a", "b") for measure in ("throughput", "cpu")]
    assert [(m.alternative, m.measure) for m in found.measures] == names  # the baseline's too
    assert found.measures[0].change == pytest.approx(0.1)
    assert found.measures[0].beyond_noise
    assert found.measures[0].better
    assert same_names(["LZ4", "zle "], ["lz4", "ZLE", "gzip"]) == {"lz4": "LZ4", "ZLE": "zle "}
    before = decided(CALM, LZ4=(200.0, 11.0), b=(150.0, 11.0))
    found = change(decided(CALM, lz4=(200.0, 11.0), B=(150.0, 11.0)), before)
    assert (found.changed, found.only_before, found.only_now) == (False, (), ())
    assert {m.alternative for m in found.measures} == {"none", "lz4", "B"}
    now = ahp.rank(ahp.read({"alternative": ["none", "a"], "response_time_mean_ms": [5.0, 4.0]}))
    assert change(now, decided(a=(2.0, 1.0), b=(1.0, 1.0))).worse is None  # no measure is known


def test_the_level_is_that_of_the_decision():
    night = ahp.read({"alternative": ["none", "a"] * 2, "run": [1, 1, 2, 2], "tps": [10, 20, 11, 22]})
    sure, unsure = ahp.rank(night, confidence=0.8, resamples=100), ahp.rank(night, confidence=None)
    assert ahp.compare(sure, sure).changes.level == 0.8
    assert ahp.compare(unsure, sure).changes.level == 0.95


# --- properties ------------------------------------------------------------------------------------------------------

NUMBERS = st.floats(0.01, 100.0)


@st.composite
def tables(draw):
    """A table of two to four alternatives and a baseline, one run each or several, with a cost or without."""
    names = ["none", *"abcd"[: draw(st.integers(2, 4))]]
    runs = draw(st.sampled_from([1, 2, 3]))
    rows = [(name, run) for name in names for run in range(1, runs + 1)]
    columns = ["tps", "response_time_mean_ms"] + (["cpu"] if draw(st.booleans()) else [])
    return {
        "alternative": [name for name, _ in rows],
        "run": [run for _, run in rows],
        **{column: [draw(NUMBERS) for _ in rows] for column in columns},
    }


def ranked(table, confidence=0.95):
    return ahp.rank(ahp.read(table), index="relative", resamples=100, confidence=confidence)


@given(tables(), st.floats(0.0, 2.0), st.sampled_from([0.95, 0.5, None]))
def test_a_decision_has_not_changed_against_itself(table, noise, confidence):
    decision = ranked(table, confidence)
    changes = ahp.compare(decision, decision, noise=noise).changes
    assert not changes.changed
    assert unlike_before(changes) == worse_than_before(changes) == changes.study == ()
    (found,) = changes.scenarios
    assert (found.changed, found.beyond_noise, found.only_before, found.only_now) == (False, False, (), ())
    assert len(found.measures) == len(set(table["alternative"])) * (len(table) - 2)
    for measure in found.measures:
        assert (measure.change, measure.before, measure.beyond_noise) == (0.0, measure.now, False)
        if measure.interval is not None:
            assert measure.interval[0] <= 0.0 <= measure.interval[1]


@given(tables(), st.floats(0.01, 0.5), st.floats(1.001, 10.0))
def test_one_run_a_common_factor_changes_no_choice_and_is_told_of_every_measure(table, noise, factor):
    """A faster night: every throughput times one factor. Indices are relative, so nothing is chosen anew."""
    first = [n for n, run in enumerate(table["run"]) if run == 1]
    once = {key: [values[n] for n in first] for key, values in table.items() if key != "run"}
    faster = once | {"tps": [factor * value for value in once["tps"]]}
    changes = ahp.compare(ranked(faster), ranked(once), noise=noise).changes
    assert not changes.scenarios[0].changed
    told = [m for m in changes.scenarios[0].measures if m.measure == "throughput"]
    assert [m.change for m in told] == pytest.approx([factor - 1.0] * len(told))
    beyond = np.log(factor) > 2 * noise
    if abs(np.log(factor) - 2 * noise) > 1e-9:
        assert [m.beyond_noise for m in told] == [beyond] * len(told)


# --- real data, made anew --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wal(examples):
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")
    return ahp.read(examples / "pg_wal_runs.csv", study=study), study


def night(wal, rng, scatter, slower=()):
    """The three runs of the WAL example drawn again around their means; those named are 30 % slower."""
    measurements, study = wal
    logs = {}
    for row in measurements.rows:
        logs.setdefault((row.alternative, row.transaction, row.measure), []).append(np.log(row.value))
    rows = []
    for row in measurements.rows:
        value = np.exp(
            np.mean(logs[row.alternative, row.transaction, row.measure]) + scatter * rng.standard_normal()
        )
        if row.alternative in slower:
            value *= {"throughput": 0.7, "response_time_mean": 1 / 0.7}.get(row.measure, 1.0)
        rows.append(row._replace(value=float(value)))
    anew = replace(measurements, rows=tuple(rows))
    return ahp.rank(anew, study, index="relative", resamples=300, rng=rng)


def shares(wal, scatter, slower=(), nights=41):
    """How often the decision is said to have changed, and the choice to have got worse.

    Without anybody slower each night is compared with the one before.
    """
    rng = np.random.default_rng(round(1000 * scatter) + len(slower))
    before = [night(wal, rng, scatter) for _ in range(nights)]
    now = [night(wal, rng, scatter, slower) for _ in before] if slower else before[1:]
    pairs = [ahp.compare(new, old).changes for new, old in zip(now, before, strict=False)]
    return (
        np.mean([bool(unlike_before(changes)) for changes in pairs]),
        np.mean([bool(worse_than_before(changes)) for changes in pairs]),
    )


@pytest.mark.slow
@pytest.mark.parametrize("scatter", [0.02, 0.3])
def test_nights_that_differ_by_noise_alone_hardly_ever_raise_an_alarm(wal, scatter):
    changed, worse = shares(wal, scatter)
    assert changed <= 0.05
    assert worse <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slower", "most", "least"),
    [(("zstd",), (1.0, 1.0), (0.9, 0.0)), (("zstd", "lz4", "pglz"), (0.1, 1.0), (0.0, 0.9))],
)
def test_a_choice_that_is_30_per_cent_slower_is_found(wal, slower, most, least):
    """zstd is first: lz4 takes its place, unless it is slower too, so that nobody makes up for it."""
    found = shares(wal, 0.01, slower, 12)
    assert all(low <= share <= high for low, share, high in zip(least, found, most, strict=True))


@pytest.mark.slow
def test_the_intervals_of_measures_hold_no_change_where_there_is_none(wal):
    rng = np.random.default_rng(5)
    inside = []
    for _ in range(25):
        changes = ahp.compare(night(wal, rng, 0.05), night(wal, rng, 0.05)).changes
        inside += [not m.beyond_noise for m in changes.scenarios[0].measures]
    assert len(inside) == 25 * 16
    assert np.mean(inside) >= 0.93


def test_with_runs_the_old_winner_must_surely_be_behind():
    before = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    clear = change(decided(CALM, a=(150.0, 11.0), b=(200.0, 11.0)), before)
    assert (clear.changed, clear.beyond_noise) == (True, True)
    assert clear.reason == "a was first and b is now; a ranks 2 (95 %, all ranks at once)"
    close = change(decided(CALM, a=(199.0, 11.0), b=(200.0, 11.0)), before)
    assert (close.changed, close.beyond_noise) == (True, False)
    assert close.reason == (
        "a was first and b is now, but within the noise of the runs: a ranks 1 to 2 (95 %, all ranks at once)"
    )


def test_with_one_run_the_margin_decides_a_hair_less_and_a_hair_more():
    before = decided(a=(200.0, 11.0), b=(150.0, 11.0))
    now = decided(a=(180.0, 11.0), b=(200.0, 11.0))
    bears = now["default"].margin.noise_95
    assert 0.01 < bears < 0.2
    assert change(now, before, noise=bears * 0.999).beyond_noise is True
    assert change(now, before, noise=bears).beyond_noise is False
    found = change(now, before, noise=0.01)
    assert found.reason.startswith("a was first and b is now, and stays so under noise of ")
    assert found.reason.endswith(" in every number, above 1 %")
    assert "bears no more than noise of" in change(now, before, noise=0.5).reason


def test_a_winner_that_is_gone_and_a_newcomer_that_wins_are_changes():
    before = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    found = change(decided(CALM, b=(150.0, 11.0), c=(120.0, 11.0)), before)
    assert (found.beyond_noise, found.only_before, found.only_now) == (True, ("a",), ("c",))
    assert found.reason == "a was first and cannot be chosen any more; b is first now"
    found = change(decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0), c=(300.0, 11.0)), before)
    assert (found.beyond_noise, found.present, found.only_now) == (True, ("c",), ("c",))
    asked_nothing = decided(CALM, confidence=None, a=(150.0, 11.0), b=(200.0, 11.0))
    found = change(asked_nothing, before)  # whose runs are one number each
    assert found.beyond_noise is True
    assert "noise of" in found.reason


def test_ties():
    tied = decided(a=(200.0, 11.0), b=(200.0, 11.0))
    first, other = decided(a=(200.0, 11.0), b=(150.0, 11.0)), decided(c=(300.0, 10.0), a=(200.0, 11.0))
    assert not change(first, tied).changed  # one of those who tied is first
    assert not change(tied, first).changed
    gone = change(tied, decided(c=(300.0, 10.0), a=(100.0, 11.0), b=(90.0, 11.0)))
    assert (gone.changed, gone.beyond_noise) == (True, True)
    held = change(
        decided(c=(200.0, 11.0), a=(200.0, 11.0), b=(190.0, 11.0)), decided(b=(200.0, 9.0), a=(9.0, 9.0))
    )
    assert (held.changed, held.beyond_noise) == (True, None)
    assert held.reason == (
        "b was first and c and a tie now, so that their margin says nothing of how sure that is"
    )
    assert change(other, tied).changed


def test_runs_that_leave_everything_open_leave_this_open_too():
    scenario = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0)).to_dict()["scenarios"][0]
    blind = copy.deepcopy(scenario)
    blind["confidence"] |= dict.fromkeys(("ranks", "rank_sets", "level"), None) | {"left_out": 400}
    then = {**scenario, "choose": ["b"]}
    beyond, reason = first_place(Pair(then, blind, {}, {}), 0.05)
    assert (beyond, reason) == (None, "b was first and a is now; the runs leave open how sure that is")
    doubted = copy.deepcopy(scenario)
    doubted["confidence"]["verdict"] = "unknown"
    assert "as far as the runs can say" in first_place(Pair(then, doubted, {}, {}), 0.05)[1]


# --- whether the choice got worse ------------------------------------------------------------------------------------

AS_BEFORE = {"a": (200.0, 11.0), "b": (150.0, 12.0)}


def worse(runs=CALM, **now):
    found = change(decided(runs, **(AS_BEFORE | now)), decided(runs, **AS_BEFORE))
    return None if found.worse is None else [(m.alternative, m.measure) for m in found.worse]


@pytest.mark.parametrize("runs", [None, CALM])
def test_whether_the_choice_got_worse(runs):
    for now, told in [
        ({"a": (160.0, 11.0)}, [("a", "throughput")]),  # though it is first
        ({"a": (160.0, 15.0)}, [("a", "throughput"), ("a", "cpu")]),
        ({"a": (400.0, 5.0)}, []),
        ({"b": (50.0, 40.0)}, []),
        ({"b": (400.0, 11.0)}, []),  # the choice is another, and the previous one as good as it was
        ({"a": (100.0, 11.0), "b": (200.0, 11.0)}, []),  # as good as the previous one was: it makes up for it
        ({"a": (100.0, 11.0), "b": (170.0, 11.0)}, [("a", "throughput")]),
    ]:
        assert worse(runs, **now) == told


def test_what_is_minded_is_more_than_the_noise():
    runs = {"a": (200.0 * 0.96, 11.0)}
    before = decided([1.0, 1.0, 1.0001], **AS_BEFORE)
    now = decided([1.0, 1.0, 1.0001], **(AS_BEFORE | runs))
    assert change(now, before).worse == ()
    assert [m.measure for m in change(now, before, noise=0.03).worse] == ["throughput"]


def test_the_intervals_hold_for_all_measures_at_once():
    now = decided(CALM, **(AS_BEFORE | {"a": (100.0, 11.0)}))
    found = change(now, decided(CALM, **AS_BEFORE))
    (single,) = (m for m in found.measures if (m.alternative, m.measure) == ("a", "throughput"))
    (joint,) = found.worse
    assert joint.interval[0] < single.interval[0] < single.interval[1] < joint.interval[1]


def test_an_index_that_is_another_than_before_is_said_with_who_is_first_under_the_same():
    table = {"alternative": ["none", "a", "b"], "tps": [100, 180, 130]}
    before, now = (
        ahp.rank(ahp.read({**table, "response_time_mean_ms": [10, mean, 6]}, baseline="none"))
        for mean in (10.05, 9.95)
    )
    assert (before["default"].winners, now["default"].winners) == (("a",), ("b",))
    (told,) = ahp.compare(now, before).changes.scenarios
    assert "the index of mean response time was relative and is improvement" in told.reason
    assert "relative both times, a would be first as before" in told.reason
