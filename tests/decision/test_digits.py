"""A choice that hangs on printed digits, of one number or of a transaction type."""

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest
from decision.matrices import matrices, study_matrix
from hypothesis import given, settings
from hypothesis import strategies as st

import ahp
from ahp.decision.rounding import digits_of


def box(matrix, seed, widest):
    """The matrix with digits that leave each number a part of it either way, or nothing."""
    rng = np.random.default_rng(seed)
    relative = rng.uniform(0, widest, matrix.x.shape) * (rng.random(matrix.x.shape) < 0.7)
    low, high = (
        {name: own * factor[:, [j]] for j, (name, own) in enumerate(matrix.runs.items())}
        for factor in (1 - relative, 1 + relative)
    )
    return replace(matrix, printed=lambda: (low, high))


@settings(max_examples=100)  # of twenty none may flip
@given(matrices(most=3, criteria=3), st.integers(0, 2**32 - 1), st.sampled_from([0.002, 0.02, 0.2]))
def test_a_choice_that_holds_holds_at_every_corner_and_inside(matrix, seed, widest):
    matrix = box(matrix, seed, widest)
    x = matrix.x
    low, high = matrix.ends
    found = digits_of(matrix)
    if found is None:
        return
    winner = matrix.first(matrix.x)[0]
    used = np.argwhere(high > low).tolist()
    rng = np.random.default_rng(seed + 1)
    corners = itertools.product((0, 1), repeat=len(used))
    if len(used) > 9:
        corners = rng.integers(0, 2, (400, len(used)))
    beaten = False
    for choice in itertools.chain(corners, rng.random((100, len(used)))):
        tried = x.copy()
        for (c, j), at in zip(used, choice, strict=True):
            tried[c, j] = low[c, j] + at * (high[c, j] - low[c, j])
        if (matrix.index_values(tried) > 0).all():
            beaten |= winner not in matrix.first(tried)
    if found.to is None:
        assert not beaten
    else:
        assert found.to != winner


@given(matrices(), st.integers(0, 2**32 - 1), st.sampled_from([0.01, 0.1, 0.4]))
def test_a_flip_names_a_point_of_the_box_where_it_flips(matrix, seed, widest):
    matrix = box(matrix, seed, widest)
    x = matrix.x
    low, high = matrix.ends
    found = digits_of(matrix)
    if found is None or found.to is None:
        return
    tried = x.copy()
    for alternative, criterion, value in found.cells:
        c, j = matrix.criterion_names.index(criterion), matrix.columns.index(alternative)
        assert low[c, j] * (1 - 1e-9) <= value <= high[c, j] * (1 + 1e-9)
        tried[c, j] = value
    assert (matrix.index_values(tried) > 0).all()
    assert found.to in matrix.first(tried)
    assert found.to != matrix.first(matrix.x)[0]


def test_the_box_of_the_study_is_that_of_its_printed_digits_and_order_entry_hangs_on_them():
    # Suharjito & Kurnadi 2017, Order Entry: ZLE's CPU is printed 3 + 6, anywhere from 8 to 10.
    matrix = study_matrix("Order Entry")
    low, high = matrix.ends
    j = matrix.columns.index("ZLE")
    for criterion, box_ in (("cpu_overhead", (8, 10)), ("storage_saving", (1.685, 1.695))):
        c = matrix.criterion_names.index(criterion)
        assert (low[c, j], high[c, j]) == pytest.approx(box_)
    found = digits_of(matrix)
    assert found.to == "ZLE"
    assert ("ZLE", "cpu_overhead") in [cell[:2] for cell in found.cells]
    assert not found.edge  # where the overhead is not positive, the rule answers with another index
    assert digits_of(matrix.held).edge


def test_a_part_of_a_sum_that_is_printed_as_0_has_digits_too():
    cpu = {"cpu_system": ["1.0", "0.0", "3.0"], "cpu_user": ["1.0", "2.0", "3.0"]}
    study = ahp.Study((ahp.Criterion("cpu", ahp.Merit.COST, tuple(cpu)),))
    decision = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **cpu}), study)
    (digits,) = (finding for finding in decision["default"].audit if finding.check == "digits")
    assert (digits.verdict, digits.to) == ("holds", None)


def test_criteria_that_read_the_same_numbers_move_together():
    table = {"alternative": ["none", "x", "y"], "tps": ["10", "20", "21"]}
    criteria = (
        ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),
        ahp.Criterion("load", ahp.Merit.COST, ("throughput",), weight=0.5),
    )
    study = ahp.Study((*criteria, ahp.Criterion("again", ahp.Merit.BENEFIT, ("throughput",), weight=2)))
    (digits,) = (f for f in ahp.rank(ahp.read(table), study)["default"].audit if f.check == "digits")
    assert (digits.verdict, digits.to) == ("flips", "x")
    assert "x's throughput 20.5 instead of 20, y's throughput 20.5 instead of 21" in digits.detail


PAY_AND_ORDER = {
    "alternative": ["none", "a", "b"] * 2,
    "transaction": ["pay"] * 3 + ["order"] * 3,
    "response_time_mean_ms": ["20", "15", "12", "200", "130", "160"],
}


def _pay_and_order():
    criteria = tuple(
        ahp.Criterion(f"{kind}s", "benefit", ("response_time_mean",), transactions=(kind,), weight=weight)
        for kind, weight in (("order", 1.0), ("pay", 1.4))
    )
    (scenario,) = ahp.rank(ahp.read(PAY_AND_ORDER), ahp.Study(criteria)).to_dict()["scenarios"]
    return scenario


def test_one_measure_of_two_types_is_two_measurements():
    scenario = _pay_and_order()
    assert len(scenario["margin"]["all"]) == 6
    found = {(e["alternative"], e["criterion"]): e["change"] for e in scenario["margin"]["all"]}

    def lead(pay):
        """How far b is ahead of a where b's payments take other than 12 ms."""
        gains = {"order": (200 / 130 - 1, 200 / 160 - 1), "pay": (20 / 15 - 1, 20 / pay - 1)}
        shares = {kind: (b - a) / (a + b) for kind, (a, b) in gains.items()}
        return shares["order"] + 1.4 * shares["pay"]

    change = found["b", "pays"]
    assert lead(12 * (1 + change * 0.999)) > 0 > lead(12 * (1 + change * 1.001))


def test_digits_name_the_type_and_stay_within_what_was_printed():
    (finding,) = (f for f in _pay_and_order()["audit"] if f["check"] == "digits")
    assert finding["verdict"] == "flips"
    moved = re.findall(r"(\w+)'s mean response time \((\w+)s\) ([\d.]+) instead of (\d+)", finding["detail"])
    cells = zip(*PAY_AND_ORDER.values(), strict=True)
    printed = {(name, kind): cell for name, kind, cell in cells}
    assert moved
    for name, kind, then, now in moved:
        assert printed[name, kind] == now
        assert 0 < abs(float(then) - float(now)) <= 0.5
