from __future__ import annotations

import numpy as np
import pytest
from core.reference import relative_error
from hypothesis import given
from hypothesis import strategies as st
from strategies import SAATY, reciprocal, saaty_matrices

from ahp.core import SCALES, WORDS, answer_of, on_scale, scale_values, simulated_random_index, words_of
from ahp.core.matrices import as_pairwise
from ahp.errors import JudgmentError, StudyError

NAMES = (
    "linear",
    "logarithmic",
    "root-square",
    "inverse-linear",
    "power",
    "geometric",
    "balanced",
    "balanced-n",
    "adaptive-balanced",
    "adaptive",
)
every_scale = pytest.mark.parametrize("scale", NAMES)


def at(x, scale, n=2):
    A = np.ones((n, n))
    A[0, 1], A[1, 0] = x, 1 / x
    return float(on_scale(A, scale=scale)[0, 1])


def test_the_scales_are_those_the_tests_know():
    assert tuple(SCALES) == NAMES
    for scale in SCALES.values():
        assert any(character.isdigit() for character in scale.source)


# Goepel 2019 and the source code of AHP-OS; digits of the stored copy
@pytest.mark.parametrize(
    ("scale", "n", "x", "value"),
    [
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
    ],
)
def test_the_ends_of_the_scales(scale, n, x, value):
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


@given(st.floats(1, 9))
def test_between_two_items_some_scales_are_the_same(x):
    assert at(x, "balanced-n") == pytest.approx(at(x, "balanced"))
    assert at(x, "adaptive-balanced") == pytest.approx(at(x, "balanced"))
    assert at(x, "adaptive") == pytest.approx(x)


@every_scale
@given(saaty_matrices())
def test_a_scale_keeps_reciprocity_equality_and_order(scale, A):
    found = as_pairwise(on_scale(A, scale=scale))
    assert found.shape == A.shape
    assert np.array_equal(np.abs(A - 1) < 1e-12, np.abs(found - 1) < 1e-12)
    flat = np.argsort(A, axis=None, kind="stable")
    assert (np.diff(found.ravel()[flat]) >= -1e-12).all()


@every_scale
@pytest.mark.parametrize("n", [1, 2, 3, 1000])
def test_batches_of_any_layout(scale, n):
    rng = np.random.default_rng(n)
    count = 2 if n == 1000 else 6
    A = np.array([reciprocal(rng.choice(SAATY, n * (n - 1) // 2), n) for _ in range(count)])
    A.setflags(write=False)
    found = on_scale(A, scale=scale)
    assert np.array_equal(found[1], on_scale(A[1], scale=scale))
    assert np.array_equal(on_scale(A[::-1], scale=scale)[::-1], found)
    assert relative_error(on_scale(A.swapaxes(-1, -2), scale=scale), found.swapaxes(-1, -2)) < 1e-14
    assert on_scale(np.empty((0, 2, n, n)), scale=scale).shape == (0, 2, n, n)
    assert on_scale(np.ones((n, n), dtype=np.float32), scale=scale).dtype == np.float64
    assert (on_scale(np.ones((n, n), dtype=int), scale=scale) == 1).all()


@every_scale
@pytest.mark.parametrize("n", [2, 3, 9])
def test_the_values_of_a_scale(scale, n):
    values = scale_values(scale, n)
    assert len(values) == 17
    assert (np.diff(values) > 0).all()
    assert relative_error(values * values[::-1], 1.0) < 1e-12
    assert relative_error(values[8:], [at(x, scale, n) for x in range(1, 10)]) < 1e-12


def test_a_scale_has_its_own_random_index():
    linear, balanced = (
        simulated_random_index(5, scale=scale_values(scale, 5), count=3000, rng=0)
        for scale in ("linear", "balanced")
    )
    assert linear.mean == simulated_random_index(5, count=3000, rng=0).mean
    assert balanced.mean < linear.mean - 0.2


# --- words --------------------------------------------------------------------------------------


@given(st.sampled_from(SAATY))
def test_words_go_out_and_in(answer):
    assert answer_of(words_of(answer)) == pytest.approx(answer)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
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
    ],
)
def test_usual_words_are_understood(words, answer):
    assert answer_of(words) == pytest.approx(answer)


@pytest.mark.parametrize(
    "words", ["", "better", "very", "very moderate", "equal to extreme", "strong 5", "less"]
)
def test_other_words_are_refused_with_those_that_are_known(words):
    with pytest.raises(
        JudgmentError, match="is not a judgment in words; use one of: equal, equal to moderate"
    ) as caught:
        answer_of(words)
    assert caught.value.found == words


def test_what_is_no_text_is_no_words():
    with pytest.raises(JudgmentError, match="a judgment in words is text; found 5") as caught:
        answer_of(5)
    assert caught.value.found == 5


def test_answers_between_get_the_nearest_words():
    assert [words_of(x) for x in (1.2, 2.6, 8.9, 1 / 2.6)] == [
        "equal",
        "moderate",
        "extreme",
        "moderate less",
    ]


# --- what is refused ----------------------------------------------------------------------------


def test_what_is_refused():
    with pytest.raises(StudyError, match="'saaty' is not a known judgment scale; use one of: linear, log"):
        on_scale([[1]], scale="saaty")
    with pytest.raises(
        JudgmentError,
        match=r"^a\[0, 1\] = 12.0 is beyond 1/9 and 9, where the 'balanced' scale is not defined",
    ) as caught:
        on_scale([[1, 12], [1 / 12, 1]], scale="balanced")
    assert (caught.value.row, caught.value.column) == (0, 1)
    assert on_scale([[1, 12], [1 / 12, 1]])[0, 1] == 12
    with pytest.raises(
        StudyError, match="the number of items on a scale is a whole number, at least 2; found 1"
    ):
        scale_values("power", 1)
    for answer in (0, -3, 10, 0.1, float("nan")):
        with pytest.raises(JudgmentError, match="an answer lies between 1/9 and 9; found"):
            words_of(answer)
    with pytest.raises(JudgmentError, match=r"^a\[0, 1\] = 3.0 and a\[1, 0\] = 0.5 contradict"):
        on_scale([[1, 3], [0.5, 1]], scale="power")
