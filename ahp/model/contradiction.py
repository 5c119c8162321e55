"""How far judgments contradict each other, with the table that says how far they may."""

from __future__ import annotations

from ahp.core.consistency_ratio import principal
from ahp.core.gate import Array
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.model.results import Consistency


def consistency_of(matrix: Array, table: str = DEFAULT_TABLE) -> Consistency:
    """Return λ_max, consistency index and consistency ratio of one pairwise comparison matrix.

    Parameters
    ----------
    matrix : ndarray, shape (n, n)
    table : str
        A key of :data:`ahp.core.RANDOM_INDICES`.

    Examples
    --------
    >>> from ahp.core.matrices import from_values
    >>> found = consistency_of(from_values([1.0, 2.0, 5.0]))
    >>> found.n, round(abs(found.ratio), 9)
    (3, 0.0)
    """
    n = matrix.shape[-1]
    scale = random_index(n, table)
    found = principal(matrix, random_index=table)
    return Consistency(
        ratio=float(found.consistency_ratio),
        index=float(found.consistency_index),
        lambda_max=float(found.lambda_max),
        random_index=scale,
        table=table,
        n=n,
    )
