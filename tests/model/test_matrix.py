from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd  # noqa: TID253 - the ban keeps the package light, not its tests
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import label_lists, matrices, methods, permutations, weight_vectors

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


# --- what it holds ------------------------------------------------------------------------------


def test_a_judgment_may_be_any_number_or_text_of_one():
    for judgment, number in [
        ("1/3", 1 / 3),
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


def test_labels_keep_their_order(matrix):
    assert matrix.labels == ("speed", "price", "size")
    assert matrix.n == 3
    assert list(matrix.priorities().index) == LABELS


def test_without_labels_the_items_are_numbered_from_one():
    assert PairwiseMatrix([[1, 2], [0.5, 1]]).labels == ("1", "2")
    assert PairwiseMatrix.from_upper([2, 6, 3]).labels == ("1", "2", "3")
    assert PairwiseMatrix.from_values([3, 2, 1, 1]).labels == ("1", "2", "3", "4")


def test_labels_may_come_from_any_iterable_and_become_text():
    assert PairwiseMatrix(np.ones((3, 3)), labels=iter(range(3))).labels == ("0", "1", "2")


def test_entries_are_looked_up_by_name(matrix):
    assert matrix["speed", "size"] == 6.0
    assert matrix["size", "speed"] == 1 / 6
    assert matrix["price", "price"] == 1.0
    assert type(matrix["speed", "size"]) is float


def test_an_unknown_name_is_answered_with_the_known_ones(matrix):
    error = refusal(matrix.__getitem__, ("speed", "colour"))
    assert str(error) == ("'colour' is not compared here; the items are 'speed', 'price', 'size'")


# --- it cannot be changed -----------------------------------------------------------------------


def test_the_values_are_read_only(matrix):
    with pytest.raises(ValueError, match="read-only"):
        matrix.values[0, 1] = 9


@pytest.mark.parametrize("name", ["values", "labels", "n", "anything"])
def test_no_attribute_can_be_set_or_deleted(matrix, name):
    with pytest.raises(FrozenInstanceError):
        setattr(matrix, name, None)
    with pytest.raises(FrozenInstanceError):
        delattr(matrix, name)


def test_the_caller_keeps_his_own_array():
    mine = np.array([[1, 2], [0.5, 1]])
    a = PairwiseMatrix(mine)
    mine[0, 1] = 99
    assert a["1", "2"] == 2.0
    assert mine.flags.writeable


def test_a_frame_taken_out_is_a_copy(matrix):
    frame = matrix.to_frame()
    frame.loc["speed", "price"] = 99
    assert matrix["speed", "price"] == 2.0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))])
def test_copies_are_equal_and_read_only(matrix, copied):
    other = copied(matrix)
    assert other == matrix
    assert hash(other) == hash(matrix)
    with pytest.raises(ValueError, match="read-only"):
        other.values[0, 1] = 9


# --- equality -----------------------------------------------------------------------------------


@given(labelled())
@settings(deadline=None)
def test_equal_matrices_have_equal_hashes(a):
    other = PairwiseMatrix(np.asfortranarray(a.values), labels=list(a.labels))
    assert a == other
    assert hash(a) == hash(other)
    assert len({a, other}) == 1


def test_another_value_label_or_type_is_not_equal(matrix):
    assert matrix != PairwiseMatrix.from_upper([2, 6, 3.5], labels=LABELS)
    assert matrix != PairwiseMatrix(ROWS, labels=["speed", "price", "weight"])
    assert matrix != PairwiseMatrix(ROWS)
    assert matrix != matrix.values.tolist()


@given(labelled())
@settings(deadline=None)
def test_the_representation_can_be_evaluated(a):
    assert eval(repr(a)) == a


# --- ways in ------------------------------------------------------------------------------------


@given(labelled())
@settings(deadline=None)
def test_a_frame_brings_values_and_labels_back(a):
    frame = a.to_frame()
    assert frame.index.tolist() == frame.columns.tolist() == list(a.labels)
    assert PairwiseMatrix(frame) == a


def test_a_frame_may_hold_text_and_numbers_for_names():
    frame = pd.DataFrame([[1, "1/3"], ["3", 1]], index=[10, 20], columns=[10, 20])
    a = PairwiseMatrix(frame)
    assert a.labels == ("10", "20")
    assert a["20", "10"] == 3.0


