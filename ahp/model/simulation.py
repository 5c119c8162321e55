"""What priorities are like when judgments could have been different: for one matrix or a whole hierarchy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.gate import RNG, Array, draws_of, generator_of
from ahp.core.judgment_draws import lognormal_draws, step_draws
from ahp.core.rank_inference import rank_probabilities
from ahp.errors import JudgmentError, StudyError, quoted
from ahp.model.comparisons import Comparison, ideals_of, judged_matrix, shares_of
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, Path
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.matrix import PairwiseMatrix
from ahp.notebook import NotebookFace, said, table_html

if TYPE_CHECKING:
    import pandas as pd


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
        tuple(map(tuple, rank_probabilities(priorities)[0].tolist())),
        tuple(map(tuple, quantiles.tolist())),
        levels,
    )


def simulate(
    given: PairwiseMatrix | Group | Hierarchy,
    *,
    sigma: float | None = None,
    steps: float | None = None,
    draws: int = 10_000,
    rng: RNG = 0,
    method: str = "geometric-mean",
    mode: str = "distributive",
) -> Simulation:
    """Return what the priorities are like if every judgment had noise.

    Parameters
    ----------
    given : PairwiseMatrix, Group or Hierarchy
        Of a hierarchy every judged matrix is drawn anew each time; measured values, ratings and weights stay.
    sigma : float, optional
        Log-normal noise: the standard deviation of the logarithm of a judgment.
    steps : float, optional
        Uniform noise: up to so many steps of the scale higher or lower. One of the two is given.
    draws : int
        How many.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: the default repeats itself, None draws anew each time.
    method : str
        A key of :data:`ahp.core.PRIORITY_METHODS`.
    mode : {"distributive", "ideal", "ratings", "product"}
        Of a hierarchy; see :meth:`ahp.Hierarchy.global_priorities`.

    Raises
    ------
    JudgmentError
        If judgments are missing: what noise does to them is not drawn.
    StudyError
        Unless one of `sigma` and `steps` is given.

    Examples
    --------
    >>> a = PairwiseMatrix.from_judgments({("x", "y"): 2})
    >>> round(simulate(a, steps=2).best["x"], 2)
    0.75
    """
    if (sigma is None) == (steps is None):
        raise StudyError("say what noise the judgments have: sigma or steps, one of the two")
    generator, draws = generator_of(rng), draws_of(draws)
    if not isinstance(given, PairwiseMatrix | Group | Hierarchy):
        raise JudgmentError(
            f"noise is drawn for a PairwiseMatrix, a Group or a Hierarchy; found {quoted(given)}"
        )

    def drawn(matrix: PairwiseMatrix) -> Array:
        if sigma is not None:
            return lognormal_draws(matrix.values, sigma, draws=draws, rng=generator, method=method)
        return step_draws(matrix.values, steps or 0.0, draws=draws, rng=generator, method=method)

    if isinstance(given, Hierarchy):
        given.leaf_arrays(mode=mode)  # refuses a mode that does not fit
        weights, local = _leaves(given, drawn, mode, method)
        order = given.alternatives
        totals = np.zeros((draws, len(order)))
        for weight, vector in zip(weights, local, strict=True):
            totals += weight[:, None] * vector if np.ndim(weight) else weight * vector
        if mode == "product" and not given.criteria_alone:
            totals = np.exp(totals)
        totals /= totals.sum(axis=-1, keepdims=True)
        return simulation(totals, order)
    matrix = given.matrix() if isinstance(given, Group) else given
    return simulation(drawn(matrix), matrix.labels)


def _leaves(
    hierarchy: Hierarchy, drawn: Callable[[PairwiseMatrix], Array], mode: str, method: str
) -> tuple[list[Array], list[Array]]:
    """Return draws of the leaves' global weights and of the alternatives' priorities under each."""
    order = hierarchy.alternatives
    for path, node in hierarchy.nodes():
        if isinstance(node, IncompleteMatrix):
            raise JudgmentError(
                f"{quoted(' / '.join(path) or hierarchy.goal)}: judgments are missing, which cannot be "
                f"drawn; put its completed() there, or ask for them"
            )
    shares = {path: _shares(node, drawn, method) for path, node in hierarchy.nodes()}
    nodes = dict(hierarchy.nodes())
    weights, local = [], []

    def weight_of(path: Path) -> Array:
        found: Array = np.ones(())
        for depth, name in enumerate(path):
            above = path[:depth]
            found = np.asarray(found * shares[above][..., nodes[above].labels.index(name)])
        return found

    if hierarchy.criteria_alone:
        return [weight_of(path) for path in hierarchy.lowest_criteria()], list(np.eye(len(order)))
    for path, leaf in hierarchy.leaves().items():
        vector = shares[path]
        if mode == "product":
            vector = np.log(vector)
        elif mode != "distributive":
            fixed = judged_matrix(leaf) is None
            vector = ideals_of(leaf, method) if fixed else vector / vector.max(axis=-1, keepdims=True)
        weights.append(weight_of(path))
        local.append(vector[..., [leaf.labels.index(name) for name in order]])
    return weights, local


def _shares(node: Comparison, drawn: Callable[[PairwiseMatrix], Array], method: str) -> Array:
    matrix = judged_matrix(node)
    return shares_of(node, method) if matrix is None else drawn(matrix)
