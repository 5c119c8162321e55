"""What is wrong is refused by every function: of which kind, in which row and column, with what was found there.

The words of those refusals that users meet most stand in the last table; the others are free to change.
"""

import inspect
import re
import subprocess
import sys

import numpy as np
import pytest
from core.calls import CALLS, FUZZY, GROUP, LOCAL, TAKE_A_MATRIX, A, cases, functions, numbers_in
from core.test_every_shape import CASES, ONE_AT_A_TIME, arrays_of, name_of
from wrong_values import ALWAYS_WRONG, OFTEN_WRONG, answered, spoilt, varied

from ahp import core
from ahp.errors import AHPError, ConvergenceError, JudgmentError, StudyError

FUNCTIONS = functions()
UNKNOWN_IS_NAN = {  # where NaN is an answer, as the docstring says
    "consistency_threshold", "dispersion", "dispersion_test", "incomplete_consistency_index",
    "incomplete_consistency_ratio", "critical_weights", "central_weights", "t_displacements",
    "bootstrap_displacements", "kendall_w", "kendall_w_test", "kendall_zeta", "line_crossings",
}  # fmt: skip
ORDERED = {"ranking", "tie_groups"}  # infinity has its place in an order
GAPS_ARE_NAN = {"aggregate_judgments", "as_connected", "as_incomplete", "effective_resistances"}
NAN = float("nan")
FOUR = [[1, 1, 5, 2], [1, 1, 3, 4], [1 / 5, 1 / 3, 1, NAN], [1 / 2, 1 / 4, NAN, 1]]
KINDS = {  # of wrong entries, by what they are called where they are made
    "NaN in it": "NaN", "infinity in it": "infinite", "zero in it": "zero", "a negative number in it": "negative",
    "a huge one in it": "huge",
}  # fmt: skip
MATRICES = (
    *(f"{name}.A" for name in (*TAKE_A_MATRIX, *(name for name in CALLS if "A" in CALLS[name]))),
    *(f"{name}.low" for name in CALLS if "low" in CALLS[name]), "compatibility.B",
)  # fmt: skip
ENTRIES = {  # which entries are refused, the kind of error, row and column of a wrong last entry of the first row
    ("NaN infinite zero negative huge", JudgmentError, (0, "last")): MATRICES,
    ("NaN infinite zero negative huge", JudgmentError, ((0, "last"), ("last", 0))): [
        f"{name}.high" for name in CALLS if "high" in CALLS[name]
    ],
    ("NaN infinite zero negative huge", JudgmentError, (0, 0)): [f"{name}.T" for name in CALLS if "T" in CALLS[name]],
    ("NaN infinite zero negative", JudgmentError, (0, "last")): [
        f"{name}.priorities"
        for name in ("aggregate_priorities", "consensus", "diversity", "kendall_w", "kendall_w_test",
                     "outlyingness", "similarity")
    ],
    ("NaN infinite zero negative huge", JudgmentError, ("last", None)): [
        "acceptability.cost", "benefit_to_cost.cost", "centroids.fuzzy", "dominating.priorities",
        "garuti_compatibility.p", "garuti_compatibility.q", "geometric_compatibility.priorities",
        "is_efficient.priorities", "is_weakly_efficient.priorities", "largest_regret.values", "merit_scores.benefit",
        "merit_scores.opportunity", "merit_scores.cost", "merit_scores.risk", "order_violations.priorities",
        "random_matrices.scale", "rank_violations.priorities", "simulated_random_index.scale",
        "worst_reversals.priorities",
    ],
    ("NaN infinite negative huge", JudgmentError, ("last", None)): [
        "acceptability.cost_weights", "acceptability.benefit_weights", "acceptability.benefit",
        "cluster_priorities.limit", "expected_value.weights", "ideal_priorities.weights",
        "ideal_priorities.local", "negative_priorities.gains", "negative_priorities.losses",
    ],
    ("NaN infinite huge", JudgmentError, ("last", None)): [
        "benefit_to_cost.benefit", "central_weights.weights", "critical_weights.local",
        "critical_weights.factors", "equal_tailed.draws", "expected_value.values",
        "global_priorities.weights", "global_priorities.local", "hurwicz_choices.values",
        "hurwicz_shares.values", "incremental_analysis.benefit", "incremental_analysis.cost",
        "is_dominated.values", "line_crossings.at_zero", "line_crossings.at_one",
        "marginal_choices.benefit", "marginal_choices.cost", "rank_probabilities.scores",
        "rank_sets.estimates", "rank_sets.draws", "signed_shares.values", "subtractive.benefit",
        "subtractive.cost", "top_lines.at_zero", "top_lines.at_one", "winner_regions.scores",
        "worst_case.values",
    ],
    ("infinite huge", JudgmentError, ("last", None)): [
        "bootstrap_displacements.deviations", "t_displacements.deviations",
    ],
    # The wrong one is not the first any more, or too far from the others.
    ("NaN infinite zero negative huge", JudgmentError, (("last", None), (None, None))): [
        "best_worst.best_to_others", "best_worst.others_to_worst",
        "best_worst_intervals.best_to_others", "best_worst_intervals.others_to_worst",
        "critical_weights.weights", "from_values.values", "weight_intervals.weights", "weight_intervals.local",
        "weight_intervals.factors",
    ],
    ("NaN infinite zero negative huge", JudgmentError, ((0, "last"), (None, "last"))): [
        "is_periodic.stochastic", "limit_matrix.stochastic", "with_influence.stochastic",
    ],
    ("NaN infinite zero negative", JudgmentError, ((0, "last"), (None, "last"), (None, 2))): [
        "weighted_supermatrix.cluster_weights",
    ],
    ("NaN infinite negative", JudgmentError, (0, "last")): ["weighted_supermatrix.supermatrix"],
    ("NaN infinite zero negative", JudgmentError, (1, 2)): ["from_upper.judgments"],
    ("NaN infinite negative huge", JudgmentError, (None, None)): [
        "central_weights.winners", "cluster_priorities.clusters",
    ],
    ("NaN infinite zero negative huge", JudgmentError, (None, None)): ["weighted_supermatrix.clusters"],
    ("NaN", JudgmentError, (None, None)): ["ranking.scores", "tie_groups.scores"],
    ("NaN infinite negative huge", StudyError, (None, None)): ["merit_scores.weights"],
    ("NaN infinite negative", StudyError, (None, None)): [
        f"{name}.weights" for name in ("aggregate_judgments", "aggregate_priorities", "consensus", "diversity")
    ],
}  # fmt: skip
SINGLE = {str(one): one for one in (-1, 0, 0.5, 2.5, float("inf"), True, None)}
NUMBERS = {  # which single numbers are refused
    "-1 0 0.5 2.5 inf True None": """
        bootstrap_displacements.draws central_weights.alternatives consistency_threshold.n dispersion_test.draws
        from_upper.n geometric_threshold.n kendall_w_test.draws ordered_weights.criteria
        ordered_weights.draws random_index.n random_matrices.n saaty_limit.n scale_values.n
        simulated_random_index.draws simulated_random_index.n t_displacements.draws t_displacements.runs
        triads_with.j uniform_weights.criteria uniform_weights.draws weight_intervals.first""",
    "-1 0.5 2.5 inf True None": """
        critical_weights.first interval_draws.draws lognormal_draws.draws random_matrices.draws
        simulated_random_index.missing step_draws.draws triads_with.i worst_reversals.count worst_triads.count""",
    "-1 0 2.5 inf True None": "equal_tailed.level hurwicz_shares.end rank_sets.level t_displacements.level",
    "-1 0 inf True None": """
        geometric_threshold.ratio incremental_analysis.worth nearest_acceptable.ratio
        negative_priorities.magnitude words_of.answer""",
    "-1 0 0.5 inf True": "incomplete_consistency_index.bound optimal_completion.bound simulated_random_index.bound",
    "-1 0 0.5 inf True None": "step_draws.largest",
    "-1 0 0.5 True None": "consensus.largest",
    "-1 inf True None": "lognormal_draws.sigma step_draws.steps subtractive.worth",
    "-1 2.5 inf True None": "hurwicz_shares.start",
    "-1 True None": "as_incomplete.tolerance as_pairwise.tolerance",
}


