"""What the script of a page needs to move the weights: numbers at full precision."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ahp.report.content.labels import Shown
from ahp.report.documents import ScenarioDocument
from ahp.report.figures.palette import Look
from ahp.report.numbers import share

_MERITS = ("benefit", "cost")


@dataclass(frozen=True)
class Weight:
    """A criterion whose weight can be moved; `position` is that among the criteria of its merit."""

    position: int
    name: str
    exact: str
    shown: str


@dataclass(frozen=True)
class Sliders:
    """The criteria by merit, each merit with a heading, and the data of the script as JSON."""

    groups: tuple[tuple[str, str, tuple[Weight, ...]], ...]
    data: str


def sliders_of(scenario: ScenarioDocument, show: Shown, looks: Mapping[str, Look]) -> Sliders | None:
    """Return the weights that can be moved; None where every merit has one criterion or there is no rival.

    Each alternative has the colour that it has in the figures.
    """
    by_merit = {key: [c for c in scenario["criteria"] if c["merit"] == key] for key in _MERITS}
    if len(scenario["alternatives"]) < 2 or all(len(criteria) < 2 for criteria in by_merit.values()):
        return None
    names = scenario["alternatives"]
    first = [names.index(name) for name in scenario["choose"]]
    merits: dict[str, tuple[list[float], Sequence[list[float]]]] = {
        key: (
            [criterion["weight"] for criterion in criteria],
            [[criterion["priorities"][name] for name in names] for criterion in criteria],
        )
        for key, criteria in by_merit.items()
        if criteria
    }
    groups = tuple(
        (
            key,
            f"Weights of the {key} criteria",
            tuple(
                Weight(
                    position, show(criterion["name"]), repr(criterion["weight"]), share(criterion["weight"])
                )
                for position, criterion in enumerate(criteria)
            ),
        )
        for key, criteria in by_merit.items()
        if len(criteria) > 1
    )
    return Sliders(groups, slider_data(scenario["by"], first, merits, [looks[name].colour for name in names]))


def slider_data(
    by: str,
    first: list[int],
    merits: Mapping[str, tuple[list[float], Sequence[list[float] | str]]],
    colours: Sequence[str],
) -> str:
    """Return what the script reads: by what to rank, who is first, weights and priorities, colours.

    In the place of the priorities under a criterion there may stand the key of what it is made of, with
    weights and priorities of its own. There are numbers in it and no names, so that nothing in it can end the
    element that holds it.

    Examples
    --------
    >>> slider_data("benefit", [0], {"benefit": ([1.0], [[0.75]])}, ["#0072b2"])
    '{"by":"benefit","first":[0],"colours":["#0072b2"],"merits":{"benefit":{"weights":[1.0],"priorities":[[0.75]]}}}'
    """
    data = {
        "by": by,
        "first": first,
        "colours": colours,
        "merits": {key: {"weights": w, "priorities": p} for key, (w, p) in merits.items()},
    }
    return json.dumps(data, separators=(",", ":"))
