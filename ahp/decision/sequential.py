"""When to stop measuring: looking at a decision again and again, without fooling oneself.

Who looks after each block, and stops as soon as the decision looks decisive, is wrong more often than the
level says: every look is another chance. The chance is therefore spent over the looks: at the k-th, the
decision is asked at the level 1 - alpha 6 / (pi^2 k^2). These shares of alpha sum to alpha over however many
looks there will be, so by Bonferroni's inequality the chance that any look calls a wrong winner decisive is
at most alpha in each scenario, whenever one stops (alpha spending after Lan & DeMets 1983, with a fixed
sequence instead of a function of information). It holds as far as the level of a single look does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ahp.decision.results import Decision, ScenarioDecision
from ahp.decision.uncertainty import MOST_RESAMPLES
from ahp.errors import StudyError

FIRST_LOOK = 3
"""Fewer runs are not looked at: what they say about their own scatter is too little."""


def level_at(look: int, confidence: float = 0.95) -> float:
    """Return the level of one look among as many as there will be.

    Parameters
    ----------
    look : int
        Which, from 1.
    confidence : float
        The level that all looks together keep.

    Raises
    ------
    StudyError
        If the level is not between 0.5 and 1.

    Examples
    --------
    >>> round(level_at(1), 4), round(level_at(2), 4)
    (0.9696, 0.9924)
    >>> sum(1 - level_at(look) for look in range(1, 1000)) < 0.05
    True
    """
    if not 0.5 <= confidence < 1:
        raise StudyError(f"confidence = {confidence}; it lies between 0.5 and 1, such as 0.95")
    return 1 - (1 - confidence) * 6 / (math.pi * look) ** 2


def resamples_at(look: int) -> int:
    """Return how many draws a look needs for its level to be fifty draws from the end, within the most."""
    return min(MOST_RESAMPLES, max(10_000, math.ceil(50 / (1 - level_at(look)))))


def settled(decision: Decision | Iterable[ScenarioDecision]) -> bool:
    """Say whether further blocks would change nothing: every scenario is decisive, or a tie."""
    scenarios = decision.scenarios if isinstance(decision, Decision) else decision
    return all(
        scenario.confidence is not None and scenario.confidence.verdict in ("decisive", "tie")
        for scenario in scenarios
    )
