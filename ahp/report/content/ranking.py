"""Who stands where, by which merits, with bars."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.report.content.labels import Shown
from ahp.report.documents import ScenarioDocument
from ahp.report.numbers import quotient, share
from ahp.report.wording import places

_HEADS = {"benefit": "benefit", "cost": "cost", "benefit_to_cost": "benefit / cost"}


@dataclass(frozen=True)
class Number:
    """A number, as it is shown, and as wide as its bar is of a hundred."""

    exact: str
    shown: str
    bar: str


@dataclass(frozen=True)
class Row:
    """An alternative's place and merits; `position` is that in the order of the file."""

    position: int
    place: int
    name: str
    first: bool
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Ranking:
    """The ranking of a scenario: which merits there are, and the alternatives, the first choice first."""

    merits: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    what: str = "alternative"


def ranking_of(scenario: ScenarioDocument, show: Shown) -> Ranking:
    """Return the ranking of a scenario with bars, each merit's longest of length 100."""
    merits = [key for key in _HEADS if scenario[key] is not None]  # type: ignore[literal-required]
    rows = []
    for name, place in places(scenario).items():
        numbers = []
        for key in merits:
            values = scenario[key]  # type: ignore[literal-required]
            number, most = values[name], max(values.values())
            format = quotient if key == "benefit_to_cost" else share
            bar = f"{100 * number / most:.4g}" if most > 0 else "0"
            numbers.append(Number(repr(number), format(number), bar))
        position = scenario["alternatives"].index(name)
        rows.append(Row(position, place, show(name), name in scenario["choose"], tuple(numbers)))
    return Ranking(tuple((key, _HEADS[key]) for key in merits), tuple(rows))
