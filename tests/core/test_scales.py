import numpy as np
import pytest
from core.reference import relative_error
from hypothesis import given
from hypothesis import strategies as st
from strategies import SAATY, saaty_matrices

from ahp.core import SCALES, on_scale
from ahp.core.matrices import as_pairwise
from ahp.core.more import WORDS, answer_of, scale_values, simulated_random_index, words_of

every_scale = pytest.mark.parametrize("scale", SCALES)


def at(x, scale, n=2):
    A = np.ones((n, n))
    A[0, 1], A[1, 0] = x, 1 / x
    return float(on_scale(A, scale=scale)[0, 1])


# Goepel 2019 and the source code of AHP-OS; digits of the stored copy
def test_the_ends_of_the_scales():
    for scale, n, x, value in [
        ("linear", 7, 9, 9.0),
        ("logarithmic", 7, 9, 3.321928095),
        ("root-square", 7, 9, 3.0),
        ("inverse-linear", 7, 9, 9.0),
        ("balanced", 7, 9, 9.0),
        ("balanced-n", 7, 9, 9.0),
        ("balanced-n", 5, 4, 2.5),
        ("adaptive-balanced", 7, 9, 54.0),
        ("adaptive", 7, 9, 54.0),
        ("power", 7, 9, 81.0),
        ("geometric", 7, 9, 256.0),
    ]:
        assert at(x, scale, n) == pytest.approx(value, abs=5e-10)


@given(st.floats(1, 9), st.integers(2, 15))
def test_the_scales_are_their_definitions(x, n):
    share = 0.45 + 0.05 * x
    assert at(x, "balanced", n) == pytest.approx(share / (1 - share))
    # generalised balanced: equal steps of the weight of one item that dominates n - 1 equal ones
    share = 1 / n + (9 / (n + 8) - 1 / n) * (x - 1) / 8
    assert at(x, "balanced-n", n) == pytest.approx(share * (n - 1) / (1 - share))
    # the closed form in AHP-OS; its 2018 paper prints the denominator with the opposite sign
    closed = (n - 1) * ((9 * n - 10) * (x - 1) + 80) / (89 * n - 90 - (9 * n - 10) * x)
    assert at(x, "adaptive-balanced", n) == pytest.approx(closed)
    assert at(x, "adaptive", n) == pytest.approx(x ** (1 + np.log(n - 1) / np.log(9)))
    assert at(x, "geometric", n) == pytest.approx(2 ** (x - 1))
    assert at(x, "inverse-linear", n) == pytest.approx(9 / (10 - x))


@every_scale
@given(saaty_matrices())
def test_a_scale_keeps_reciprocity_equality_and_order(scale, A):
    found = as_pairwise(on_scale(A, scale=scale))
    assert found.shape == A.shape
    assert np.array_equal(np.abs(A - 1) < 1e-12, np.abs(found - 1) < 1e-12)
    flat = np.argsort(A, axis=None, kind="stable")
    assert (np.diff(found.ravel()[flat]) >= -1e-12).all()


def test_the_values_of_a_scale():
    for scale in SCALES:
        for n in [2, 3, 9]:
            values = scale_values(scale, n)
            assert len(values) == 17
            assert (np.diff(values) > 0).all()
            assert relative_error(values * values[::-1], 1.0) < 1e-12
            assert relative_error(values[8:], [at(x, scale, n) for x in range(1, 10)]) < 1e-12


def test_a_scale_has_its_own_random_index():
    linear, balanced = (
        simulated_random_index(5, scale=scale_values(scale, 5), draws=3000, rng=0)
        for scale in ("linear", "balanced")
    )
    assert linear.mean == simulated_random_index(5, draws=3000, rng=0).mean
    assert balanced.mean < linear.mean - 0.2


@given(st.sampled_from(SAATY))
def test_words_go_out_and_in(answer):
    assert answer_of(words_of(answer)) == pytest.approx(answer)


def test_usual_words_are_understood():
    for words, answer in [
        *((words, number) for number, words in enumerate(WORDS, 1)),
        ("Strongly more important", 5),
        ("equally preferred", 1),
        ("equal importance", 1),
        ("between moderate and strong", 4),
        ("Moderately to strongly more preferred", 4),
        ("very strongly less important than", 1 / 7),
        ("weak importance", 3),
        ("essential or strong", 5),
        ("absolute", 9),
        ("indifferent", 1),
        ("Very-strong", 7),
        ("strong, importance", 5),
    ]:
        assert answer_of(words) == pytest.approx(answer)


def test_answers_between_get_the_nearest_words():
    assert [words_of(x) for x in (1.2, 2.6, 8.9, 1 / 2.6)] == [
        "equal",
        "moderate",
        "extreme",
        "moderate less",
    ]
