"""What priorities are like when judgments could have been different: for one matrix or a whole hierarchy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ahp.core.gate import RNG, Array, draws_of, generator_of
from ahp.core.judgment_draws import lognormal_draws, noisy_judgments, step_draws
from ahp.deprecation import renamed
from ahp.errors import JudgmentError, StudyError, quoted
from ahp.model.comparisons import Comparison, ideals_of, judgments_of, shares_of
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, Path
from ahp.model.incomplete import IncompleteMatrix, fitting_priorities
from ahp.model.matrix import PairwiseMatrix
from ahp.model.results import Simulation, simulation
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix


@renamed(given="comparison")
def simulate(
    comparison: PairwiseMatrix | IncompleteMatrix | Group | Hierarchy,
    *,
    sigma: float | None = None,
    steps: float | None = None,
    draws: int = 10_000,
    rng: RNG = 0,
    method: str = "geometric-mean",
    mode: str = "distributive",
) -> Simulation:
    """Return what the priorities are like if every judgment had noise, or lay anywhere in its interval.

    Parameters
    ----------
    comparison : PairwiseMatrix, IncompleteMatrix, Group or Hierarchy
        Of a hierarchy every judged matrix is drawn anew each time; measured values, ratings and weights stay.
        Interval and fuzzy judgments are drawn from between their own bounds, whatever noise the others have.
    sigma : float, optional
        Log-normal noise: the standard deviation of the logarithm of a judgment.
    steps : float, optional
        Uniform noise: up to so many steps of the scale higher or lower. One of the two is given; neither
        where a hierarchy has interval or fuzzy judgments and only these are to be drawn.
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
        If nothing connects some of the items.
    StudyError
        Unless one of `sigma` and `steps` is given.

    Examples
    --------
    >>> a = PairwiseMatrix.from_judgments({("x", "y"): 2})
    >>> round(simulate(a, steps=2).best["x"], 2)
    0.75
    """
    generator, draws = generator_of(rng), draws_of(draws)
    if not isinstance(comparison, PairwiseMatrix | IncompleteMatrix | Group | Hierarchy):
        raise JudgmentError(
            f"noise is drawn for a matrix, a Group or a Hierarchy; found {quoted(comparison)}; "
            f"IntervalMatrix and FuzzyMatrix have a method simulate() of their own"
        )
    between = isinstance(comparison, Hierarchy) and any(_is_uncertain(node) for _, node in comparison.nodes())
    if (sigma is None) == (steps is None) and not (sigma is None and between):
        raise StudyError("say what noise the judgments have: sigma or steps, one of the two")

    def drawn(node: Comparison) -> Array:
        if isinstance(node, IntervalMatrix | FuzzyMatrix):
            return node.drawn(draws, generator)
        matrix = judgments_of(node)
        if matrix is None or (sigma is None and steps is None):
            return shares_of(node, method)
        if isinstance(matrix, IncompleteMatrix):
            noisy = noisy_judgments(matrix.values, sigma=sigma, steps=steps, draws=draws, rng=generator)
            return fitting_priorities(noisy, method)
        if sigma is not None:
            return lognormal_draws(matrix.values, sigma, draws=draws, rng=generator, method=method)
        return step_draws(matrix.values, steps or 0.0, draws=draws, rng=generator, method=method)

    if not isinstance(comparison, Hierarchy):
        return simulation(drawn(comparison), comparison.labels)
    comparison.leaf_arrays(mode=mode)  # refuses a mode that does not fit
    weights, local = _leaves(comparison, drawn, mode, method)
    order = comparison.alternatives
    totals = np.zeros((draws, len(order)))
    for weight, vector in zip(weights, local, strict=True):
        totals += weight[:, None] * vector if np.ndim(weight) else weight * vector
    if mode == "product" and not comparison.criteria_alone:
        totals = np.exp(totals)
    totals /= totals.sum(axis=-1, keepdims=True)
    return simulation(totals, order)


def _is_uncertain(node: Comparison) -> bool:
    return isinstance(node, IntervalMatrix | FuzzyMatrix)


def _leaves(
    hierarchy: Hierarchy, drawn: Callable[[Comparison], Array], mode: str, method: str
) -> tuple[list[Array], list[Array]]:
    """Return draws of the leaves' global weights and of the alternatives' priorities under each."""
    order = hierarchy.alternatives
    nodes = dict(hierarchy.nodes())
    shares = {path: drawn(node) for path, node in nodes.items()}
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
            fixed = judgments_of(leaf) is None
            vector = ideals_of(leaf, method) if fixed else vector / vector.max(axis=-1, keepdims=True)
        weights.append(weight_of(path))
        local.append(vector[..., [leaf.labels.index(name) for name in order]])
    return weights, local
