from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd  # noqa: TID253 - the ban keeps the package light, not its tests
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import label_lists, matrices, methods, weight_vectors

from ahp import core
from ahp.errors import JudgmentError, StudyError
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.matrix import PairwiseMatrix

LABELS = ["speed", "price", "size"]
ROWS = [[1, 2, 6], ["1/2", 1, 3], ["1/6", "1/3", 1]]


@pytest.fixture
def matrix():
    return PairwiseMatrix(ROWS, labels=LABELS)


@st.composite
def labelled(draw, min_size=1, max_size=7):
    A = draw(matrices(min_size, max_size))
    return PairwiseMatrix(A, labels=draw(label_lists(len(A))))


def refusal(call, *args, **kwargs):
    """The JudgmentError of a call."""
    with pytest.raises(JudgmentError) as caught:
        call(*args, **kwargs)
    return caught.value


def test_a_judgment_may_be_any_number_or_text_of_one():
    for judgment, number in [
        ("1/3", 1 / 3),
        ("1/2.5", 0.4),  # as reports print it
        (" 1 / 3 ", 1 / 3),
        ("2/7", 2 / 7),
        ("0.1", 0.1),
        (" 7 ", 7.0),
        ("1e-3", 1e-3),
        ("very strong", 7.0),
        (Fraction(22, 7), 22 / 7),
        (Decimal("0.3"), 0.3),
        (np.float32(0.5), 0.5),
        (np.int64(4), 4.0),
        (7, 7.0),
    ]:
        a = PairwiseMatrix.from_judgments({("x", "y"): judgment})
        assert a["x", "y"] == number
        assert a["y", "x"] == 1 / number


def test_labels_are_those_given_or_numbers_and_entries_are_looked_up_by_them(matrix):
    assert matrix.labels == ("speed", "price", "size")
    assert matrix.n == 3
    assert PairwiseMatrix([[1, 2], [0.5, 1]]).labels == ("1", "2")
    assert PairwiseMatrix.from_upper([2, 6, 3]).labels == ("1", "2", "3")
    assert PairwiseMatrix.from_values([3, 2, 1, 1]).labels == ("1", "2", "3", "4")
    assert PairwiseMatrix(np.ones((3, 3)), labels=iter(range(3))).labels == ("0", "1", "2")
    assert (matrix["speed", "size"], matrix["size", "speed"], matrix["price", "price"]) == (6.0, 1 / 6, 1.0)
    assert type(matrix["speed", "size"]) is float


@given(labelled())
def test_equal_matrices_have_equal_hashes_and_representations_that_can_be_evaluated(a):
    other = PairwiseMatrix(np.asfortranarray(a.values), labels=list(a.labels))
    assert a == other
    assert hash(a) == hash(other)
    assert eval(repr(a)) == a


@given(labelled())
def test_a_frame_brings_values_and_labels_back(a):
    frame = a.to_frame()
    assert frame.index.tolist() == frame.columns.tolist() == list(a.labels)
    assert PairwiseMatrix(frame) == a


def test_a_frame_may_hold_text_and_numbers_for_names_and_labels_beside_it_win():
    frame = pd.DataFrame([[1, "1/3"], ["3", 1]], index=[10, 20], columns=[10, 20])
    assert PairwiseMatrix(frame).labels == ("10", "20")
    assert PairwiseMatrix(frame)["20", "10"] == 3.0
    assert PairwiseMatrix(frame, labels=["x", "y"]).labels == ("x", "y")


@given(st.data(), labelled(min_size=2))
def test_judgments_in_any_order_and_direction_make_the_matrix(data, a):
    pairs = data.draw(st.permutations(list(combinations(a.labels, 2))))
    turned = data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    judgments = {
        ((y, x) if turn else (x, y)): (a[y, x] if turn else a[x, y])
        for (x, y), turn in zip(pairs, turned, strict=True)
    }
    built = PairwiseMatrix.from_judgments(judgments, labels=a.labels)
    assert built.labels == a.labels
    assert np.allclose(built.values, a.values, rtol=1e-15, atol=0)


def test_items_come_in_order_of_appearance_and_a_pair_twice_if_both_agree():
    a = PairwiseMatrix.from_judgments({("c", "a"): 2, ("b", "a"): 3, ("c", "b"): 4})
    assert a.labels == ("c", "a", "b")
    a = PairwiseMatrix.from_judgments({("a", "b"): 3, ("b", "a"): "1/3", ("a", "a"): 1})
    assert a["a", "b"] == 3.0
    assert a["b", "a"] == 1 / 3


@given(st.data(), weight_vectors(), methods())
def test_measured_values_become_their_shares(data, values, method):
    names = data.draw(label_lists(len(values)))
    a = PairwiseMatrix.from_values(dict(zip(names, values.tolist(), strict=True)))
    assert a.priorities(method=method).to_dict() == pytest.approx(
        dict(zip(names, values / values.sum(), strict=True)), rel=1e-12
    )
    assert a.consistency().ratio < 1e-13


