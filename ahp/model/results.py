"""What judgments, a group or a hierarchy say of themselves: how far they contradict each other, or agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.gate import Array
from ahp.core.inference import rank_probabilities
from ahp.notebook import NotebookFace, said, table_html

if TYPE_CHECKING:
    import pandas as pd

    from ahp.model.consistency import Consistency


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


@dataclass(frozen=True)
class Dispersion(NotebookFace):
    """How far the participants' answers to one judgment lie apart.

    Attributes
    ----------
    first, second : str
        The pair.
    spread : float
        Geometric standard deviation of the answers; 1 where all agree, NaN for fewer than two.
    chance : float
        How probable it is that random answers would lie as close together; up to 0.05 the answers are usually
        called homogeneous.
    """

    first: str
    second: str
    spread: float
    chance: float


def consensus_level(consensus: float) -> str:
    """Return a consensus in words, by the bands of Goepel (2018), from "very low" to "very high"."""
    bands = ((0.5, "very low"), (0.65, "low"), (0.75, "moderate"), (0.85, "high"))
    return next((word for limit, word in bands if consensus < limit), "very high")


@dataclass(frozen=True)
class Agreement(NotebookFace):
    """How far the participants of a group agree.

    Attributes
    ----------
    consensus : float
        Goepel's AHP consensus (2018): 1 for identical priorities, 0 for wholly opposed ones.
    kendall_w, kendall_p : float
        Kendall's coefficient of concordance of the rankings, and how probable so high a one is by chance.
    geometric_compatibility : float
        GCOMPI of the judgments with the group's priorities (Escobar, Aguarón & Moreno-Jiménez 2015).
    compatibility : tuple of (str, float)
        Saaty's compatibility index of each participant's priorities with the group's; compatible up to 1.10.
    dispersions : tuple of Dispersion
        One for each judgment.
    outlying : tuple of str
        Participants who stand apart from the others (:func:`ahp.core.more.outlyingness` above 2.25), in a
        group of five or more that compares three items or more.
    left_out : tuple of str
        Participants whose judgments do not connect all items, and who have no priorities to compare.
    """

    consensus: float
    kendall_w: float
    kendall_p: float
    geometric_compatibility: float
    compatibility: tuple[tuple[str, float], ...]
    dispersions: tuple[Dispersion, ...]
    outlying: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    @property
    def level(self) -> str:
        """The consensus in words, by the bands of Goepel (2018), from "very low" to "very high"."""
        return consensus_level(self.consensus)


@dataclass(frozen=True)
class Simulation(NotebookFace):
    """Many draws of priorities, summed up.

    Attributes
    ----------
    labels : tuple of str
        What has the priorities.
    draws : int
        How many.
    ranks : tuple of tuple of float
        For each label how often it has each rank, the first first; ties are shared.
    quantiles : tuple of tuple of float
        For each label the quantiles of its priority at the `levels`.
    levels : tuple of float
        0.025, 0.25, 0.5, 0.75, 0.975.
    """

    labels: tuple[str, ...]
    draws: int
    ranks: tuple[tuple[float, ...], ...]
    quantiles: tuple[tuple[float, ...], ...]
    levels: tuple[float, ...] = (0.025, 0.25, 0.5, 0.75, 0.975)

    @property
    def best(self) -> dict[str, float]:
        """How often each is first."""
        return {name: shares[0] for name, shares in zip(self.labels, self.ranks, strict=True)}

    def table(self) -> pd.DataFrame:
        """Return quantiles and the share of first places: a row for each label."""
        import pandas as pd

        frame = pd.DataFrame(
            self.quantiles, index=pd.Index(self.labels, name="item"), columns=[f"{q:g}" for q in self.levels]
        )
        frame["first"] = [shares[0] for shares in self.ranks]
        return frame

    def _repr_html_(self) -> str:
        heads = ["item", *map(said, self.levels), "first"]
        lines = zip(self.labels, self.quantiles, self.best.values(), strict=True)
        rows = ([name, *map(said, quantiles), said(first)] for name, quantiles, first in lines)
        return table_html(f"Priorities in {self.draws} draws", heads, rows)


def simulation(priorities: Array, labels: tuple[str, ...]) -> Simulation:
    """Return draws of priorities `(draws, n)` summed up."""
    levels = (0.025, 0.25, 0.5, 0.75, 0.975)
    quantiles = np.quantile(priorities, levels, axis=0).T
    return Simulation(
        labels,
        len(priorities),
        tuple(map(tuple, rank_probabilities(priorities).ranks.tolist())),
        tuple(map(tuple, quantiles.tolist())),
        levels,
    )