def test_labels_given_beside_a_frame_win():
    frame = pd.DataFrame([[1, 4], [0.25, 1]], index=["a", "b"], columns=["a", "b"])
    assert PairwiseMatrix(frame, labels=["x", "y"]).labels == ("x", "y")


@pytest.mark.parametrize("columns", [["b", "a"], ["a", "c"]])
def test_a_frame_with_other_names_on_its_axes_is_refused(columns):
    frame = pd.DataFrame([[1, 4], [0.25, 1]], index=["a", "b"], columns=columns)
    shown = ", ".join(f"'{name}'" for name in columns)
    assert str(refusal(PairwiseMatrix, frame)) == (
        "rows and columns of a pairwise comparison matrix have the same names in the same order; "
        f"found 'a', 'b' beside {shown}"
    )


@given(st.data(), labelled(min_size=2))
@settings(deadline=None)
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


def test_without_labels_items_come_in_order_of_appearance():
    judgments = {("c", "a"): 2, ("b", "a"): 3, ("c", "b"): 4}
    assert PairwiseMatrix.from_judgments(judgments).labels == ("c", "a", "b")


def test_the_same_pair_may_be_given_twice_if_both_agree():
    a = PairwiseMatrix.from_judgments({("a", "b"): 3, ("b", "a"): "1/3", ("a", "a"): 1})
    assert a["a", "b"] == 3.0
    assert a["b", "a"] == 1 / 3


@given(st.data(), weight_vectors(), methods())
@settings(deadline=None)
def test_measured_values_become_their_shares(data, values, method):
    names = data.draw(label_lists(len(values)))
    a = PairwiseMatrix.from_values(dict(zip(names, values.tolist(), strict=True)))
    assert a.priorities(method=method).to_dict() == pytest.approx(
        dict(zip(names, values / values.sum(), strict=True)), rel=1e-12
    )
    assert a.consistency().ratio < 1e-13


@given(weight_vectors(), st.floats(1e-3, 1e3), methods(), st.sampled_from(["higher", "lower"]))
@settings(deadline=None)
def test_the_unit_of_measurement_does_not_matter(values, unit, method, better):
    plain = PairwiseMatrix.from_values(values, better=better)
    scaled = PairwiseMatrix.from_values(values * unit, better=better)
    assert scaled.priorities(method=method).tolist() == pytest.approx(
        plain.priorities(method=method).tolist(), rel=1e-12
    )


@pytest.mark.parametrize(
    "values", [{"a": 4.0, "b": 1.0}, pd.Series([4.0, 1.0], index=["a", "b"]), {"a": 4, "b": 1}]
)
def test_values_may_bring_their_names(values):
    a = PairwiseMatrix.from_values(values)
    assert a.labels == ("a", "b")
    assert a["a", "b"] == 4.0


@pytest.mark.parametrize("values", [[4.0, 1.0], (4, 1), np.array([4.0, 1.0])])
def test_values_without_names_take_the_labels(values):
    a = PairwiseMatrix.from_values(values, labels=["a", "b"])
    assert a.labels == ("a", "b")
    assert a["a", "b"] == 4.0


@pytest.mark.parametrize("values", [{"a": 4.0, "b": 1.0}, pd.Series({"a": 4.0, "b": 1.0})])
def test_labels_order_named_values_and_never_rename_them(values):
    a = PairwiseMatrix.from_values(values, labels=["b", "a"])
    assert a.labels == ("b", "a")
    assert a["a", "b"] == 4.0
    error = refusal(PairwiseMatrix.from_values, values, labels=["x", "a"])
    assert str(error) == "the values are those of 'a', 'b'; found 'x', 'a'"


# --- what it answers ----------------------------------------------------------------------------


@given(labelled(), methods())
@settings(deadline=None)
def test_priorities_are_those_of_the_core_with_names(a, method):
    series = a.priorities(method=method)
    assert series.name == "priority"
    assert tuple(series.index) == a.labels
    assert np.array_equal(series.to_numpy(), core.priorities(a.values, method=method))


@given(st.data(), labelled(), methods())
@settings(deadline=None)
def test_a_name_keeps_its_priority_wherever_it_stands(data, a, method):
    order = data.draw(permutations(a.n))
    moved = PairwiseMatrix(a.to_frame().iloc[order, order])
    assert moved.priorities(method=method)[list(a.labels)].tolist() == pytest.approx(
        a.priorities(method=method).tolist(), rel=1e-12
    )


