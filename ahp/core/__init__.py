"""Arrays in, arrays out: the arithmetic of the Analytic Hierarchy Process for any batch.

Shapes: `A` is `(..., n, n)`, a priority vector is `(..., n)`, a measure of consistency is `(...)`.
One matrix and a million matrices are the same call; only what has an answer of no fixed shape
(:func:`ranking`, :func:`tie_groups`, :func:`marginal_choices`) takes a single vector. No labels and no
files are known here.
"""

from ahp.core.agreement import (
    OUTLYING,
    compatibility,
    consensus,
    diversity,
    garuti_compatibility,
    geometric_compatibility,
    kendall_w,
    kendall_w_test,
    outlyingness,
    similarity,
)
from ahp.core.bocr import MERIT_METHODS, merit_scores
from ahp.core.consistency import consistency_index, consistency_ratio, lambda_max
from ahp.core.fuzzy import (
    as_triangular,
    centroids,
    extent_analysis,
    fuzzy_geometric_means,
    fuzzy_preference_programming,
    fuzzy_priorities,
)
from ahp.core.groups import aggregate_judgments, aggregate_priorities, dispersion, dispersion_test
from ahp.core.interval_judgments import (
    as_interval_judgments,
    interval_draws,
    interval_priorities,
    ratio_bounds,
    relaxed_intervals,
)
from ahp.core.intervals import equal_tailed, rank_probabilities, rank_sets
from ahp.core.matrices import as_pairwise, from_judgments, from_values, nearest_reciprocal
from ahp.core.merits import Increment, benefit_to_cost, incremental_analysis, marginal_choices, subtractive
from ahp.core.network import cluster_priorities, is_periodic, limit_matrix, weighted_supermatrix
from ahp.core.order import ranking, tie_groups
from ahp.core.priorities import PRIORITY_METHODS, priorities
from ahp.core.random_index import RANDOM_INDICES, random_index
from ahp.core.resampling import bootstrap_displacements, t_displacements
from ahp.core.signed import negative_priorities, signed_shares
from ahp.core.stochastic import lognormal_draws, step_draws
from ahp.core.synthesis import global_priorities, ideal_priorities

__all__ = [
    "MERIT_METHODS",
    "OUTLYING",
    "PRIORITY_METHODS",
    "RANDOM_INDICES",
    "Increment",
    "aggregate_judgments",
    "aggregate_priorities",
    "as_interval_judgments",
    "as_pairwise",
    "as_triangular",
    "benefit_to_cost",
    "bootstrap_displacements",
    "centroids",
    "cluster_priorities",
    "compatibility",
    "consensus",
    "consistency_index",
    "consistency_ratio",
    "dispersion",
    "dispersion_test",
    "diversity",
    "equal_tailed",
    "extent_analysis",
    "from_judgments",
    "from_values",
    "fuzzy_geometric_means",
    "fuzzy_preference_programming",
    "fuzzy_priorities",
    "garuti_compatibility",
    "geometric_compatibility",
    "global_priorities",
    "ideal_priorities",
    "incremental_analysis",
    "interval_draws",
    "interval_priorities",
    "is_periodic",
    "kendall_w",
    "kendall_w_test",
    "lambda_max",
    "limit_matrix",
    "lognormal_draws",
    "marginal_choices",
    "merit_scores",
    "nearest_reciprocal",
    "negative_priorities",
    "outlyingness",
    "priorities",
    "random_index",
    "rank_probabilities",
    "rank_sets",
    "ranking",
    "ratio_bounds",
    "relaxed_intervals",
    "signed_shares",
    "similarity",
    "step_draws",
    "subtractive",
    "t_displacements",
    "tie_groups",
    "weighted_supermatrix",
]
