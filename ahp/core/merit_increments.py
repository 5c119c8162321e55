"""Alternatives that exclude each other, in the order of their costs: what one adds, and its price."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import LARGEST, real_number
from ahp.core.merits import WORTH, vectors
from ahp.deprecation import FormerTuple
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class Increment(NotebookFace):
    """One comparison of an incremental analysis.

    Attributes
    ----------
    defender, challenger : int
        Positions of the alternatives.
    benefit, cost : float
        What the challenger adds.
    ratio : float
        Added benefit per added cost, times what a unit of benefit is worth; 0 at no added cost.
    accepted : bool
        Whether the challenger takes the defender's place.
    """

    defender: int
    challenger: int
    benefit: float
    cost: float
    ratio: float
    accepted: bool


@dataclass(frozen=True)
class IncrementalAnalysis(FormerTuple, NotebookFace):
    """Which of several mutually exclusive alternatives to choose, and what led there.

    Attributes
    ----------
    choice : int
        Position of the alternative to choose; of equals the cheaper.
    steps : tuple of Increment
        The comparisons, in order.
    """

    choice: int
    steps: tuple[Increment, ...]


def incremental_analysis(
    benefit: npt.ArrayLike, cost: npt.ArrayLike, *, worth: float = 1.0
) -> IncrementalAnalysis:
    """Return which of several mutually exclusive alternatives to choose, and the comparisons that lead there.

    In the order of their costs each alternative challenges the best so far, and takes its place if what it
    adds in benefits is worth what it adds in costs (Bernhard & Canada 1990). The choice is the winner of
    worth · benefit - cost; ranking by benefit / cost would favour the small and cheap. To let *nothing* be
    chosen, give it as an alternative with benefit and cost 0.

    Parameters
    ----------
    benefit, cost : array_like, shape (n,)
        Of the same alternatives; in one unit, or related by `worth`.
    worth : float
        What a unit of benefit is worth in units of cost. Benefits and costs are each normalised separately,
        so 1 is a judgment like any other (Wedley, Choo & Schoner 2001);
        :func:`~ahp.core.more.marginal_choices` goes through all.

    Returns
    -------
    IncrementalAnalysis

    Raises
    ------
    JudgmentError
        If benefits and costs are not two vectors of one length of finite numbers.
    StudyError
        If the worth is not positive.

    Examples
    --------
    >>> found = incremental_analysis([4.0, 6.0, 6.5], [1.0, 2.0, 4.0])
    >>> found.choice, [step.ratio for step in found.steps]
    (1, [2.0, 0.25])
    """
    b, c = vectors(benefit, cost)
    worth = real_number(worth, WORTH, above=0.0, most=LARGEST)
    order = [int(i) for i in np.lexsort((-b, c))]
    defender, steps = order[0], []
    for challenger in order[1:]:
        gain, price = float(b[challenger] - b[defender]), float(c[challenger] - c[defender])
        ratio = worth * gain / price if price > 0 else 0.0  # of equal costs the best came first
        accepted = ratio > 1.0
        steps.append(Increment(defender, challenger, gain, price, ratio, accepted))
        defender = challenger if accepted else defender
    return IncrementalAnalysis(defender, tuple(steps))
