"""Why a criterion is scored by the index that it has."""

from __future__ import annotations

from collections.abc import Sequence

from ahp.printing import in_a_row
from ahp.report.numbers import index_percent

WITHOUT_BASELINE = "value, as nothing is a baseline"

_NAMED = 3


def as_asked(index: str) -> str:
    """Return that the index is the one that was asked for."""
    return f"{index}, as asked"


def positive(index: str) -> str:
    """Return that the index is positive for all, as the rule wants it."""
    return f"{index}, positive for every alternative"


def relative_because(index: str, failing: Sequence[tuple[str, float]]) -> str:
    """Return that everything counts relative to the baseline, for an index is not positive.

    Examples
    --------
    >>> relative_because("improvement", [("lz4", -0.02), ("zle", 0.0)])
    'relative, for lz4 (−2.00 %) and zle (0 %) gain nothing over the baseline'
    """
    shown = [f"{name} ({index_percent(value)})" for name, value in failing[:_NAMED]]
    shown += [f"{len(failing) - _NAMED} more"] if len(failing) > _NAMED else []
    does = "s" if len(shown) == 1 else ""
    lacks = f"add{does} nothing to" if index == "overhead" else f"gain{does} nothing over"
    return f"relative, for {in_a_row(shown)} {lacks} the baseline"


def not_positive(index: str, failing: Sequence[tuple[str, float]]) -> str:
    """Return of whom an index is not positive."""
    shown = ", ".join(f"{name}'s {index} is {index_percent(value)}" for name, value in failing[:_NAMED])
    more = len(failing) - _NAMED
    return f"{shown} (and {more} more)" if more > 0 else shown
