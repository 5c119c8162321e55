"""Arrays in, arrays out: the arithmetic of the Analytic Hierarchy Process for any batch.

Shapes: `A` is `(..., n, n)`, a priority vector is `(..., n)`, a measure of consistency is `(...)`.
One matrix and a million matrices are the same call; only :func:`ranking` and :func:`tie_groups` take a single
vector, since the groups of many form no array. No labels and no files are known here.
"""

from ahp.core.consistency import consistency_index, consistency_ratio, lambda_max
from ahp.core.matrices import as_pairwise, from_judgments, from_values, nearest_reciprocal
from ahp.core.merits import benefit_to_cost
from ahp.core.order import ranking, tie_groups
from ahp.core.priorities import PRIORITY_METHODS, priorities
from ahp.core.random_index import RANDOM_INDICES, random_index
from ahp.core.synthesis import global_priorities

__all__ = [
    "PRIORITY_METHODS",
    "RANDOM_INDICES",
    "as_pairwise",
    "benefit_to_cost",
    "consistency_index",
    "consistency_ratio",
    "from_judgments",
    "from_values",
    "global_priorities",
    "lambda_max",
    "nearest_reciprocal",
    "priorities",
    "random_index",
    "ranking",
    "tie_groups",
]