def test_values_may_bring_their_names_which_labels_order_and_never_change():
    for named in ({"a": 4.0, "b": 1.0}, pd.Series([4.0, 1.0], index=["a", "b"]), {"a": 4, "b": 1}):
        a, b = PairwiseMatrix.from_values(named), PairwiseMatrix.from_values(named, labels=["b", "a"])
        assert (a.labels, b.labels) == (("a", "b"), ("b", "a"))
        assert a["a", "b"] == b["a", "b"] == 4.0
    for plain in ([4.0, 1.0], (4, 1), np.array([4.0, 1.0])):
        a = PairwiseMatrix.from_values(plain, labels=["a", "b"])
        assert (a.labels, a["a", "b"]) == (("a", "b"), 4.0)
    assert PairwiseMatrix.from_values({"fast": 10, "slow": 20}, better="lower")["fast", "slow"] == 2.0


@given(labelled(), methods())
def test_priorities_are_those_of_the_core_with_names(a, method):
    series = a.priorities(method=method)
    assert series.name == "priority"
    assert tuple(series.index) == a.labels
    assert np.array_equal(series.to_numpy(), core.priorities(a.values, method=method))


def test_typed_decimals_need_a_wider_tolerance_and_are_then_repaired():
    typed = [[1, 9], [0.11, 1]]
    error = refusal(PairwiseMatrix, typed, labels=["a", "b"])
    assert str(error).startswith("'a' over 'b' = 9.0 and 'b' over 'a' = 0.11 contradict")
    a = PairwiseMatrix(typed, labels=["a", "b"], tolerance=0.02)
    assert a["a", "b"] == pytest.approx((9 / 0.11) ** 0.5, rel=1e-14)
    assert a["a", "b"] * a["b", "a"] == pytest.approx(1, rel=1e-14)


def test_an_entry_that_is_no_judgment_is_named_with_its_pair():
    for entry, problem in [
        *((entry, f"= {entry!r}") for entry in (
            "many", "1_0", "1/1_0", "٣_٣", True, "", "1/0", "1/2/3", "1 1/2", "3 4", "nan", "inf", "-3", "1e999999999",
            0, 0.0, -0.5, float("inf"), 1e-310, 1 + 2j, [2], pd.NA,
        )),
        (10**400, f"= 1{'0' * 58}…"), (np.complex128(2), "= (2+0j)"), (float("nan"), "is missing"), (None, "is missing"),
    ]:  # fmt: skip
        error = refusal(PairwiseMatrix, [[1, 2, 6], [0.5, 1, entry], [1 / 6, 1 / 3, 1]], labels=LABELS)
        needed = "a judgment is a positive number such as 3 or '1/3'"
        assert str(error) == f"'price' over 'size' {problem}; {needed}"
        assert (error.row, error.column) == ("price", "size")


def test_a_wrong_entry_of_an_array_is_named_with_its_pair():
    no_number = "is not a positive finite number"
    for place, entry, pair, told in [
        ((1, 2), np.nan, ("price", "size"), "'price' over 'size' is missing (NaN)"),
        ((1, 2), np.inf, ("price", "size"), f"'price' over 'size' = inf {no_number}"),
        ((1, 2), 0.0, ("price", "size"), f"'price' over 'size' = 0.0 {no_number}"),
        ((1, 2), -3.0, ("price", "size"), f"'price' over 'size' = -3.0 {no_number}"),
        ((1, 1), 2.0, ("price", "price"), "'price' over 'price' = 2.0; an item compared with itself is 1"),
        ((0, 2), 2.0, ("speed", "size"), "'speed' over 'size' = 2.0 and 'size' over 'speed' = 0.166"),
    ]:
        values = np.array([[1, 2, 6], [0.5, 1, 3], [1 / 6, 1 / 3, 1]])
        values[place] = entry
        for given_as in (values, pd.DataFrame(values, index=LABELS, columns=LABELS)):
            error = refusal(PairwiseMatrix, given_as, labels=LABELS)
            assert str(error).startswith(told)
            assert (error.row, error.column) == pair
            assert np.array_equal(error.found, entry, equal_nan=True)


def test_what_is_not_one_square_table_is_refused():
    for values, message in [
        ([[1, 2]], "a pairwise comparison matrix is square; found 1 × 2"),
        (["1", "2"], "a pairwise comparison matrix is square; found 2"),
        ({}, "a pairwise comparison matrix is square; found a single value"),
        (np.ones((0, 0)), "a pairwise comparison matrix has at least one item; found none"),
        (np.ones((2, 3, 3)), "a PairwiseMatrix is one matrix; found 3 dimensions"),
        ([[1, "1/2"], [2]], "judgments are numbers in rows of equal length; found unequal rows"),
        ([[1, 2], 3], "judgments are numbers in rows of equal length; found unequal rows"),
    ]:
        for labels in [None, ["a", "b"]]:
            assert str(refusal(PairwiseMatrix, values, labels=labels)) == message


