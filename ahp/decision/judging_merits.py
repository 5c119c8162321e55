"""What benefits, opportunities, costs and risks say together, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ahp._version import __version__
from ahp.core.gate import Array
from ahp.core.merits import MERITS, merit_scores
from ahp.core.sensitivity import top_lines
from ahp.core.synthesis import ranking, tie_groups
from ahp.decision.judging_hierarchy import hierarchy_document
from ahp.errors import StudyError
from ahp.model.labels import name_given
from ahp.model.merits import Merits
from ahp.report.documents.models import SYNTHESES, MeritsDocument, MeritWeightDocument, WorthDocument

_POINTS = (0.25, 0.75)  # of a weight: two that lie inside, for at the ends a quotient may divide by 0


def merits_document(
    merits: Merits,
    *,
    mode: str,
    method: str,
    random_index: str,
    limit: float,
    scale: str,
    aggregate: str,
    synthesis: str | None,
    inputs: Sequence[tuple[str, str, int]],
) -> MeritsDocument:
    """Return the document `ahp.merits/1`; see :func:`ahp.judge`.

    Examples
    --------
    >>> m = Merits({"benefit": {"x": 0.6, "y": 0.4}, "cost": {"x": 0.7, "y": 0.3}})
    >>> found = merits_document(m, mode="distributive", method="eigenvector", random_index="alonso-lamata",
    ...     limit=0.1, scale="linear", aggregate="judgments", synthesis=None, inputs=())
    >>> found["ranking"], found["by_worth"][-1]["choose"]
    (['y', 'x'], 'x')
    """
    if synthesis is None:
        synthesis = "multiplicative" if merits.weights is None else "quotient"
    name_given(synthesis, "a synthesis of merits", SYNTHESES)
    told = {
        merit: hierarchy_document(
            hierarchy,
            mode=mode,
            method=method,
            random_index=random_index,
            limit=limit,
            scale=scale,
            aggregate=aggregate,
        )
        for merit, hierarchy in merits.hierarchies.items()
    }
    names, model = merits.alternatives, _plain(merits)
    merits = merits.given({merit: document["priorities"] for merit, document in told.items()})
    scores, table = merits.scores(synthesis).tolist(), merits.table()
    return {
        "schema": "ahp.merits/1",
        "version": __version__,
        "inputs": [{"file": f, "sha256": digest, "judgments": n} for f, digest, n in inputs],
        "goal": merits.goal,
        "mode": mode,
        "method": method,
        "synthesis": synthesis,
        "alternatives": list(names),
        "model": model,
        "priorities": {merit: _named(names, part) for merit, part in _there(merits).items()},
        "weights": None if merits.weights is None else _weights(merits),
        "scores": dict(zip(names, scores, strict=True)),
        "ranking": [names[i] for i in ranking(scores)],
        "ties": [[names[i] for i in group] for group in tie_groups(scores)],
        "syntheses": [
            {"method": str(one), "scores": _named(names, found), "first": _first(names, found)}
            for one, found in zip(table.columns, table.to_numpy().T, strict=True)
        ],
        "by_weight": _by_weight(merits, synthesis),
        "by_worth": _by_worth(merits),
        "hierarchies": {merit: {**document} for merit, document in told.items()},
        "warnings": [
            *merits.warnings(),
            *(f"{merit}: {said}" for merit, document in told.items() for said in document["warnings"]),
        ],
    }


def _there(merits: Merits) -> dict[str, Array]:
    return {merit: part for merit, part in zip(MERITS, merits.parts, strict=True) if part is not None}


def _weights(merits: Merits) -> dict[str, float]:
    given = zip(MERITS, merits.weights or (1.0,) * len(MERITS), strict=True)
    return {merit: float(weight) for merit, weight in given if merit in _there(merits)}


def _named(names: Sequence[str], values: Array) -> dict[str, float]:
    return dict(zip(names, map(float, values), strict=True))


def _first(names: Sequence[str], scores: Array) -> list[str]:
    order, groups = ranking(scores.tolist()), tie_groups(scores.tolist())
    return [names[i] for i in next((group for group in groups if order[0] in group), [order[0]])]


def _plain(merits: Merits) -> dict[str, Any]:
    """Return merits as plain data, which :meth:`ahp.Merits.from_dict` takes."""
    weights = {} if merits.weights is None else {"weights": _weights(merits)}
    behind = merits.hierarchies
    return {
        "goal": merits.goal,
        **weights,
        "merits": {
            merit: behind[merit].to_dict()
            if merit in behind
            else {"weights": _named(merits.alternatives, part)}
            for merit, part in _there(merits).items()
        },
    }


def _by_worth(merits: Merits) -> list[WorthDocument]:
    try:
        found = merits.by_worth()
    except StudyError:  # there are benefits alone, or costs alone
        return []
    return [{"worth": worth, "choose": name} for worth, name in found]


def _by_weight(merits: Merits, synthesis: str) -> list[MeritWeightDocument]:
    """Return who is first as one weight goes from 0 to 1, exactly.

    Additive scores are straight lines in a weight, and so are the logarithms of powers. Of a quotient the
    numerator or the denominator is one, and the other side shrinks as 1 minus the weight for all alike.
    """
    weights = _weights(merits)
    if synthesis == "multiplicative" or len(weights) < 2:
        return []
    total, parts = sum(weights.values()), merits.parts
    good, bad = (any(merit in weights for merit in side) for side in (MERITS[:2], MERITS[2:]))
    found: list[MeritWeightDocument] = []
    for merit, weight in weights.items():
        others = {name: w for name, w in weights.items() if name != merit}
        left = sum(others.values())
        proportion = {name: w / left if left else 1.0 / len(others) for name, w in others.items()}
        heights = []
        for p in _POINTS:
            moved = {merit: p, **{name: (1.0 - p) * share for name, share in proportion.items()}}
            line = merit_scores(*parts, weights=[moved.get(name, 0.0) for name in MERITS], method=synthesis)
            if synthesis == "powers":
                line = np.log(line)
            elif synthesis == "quotient":
                shrinks = (1.0 - p) if good and bad else 1.0
                line = line * shrinks if merit in MERITS[:2] else -shrinks / line
            heights.append(line)
        slope = (heights[1] - heights[0]) / (_POINTS[1] - _POINTS[0])
        zero = heights[0] - _POINTS[0] * slope
        starts = top_lines(zero, zero + slope)
        ends = [*(start for start, _ in starts[1:]), 1.0]
        found.append(
            {
                "merit": merit,
                "weight": weight / total,
                "first": [
                    {"from": start, "to": end, "first": merits.alternatives[who]}
                    for (start, who), end in zip(starts, ends, strict=True)
                ],
            }
        )
    return found
