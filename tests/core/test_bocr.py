import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core import benefit_to_cost, merit_scores, ranking, signed_shares

# Saaty and Ozdemir's model of national missile defence, as the workbook "BOCR formula sythesize example.xlsx" of
# the Super Decisions team's AhpAnpLib prints it to six digits (its block of normalised merits reads wrong columns
# and is not used); digits read from a stored copy.
NMD = {
    "benefit": [0.966807, 0.795692, 0.357929, 0.10899],
    "opportunity": [1.0, 0.614615, 0.320823, 0.180926],
    "cost": [0.386179, 0.392552, 0.511506, 0.793711],
    "risk": [1.0, 0.648335, 0.400634, 0.277331],
}
NMD_WEIGHTS = [0.264476, 0.184503, 0.362917, 0.188104]
# The same team's outsourcing model, ANP_BOCR_OutsourcingIT.xlsx; digits read from a stored copy.
OUTSOURCING = {
    "benefit": [1.0, 0.397201, 0.177611],
    "opportunity": [1.0, 0.827712, 0.49078],
    "cost": [0.831251, 0.746777, 0.975869],
    "risk": [1.0, 1.0, 0.356989],
}
OUTSOURCING_WEIGHTS = [0.298487, 0.298487, 0.104538, 0.298487]
SIX = 3e-6  # the priorities that went in are printed to six digits


@st.composite
def merits(draw):
    n = draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return rng.uniform(0.01, 1, (4, n)), rng.uniform(0.01, 1, 4)


def test_missile_defence():
    product = merit_scores(**NMD)
    assert np.abs(product - [2.503522, 1.921551, 0.560355, 0.089583]).max() <= SIX
    assert np.abs(product / product.sum() - [0.493304, 0.37863, 0.110415, 0.017652]).max() <= SIX
    assert np.abs(product / product.max() - [1.0, 0.767539, 0.223827, 0.035783]).max() <= SIX
    difference = merit_scores(**NMD, weights=NMD_WEIGHTS, method="subtractive")
    assert np.abs(difference - [0.111947, 0.059422, -0.107138, -0.278011]).max() <= SIX
    assert np.abs(signed_shares(difference)).sum() == pytest.approx(1)


def test_outsourcing_changes_its_second_place_with_the_method():
    product = merit_scores(**OUTSOURCING)
    assert np.abs(product - [1.203006072, 0.440249277, 0.250213282]).max() <= 1e-6
    weights = {"weights": OUTSOURCING_WEIGHTS, "method": "subtractive"}
    difference = merit_scores(**OUTSOURCING, **weights)
    assert np.abs(difference - [0.211589682962, -0.010932967395, -0.009065944748]).max() <= 1e-6
    ideal_cost = np.array(OUTSOURCING["cost"]) / max(OUTSOURCING["cost"])
    ideal = merit_scores(**(OUTSOURCING | {"cost": ideal_cost}), **weights)
    assert np.abs(ideal - [0.209440904372, -0.012863366103, -0.011588551226]).max() <= SIX
    assert ranking(product) == [0, 1, 2]
    assert ranking(difference) == [0, 2, 1]


@given(merits())
def test_two_merits_are_the_quotient(problem):
    (B, _, C, _), _ = problem
    np.testing.assert_allclose(merit_scores(B, cost=C), benefit_to_cost(B, C), rtol=1e-13)
    np.testing.assert_allclose(merit_scores(B, cost=C, method="quotient"), benefit_to_cost(B, C), rtol=1e-13)


@given(merits(), st.floats(0.01, 100))
def test_the_unit_of_a_merit_moves_neither_product_nor_their_order(problem, factor):
    (B, P, C, R), _ = problem
    before, after = merit_scores(B, P, C, R), merit_scores(B, P, factor * C, R)
    np.testing.assert_allclose(after * factor, before, rtol=1e-11)


def test_weights_as_coefficients_make_up_for_the_normalisation():
    # Wijnmalen (2007): amounts in one unit, each normalised and then weighted by its total, add as the amounts do
    money = np.array([[30.0, 50, 20], [10.0, 5, 5], [20.0, 60, 10], [4.0, 4, 2]])
    parts = money / money.sum(axis=1, keepdims=True)
    found = merit_scores(*parts, weights=money.sum(axis=1), method="quotient")
    np.testing.assert_allclose(found, (money[0] + money[1]) / (money[2] + money[3]), rtol=1e-12)
    difference = merit_scores(*parts, weights=money.sum(axis=1), method="subtractive")
    np.testing.assert_allclose(
        difference * money.sum(), money[0] + money[1] - money[2] - money[3], rtol=1e-11
    )
