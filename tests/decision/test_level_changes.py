"""New levels and new choices over entries, by hand, and their false alarms and power in whole histories."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.change_points import FALSE_ALARMS, change_points
from ahp.decision.history import Entry, Moment
from ahp.decision.level_changes import MERITS, ChangePoint, NewChoice, level_changes, new_choices


def entries(merits, first=None, scenario="s"):
    """An entry for each benefit to cost of `a` and `b`; who is first as named, otherwise `a`."""
    found = []
    for number, (a, b) in enumerate(merits):
        numbers = tuple((name, value) for name, value in (("a", a), ("b", b)) if value is not None)
        choose = (first or ["a"] * len(merits))[number]
        moment = Moment(scenario, tuple(choose.split()), "benefit_to_cost", None, (None, None, numbers))
        found.append(Entry(f"{number}.json", None, (), (moment,)))
    return found


def test_a_level_is_a_geometric_mean_and_begins_where_it_begins():
    found = list(level_changes(entries([(2.0, 1.0), (4.0, 1.0)] * 3 + [(20.0, 1.0), (40.0, 1.0)] * 2)))
    assert found == [
        ChangePoint("s", "a", "benefit_to_cost", 7, pytest.approx(8**0.5), pytest.approx(800**0.5))
    ]
    assert found[0].change == pytest.approx(9.0)


def test_entries_that_lack_a_merit_are_passed_over_and_counted():
    sparse = [
        (1.0, 1.0),
        (1.0, None),
        (1.01, 1.0),
        (1.0, None),
        (3.0, 1.0),
        (3.01, None),
        (3.0, 1.0),
        (3.0, 1.0),
    ]
    assert [(p.alternative, p.entry) for p in level_changes(entries(sparse))] == [("a", 5)]
    gone = [(1.0, 1.0), (None, 1.0), (1.0, 1.0), (None, 1.0), (3.0, 1.0), (3.0, 1.0)]
    assert [(p.alternative, p.entry) for p in level_changes(entries(gone))] == [("a", 5)]


def test_a_merit_that_is_not_positive_has_no_logarithm_and_is_passed_over():
    assert list(level_changes(entries([(0.0, 1.0), (-1.0, 1.0), (1.0, 1.0), (2.0, 1.0), (2.0, 1.0)]))) == []


def test_who_was_first_and_is_not():
    assert new_choices(entries([(1.0, 1.0)] * 6, ["a", "a b", "b", "b", "c", "b"])) == [
        NewChoice("s", 5, ("b",), ("c",)),
        NewChoice("s", 6, ("c",), ("b",)),
    ]
    assert new_choices(entries([(1.0, 1.0)])) == new_choices([]) == []


@given(st.integers(4, 16), st.integers(0, 2**32 - 1), st.floats(1e-6, 1e6))
def test_the_size_of_a_merit_does_not_matter(n, seed, size):
    rng = np.random.default_rng(seed)
    merits = np.exp(0.1 * rng.standard_normal((n, 2)) + 0.8 * (np.arange(n) >= n // 2)[:, None])
    one, other = (list(level_changes(entries(found.tolist()))) for found in (merits, size * merits))
    assert [(p.alternative, p.entry) for p in one] == [(p.alternative, p.entry) for p in other]
    assert [p.change for p in one] == pytest.approx([p.change for p in other])
    assert [p.entry for p in one if p.alternative == "a"] == [
        place + 1 for place in change_points(np.log(merits[:, 0]))
    ]


def histories(count, nights, step, seed):
    """The change points of `a` in histories whose merits scatter by 5 %, and step up on the eighth night."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        logs = 0.05 * rng.standard_normal(nights) + step * (np.arange(nights) >= 7)
        yield [p.entry for p in level_changes(entries([(float(np.exp(log)), None) for log in logs]))]


def test_false_alarms_are_one_in_a_hundred():
    alarms = np.mean([bool(found) for found in histories(2000, 14, 0.0, 1)])
    assert alarms == pytest.approx(FALSE_ALARMS, abs=0.007)  # three standard errors of 2000 draws


@pytest.mark.parametrize(("step", "least"), [(0.2, 0.9), (0.3, 0.985)])
def test_a_clear_step_is_found_on_its_night(step, least):
    """Four and six times the scatter: 20 and 30 per cent on the log scale."""
    found = list(histories(400, 14, step, 2))
    assert np.mean([places == [8] for places in found]) >= least


def test_merits_are_those_of_a_decision():
    assert MERITS == ("benefit", "cost", "benefit_to_cost")
