"""What changed since an earlier round of judging: the priorities, the weights, and who moved."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.synthesis import ranking
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, hierarchy_given
from ahp.report.hierarchy_documents import MovedDocument, PeopleDocument, RoundDocument

_SAME = 1e-9


def round_document(
    before: Hierarchy,
    now: Hierarchy,
    people: tuple[PeopleDocument | None, PeopleDocument | None] = (None, None),
    mode: str = "distributive",
    method: str = DEFAULT_METHOD,
    scale: str = "linear",
    aggregate: str = "judgments",
) -> RoundDocument:
    """Return what changed from one hierarchy to another, as it was answered; people before and now.

    Examples
    --------
    >>> before, now = (Hierarchy("car", {("price", "safety"): times}, {}) for times in (4, "1/3"))
    >>> found = round_document(before, now)
    >>> found["first_before"], found["first"]
    ('price', 'safety')
    """
    used = [h.on_scale(scale).aggregated(aggregate, method=method) for h in (hierarchy_given(before), now)]
    shares = [dict(zip(h.alternatives, h.vector(method, mode).tolist(), strict=True)) for h in used]
    weights = [{path: total for path, (_, total) in h.weights(method=method).items()} for h in used]
    firsts = [list(found)[ranking(list(found.values()))[0]] for found in shares]
    earlier, later = people
    return {
        "first_before": firsts[0],
        "first": firsts[1],
        "priorities": [
            {"path": [name], "before": shares[0].get(name), "now": shares[1].get(name)}
            for name in dict.fromkeys((*shares[1], *shares[0]))
        ],
        "weights": [
            {"path": list(path), "before": weights[0].get(path), "now": weights[1].get(path)}
            for path in dict.fromkeys((*weights[1], *weights[0]))
        ],
        "consensus_before": None if earlier is None else earlier["consensus"],
        "participants": [] if later is None else list(_moved(before, now, earlier, later)),
        "left": [name for name in _own(earlier) if name not in _own(later)],
    }


def _own(people: PeopleDocument | None) -> dict[str, float | None]:
    """Return the distance of each participant from the group."""
    return {} if people is None else {one["participant"]: one["distance"] for one in people["participants"]}


def _moved(
    before: Hierarchy, now: Hierarchy, earlier: PeopleDocument | None, later: PeopleDocument
) -> Iterator[MovedDocument]:
    distances = _own(earlier)
    groups = [{path: node for path, node in h.nodes() if isinstance(node, Group)} for h in (before, now)]
    for name, distance in _own(later).items():
        said = [_said(each, name) for each in groups]
        yield {
            "participant": name,
            "joined": name not in distances,
            "changed": sum(
                not math.isclose(said[0].get(pair, 0.0), times, rel_tol=_SAME)
                for pair, times in said[1].items()
            ),
            "distance_before": distances.get(name),
            "distance": distance,
        }


def _said(groups: dict[tuple[str, ...], Group], name: str) -> dict[tuple[tuple[str, ...], str, str], float]:
    """Return each judgment of somebody, the pair in the order of its names."""
    found = {}
    for path, group in groups.items():
        if name not in group.participants:
            continue
        matrix, labels = group.values[group.participants.index(name)], group.labels
        for i, j in np.argwhere(~np.isnan(matrix)).tolist():
            if labels[i] < labels[j]:
                found[path, labels[i], labels[j]] = float(matrix[i, j])
    return found
