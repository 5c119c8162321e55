"""The labels of a document: a name has one of each length, the same in all figures and all their panels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ahp.report.figures.labels import LONGEST, label, labels


@dataclass(frozen=True)
class Labels:
    """The labels of a document: a name has one of each length, whatever the figure.

    Attributes
    ----------
    names : tuple of str
        All that are to be told from one another, in the order in which they are numbered.

    Examples
    --------
    >>> short = Labels(("recordsize=128K,compression=lz4", "recordsize=16K,compression=lz4"))
    >>> short("recordsize=16K,compression=lz4", 18), short("recordsize=16K,compression=lz4", 40)
    ('recordsize=16K…', 'recordsize=16K,compression=lz4')
    """

    names: tuple[str, ...]

    def __call__(self, name: str, limit: int = LONGEST) -> str:
        """Return the label of a name; one that is not of the document stands for itself."""
        found = _labels(self.names, limit).get(name)
        return label(name, limit) if found is None else found


@lru_cache(maxsize=32)
def _labels(names: tuple[str, ...], limit: int) -> Mapping[str, str]:
    return labels(names, limit)


def labels_of(document: Mapping[str, Any]) -> Labels:
    """Return the labels of a document of any kind that figures are drawn from."""
    found = {"ahp.decision/1": _of_decision, "ahp.hierarchy/1": _of_hierarchy, "ahp.history/1": _of_history}
    return Labels(tuple(dict.fromkeys(found[document["schema"]](document))))


def _of_decision(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield alternatives, those who do not compete, criteria, measures and scenarios."""
    scenarios, criteria = document["scenarios"], document["study"]["criteria"]
    for key in ("alternatives", "runs"):
        yield from (name for scenario in scenarios for name in scenario[key])
    for key in ("name", "measure"):
        yield from (criterion[key] for criterion in criteria)
    yield from (scenario["scenario"] for scenario in scenarios)


def _of_hierarchy(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield alternatives, criteria, the ways to them from the goal, and participants."""
    nodes = document["nodes"]
    yield from document["alternatives"]
    yield from (name for node in nodes for name in node["priorities"])
    yield from (way(node["path"]) for node in nodes)
    yield from (
        way([*node["path"], name]) for node in nodes for name in node["priorities"] if not node["leaf"]
    )
    yield from (name for node in nodes for name in node["participants"])


def _of_history(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield alternatives, and what the entries are called."""
    moments = [moment for entry in document["entries"] for moment in entry["scenarios"]]
    for merit in ("benefit_to_cost", "benefit", "cost"):
        yield from (name for moment in moments for name in moment[merit] or {})
    yield from (entry["time"] or entry["name"] for entry in document["entries"])


def way(path: Sequence[str]) -> str:
    """Return the way from the goal to a criterion, in words.

    Examples
    --------
    >>> way(["price", "yearly"])
    'price / yearly'
    """
    return " / ".join(path)
