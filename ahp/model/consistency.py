"""How far one matrix contradicts itself, which that of measured numbers does not."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.core.consistency import principal
from ahp.core.gate import Array
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class Consistency(NotebookFace):
    """How far the judgments of one matrix contradict each other (Saaty 1977).

    Attributes
    ----------
    ratio : float
        Consistency ratio, CI / RI; 0 for n ≤ 2. Usually called acceptable up to 0.10.
    index : float
        Consistency index, (λ_max - n) / (n - 1).
    lambda_max : float
        Principal eigenvalue, at least n.
    random_index : float
        The random index that divided it; 0 for n ≤ 2.
    table : str
        Name of the table it was taken from.
    n : int
        Number of items compared.
    """

    ratio: float
    index: float
    lambda_max: float
    random_index: float
    table: str
    n: int


def matrix_consistency(matrix: Array, table: str = DEFAULT_TABLE) -> Consistency:
    """Return λ_max, consistency index and consistency ratio of one pairwise comparison matrix.

    Parameters
    ----------
    matrix : ndarray, shape (n, n)
    table : str
        A key of :data:`ahp.core.RANDOM_INDICES`.

    Examples
    --------
    >>> from ahp.core.matrices import from_values
    >>> found = matrix_consistency(from_values([1.0, 2.0, 5.0]))
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
