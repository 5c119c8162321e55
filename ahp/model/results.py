"""What a pairwise comparison matrix answers about itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Consistency:
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
