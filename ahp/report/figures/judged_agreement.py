"""How near each participant's priorities are to the group's, under every criterion that several judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.printing import printable
from ahp.report.figures.heat import heat, written
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of, way
from ahp.report.figures.plan import Plan, more, titled
from ahp.report.figures.shades import balance
from ahp.report.numbers import share
from ahp.report.wording import capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.hierarchy_documents import AgreementDocument, HierarchyDocument

_MOST_NODES, _MOST_PEOPLE = 12, 30
_FURTHEST, _CLASSES = 2.0, 17  # the darkest cell, and how many colours there are to both sides of none

Agreed = tuple[str, "AgreementDocument"]


def plan_judged_agreement(document: HierarchyDocument) -> Plan:
    """Return the plan of the compatibility of each participant with the group, a column for each comparison.

    Raises
    ------
    FigureError
        If nowhere two participants judged enough to have priorities of their own.
    """
    short = labels_of(document)
    found: list[Agreed] = [
        (short(way(node["path"]), 44) or "the goal", node["agreement"])
        for node in sorted(document["nodes"], key=lambda node: -node["weight"])
        if node["agreement"] is not None
    ]
    if not found:
        raise FigureError("agreement needs two participants or more with priorities of their own")
    shown = found[:_MOST_NODES]
    everybody = list(dict.fromkeys(name for _, agreed in shown for name in agreed["participants"]))
    # Those who are furthest from the group, wherever that is, come first.
    everybody.sort(key=lambda name: -max(agreed["compatibility"].get(name, 0.0) for _, agreed in shown))
    people = everybody[:_MOST_PEOPLE]
    said = "; ".join(
        f"under {plain(where)}: consensus {share(agreed['consensus'])} ({agreed['level']})"
        + (f", apart stands {', '.join(map(printable, agreed['outlying']))}" if agreed["outlying"] else "")
        for where, agreed in shown
    )
    beyond = more(everybody, _MOST_PEOPLE, "participants") + more(found, _MOST_NODES, "comparisons")
    return Plan(
        titled(document["goal"], "how near each participant is to the group"),
        f"{capital(said)}.{beyond}",
        1.35 + 0.21 * max(len(people), 2) + 0.17 * len(shown),
        lambda axes: _paint(axes, people, shown, short),
    )


def _paint(axes: Axes, people: Sequence[str], found: Sequence[Agreed], short: Labels) -> None:
    nearness = [[agreed["compatibility"].get(name) for _, agreed in found] for name in people]
    cells = [[None if index is None else _amount(index) for index in row] for row in nearness]
    heat(axes, cells, balance, _CLASSES)
    texts = [
        [_text(name, agreed, index) for (_, agreed), index in zip(found, row, strict=True)]
        for name, row in zip(people, nearness, strict=True)
    ]
    written(axes, cells, texts, balance, 8.0 if len(found) <= 8 else 6.5, _CLASSES)
    axes.set_yticks(range(len(people)), [short(name, 24) for name in people])
    axes.set_xticks(range(len(found)), [f"{number}" for number in range(1, len(found) + 1)])
    axes.xaxis.tick_top()
    axes.tick_params(labelsize=8.5 if len(people) <= 20 else 7.5)
    said = [
        f"{number}  {where}: consensus {share(agreed['consensus'])} ({agreed['level']})"
        for number, (where, agreed) in enumerate(found, 1)
    ]
    key = "compatibility index: 1 is the group's own, up to 1.10 compatible (✓);"
    rest = "! stands apart from all others; – did not judge enough"
    axes.set_xlabel("\n".join([key, rest, *said]), fontsize=8.0, loc="left")


def _amount(index: float) -> float:
    """Return an index as an amount: in the middle where it is 1, at the end where it is far."""
    return 0.5 - 0.5 * min(max((index - 1.0) / (_FURTHEST - 1.0), 0.0), 1.0)


def _text(name: str, agreed: AgreementDocument, index: float | None) -> str:
    if index is None:
        return "–"
    mark = " !" if name in agreed["outlying"] else " ✓" if name in agreed["compatible"] else ""
    return f"{index:.2f}{mark}" if index < 100 else f"{index:.0e}{mark}"
