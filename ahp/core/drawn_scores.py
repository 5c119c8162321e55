"""The scores of alternatives in many draws of the criteria's weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array, as_floats
from ahp.core.rising import Floats, Positions
from ahp.core.vectors import LARGEST, finite_array
from ahp.errors import JudgmentError

# In one matrix product: beyond, it takes threads of its own, which keep the processors from ours.
_PRODUCTS = 250_000


class DrawnProblem(NamedTuple):
    """Drawn weights (draws, k) and local priorities (k, n) of benefits and of costs; None without a merit."""

    benefit_weights: Array | None
    benefit: Array | None
    cost_weights: Array | None
    cost: Array | None

    @property
    def shape(self) -> tuple[int, int]:
        """Draws and alternatives."""
        weights, local = self.merits()[0]
        return len(weights), local.shape[1]

    def merits(self) -> list[tuple[Array, Array]]:
        """Return weights and local priorities of each merit there is, costs last."""
        pairs = ((self.benefit_weights, self.benefit), (self.cost_weights, self.cost))
        return [(weights, local) for weights, local in pairs if weights is not None and local is not None]

    def drawn(self, rows: Positions) -> DrawnProblem:
        """Return the problem for some of the draws."""
        benefit, cost = self.benefit_weights, self.cost_weights
        return self._replace(
            benefit_weights=None if benefit is None else benefit[rows],
            cost_weights=None if cost is None else cost[rows],
        )

    def steps(self) -> int:
        """Return how many steps a score computed in single precision may be from the exact one."""
        # Each sum of k products of rounded numbers: (k + 1) roundings; reciprocals and quotients one more.
        return sum(len(local) + 2 for _, local in self.merits())


def drawn_problem(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None,
    cost: npt.ArrayLike | None,
) -> DrawnProblem:
    """Return weights and local priorities once they fit together, as `acceptability` takes them.

    Raises
    ------
    JudgmentError
        If a number is wrong, or weights and priorities do not fit each other.

    Examples
    --------
    >>> drawn_problem([[0.5, 0.5], [0.2, 0.8]], [[0.6, 0.4], [0.2, 0.8]], None, None).shape
    (2, 2)
    """
    gains = _merit(benefit_weights, benefit, "benefits")
    costs = _merit(cost_weights, cost, "costs")
    if gains is None and costs is None:
        raise JudgmentError("benefits or costs are needed, with their weights; found neither")
    if gains is not None and costs is not None:
        (own, n), (other, m) = ((len(weights), local.shape[1]) for weights, local in (gains, costs))
        if (own, n) != (other, m):
            raise JudgmentError(
                "benefits and costs have as many draws, of the same alternatives; found "
                f"{own} and {other} draws of {n} and {m} alternatives"
            )
    return DrawnProblem(*(gains or (None, None)), *(costs or (None, None)))


def _merit(
    weights: npt.ArrayLike | None, local: npt.ArrayLike | None, what: str
) -> tuple[Array, Array] | None:
    """Return drawn weights and local priorities of one merit; None where there are none."""
    if weights is None and local is None:
        return None
    if weights is None or local is None:
        raise JudgmentError(f"weights and local priorities of {what} come together; found only one of them")
    w = as_floats(weights)
    positive = w.size > 0 and w.min() > 0.0 and w.max() <= LARGEST  # as drawn weights are: looked at twice
    if not positive:
        w = finite_array(w, f"weights of {what}", axes=2, least=0.0)
    above, least = (0.0, -np.inf) if what == "costs" else (-np.inf, 0.0)
    p = finite_array(local, f"local priorities of {what}", axes=2, above=above, least=least)
    if w.ndim != 2 or p.ndim != 2 or w.shape[1] != len(p):
        raise JudgmentError(
            f"{what} have a row of weights for each draw, a row of local priorities for each criterion; "
            f"found the shapes {w.shape} and {p.shape}"
        )
    if not positive and not w.any(axis=1).all():
        at = int(w.any(axis=1).argmin())
        raise JudgmentError(f"weights of {what} are not all 0; found 0 throughout in draw {at}", row=at)
    return w, p


def scorer(problem: DrawnProblem, rows: int, precision: type[np.floating]) -> Callable[[slice], Floats]:
    """Return what computes the scores of up to so many draws at a time, each time into the same memory.

    A score is benefit by cost, or the one there is (of cost: its reciprocal). What single precision cannot
    hold becomes infinite or 0; the caller tells NumPy to take that in silence, once for all draws.

    Examples
    --------
    >>> problem = drawn_problem([[0.5, 0.5], [0.25, 0.75]], [[0.5, 0.5], [0.25, 0.75]], None, None)
    >>> scorer(problem, 1, np.float64)(slice(1, 2))
    array([[0.3125, 0.6875]])
    """
    n = problem.shape[1]
    with np.errstate(over="ignore", under="ignore"):
        merits = [
            (
                weights,
                local.astype(precision),
                np.empty((rows, len(local)), dtype=precision),
                np.empty((rows, n), dtype=precision),
            )
            for weights, local in problem.merits()
        ]
    only_cost = problem.benefit is None

    def scores(draws: slice) -> Floats:
        found = [_product(weights[draws], *rest) for weights, *rest in merits]
        if len(found) == 2 or only_cost:
            np.divide(1.0 if only_cost else found[0], found[-1], out=found[-1])
        return found[-1]

    return scores


def _product(weights: Array, local: Floats, rounded: Floats, product: Floats) -> Floats:
    """Return the matrix product, made in parts so small that no other threads are woken for them."""
    draws, (k, n) = len(weights), local.shape
    rounded, product = rounded[:draws], product[:draws]
    np.copyto(rounded, weights, casting="same_kind")
    part = max(16, _PRODUCTS // local.size)
    whole = draws - draws % part
    # One call for all the parts: between two calls, threads of ours would wait for the interpreter.
    if whole:
        np.matmul(rounded[:whole].reshape(-1, part, k), local, out=product[:whole].reshape(-1, part, n))
    if whole < draws:
        np.matmul(rounded[whole:], local, out=product[whole:])
    return product