def refused(case, given):
    """Return the error of a call, or None; it says something, about what was given."""
    error = None
    try:
        CASES[case](**given)
    except AHPError as found:
        error = found
    assert error is None or spoken(error) or any(value is None for value in given.values()), case
    return error


def spoken(error):
    """Say whether an error's words are words: nothing shouted, nothing left out where a name should stand."""
    return not re.search(r"\bNone\b|XX|\b[A-Z]{4,}\b|^ | $", str(error))


def test_every_function_has_a_right_call():
    for name, (function, right) in FUNCTIONS.items():
        assert set(right) == set(inspect.signature(function).parameters), f"{name}: put it into calls.py"
        assert_numbers(name, right, "right")
    assert set(CALLS) <= set(FUNCTIONS)


def assert_numbers(name, given, label):
    """Call a function, which answers in numbers."""
    found = FUNCTIONS[name][0](**given)
    for numbers in numbers_in(found) if name not in UNKNOWN_IS_NAN | GAPS_ARE_NAN else ():
        assert numbers.dtype.kind != "f" or not np.isnan(numbers).any(), f"{name} answers {found}: {label}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_whatever_is_given_is_answered_in_numbers_or_refused_in_a_line(name):
    _, right = FUNCTIONS[name]
    for argument, numbers in right.items():
        wrong = [(label, given, True) for label, given in ALWAYS_WRONG.items()]
        wrong += [(label, given, False) for label, given in OFTEN_WRONG.items()]
        for label, given in varied(numbers) if isinstance(numbers, list | tuple) else ():
            never = label in ("a text in it", "complex") or (
                label == "infinity in it" and name not in ORDERED
            )
            wrong.append((label, given, never))
        for label, given, never in wrong:
            what = f"{name}: {argument} as {label}"
            call = {"name": name, "given": right | {argument: given}, "label": what}
            assert not (answered(assert_numbers, call, what) and never), what


