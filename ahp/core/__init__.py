"""Arrays in, arrays out: the arithmetic of the Analytic Hierarchy Process for any batch.

Shapes: `A` is `(..., n, n)`, a priority vector is `(..., n)`, a measure of consistency is `(...)`.
One matrix and a million matrices are the same call, and its answers do not depend on the batch. Only
what has an answer of no fixed shape (:func:`ranking`, :func:`tie_groups`, :func:`marginal_choices`,
:func:`hurwicz_choices`, :func:`worst_triads`, :func:`least_squares_solutions` and a few more) takes a single
vector or matrix. What costs more than n³ says how many items it takes, and refuses more. No labels and no
files are known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.core.priorities import priorities
from ahp.core.random_index import random_index
from ahp.lazy import faces

if TYPE_CHECKING:
    from ahp.core.agreement import (
        OUTLYING,
        compatibility,
        consensus,
        diversity,
        garuti_compatibility,
        geometric_compatibility,
        outlyingness,
        similarity,
    )
    from ahp.core.bocr import MERIT_METHODS, merit_scores
    from ahp.core.choice import (
        expected_value,
        hurwicz_choices,
        hurwicz_shares,
        is_dominated,
        largest_regret,
        worst_case,
    )
    from ahp.core.completion import Completion
    from ahp.core.concordance import kendall_w, kendall_w_test
    from ahp.core.direct_least_squares import least_squares_solutions
    from ahp.core.efficiency import dominating, is_efficient, is_weakly_efficient
    from ahp.core.eigenvalue_consistency import consistency_index, consistency_ratio, lambda_max
    from ahp.core.fuzzy import (
        as_triangular,
        centroids,
        extent_analysis,
        fuzzy_geometric_means,
        fuzzy_priorities,
    )
    from ahp.core.fuzzy_programming import fuzzy_preference_programming
    from ahp.core.geometric_means import Geometric, geometric
    from ahp.core.gradient import line_crossings, top_lines
    from ahp.core.groups import aggregate_judgments, aggregate_priorities, dispersion, dispersion_test
    from ahp.core.incomplete import (
        INCOMPLETE_METHODS,
        as_connected,
        as_incomplete,
        connected_groups,
        incomplete_priorities,
    )
    from ahp.core.incomplete_consistency import (
        INCOMPLETE_RANDOM_INDICES,
        incomplete_consistency_index,
        incomplete_consistency_ratio,
        optimal_completion,
    )
    from ahp.core.inspecting import Inspection, Repair, inspection, nearest_acceptable
    from ahp.core.interval_judgments import (
        as_interval_judgments,
        interval_priorities,
        ratio_bounds,
        relaxed_intervals,
    )
    from ahp.core.intervals import equal_tailed, rank_probabilities, rank_sets
    from ahp.core.matrices import as_pairwise, from_judgments, from_values, nearest_reciprocal
    from ahp.core.measures_of_consistency import (
        CONSISTENCY_MEASURES,
        ConsistencyMeasure,
        consistency,
        consistency_threshold,
        geometric_threshold,
        saaty_limit,
    )
    from ahp.core.merits import (
        Increment,
        benefit_to_cost,
        incremental_analysis,
        marginal_choices,
        subtractive,
    )
    from ahp.core.network import cluster_priorities, is_periodic, limit_matrix, weighted_supermatrix
    from ahp.core.order import ranking, tie_groups
    from ahp.core.ordinal import (
        OrderViolations,
        Reversal,
        circular_triads,
        kendall_zeta,
        order_violations,
        rank_violations,
        worst_reversals,
    )
    from ahp.core.principal_pair import Principal, principal
    from ahp.core.priorities import PRIORITY_METHODS
    from ahp.core.questions import effective_resistances
    from ahp.core.random_index import RANDOM_INDICES
    from ahp.core.random_judgments import SimulatedIndex, random_matrices, simulated_random_index
    from ahp.core.regions import winner_regions
    from ahp.core.resampling import bootstrap_displacements, t_displacements
    from ahp.core.scales import SCALES, WORDS, Scale, answer_of, on_scale, scale_values, words_of
    from ahp.core.sensitivity import critical_weights, weight_intervals
    from ahp.core.signed import negative_priorities, signed_shares
    from ahp.core.smaa import acceptability, central_weights
    from ahp.core.stochastic import interval_draws, lognormal_draws, step_draws
    from ahp.core.synthesis import global_priorities, ideal_priorities
    from ahp.core.triads import Triad, triads_with, worst_triads
    from ahp.core.weight_draws import ordered_weights, uniform_weights

_HOMES = {
    "ahp.core.agreement": (
        "OUTLYING compatibility consensus diversity garuti_compatibility geometric_compatibility "
        "outlyingness similarity"
    ),
    "ahp.core.bocr": "MERIT_METHODS merit_scores",
    "ahp.core.choice": (
        "expected_value hurwicz_choices hurwicz_shares is_dominated largest_regret worst_case"
    ),
    "ahp.core.completion": "Completion",
    "ahp.core.concordance": "kendall_w kendall_w_test",
    "ahp.core.direct_least_squares": "least_squares_solutions",
    "ahp.core.efficiency": "dominating is_efficient is_weakly_efficient",
    "ahp.core.eigenvalue_consistency": "consistency_index consistency_ratio lambda_max",
    "ahp.core.fuzzy": "as_triangular centroids extent_analysis fuzzy_geometric_means fuzzy_priorities",
    "ahp.core.fuzzy_programming": "fuzzy_preference_programming",
    "ahp.core.geometric_means": "Geometric geometric",
    "ahp.core.gradient": "line_crossings top_lines",
    "ahp.core.groups": "aggregate_judgments aggregate_priorities dispersion dispersion_test",
    "ahp.core.incomplete": (
        "INCOMPLETE_METHODS as_connected as_incomplete connected_groups incomplete_priorities"
    ),
    "ahp.core.incomplete_consistency": (
        "INCOMPLETE_RANDOM_INDICES incomplete_consistency_index incomplete_consistency_ratio "
        "optimal_completion"
    ),
    "ahp.core.inspecting": "Inspection Repair inspection nearest_acceptable",
    "ahp.core.interval_judgments": (
        "as_interval_judgments interval_priorities ratio_bounds relaxed_intervals"
    ),
    "ahp.core.intervals": "equal_tailed rank_probabilities rank_sets",
    "ahp.core.matrices": "as_pairwise from_judgments from_values nearest_reciprocal",
    "ahp.core.measures_of_consistency": (
        "CONSISTENCY_MEASURES ConsistencyMeasure consistency consistency_threshold geometric_threshold "
        "saaty_limit"
    ),
    "ahp.core.merits": ("Increment benefit_to_cost incremental_analysis marginal_choices subtractive"),
    "ahp.core.network": "cluster_priorities is_periodic limit_matrix weighted_supermatrix",
    "ahp.core.order": "ranking tie_groups",
    "ahp.core.ordinal": (
        "OrderViolations Reversal circular_triads kendall_zeta order_violations rank_violations "
        "worst_reversals"
    ),
    "ahp.core.principal_pair": "Principal principal",
    "ahp.core.priorities": "PRIORITY_METHODS",
    "ahp.core.questions": "effective_resistances",
    "ahp.core.random_index": "RANDOM_INDICES",
    "ahp.core.random_judgments": "SimulatedIndex random_matrices simulated_random_index",
    "ahp.core.regions": "winner_regions",
    "ahp.core.resampling": "bootstrap_displacements t_displacements",
    "ahp.core.scales": "SCALES Scale WORDS answer_of on_scale scale_values words_of",
    "ahp.core.sensitivity": "critical_weights weight_intervals",
    "ahp.core.signed": "negative_priorities signed_shares",
    "ahp.core.smaa": "acceptability central_weights",
    "ahp.core.weight_draws": "ordered_weights uniform_weights",
    "ahp.core.stochastic": "interval_draws lognormal_draws step_draws",
    "ahp.core.synthesis": "global_priorities ideal_priorities",
    "ahp.core.triads": "Triad triads_with worst_triads",
}

__all__ = [
    "CONSISTENCY_MEASURES",
    "INCOMPLETE_METHODS",
    "INCOMPLETE_RANDOM_INDICES",
    "MERIT_METHODS",
    "OUTLYING",
    "PRIORITY_METHODS",
    "RANDOM_INDICES",
    "SCALES",
    "WORDS",
    "Completion",
    "ConsistencyMeasure",
    "Geometric",
    "Increment",
    "Inspection",
    "OrderViolations",
    "Principal",
    "Repair",
    "Reversal",
    "Scale",
    "SimulatedIndex",
    "Triad",
    "acceptability",
    "aggregate_judgments",
    "aggregate_priorities",
    "answer_of",
    "as_connected",
    "as_incomplete",
    "as_interval_judgments",
    "as_pairwise",
    "as_triangular",
    "benefit_to_cost",
    "bootstrap_displacements",
    "central_weights",
    "centroids",
    "circular_triads",
    "cluster_priorities",
    "compatibility",
    "connected_groups",
    "consensus",
    "consistency",
    "consistency_index",
    "consistency_ratio",
    "consistency_threshold",
    "critical_weights",
    "dispersion",
    "dispersion_test",
    "diversity",
    "dominating",
    "effective_resistances",
    "equal_tailed",
    "expected_value",
    "extent_analysis",
    "from_judgments",
    "from_values",
    "fuzzy_geometric_means",
    "fuzzy_preference_programming",
    "fuzzy_priorities",
    "garuti_compatibility",
    "geometric",
    "geometric_compatibility",
    "geometric_threshold",
    "global_priorities",
    "hurwicz_choices",
    "hurwicz_shares",
    "ideal_priorities",
    "incomplete_consistency_index",
    "incomplete_consistency_ratio",
    "incomplete_priorities",
    "incremental_analysis",
    "inspection",
    "interval_draws",
    "interval_priorities",
    "is_dominated",
    "is_efficient",
    "is_periodic",
    "is_weakly_efficient",
    "kendall_w",
    "kendall_w_test",
    "kendall_zeta",
    "lambda_max",
    "largest_regret",
    "least_squares_solutions",
    "limit_matrix",
    "line_crossings",
    "lognormal_draws",
    "marginal_choices",
    "merit_scores",
    "nearest_acceptable",
    "nearest_reciprocal",
    "negative_priorities",
    "on_scale",
    "optimal_completion",
    "order_violations",
    "ordered_weights",
    "outlyingness",
    "principal",
    "priorities",
    "random_index",
    "random_matrices",
    "rank_probabilities",
    "rank_sets",
    "rank_violations",
    "ranking",
    "ratio_bounds",
    "relaxed_intervals",
    "saaty_limit",
    "scale_values",
    "signed_shares",
    "similarity",
    "simulated_random_index",
    "step_draws",
    "subtractive",
    "t_displacements",
    "tie_groups",
    "top_lines",
    "triads_with",
    "uniform_weights",
    "weight_intervals",
    "weighted_supermatrix",
    "winner_regions",
    "words_of",
    "worst_case",
    "worst_reversals",
    "worst_triads",
]

__getattr__, __dir__ = faces(
    __name__,
    _HOMES,
    # Functions named like their module are loaded above: a module imported later would take their place.
    ("priorities", "random_index"),
)
