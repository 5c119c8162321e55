"""What a figure will be before it is drawn: its size, its words, and how to paint it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ahp.report.figures.labels import label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents.decision import ScenarioDocument

T = TypeVar("T")

_COLUMNS = 60  # characters that a title takes

WIDTH = 6.4
"""Inches; on a phone, at half its size, text of 9 points still reads."""

MOST = 30
"""Alternatives that a figure shows; of more, the best."""

BY = {"benefit_to_cost": "benefit to cost", "benefit": "benefit", "cost": "cost (lowest is best)"}
"""What a choice goes by, in words."""

NAMED = 8
"""Lines that a figure tells apart; the others are grey behind them."""


@dataclass(frozen=True)
class Plan:
    """A figure that can be drawn.

    Attributes
    ----------
    title : str
        Above the axes; one line.
    description : str
        What the figure says, for those who do not see it.
    height : float
        Inches, of a figure :data:`WIDTH` wide.
    paint : callable
        Draws it into axes, all but the title.
    """

    title: str
    description: str
    height: float
    paint: Callable[[Axes], None]


def titled(scenario: str, words: str) -> str:
    """Return the title of a figure, which names the scenario as far as there is room.

    Examples
    --------
    >>> titled("Order Entry", "benefit against cost")
    'Order Entry: benefit against cost'
    """
    return f"{label(scenario, _COLUMNS - len(words))}: {words}"


def best(order: Sequence[T], most: int = MOST) -> list[T]:
    """Return those of an order that a figure shows."""
    return list(order[:most])


def more(order: Sequence[T], most: int = MOST, what: str = "alternatives") -> str:
    """Return how many a figure leaves out, in words, or nothing.

    Examples
    --------
    >>> more(range(40)), more(range(3))
    (' (10 more alternatives are not shown)', '')
    """
    hidden = len(order) - most
    return f" ({hidden} more {what} are not shown)" if hidden > 0 else ""


def draws_needed(scenario: ScenarioDocument) -> str:
    """Return what a scenario without probabilities lacks for them."""
    if scenario["confidence"] is not None and all(runs > 1 for runs in scenario["runs"].values()):
        return "indices that stay positive as the runs vary; use the index relative"
    return "two runs or more of every alternative"