def test_a_wrong_entry_is_named_by_its_row_its_column_and_what_it_is():
    arguments = {each for several in ENTRIES.values() for each in several}
    for name, (_, right) in FUNCTIONS.items():
        listed = {f"{name}.{argument}" for argument in right if isinstance(right[argument], list | tuple)}
        assert listed <= arguments, "an argument that is new here"
    for (kinds, error_type, places), several in ENTRIES.items():
        for name, _, argument in (each.partition(".") for each in several):
            right = FUNCTIONS[name][1]
            last = np.shape(right[argument])[-1] - 1
            places_here = places if isinstance(places[0], tuple) else (places,)
            expected = {tuple(last if one == "last" else one for one in place) for place in places_here}
            errors = {
                KINDS[label]: error
                for label, wrong in spoilt(right[argument])
                if (error := refused(name, right | {argument: wrong}))
            }
            assert " ".join(errors) == kinds, (name, argument)
            for error in errors.values():
                assert type(error) is error_type, (name, argument, error)
                if error_type is JudgmentError:
                    assert (error.row, error.column) in expected, (name, argument, error)
                    if error.found is not None:
                        said = re.findall(r"[-+\w.]+", str(error).replace("NaN", "nan"))
                        assert {repr(error.found), f"{error.found:g}", f"{error.found:.10g}"} & {*said}, error


def test_a_number_out_of_its_bounds_is_refused():
    for numbers, several in NUMBERS.items():
        for name, _, argument in (each.partition(".") for each in several.split()):
            right = FUNCTIONS[name][1]
            found = [text for text, one in SINGLE.items() if refused(name, right | {argument: one})]
            assert " ".join(found) == numbers, (name, argument)


def test_what_is_wrong_in_a_batch_is_found_where_it_is():
    for case in CASES:
        if name_of(case) in ONE_AT_A_TIME:
            continue
        right = cases()[case][1]
        arrays = arrays_of(case, right)
        batch = {key: np.tile(value, (2, 2, *[1] * value.ndim)) for key, value in arrays.items()}
        for argument, value in arrays.items():
            for label, wrong in spoilt(value):
                among = batch[argument].copy()
                among[1, 0] = wrong
                alone, found = (
                    refused(case, right | {argument: wrong}),
                    refused(case, right | batch | {argument: among}),
                )
                said = re.sub(r"\[(\d+(, \d+)*)\]", r"[1, 0, \1]", str(alone))
                assert str(found) == said, (case, argument, label)
                if isinstance(alone, JudgmentError):
                    assert (found.row, found.column) == (alone.row, alone.column), (case, argument, label)


