import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.student import normal_quantile, t_quantile

PROBABILITIES = st.floats(1e-6, 1 - 1e-6)


@given(PROBABILITIES)
def test_normal_quantiles_are_those_of_scipy(probability):
    from scipy import stats

    assert normal_quantile(probability) == pytest.approx(stats.norm.ppf(probability), rel=1e-9, abs=1e-9)


@given(PROBABILITIES, st.one_of(st.integers(1, 60), st.sampled_from([399, 400, 401, 5000])))
def test_quantiles_of_t_are_those_of_scipy(probability, freedom):
    from scipy import stats

    expected = stats.t.ppf(probability, freedom)
    assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-7, abs=1e-9)


# From 400 degrees of freedom on by an expansion, whose third term is some 1e-9 there, and its fourth 1e-11.
def test_the_expansion_is_exact_to_ten_digits():
    for probability in [0.6, 0.8, 0.9, 0.95, 0.975]:
        from scipy import stats

        assert t_quantile(probability, 400) == pytest.approx(stats.t.ppf(probability, 400), rel=5e-11)


# Student 1908 and Fisher 1925, as every table prints them: two-sided 5 %.
def test_the_printed_table():
    for freedom, printed in [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)]:
        assert t_quantile(0.975, freedom) == pytest.approx(printed, abs=5e-4)


def test_the_middle_is_zero():
    assert normal_quantile(0.5) == pytest.approx(0, abs=1e-15)
    assert t_quantile(0.5, 3) == pytest.approx(0, abs=1e-15)
