"""What else hangs on a choice, in sentences: the offset, the worth of a benefit, and all weights at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ahp.report.across_documents import SpanDocument
from ahp.report.documents import ScenarioDocument
from ahp.report.numbers import printable

_SELDOM = 0.0005  # is printed as 0.0 %
_ENDS = {"s0": "what is gained", "s1": "what is had"}


def beyond(scenario: ScenarioDocument) -> list[str]:
    """Return what other questions would choose, a sentence each; none where it is the same."""
    return [*_offset(scenario), *_marginal(scenario), *_weight_space(scenario)]


def _offset(scenario: ScenarioDocument) -> list[str]:
    crossings = [
        f"{printable(entry['to'])} for {printable(entry['from'])} at s = {entry['s']:.3f}, storage as its "
        f"{entry['storage']}"
        for entry in scenario["offset"]
    ]
    if not crossings:
        return []
    return [f"On the way from what is gained (s = 0) to what is had (s = 1): {'; '.join(crossings)}."]


def _marginal(scenario: ScenarioDocument) -> list[str]:
    """Return who is chosen by what a unit of benefit is worth; by what is gained, if that can be."""
    for key, said in _ENDS.items():
        spans = scenario["marginal"][key]  # type: ignore[literal-required]
        if spans is not None:
            if len(spans) == 1:
                return []
            return [f"By what a unit of benefit, as {said}, is worth in units of cost: {spoken(spans)}."]
    return []


def spoken(spans: Sequence[SpanDocument]) -> str:
    """Return two or more choices along a number in words.

    Examples
    --------
    >>> spoken([{"from": 0.0, "to": 0.5, "choose": "a"}, {"from": 0.5, "to": None, "choose": "b"}])
    'a up to 0.500, then b'
    """
    parts = [f"{printable(span['choose'])} up to {after['from']:.3f}" for span, after in pairwise(spans)]
    return f"{', '.join(parts)}, then {printable(spans[-1]['choose'])}"


def _weight_space(scenario: ScenarioDocument) -> list[str]:
    found = scenario["weight_space"]
    if found is None:
        return []
    first = {name: shares[0] for name, shares in found["acceptability"].items() if shares[0] >= _SELDOM}
    if len(first) < 2:
        return []
    ordered = sorted(first.items(), key=lambda entry: -entry[1])
    told = ", ".join(f"{printable(name)} in {100 * share:.1f} %" for name, share in ordered)
    return [f"Over all weights that there may be, first is {told}."]