@pytest.mark.parametrize(
    ("wrong", "pair"),
    [
        ([[1, 2, 3], [1 / 2, 1, 5], [1 / 3, 1 / 4, 1]], (1, 2)),
        ([[1, -2, 3], [-1 / 2, 1, 5], [1 / 3, 1 / 5, 1]], (0, 1)),
        ([[1, 2, 3], [1 / 2, 1, np.inf], [1 / 3, 0, 1]], (1, 2)),
        ([[2, 2, 3], [1 / 2, 1, 5], [1 / 3, 1 / 5, 1]], (0, 0)),
        ([[1, 2, 3], [1 / 2, 1, 5], [1 / 3, NAN, 1]], None),
    ],
    ids=["contradiction", "negative", "infinite", "diagonal", "half missing"],
)
def test_a_wrong_judgment_is_named_by_its_pair(wrong, pair):
    for case in CASES:
        if name_of(case) in TAKE_A_MATRIX and (case != "nearest_reciprocal" or pair is None):
            error = refused(case, cases()[case][1] | {"A": wrong})
            assert isinstance(error, JudgmentError), case
            assert (error.row, error.column) in ([pair] if pair else [(1, 2), (2, 1)]), case
            assert f"a[{error.row}, {error.column}] " in str(error), case


WEIGHTS, VALUES = [[0.5, 0.5], [0.2, 0.8]], [[0.4, 0.6], [0.9, 0.1]]
APART = [[1, 3, NAN, NAN], [1 / 3, 1, NAN, NAN], [NAN, NAN, 1, 2], [NAN, NAN, 0.5, 1]]
SAID = [
    (JudgmentError, "a pairwise comparison matrix is square; found 2 × 3$", lambda: core.as_pairwise(np.ones((2, 3)))),
    (JudgmentError, "a pairwise comparison matrix is square; found a single value$", lambda: core.as_pairwise(5.0)),
    (JudgmentError, "has at least one item; found none$", lambda: core.as_pairwise(np.empty((0, 0)))),
    (JudgmentError, "^real numbers in rows of equal length are needed; found something else$",
     lambda: core.as_pairwise([[1, 2], [1]])),
    (JudgmentError, "of equal length are needed; found true and false$", lambda: core.as_pairwise([[True]])),
    (JudgmentError, r"^a\[0, 1\] is missing \(NaN\)$", lambda: core.as_pairwise([[1, None], [2, 1]])),
    (JudgmentError, r"^a\[1, 1\] = 2\.0; an item compared with itself is 1$", lambda: core.as_pairwise([[1, 1], [1, 2]])),
    (JudgmentError, r"^a\[0, 1\] = 6\.0 and a\[1, 0\] = 0\.5 contradict each other: one must be 1 divided by the "
     r"other; correct one of them, or give exact fractions$", lambda: core.priorities([[1, 6], [0.5, 1]])),
    (JudgmentError, r"^a\[0, 1\] = 1e\+200 and a\[1, 0\] = 1e\+200", lambda: core.as_pairwise([[1, 1e200], [1e200, 1]])),
    (JudgmentError, r"^a\[0, 1\] = 3.0 and a\[1, 0\] is missing \(NaN\); give both or neither",
     lambda: core.more.as_incomplete([[1, 3], [NAN, 1]])),
    (JudgmentError, r"^a\[0, 0\] is missing \(NaN\); an item compared with itself is 1",
     lambda: core.more.as_incomplete([[NAN]])),
    (JudgmentError, r"^no judgment connects the groups \[0, 1\] and \[2, 3\]; compare an item of each with one of "
     "another$", lambda: core.incomplete_priorities(APART)),
    (JudgmentError, r"^matrix \[1\]: no judgment connects the groups \[0, 1\] and",
     lambda: core.incomplete_priorities([np.ones((4, 4)), APART])),
    (JudgmentError, "^values to compare form a vector with at least one entry$", lambda: core.from_values([])),
    (JudgmentError, "^value 2 is -1.5; only positive finite numbers have ratios$", lambda: core.from_values([1, 2, -1.5])),
    (JudgmentError, r"lie too far apart; the largest ratio that can be calculated with is 1e\+300", lambda: core.from_values([1e-320, 1e5])),
    (JudgmentError, "^3 items need 3 judgments above the diagonal; found 2$", lambda: core.from_upper([2, 3], 3)),
    (JudgmentError, r"^a\[1, 0\] = inf ", lambda: core.from_upper([1e-310], 2)),
    (StudyError, "^'geo' is not a known priority method; use one of: eigenvector, geometric-mean, .*singular-value-decomposition$",
     lambda: core.priorities(A, method="geo")),
    (StudyError, "use one of: logarithmic-least-squares, harker, eigenvalue-optimal",
     lambda: core.incomplete_priorities(FOUR, method="eigenvector")),
    (StudyError, "^'saaty' is not a known random index table; use one of: alonso-lamata, saaty-1980, ",
     lambda: core.consistency_ratio([[1]], random_index="saaty")),
    (StudyError, r"^the random index table 'saaty-1980' ends at n = 15, the matrix has n = 16; use 'alonso-lamata'$",
     lambda: core.consistency_ratio(np.ones((16, 16)), random_index="saaty-1980")),
    (StudyError, "has random indices for n from 3 to 8, the matrix has n = 9",
     lambda: core.incomplete_consistency_ratio(np.ones((9, 9)))),
    (StudyError, "is not a known random index table for incomplete matrices",
     lambda: core.incomplete_consistency_ratio(FOUR, random_index="alonso-lamata")),
    (StudyError, "is not a known measure of consistency; use one of: geometric, ",
     lambda: core.consistency([[1]], measure="gci")),
    (StudyError, "'harmonic' is measured on complete matrices",
     lambda: core.more.simulated_random_index(4, missing=1, measure="harmonic")),
    (StudyError, "a mask of 3 × 3 that leaves all items connected",
     lambda: core.more.simulated_random_index(3, missing=np.ones((3, 3)))),
    (StudyError, "a mask of 3 × 3 that leaves all items connected",
     lambda: core.more.simulated_random_index(3, missing=np.zeros((2, 2)))),
    (StudyError, "'saaty' is not a known judgment scale; use one of: linear, log", lambda: core.on_scale(A, scale="saaty")),
    (JudgmentError, r"^a\[0, 1\] = 12.0 is beyond 1/9 and 9, where the 'balanced' scale is not defined",
     lambda: core.on_scale([[1, 12], [1 / 12, 1]], scale="balanced")),
    (JudgmentError, "^'vast' is not a judgment in words; use one of: equal, equal to moderate",
     lambda: core.more.answer_of("vast")),
    (JudgmentError, "an answer lies between 1/9 and 9; found 10", lambda: core.more.words_of(10)),
    (JudgmentError, "found a single matrix", lambda: core.aggregate_judgments(A)),
    (JudgmentError, "at least one participant", lambda: core.aggregate_judgments(np.ones((0, 2, 2)))),
    (JudgmentError, r"a\[0, 0, 1\] is missing \(NaN\), its mirror image is not",
     lambda: core.aggregate_judgments([[[1, NAN], [2, 1]]])),
    (StudyError, "participants", lambda: core.aggregate_judgments(GROUP, [0, 0])),
    (StudyError, "participants", lambda: core.aggregate_judgments(GROUP, [1])),
    (StudyError, "'harmonic'", lambda: core.aggregate_priorities([[0.5, 0.5]], mean="harmonic")),
    (JudgmentError, "found 3 and 2", lambda: core.more.compatibility(A, [[1, 2], [0.5, 1]])),
    (JudgmentError, r"matrices of shape \(2, 2\) have priorities of shape \(2,\); found \(3,\)",
     lambda: core.more.rank_violations([[1, 2], [0.5, 1]], [1, 2, 3])),
    (JudgmentError, r"matrices of shape \(1, 2, 2\) have priorities of shape \(1, 2\); found \(1, 3\)",
     lambda: core.more.rank_violations([[[1, 2], [0.5, 1]]], [[1, 2, 3]])),
    (JudgmentError, r"one number for each item; found \[\[1, 2\], \[2, 1\]\]",
     lambda: core.ranking([[1, 2], [2, 1]])),
    (JudgmentError, "^a judgment is between two of the items 0 to 2; found 1 and 3", lambda: core.more.triads_with(A, 1, 3)),
    (ConvergenceError, "differ too widely", lambda: core.inspection([[1, 1e308, 1], [1e-308, 1, 1e308], [1, 1e-308, 1]])),
    (JudgmentError, "n × n triples", lambda: core.more.as_triangular(np.ones((2, 3, 3)))),
    (JudgmentError, r"a\[0, 1\] = \(3.0, 2.0, 4.0\) is no triangular number",
     lambda: core.more.as_triangular([[[1, 1, 1], [3, 2, 4]], [[1 / 4, 1 / 2, 1 / 3], [1, 1, 1]]])),
    (JudgmentError, "reciprocals in turned order", lambda: core.more.as_triangular(np.where(np.eye(2)[..., None], 1, [2] * 3))),
    (JudgmentError, "no spread contradict", lambda: core.more.fuzzy_preference_programming(
        [[[1] * 3, [2] * 3, [2] * 3], [[0.5] * 3, [1] * 3, [2] * 3], [[0.5] * 3, [0.5] * 3, [1] * 3]])),
    (JudgmentError, "one shape", lambda: core.more.as_interval_judgments([[1]], [[1, 1], [1, 1]])),
    (JudgmentError, r"a\[0, 1\], 3 to 2, is empty",
     lambda: core.more.as_interval_judgments([[1, 3], [0.5, 1]], [[1, 2], [1 / 3, 1]])),
    (JudgmentError, r"a\[0, 1\], 1 to 3, contradicts that of the turned pair, which says 2 to 4$",
     lambda: core.more.as_interval_judgments([[1, 1], [0.25, 1]], [[1, 3], [0.5, 1]])),
    (JudgmentError, "one matrix", lambda: core.more.interval_draws(np.ones((2, 2, 2)), np.ones((2, 2, 2)), draws=2)),
    (JudgmentError, r"^\(2, 3\) weights do not fit \(4, 3, 5\) local priorities",
     lambda: core.global_priorities(np.ones((2, 3)), np.ones((4, 3, 5)))),
    (JudgmentError, "^nothing has any priority: every weight, or every local priority",
     lambda: core.ideal_priorities([0.5, 0.5], [[0.0, 0.0], [0.0, 0.0]])),
    (JudgmentError, r"^benefits and costs are of the same items; found the shapes \(2,\) and \(1,\)$",
     lambda: core.benefit_to_cost([1, 2], [1])),
    (JudgmentError, "^benefits and costs are of the same items", lambda: core.more.subtractive([1, 2], [1], worth=1)),
    (JudgmentError, "^gains and losses are of the same items", lambda: core.more.negative_priorities([1, 2], [1], magnitude=1)),
    (JudgmentError, "^both ends of the lines are of the same items", lambda: core.more.top_lines([1, 2], [1])),
    (JudgmentError, "^two priority vectors are of the same items",
     lambda: core.more.garuti_compatibility([1, 2], [1])),
    (JudgmentError, "at least one merit", lambda: core.merit_scores()),
    (JudgmentError, "^the merits .*different numbers of alternatives", lambda: core.merit_scores([1, 2], cost=[1])),
    (JudgmentError, "^the merits are of the same items; found",
     lambda: core.merit_scores(np.ones((2, 3)), cost=np.ones((4, 3)))),
    (JudgmentError, "the benefit of alternative 1 is 0", lambda: core.merit_scores([1, 0])),
    (StudyError, "four numbers", lambda: core.merit_scores([1, 2], weights=[1, 1])),
    (StudyError, "are 0; raise one", lambda: core.merit_scores([1, 2], weights=[0, 1, 1, 1])),
    (StudyError, "^costs and risks have no weight",
     lambda: core.merit_scores([1], cost=[1], weights=[1, 0, 0, 0], method="quotient")),
    (JudgmentError, "no complement", lambda: core.merit_scores([1], cost=[2], method="probabilistic")),
    (StudyError, "^what a unit of benefit is worth in units of cost is a number greater than 0 and",
     lambda: core.more.incremental_analysis([1], [1], worth=1e151)),
    (JudgmentError, "not both", lambda: core.more.negative_priorities([1.0], [1.0], magnitude=1)),
    (JudgmentError, r"column 0 sums to 0\.7", lambda: core.limit_matrix([[0.5, 0], [0.2, 1]])),
    (JudgmentError, "2 nodes need 2 clusters", lambda: core.more.weighted_supermatrix([[0, 1], [1, 0]], [0])),
    (JudgmentError, "2 clusters need 2 × 2 weights", lambda: core.more.weighted_supermatrix([[0, 1], [1, 0]], [0, 1], [[1]])),
    (JudgmentError, "node 0 all have weight 0",
     lambda: core.more.weighted_supermatrix([[0, 1], [1, 0]], [0, 1], [[1, 0], [0, 1]])),
    (JudgmentError, "alternative 1 is not first", lambda: core.weight_intervals([0.7, 0.3], LOCAL, [1, 1, 1], 1)),
    (JudgmentError, "weights of criteria sum to 1; found the sum 10",
     lambda: core.more.critical_weights([7, 3], LOCAL, [1, 1, 1], 0)),
    (JudgmentError, "a row of local priorities for each weight",
     lambda: core.weight_intervals([0.7, 0.2, 0.1], LOCAL, [1, 1, 1], 0)),
    (JudgmentError, "one weight for each of the 2 scenarios; found 3", lambda: core.more.expected_value(LOCAL, [1, 1, 1])),
    (JudgmentError, r"of the same tables; found the shapes \(3, 2\) and \(2, 2, 4\)",
     lambda: core.more.expected_value(np.ones((2, 2, 4)), np.ones((3, 2)))),
    (JudgmentError, "^weights of the scenarios are not all 0", lambda: core.more.expected_value(LOCAL, [0, 0])),
    (StudyError, "pessimism rises from the least to the greatest", lambda: core.more.hurwicz_shares(LOCAL, 0.5, 0.5)),
    (JudgmentError, "one table are wanted; found 3 dimensions", lambda: core.more.hurwicz_choices(np.ones((2, 2, 2)))),
    (JudgmentError, "with 2 or 3 criteria; found the shape", lambda: core.more.winner_regions(np.ones((2, 4)))),
    (JudgmentError, "with 2 or 3 criteria; found the shape", lambda: core.more.winner_regions(np.ones((2, 1)))),
    (JudgmentError, r"^draws have at least 1 axis, none of them empty; found the shape \(0,\)",
     lambda: core.more.equal_tailed(np.zeros(0), 0.95)),
    (JudgmentError, "^an interval is made of at least one draw; found none$",
     lambda: core.more.equal_tailed(np.zeros((0, 2)), 0.95)),
    (JudgmentError, "of benefits come together; found only one", lambda: core.acceptability(WEIGHTS, None)),
    (JudgmentError, "found neither", lambda: core.acceptability(None, None)),
    (JudgmentError, "not all 0; found 0 throughout in draw 1",
     lambda: core.acceptability(None, None, [[0.5, 0.5], [0.0, 0.0]], VALUES)),
    (JudgmentError, "greater than 0; found 0 at",
     lambda: core.acceptability(None, None, WEIGHTS, [[0.4, 0.6], [0.0, 1.0]])),
    (JudgmentError, "found 2 and 1 draws of 2 and 2 alternatives",
     lambda: core.acceptability(WEIGHTS, VALUES, WEIGHTS[:1], VALUES)),
    (JudgmentError, "a row of local priorities for each criterion",
     lambda: core.acceptability(WEIGHTS, VALUES[:1])),
    (JudgmentError, "whole numbers from 0 to 1; found", lambda: core.more.central_weights(WEIGHTS, [0, 2], 2)),
    (JudgmentError, "2 nodes need 2 clusters", lambda: core.more.cluster_priorities([0.5, 0.5], [0])),
    (JudgmentError, "one matrix", lambda: core.more.step_draws([A, A], draws=1)),
    (JudgmentError, "the reversals of one matrix are wanted; found 3 dimensions",
     lambda: core.more.worst_reversals([A], [[2, 1, 1]])),
    (JudgmentError, "rows of equal length", lambda: core.more.extent_analysis([[["a", 1, 1]]])),
    (JudgmentError, "n × n triples", lambda: core.more.fuzzy_geometric_means(np.array(FUZZY)[..., :2])),
]  # fmt: skip


def test_the_words_that_users_meet():
    for kind, words, call in SAID:
        with pytest.raises(kind, match=words) as caught:
            call()
        assert spoken(caught.value), words


def test_the_checks_do_not_vanish_when_python_optimises():
    code = (
        "from ahp.core import priorities\n"
        "try: priorities([[1, 3], [0.5, 1]])\n"
        "except ValueError as error: print(type(error).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "JudgmentError\n"


def test_a_text_that_is_no_judgment_is_kept_with_the_error():
    with pytest.raises(JudgmentError) as caught:
        core.more.answer_of("vast")
    assert caught.value.found == "vast"
