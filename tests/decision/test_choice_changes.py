"""Whether a choice changed beyond noise, and whether it got worse: a hair less and a hair more."""

import copy

import pytest
from decision.nights import CALM, change, decided

import ahp
from ahp.decision.choice_changes import Pair, first_place, noise_in_words, repeated, same_names


def test_the_same_is_the_same():
    for runs in (None, CALM):
        night = decided(runs, a=(200.0, 11.0), b=(150.0, 12.0))
        found = change(night, night)
        assert (found.changed, found.beyond_noise, found.worse) == (False, False, ())
        assert found.reason == "a is first as before"


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


def test_runs_whose_confidence_was_not_asked_are_one_number_each():
    before = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    now = decided(CALM, confidence=None, a=(150.0, 11.0), b=(200.0, 11.0))
    assert change(now, before).beyond_noise is True
    assert "noise of" in change(now, before).reason


def test_a_winner_that_is_gone_is_a_change():
    before = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    found = change(decided(CALM, b=(150.0, 11.0), c=(120.0, 11.0)), before)
    assert (found.beyond_noise, found.only_before, found.only_now) == (True, ("a",), ("c",))
    assert found.reason == "a was first and cannot be chosen any more; b is first now"


def test_a_newcomer_that_wins_is_a_change():
    before = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    found = change(decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0), c=(300.0, 11.0)), before)
    assert (found.beyond_noise, found.present, found.only_now) == (True, ("c",), ("c",))


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


def test_names_differ_in_more_than_their_case():
    assert same_names(["LZ4", "zle "], ["lz4", "ZLE", "gzip"]) == {"lz4": "LZ4", "ZLE": "zle "}
    before = decided(CALM, LZ4=(200.0, 11.0), b=(150.0, 11.0))
    now = decided(CALM, lz4=(200.0, 11.0), B=(150.0, 11.0))
    found = change(now, before)
    assert (found.changed, found.only_before, found.only_now) == (False, (), ())
    assert {m.alternative for m in found.measures} == {"none", "lz4", "B"}


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


def test_what_counts_as_runs():
    assert repeated(decided(CALM, a=(2.0, 1.0), b=(3.0, 1.0)).to_dict()["scenarios"][0])
    assert not repeated(decided(a=(2.0, 1.0), b=(3.0, 1.0)).to_dict()["scenarios"][0])
    alone = decided(CALM, confidence=None, a=(2.0, 1.0), b=(3.0, 1.0))
    assert not repeated(alone.to_dict()["scenarios"][0])


@pytest.mark.parametrize(
    ("size", "words"), [(0.05, "5 %"), (0.0, "0 %"), (0.9, "90 %"), (2.302586, "a factor of 10")]
)
def test_noise_in_words(size, words):
    assert noise_in_words(size) == f"noise of {words} in every number"


# --- whether the choice got worse ------------------------------------------------------------------------------------

BEFORE = {"a": (200.0, 11.0), "b": (150.0, 12.0)}


def worse(runs=CALM, **now):
    found = change(decided(runs, **(BEFORE | now)), decided(runs, **BEFORE))
    return None if found.worse is None else [(m.alternative, m.measure) for m in found.worse]


@pytest.mark.parametrize("runs", [None, CALM])
def test_a_choice_that_lost_throughput_is_worse_though_it_is_first(runs):
    assert worse(runs, a=(160.0, 11.0)) == [("a", "throughput")]
    assert worse(runs, a=(160.0, 15.0)) == [("a", "throughput"), ("a", "cpu")]


@pytest.mark.parametrize("runs", [None, CALM])
def test_a_choice_that_gained_is_not_worse_nor_is_one_whose_rivals_changed(runs):
    assert worse(runs, a=(400.0, 5.0)) == []
    assert worse(runs, b=(50.0, 40.0)) == []


@pytest.mark.parametrize("runs", [None, CALM])
def test_a_better_rival_does_not_make_the_choice_worse(runs):
    """The present choice is another, and the previous one is as good as it was."""
    assert worse(runs, b=(400.0, 11.0)) == []


@pytest.mark.parametrize("runs", [None, CALM])
def test_a_present_choice_as_good_as_the_previous_one_was_makes_up_for_it(runs):
    assert worse(runs, a=(100.0, 11.0), b=(200.0, 11.0)) == []
    assert worse(runs, a=(100.0, 11.0), b=(170.0, 11.0)) == [("a", "throughput")]


def test_what_is_minded_is_more_than_the_noise():
    runs = {"a": (200.0 * 0.96, 11.0)}
    before = decided([1.0, 1.0, 1.0001], **BEFORE)
    now = decided([1.0, 1.0, 1.0001], **(BEFORE | runs))
    assert change(now, before).worse == ()
    assert [m.measure for m in change(now, before, noise=0.03).worse] == ["throughput"]


def test_the_intervals_hold_for_all_measures_at_once():
    now = decided(CALM, **(BEFORE | {"a": (100.0, 11.0)}))
    found = change(now, decided(CALM, **BEFORE))
    (single,) = (m for m in found.measures if (m.alternative, m.measure) == ("a", "throughput"))
    (joint,) = found.worse
    assert joint.interval[0] < single.interval[0] < single.interval[1] < joint.interval[1]


def test_where_no_measure_is_known_nothing_can_be_said():
    now = ahp.rank(ahp.read({"alternative": ["none", "a"], "response_time_mean_ms": [5.0, 4.0]}))
    assert change(now, decided(a=(2.0, 1.0), b=(1.0, 1.0))).worse is None