def test_an_unknown_method_or_table_is_answered_with_the_known_ones(matrix):
    with pytest.raises(StudyError, match=r"use one of: eigenvector, geometric-mean, normalised-"):
        matrix.priorities(method="eigen")
    with pytest.raises(StudyError, match=r"use one of: alonso-lamata, saaty-1980, saaty-2005, "):
        matrix.consistency(random_index="saaty")


def test_an_unknown_direction_is_answered_with_the_known_ones():
    with pytest.raises(StudyError, match=r"^'best' is not a known better; use one of: higher, lower$"):
        PairwiseMatrix.from_values({"a": 1, "b": 2}, better="best")


# --- a matrix typed with few decimals -----------------------------------------------------------


def test_typed_decimals_need_a_wider_tolerance_and_are_then_repaired():
    typed = [[1, 9], [0.11, 1]]
    error = refusal(PairwiseMatrix, typed, labels=["a", "b"])
    assert str(error).startswith("'a' over 'b' = 9.0 and 'b' over 'a' = 0.11 contradict")
    a = PairwiseMatrix(typed, labels=["a", "b"], tolerance=0.02)
    assert a["a", "b"] == pytest.approx((9 / 0.11) ** 0.5, rel=1e-14)
    assert a["a", "b"] * a["b", "a"] == pytest.approx(1, rel=1e-14)


# --- what is refused: the table -----------------------------------------------------------------


def test_what_is_not_one_square_table_is_refused():
    for values, message in [
        ([[1, 2]], "a pairwise comparison matrix is square; found 1 × 2"),
        ([[1, 2], [0.5, 1], [3, 4]], "a pairwise comparison matrix is square; found 3 × 2"),
        ([1, 2], "a pairwise comparison matrix is square; found 2"),
        (["1", "2"], "a pairwise comparison matrix is square; found 2"),
        (5, "a pairwise comparison matrix is square; found a single value"),
        ({}, "a pairwise comparison matrix is square; found a single value"),
        ([], "a pairwise comparison matrix is square; found 0"),
        (np.ones((0, 0)), "a pairwise comparison matrix has at least one item; found none"),
        (np.ones((2, 3, 3)), "a PairwiseMatrix is one matrix; found 3 dimensions"),
        ([[[1]]], "a PairwiseMatrix is one matrix; found 3 dimensions"),
        ([[1, 2], [1]], "judgments are numbers in rows of equal length; found unequal rows"),
        ([[1, "1/2"], [2]], "judgments are numbers in rows of equal length; found unequal rows"),
        ([[1, 2], 3], "judgments are numbers in rows of equal length; found unequal rows"),
    ]:
        for labels in [None, ["a", "b"]]:
            assert str(refusal(PairwiseMatrix, values, labels=labels)) == message


def test_an_entry_that_is_no_judgment_is_named_with_its_pair():
    for entry, problem in [
        ("many", "= 'many'"),
        ("1_0", "= '1_0'"),
        ("1/1_0", "= '1/1_0'"),
        ("٣_٣", "= '٣_٣'"),
        (True, "= True"),
        ("", "= ''"),
        ("1/0", "= '1/0'"),
        ("1/2/3", "= '1/2/3'"),
        ("1 1/2", "= '1 1/2'"),
        ("3 4", "= '3 4'"),
        ("nan", "= 'nan'"),
        ("inf", "= 'inf'"),
        ("-3", "= '-3'"),
        ("1e999999999", "= '1e999999999'"),
        (0, "= 0"),
        (0.0, "= 0.0"),
        (-0.5, "= -0.5"),
        (10**400, f"= 1{'0' * 58}…"),
        (float("inf"), "= inf"),
        (float("nan"), "is missing"),
        (None, "is missing"),
        (1e-310, "= 1e-310"),
        (1 + 2j, "= (1+2j)"),
        (np.complex128(2), "= (2+0j)"),
        ([2], "= [2]"),
        (pd.NA, "= <NA>"),
    ]:
        error = refusal(PairwiseMatrix, [[1, 2, 6], [0.5, 1, entry], [1 / 6, 1 / 3, 1]], labels=LABELS)
        assert str(error) == (
            f"'price' over 'size' {problem}; a judgment is a positive number such as 3 or '1/3'"
        )
        assert (error.row, error.column) == ("price", "size")