def test_labels_must_be_as_many_as_the_items():
    for labels in [[], ["a"], ["a", "b", "c"]]:
        for build, what in [
            (PairwiseMatrix, [[1, 2], [0.5, 1]]),
            (PairwiseMatrix.from_upper, [2]),
            (PairwiseMatrix.from_values, [2, 1]),
            (PairwiseMatrix.from_values, [2, -1]),
        ]:
            shown = ", ".join(f"'{name}'" for name in labels)
            message = f"2 items need 2 labels; found {len(labels)}: {shown}"
            assert str(refusal(build, what, labels=labels)) == message


def test_labels_name_each_item_once():
    for build, what in [
        (PairwiseMatrix, np.ones((3, 3))),
        (PairwiseMatrix.from_upper, [1, 1, 1]),
        (PairwiseMatrix.from_values, [1, 2, 3]),
        (PairwiseMatrix.from_values, pd.Series([1, 2, 3], index=["a", "b", "a"])),
        (PairwiseMatrix.from_judgments, {("a", "b"): 2}),
    ]:
        error = refusal(build, what, labels=["a", "b", "a"])
        assert str(error) == "labels name each item once; found 'a' more than once"


def test_judgments_by_pair_that_make_no_matrix_are_refused():
    for judgments, labels, message, where in [
        ({}, None, "no judgments were given; compare at least two items", (None, None, None)),
        ({("a", "b"): 3, ("b", "a"): 5}, None, "'b' over 'a' = 5, but 'a' over 'b' = 3 says 0.333333; keep", ("b", "a", 5.0)),
        ({("b", "a"): 3, ("a", "b"): 5}, None, "'a' over 'b' = 5, but 'b' over 'a' = 3 says 0.333333; keep", ("a", "b", 5.0)),
        ({("a", "b"): 2, ("a", "a"): 3}, None, "'a' over 'a' = 3, but an item compared with itself is 1; leave", ...),
        ({("a", "b"): 3, ("c", "d"): 2, ("b", "c"): 1}, None, "no judgment for 'a : c', 'a : d', 'b : d'; 4 items need all 6", ...),
        ({("a", "z"): 3}, ["a", "b"], "judgments name 'z', not among 'a', 'b'", ...),
        *(({pair: 3}, None, "a judgment is named by a pair of items; found ", ...) for pair in ("ab", ("a",), ("a", "b", "c"), 3)),
        *(({("a", "b"): one}, None, "'a' over 'b' = ", ("a", "b", one)) for one in (0, -1, "x", float("inf"), "1/0", 1j)),
    ]:  # fmt: skip
        error = refusal(PairwiseMatrix.from_judgments, judgments, labels=labels)
        assert str(error).startswith(message)
        assert where is ... or (error.row, error.column, error.found) == where


def test_upper_triangles_and_values_that_make_no_matrix_are_refused():
    for number in [2, 4, 5, 7, 44]:
        error = refusal(PairwiseMatrix.from_upper, [1] * number)
        assert str(error) == (f"an upper triangle has 1, 3, 6, 10, … judgments (n(n-1)/2); found {number}")
    for judgment in [0, "two", None, -2.0]:
        error = refusal(PairwiseMatrix.from_upper, [2, 6, judgment], labels=LABELS)
        assert str(error).startswith("'price' over 'size' ")
        assert (error.row, error.column) == ("price", "size")
    for value in [0.0, -1.0, float("nan"), float("inf")]:
        for better in ["higher", "lower"]:
            error = refusal(PairwiseMatrix.from_values, {"a": 2.0, "b": value}, better=better)
            assert str(error) == f"'b' is {value}; only positive finite numbers have ratios"
            assert error.row == "b"
    error = refusal(PairwiseMatrix.from_values, {"a": 4.0, "b": 1.0}, labels=["x", "a"])
    assert str(error) == "the values are those of 'a', 'b'; found 'x', 'a'"
    with pytest.raises(StudyError, match=r"^'best' is not a known better; use one of: higher, lower$"):
        PairwiseMatrix.from_values({"a": 1, "b": 2}, better="best")


def test_an_item_that_is_not_compared_is_answered_with_those_that_are():
    for kind in (PairwiseMatrix, IncompleteMatrix):
        a = kind([[1, 2], [1 / 2, 1]], ["a", "b"])
        for pair in ["a", "ab", ["a", "b"], ("a",), ("a", "b", "a")]:
            assert "a judgment is of two items, as in matrix" in str(refusal(a.__getitem__, pair))
        error = refusal(a.__getitem__, ("a", "colour"))
        assert str(error) == "'colour' is not compared here; the items are 'a', 'b'"


@pytest.mark.parametrize("kind", [PairwiseMatrix, IncompleteMatrix])
def test_judgments_in_float32_are_the_reciprocal_ones_next_to_them(kind):
    exact = np.array([[1, 3, 7], [1 / 3, 1, 3], [1 / 7, 1 / 3, 1]])
    for rounded in (exact.astype(np.float32), pd.DataFrame(exact.astype(np.float32))):
        np.testing.assert_allclose(kind(rounded).values, exact, rtol=1e-7)
    with pytest.raises(JudgmentError, match=r"'1' over '2' = 3\.0 and '2' over '1' = 0\.33"):
        kind(np.array([[1, 3], [0.33, 1]], dtype=np.float32))
