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


@dataclass(frozen=True)
class OrdinalConsistency:
    """Whether judgments have an order at all, and whether priorities keep it.

    Attributes
    ----------
    circular_triads : int
        Threes of items that are preferred in a circle.
    zeta : float
        Kendall's coefficient of consistence, 1 without such circles; NaN where there are ties.
    rank_violations : float
        Ordered pairs that the priorities rank against their judgment, ties counting a half.
    preference_violations : int
        Judgments above 1 whose items the priorities do not rank so (Bana e Costa & Vansnick 2008).
    intensity_violations : int
        Pairs of judgments whose order the ratios of the priorities do not keep.
    reversals : tuple
        The worst of these: the pair judged stronger, and the pair that the priorities make stronger.
    method : str
        The method of the priorities.
    """

    circular_triads: int
    zeta: float
    rank_violations: float
    preference_violations: int
    intensity_violations: int
    reversals: tuple[tuple[tuple[str, str], tuple[str, str]], ...]
    method: str


@dataclass(frozen=True)
class IncompleteConsistency:
    """How far the known judgments of an incomplete matrix contradict each other.

    Attributes
    ----------
    ratio : float
        Consistency index / random index for as many missing judgments; NaN where the judgments contain no
        circle, so that nothing could contradict anything.
    index : float
        (λ_max - n) / (n - 1) of the completion that makes it least; NaN likewise.
    random_index : float
        The random index that divided it.
    table : str
        Name of the table it was taken from, or `simulated` for the very judgments that are missing.
    n : int
        Number of items compared.
    missing : int
        Number of judgments that are missing.
    """

    ratio: float
    index: float
    random_index: float
    table: str
    n: int
    missing: int
