"""Every index against arithmetic done by hand, and the published rule that chooses one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.errors import StudyError
from ahp.evidence.indices import check, choose, index_values, relatives
from ahp.terms import Better, Index, Merit

HIGHER, LOWER, BENEFIT, COST = Better.HIGHER, Better.LOWER, Merit.BENEFIT, Merit.COST


def test_relatives_grow_with_the_merit():
    for better, merit, expected in [
        (HIGHER, BENEFIT, 2.0),  # throughput 8 against 4: twice the benefit
        (LOWER, BENEFIT, 0.5),  # response time 8 against 4: half the benefit
        (LOWER, COST, 2.0),  # CPU 8 against 4: twice the cost
        (HIGHER, COST, 0.5),  # idle CPU 8 against 4: half the cost
        (HIGHER, Merit.OPPORTUNITY, 2.0),
        (LOWER, Merit.RISK, 2.0),
    ]:
        assert relatives(np.array([8.0]), np.array([4.0]), better, merit).tolist() == [expected]
    batch = relatives(np.arange(1.0, 7.0).reshape(2, 3), np.array([[1.0], [2.0]]), HIGHER, BENEFIT)
    assert batch.tolist() == [[1.0, 2.0, 3.0], [2.0, 2.5, 3.0]]


def test_an_index_of_a_relative():
    for index, r, expected in [
        (Index.SAVING, 4.0, 0.75),  # original 4, stored 1: three quarters are saved
        (Index.SAVING, 1.6, 0.375),
        (Index.SAVING, 0.5, -1.0),  # stored twice the original
        (Index.IMPROVEMENT, 1.25, 0.25),
        (Index.OVERHEAD, 2.875, 1.875),
        (Index.RELATIVE, 0.98, 0.98),
        (Index.VALUE, 0.98, 0.98),
    ]:
        assert index_values(index, np.array([r])).tolist() == [expected]


def chosen(asked, r, names=("ZLE", "LZJB", "LZ4"), merit=BENEFIT, storage=False):
    return choose(asked, np.array(r), names, merit=merit, storage=storage, word="here")


def test_the_published_rule_keeps_an_index_that_is_positive_throughout_or_says_who_made_it_relative():
    rounded = relatives(np.array([0.1 + 0.2, 0.6, 0.9]), 0.3, HIGHER, BENEFIT)
    assert rounded[0] > 1  # by 2.2e-16
    for r, index, reason in [
        ([1.03, 1.18, 1.27], Index.IMPROVEMENT, "improvement, positive for every alternative"),
        ([1 + 1e-6, 1.5, 2.0], Index.IMPROVEMENT, "improvement, positive for every alternative"),
        ([1.0518, 1.0373, 0.9829], Index.RELATIVE, "relative, for LZ4 (−1.71 %) gains nothing over the baseline"),
        ([1.5, 1.0, 2.0], Index.RELATIVE, "relative, for LZJB (0 %) gains nothing over the baseline"),
        (rounded, Index.RELATIVE, "relative, for ZLE (0 %) gains nothing over the baseline"),
        ([1 - 1e-6, 1.5, 2.0], Index.RELATIVE, "relative, for ZLE (−0.0001 %) gains nothing over the baseline"),
        ([0.5, 0.75, 2.0], Index.RELATIVE, "relative, for ZLE (−50.00 %) and LZJB (−25.00 %) gain nothing over the baseline"),
    ]:  # fmt: skip
        assert chosen(Index.AUTO, r) == (index, reason)
    several = chosen(Index.AUTO, [0.5] * 5, names="abcde")[1]
    assert several.endswith("c (−50.00 %) and 2 more gain nothing over the baseline")
    assert chosen(Index.AUTO, [1.69, 3.02, 3.76], storage=True)[0] is Index.SAVING
    assert chosen(Index.AUTO, [1.125, 1.25, 2.875], merit=COST)[0] is Index.OVERHEAD
    for asked in (Index.RELATIVE, Index.VALUE):  # which need no sign
        assert chosen(asked, [0.5, 1.0, 2.0]) == (asked, f"{asked.value}, as asked")


def test_equal_numbers_turn_a_whole_decision_relative():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [0.3, 0.1 + 0.2, 0.6]}))
    criterion = decision["default"].criteria["throughput"]
    assert (criterion.index, criterion.reason) == (
        Index.RELATIVE,
        "relative, for a (0 %) gains nothing over the baseline",
    )
    assert criterion.local_priorities == pytest.approx((1 / 3, 2 / 3), rel=1e-12)


def test_an_index_that_was_asked_for_and_is_not_positive_is_refused_by_name():
    with pytest.raises(StudyError) as raised:
        chosen(Index.IMPROVEMENT, [1.0518, 1.0373, 0.9829])
    assert str(raised.value) == (
        "here: LZ4's improvement is −1.71 %; the index 'improvement' needs positive values, "
        "use 'relative' or 'auto'"
    )


def test_an_index_without_a_meaning_for_the_criterion_is_refused():
    for index, merit, storage, problem in [
        (Index.SAVING, BENEFIT, False, "is a benefit of space: compression_ratio, space_saving or bytes"),
        (Index.SAVING, COST, True, "is a benefit of space: compression_ratio, space_saving or bytes"),
        (Index.OVERHEAD, BENEFIT, False, "belongs to a cost; a benefit has an improvement"),
        (Index.IMPROVEMENT, COST, False, "belongs to a benefit; a cost has an overhead"),
    ]:
        with pytest.raises(StudyError) as raised:
            check(index, merit, "speed", storage=storage)
        assert str(raised.value) == f"criterion 'speed': the index '{index.value}' {problem}"


positive = st.floats(1e-6, 1e6)


@given(positive, positive, st.sampled_from(Better), st.sampled_from([BENEFIT, COST]))
def test_what_one_merit_doubles_the_other_halves(x, x0, better, merit):
    other = COST if merit is BENEFIT else BENEFIT
    r, q = (relatives(np.array([x]), x0, better, m)[0] for m in (merit, other))
    assert r * q == pytest.approx(1.0, rel=1e-14)


@given(st.lists(positive, min_size=3, max_size=3), positive, positive)
def test_a_common_unit_changes_no_relative(values, x0, factor):
    x = np.array(values)
    assert relatives(x * factor, x0 * factor, HIGHER, BENEFIT) == pytest.approx(
        relatives(x, x0, HIGHER, BENEFIT), rel=1e-14
    )


@given(
    st.lists(st.floats(0.01, 100), min_size=3, max_size=3), st.booleans(), st.sampled_from([BENEFIT, COST])
)
def test_the_published_rule_always_gives_positive_values(r, storage, merit):
    index, _ = chosen(Index.AUTO, r, merit=merit, storage=storage)
    assert (index_values(index, np.array(r)) > 0).all()
    assert (index is Index.RELATIVE) == (min(r) <= 1 + 1e-12)
