"""What a pairwise comparison matrix, or a hierarchy of them, answers about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.gate import Array
from ahp.core.inference import rank_probabilities
from ahp.notebook import NotebookFace, said, table_html

if TYPE_CHECKING:
    import pandas as pd


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
