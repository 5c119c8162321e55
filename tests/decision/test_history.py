"""Decisions over time: what the table holds, and that levels are found where they are."""

from datetime import UTC, datetime

import numpy as np
import pytest
from decision.nights import both, decided, written

import ahp
from ahp.core.change_points import FALSE_ALARMS
from ahp.decision.history import Entry, Moment, NewChoice, history, level_changes, new_choices
from ahp.errors import InputError


@pytest.fixture(scope="module")
def twelve():
    """Twelve nights; from the eighth on `a` does 30 % less."""
    rng = np.random.default_rng(0)
    return [
        decided(
            a=(200.0 * (0.7 if n >= 8 else 1.0) * np.exp(0.01 * rng.standard_normal()), 11.0),
            b=(170.0 * np.exp(0.01 * rng.standard_normal()), 11.0),
        )
        for n in range(1, 13)
    ]


NIGHT = decided(scenario="night", a=(200.0, 11.0), b=(150.0, 11.0))


def test_a_new_level_is_found_with_its_size(twelve):
    found = history(written(*twelve))
    quotients = [p for p in found.change_points if p.merit == "benefit_to_cost"]
    assert [(p.alternative, p.entry) for p in quotients] == [("a", 8), ("b", 8)]
    point = quotients[0]
    levels = [d["default"].benefit_to_cost["a"] for d in twelve]
    assert point.before == pytest.approx(np.prod(levels[:7]) ** (1 / 7))
    assert point.now == pytest.approx(np.prod(levels[7:]) ** (1 / 5))
    assert point.change == pytest.approx(point.now / point.before - 1.0)
    assert found.choices == (NewChoice("default", 8, ("a",), ("b",)),)


def test_the_frame_has_a_row_for_each_entry_scenario_and_alternative(twelve):
    frame = history(written(*twelve)).to_frame()
    assert list(frame.columns) == [
        "entry", "name", "time", "scenario", "alternative", "benefit", "cost", "benefit_to_cost", "first", "changed",
    ]  # fmt: skip
    assert len(frame) == 24
    row = frame[(frame.entry == 8) & (frame.alternative == "a")].iloc[0]
    assert (row["name"], row["first"], row["changed"]) == ("8.json", False, "benefit benefit_to_cost")
    assert frame.groupby("entry")["benefit"].sum().to_numpy() == pytest.approx(np.ones(12))
    assert set(frame.loc[frame.entry == 3, "changed"]) == {""}
    when = datetime(2026, 1, 31, 3, tzinfo=UTC)
    found = history(written(*twelve[:2], times=[when, when]))
    assert found.order == "time"
    assert [time.to_pydatetime() for time in found.to_frame()["time"]] == [when] * 4
    assert history(written(*twelve[:2], times=[when, None])).order == "name"


def test_every_scenario_has_its_own_series():
    nights = [
        both(decided(scenario="day", a=(200.0 if n < 5 else 300.0, 11.0), b=(150.0, 11.0)), NIGHT)
        for n in range(10)
    ]
    found = history(written(*nights))
    assert {(p.scenario, p.entry) for p in found.change_points} == {("day", 6)}


def test_what_was_not_asked_alike_stands_with_the_later_entry():
    night = ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]})
    found = history(written(ahp.rank(night), ahp.rank(night), ahp.rank(night, index="relative")))
    assert [entry.study for entry in found.entries] == [(), (), ("the index was 'auto' and is 'relative'",)]


def test_it_is_a_value(twelve):
    one, other = history(written(*twelve)), history(written(*twelve))
    assert one == other
    assert hash(one) == hash(other)
    assert one != history(written(*twelve[:5]))
    assert repr(one) == f"<History of 12, {len(one.change_points)} change points>"
    assert str(one) == one.report()
    assert one._repr_markdown_() == one.report("markdown")
    with pytest.raises(InputError, match="at least one decision"):
        history([])
    for wrong in [3, None, ["a.json"]]:
        with pytest.raises(InputError, match=r"^cannot read a \w+ as decisions; give a folder or a file$"):
            ahp.read_history(wrong)


def entries(merits, first=None, scenario="s"):
    """An entry for each benefit to cost of `a` and `b`; who is first as named, otherwise `a`."""
    found = []
    for number, (a, b) in enumerate(merits):
        numbers = tuple((name, value) for name, value in (("a", a), ("b", b)) if value is not None)
        choose = (first or ["a"] * len(merits))[number]
        moment = Moment(scenario, tuple(choose.split()), "benefit_to_cost", None, (None, None, numbers))
        found.append(Entry(f"{number}.json", None, (), (moment,)))
    return found


def test_entries_that_lack_a_merit_are_passed_over_and_counted():
    gone = [(1.0, 1.0), (None, 1.0), (1.0, 1.0), (None, 1.0), (3.0, 1.0), (3.0, 1.0)]
    of_b = (1.0, None, 1.0, None, 1.0, None, 1.0, 1.0)
    sparse = list(zip((1.0, 1.0, 1.01, 1.0, 3.0, 3.01, 3.0, 3.0), of_b, strict=True))
    for merits in (gone, sparse):
        assert [(p.alternative, p.entry) for p in level_changes(entries(merits))] == [("a", 5)]


def test_who_was_first_and_is_not():
    assert new_choices(entries([(1.0, 1.0)] * 6, ["a", "a b", "b", "b", "c", "b"])) == [
        NewChoice("s", 5, ("b",), ("c",)),
        NewChoice("s", 6, ("c",), ("b",)),
    ]
    assert new_choices(entries([(1.0, 1.0)])) == new_choices([]) == []


def histories(count, nights, step, seed):
    """The change points of `a` in histories whose merits scatter by 5 %, and step up on the eighth night."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        logs = 0.05 * rng.standard_normal(nights) + step * (np.arange(nights) >= 7)
        yield [p.entry for p in level_changes(entries([(float(np.exp(log)), None) for log in logs]))]


@pytest.mark.slow
def test_false_alarms_are_one_in_a_hundred():
    alarms = np.mean([bool(found) for found in histories(2000, 14, 0.0, 1)])
    assert alarms == pytest.approx(FALSE_ALARMS, abs=0.007)  # three standard errors of 2000 draws


@pytest.mark.slow
@pytest.mark.parametrize(("step", "least"), [(0.2, 0.9), (0.3, 0.985)])
def test_a_clear_step_is_found_on_its_night(step, least):
    """Four and six times the scatter: 20 and 30 per cent on the log scale."""
    found = list(histories(400, 14, step, 2))
    assert np.mean([places == [8] for places in found]) >= least