def test_an_impossible_entry_of_an_array_is_named_with_its_pair():
    for entry, problem in [
        (np.nan, "is missing (NaN)"),
        (np.inf, "= inf is not a positive finite number"),
        (0.0, "= 0.0 is not a positive finite number"),
        (-3.0, "= -3.0 is not a positive finite number"),
    ]:
        for frame in [False, True]:
            values = np.array([[1, 2, 6], [0.5, 1, entry], [1 / 6, 1 / 3, 1]])
            if frame:
                values = pd.DataFrame(values, index=LABELS, columns=LABELS)
            error = refusal(PairwiseMatrix, values, labels=LABELS)
            assert str(error) == f"'price' over 'size' {problem}"
            assert (error.row, error.column) == ("price", "size")
            assert np.array_equal(error.found, entry, equal_nan=True)


@pytest.mark.parametrize("values", [ROWS, np.array([[1, 2, 6], [0.5, 1, 3], [1 / 6, 1 / 3, 1]])])
def test_a_diagonal_that_is_not_one_is_named(values):
    values = copy.deepcopy(values)
    values[1][1] = 2
    error = refusal(PairwiseMatrix, values, labels=LABELS)
    assert str(error) == ("'price' over 'price' = 2.0; an item compared with itself is 1")
    assert (error.row, error.column, error.found) == ("price", "price", 2.0)


def test_a_contradiction_is_named_with_its_pair():
    error = refusal(PairwiseMatrix, [[1, 2, 6], [0.5, 1, 3], [0.5, 1 / 3, 1]], labels=LABELS)
    assert str(error) == (
        "'speed' over 'size' = 6.0 and 'size' over 'speed' = 0.5 contradict each other: one must be "
        "1 divided by the other; correct one of them, or give exact fractions"
    )
    assert (error.row, error.column, error.found) == ("speed", "size", 6.0)


# --- what is refused: the labels ----------------------------------------------------------------


def test_labels_must_be_as_many_as_the_items():
    for labels in [[], ["a"], ["a", "b", "c"]]:
        for build in [
            lambda labels: PairwiseMatrix([[1, 2], [0.5, 1]], labels=labels),
            lambda labels: PairwiseMatrix.from_upper([2], labels=labels),
            lambda labels: PairwiseMatrix.from_values([2, 1], labels=labels),
            lambda labels: PairwiseMatrix.from_values([2, -1], labels=labels),
        ]:
            shown = ", ".join(f"'{name}'" for name in labels)
            error = refusal(build, labels)
            assert str(error) == f"2 items need 2 labels; found {len(labels)}: {shown}"


def test_labels_name_each_item_once():
    for build in [
        lambda: PairwiseMatrix(np.ones((3, 3)), labels=["a", "b", "a"]),
        lambda: PairwiseMatrix.from_upper([1, 1, 1], labels=["a", "b", "a"]),
        lambda: PairwiseMatrix.from_values([1, 2, 3], labels=["a", "b", "a"]),
        lambda: PairwiseMatrix.from_values(pd.Series([1, 2, 3], index=["a", "b", "a"])),
        lambda: PairwiseMatrix.from_judgments({("a", "b"): 2}, labels=["a", "b", "a"]),
    ]:
        assert str(refusal(build)) == "labels name each item once; found 'a' more than once"


# --- what is refused: judgments by pair ---------------------------------------------------------


def test_no_judgments_are_refused():
    error = refusal(PairwiseMatrix.from_judgments, {})
    assert str(error) == "no judgments were given; compare at least two items"


@pytest.mark.parametrize("first", [("a", "b"), ("b", "a")])
def test_contradictory_judgments_are_refused(first):
    a, b = first
    error = refusal(PairwiseMatrix.from_judgments, {(a, b): 3, (b, a): 5})
    assert str(error) == (f"'{b}' over '{a}' = 5, but '{a}' over '{b}' = 3 says 0.333333; keep one of them")
    assert (error.row, error.column, error.found) == (b, a, 5.0)


def test_an_item_is_not_preferred_to_itself():
    error = refusal(PairwiseMatrix.from_judgments, {("a", "b"): 2, ("a", "a"): 3})
    assert str(error) == ("'a' over 'a' = 3, but an item compared with itself is 1; leave it out")


def test_missing_pairs_are_listed():
    error = refusal(PairwiseMatrix.from_judgments, {("a", "b"): 3, ("c", "d"): 2, ("b", "c"): 1})
    assert str(error) == ("no judgment for 'a : c', 'a : d', 'b : d'; 4 items need all 6 comparisons")


