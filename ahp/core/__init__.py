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
from ahp.core.groups import aggregate_judgments, aggregate_priorities, dispersion, dispersion_test
from ahp.core.intervals import equal_tailed, rank_probabilities, rank_sets
from ahp.core.matrices import as_pairwise, from_judgments, from_values, nearest_reciprocal
from ahp.core.merits import Increment, benefit_to_cost, incremental_analysis, marginal_choices, subtractive
from ahp.core.network import cluster_priorities, is_periodic, limit_matrix, weighted_supermatrix
from ahp.core.order import ranking, tie_groups
from ahp.core.priorities import PRIORITY_METHODS, priorities
from ahp.core.random_index import RANDOM_INDICES, random_index
from ahp.core.resampling import bootstrap_displacements, t_displacements
from ahp.core.signed import negative_priorities, signed_shares
from ahp.core.synthesis import global_priorities, ideal_priorities

__all__ = [
    "MERIT_METHODS",
    "OUTLYING",
    "PRIORITY_METHODS",
    "RANDOM_INDICES",
    "Increment",
    "aggregate_judgments",
    "aggregate_priorities",
    "as_pairwise",
    "benefit_to_cost",
    "bootstrap_displacements",
    "cluster_priorities",
    "compatibility",
    "consensus",
    "consistency_index",
    "consistency_ratio",
    "dispersion",
    "dispersion_test",
    "diversity",
    "equal_tailed",
    "from_judgments",
    "from_values",
    "garuti_compatibility",
    "geometric_compatibility",
    "global_priorities",
    "ideal_priorities",
    "incremental_analysis",
    "is_periodic",
    "kendall_w",
    "kendall_w_test",
    "lambda_max",
    "limit_matrix",
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
    "signed_shares",
    "similarity",
    "subtractive",
    "t_displacements",
    "tie_groups",
    "weighted_supermatrix",
]
