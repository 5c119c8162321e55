"""Arrays in, arrays out: the arithmetic of the Analytic Hierarchy Process for any batch.

Shapes: `A` is `(..., n, n)`, a priority vector is `(..., n)`, a measure of consistency is `(...)`.
One matrix and a million matrices are the same call; only what has an answer of no fixed shape
(:func:`ranking`, :func:`tie_groups`, :func:`marginal_choices`) takes a single vector. No labels and no
files are known here.
"""

from ahp.core.consistency import consistency_index, consistency_ratio, lambda_max
from ahp.core.direct_least_squares import least_squares_solutions
from ahp.core.intervals import equal_tailed, rank_probabilities, rank_sets
from ahp.core.matrices import as_pairwise, from_judgments, from_values, nearest_reciprocal
from ahp.core.merits import benefit_to_cost, marginal_choices, subtractive
from ahp.core.order import ranking, tie_groups
from ahp.core.principal import Principal, principal
from ahp.core.priorities import PRIORITY_METHODS, priorities
from ahp.core.random_index import RANDOM_INDICES, random_index
from ahp.core.resampling import bootstrap_displacements, t_displacements
from ahp.core.synthesis import global_priorities, ideal_priorities

__all__ = [
    "PRIORITY_METHODS",
    "RANDOM_INDICES",
    "Principal",
    "as_pairwise",
    "benefit_to_cost",
    "bootstrap_displacements",
    "consistency_index",
    "consistency_ratio",
    "equal_tailed",
    "from_judgments",
    "from_values",
    "global_priorities",
    "ideal_priorities",
    "lambda_max",
    "least_squares_solutions",
    "marginal_choices",
    "nearest_reciprocal",
    "principal",
    "priorities",
    "random_index",
    "rank_probabilities",
    "rank_sets",
    "ranking",
    "subtractive",
    "t_displacements",
    "tie_groups",
]