def test_a_judgment_of_an_unlisted_item_is_refused():
    error = refusal(PairwiseMatrix.from_judgments, {("a", "z"): 3}, labels=["a", "b"])
    assert str(error) == "judgments name 'z', not among 'a', 'b'"


def test_a_judgment_is_named_by_two_items():
    for pair in ["ab", ("a",), ("a", "b", "c"), 3]:
        error = refusal(PairwiseMatrix.from_judgments, {pair: 3})
        assert str(error).startswith("a judgment is named by a pair of items; found ")


def test_an_impossible_judgment_is_named_with_its_pair():
    for judgment in [0, -1, "x", float("inf"), "1/0", 1j]:
        error = refusal(PairwiseMatrix.from_judgments, {("a", "b"): judgment})
        assert str(error).startswith("'a' over 'b' = ")
        assert str(error).endswith("; a judgment is a positive number such as 3 or '1/3'")
        assert (error.row, error.column, error.found) == ("a", "b", judgment)


# --- what is refused: upper triangles and values ------------------------------------------------


def test_an_upper_triangle_of_another_length_is_refused():
    for number in [2, 4, 5, 7, 44]:
        error = refusal(PairwiseMatrix.from_upper, [1] * number)
        assert str(error) == (f"an upper triangle has 1, 3, 6, 10, … judgments (n(n-1)/2); found {number}")


def test_an_impossible_judgment_of_a_triangle_is_named_with_its_pair():
    for judgment in [0, "two", None, -2.0]:
        error = refusal(PairwiseMatrix.from_upper, [2, 6, judgment], labels=LABELS)
        assert str(error).startswith("'price' over 'size' ")
        assert (error.row, error.column) == ("price", "size")


def test_a_value_without_ratios_is_named_with_its_item():
    for value in [0.0, -1.0, float("nan"), float("inf")]:
        for better in ["higher", "lower"]:
            error = refusal(PairwiseMatrix.from_values, {"a": 2.0, "b": value}, better=better)
            assert str(error) == f"'b' is {value}; only positive finite numbers have ratios"
            assert error.row == "b"


def test_a_judgment_is_of_two_items():
    for pair in ["a", "ab", ["a", "b"], ("a",), ("a", "b", "a")]:
        with pytest.raises(JudgmentError, match="a judgment is of two items, as in matrix"):
            PairwiseMatrix([[1, 2], [1 / 2, 1]], ["a", "b"])[pair]
        with pytest.raises(JudgmentError, match="a judgment is of two items, as in matrix"):
            IncompleteMatrix([[1, 2], [1 / 2, 1]], ["a", "b"])[pair]


def test_what_a_masked_array_hides_is_missing():
    hidden = np.ma.array([[1.0, 3.0], [1 / 3, 1.0]], mask=[[0, 1], [1, 0]])
    with pytest.raises(JudgmentError, match="'1' over '2' is missing"):
        PairwiseMatrix(hidden)
    with pytest.raises(JudgmentError, match=r"a\[0, 1\] is missing"):
        core.priorities(hidden)
    three = np.ma.masked_equal([[1.0, 3.0, 9.0], [1 / 3, 1.0, 2.0], [9.0, 0.5, 1.0]], 9)
    assert IncompleteMatrix(three).priorities().round(4).to_dict() == {"1": 0.6667, "2": 0.2222, "3": 0.1111}
    with pytest.raises(JudgmentError, match="'1' over '2' is missing"):
        PairwiseMatrix(list(hidden))
    for several in (list(hidden), [hidden, hidden], tuple(hidden)):
        with pytest.raises(JudgmentError, match="is missing"):
            core.priorities(several)
    assert core.priorities(np.ma.array([[1, 3.0], [1 / 3, 1]])).tolist() == pytest.approx([0.75, 0.25])


@pytest.mark.parametrize("kind", [PairwiseMatrix, IncompleteMatrix])
def test_judgments_in_float32_are_the_reciprocal_ones_next_to_them(kind):
    exact = np.array([[1, 3, 7], [1 / 3, 1, 3], [1 / 7, 1 / 3, 1]])
    for rounded in (exact.astype(np.float32), pd.DataFrame(exact.astype(np.float32))):
        np.testing.assert_allclose(kind(rounded).values, exact, rtol=1e-7)
    with pytest.raises(JudgmentError, match=r"'1' over '2' = 3\.0 and '2' over '1' = 0\.33"):
        kind(np.array([[1, 3], [0.33, 1]], dtype=np.float32))
