"""How far judgments contradict each other beyond one matrix: their order, one with gaps, a hierarchy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ahp.model.consistency import Consistency
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class OrdinalConsistency(NotebookFace):
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
class IncompleteConsistency(NotebookFace):
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


@dataclass(frozen=True)
class HierarchyConsistency(NotebookFace):
    """How far the judgments of a whole hierarchy contradict each other (Saaty 1980).

    Attributes
    ----------
    ratio : float
        Σ w CI / Σ w RI over the judged matrices, w the global priority of the node; 0 where none can
        contradict.
    index, random_index : float
        Its two sums.
    table : str
        Name of the table of random indices.
    nodes : tuple of (tuple of str, Consistency or IncompleteConsistency)
        The consistency of each matrix, by the way to it from the goal `()`.
    """

    ratio: float
    index: float
    random_index: float
    table: str
    nodes: tuple[tuple[tuple[str, ...], Consistency | IncompleteConsistency], ...]


def whole_consistency(
    nodes: Iterable[tuple[tuple[str, ...], Consistency | IncompleteConsistency]],
    weights: Mapping[tuple[str, ...], float],
    table: str,
) -> HierarchyConsistency:
    """Return the consistency of a hierarchy from that of its nodes and their global priorities."""
    nodes = tuple(nodes)
    index = sum(weights[path] * one.index for path, one in nodes)
    scale = sum(weights[path] * one.random_index for path, one in nodes)
    return HierarchyConsistency(index / scale if scale else 0.0, float(index), float(scale), table, nodes)
