"""BPMSG's AHPcalc (Goepel): a sheet with the criteria, and one for each participant with all pairs.

Of each pair it is said which of the two is more important, A or B, and how much, from 1 to 9. What is not
filled in is not answered, although the workbook counts it as equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ahp.errors import listed
from ahp.ingest.judgments.layouts import Answers, Said, Sheet, letters

_SCALES = (
    "linear",
    "logarithmic",
    "root-square",
    "inverse-linear",
    "balanced-n",
    "power",
    "geometric",
    "adaptive",
)
"""AHPcalc's own numbers of them begin with 1."""


def is_summary(sheet: Sheet) -> bool:
    """Say whether a sheet names the criteria, and how many participants there are."""
    return all(sheet.find(label) for label in ("n=", "N=", "Criterion"))


def answers_in_ahpcalc(summary: Sheet, sheets: Sequence[Sheet]) -> Answers:
    """Return the answers of all participants that the workbook counts.

    Raises
    ------
    InputError
        If a cell is wrong, or half of an answer.
    """
    n = _count(summary, "n=", 2, "criteria")
    top, column = summary.find("Criterion") or (1, 1)
    places = [(top + k, column + 1) for k in range(1, n + 1)]
    names = [summary.text(*place) for place in places]
    for place, name in zip(places, names, strict=True):
        if not name:
            raise summary.error(*place, f"one of the {n} criteria has no name", "write it there, or lower n")
        if names.count(name) > 1:
            raise summary.error(*place, "two criteria have this name", "give each its own")
    asked = [sheet for sheet in sheets if _pairs_begin(sheet) is not None]
    people = _count(summary, "N=", 1, "participants")
    if len(asked) < people:
        raise summary.error(
            *summary.beside("N="), f"only {len(asked)} sheets have pairs", "give the whole workbook"
        )
    found: list[Said] = []
    weights: dict[str, float] = {}
    missing = []
    for sheet in asked[:people]:
        who, weight = _participant(sheet, weights)
        weights[who] = weight
        own = _answers_of(sheet, who, names)
        found += own
        if unanswered := sum(not said.text for said in own):
            missing.append(f"{who} {unanswered} of {len(own)}")
    notes = ["a workbook of BPMSG's AHPcalc"]
    if missing:
        notes.append(f"not answered, and not counted as equal as the workbook does: {listed(missing, 5)}")
    more = [s.title for s in asked[people:] if any(x.text for x in _answers_of(s, s.title, names))]
    if more:
        notes.append(
            f"there are answers of more than the {people} participants of N, not read: {listed(more)}"
        )
    scale = summary.number(*summary.beside("Scale:")) or 1
    if 1 < scale <= len(_SCALES):
        notes.append(f"the workbook computes on another scale; give --scale {_SCALES[int(scale) - 1]}")
    counted = weights if len(set(weights.values())) > 1 else {}
    return Answers(found, notes, summary.text(*summary.beside("Objective")), counted, criteria=True)


def _count(sheet: Sheet, label: str, least: int, what: str) -> int:
    place = sheet.beside(label)
    number = sheet.number(*place)
    if number is None or number != int(number) or number < least:
        raise sheet.error(
            *place, f"this is how many {what} there are, {least} or more", "write a whole number"
        )
    return int(number)


def _pairs_begin(sheet: Sheet) -> tuple[int, int] | None:
    """Return where the heading of the pairs has its `i`."""
    place = sheet.find("i")
    if place is None or sheet.text(place[0], place[1] + 1) != "j":
        return None
    return place if sheet.column_of("A or B", place[0]) and sheet.column_of("(1-9)", place[0]) else None


def _participant(sheet: Sheet, taken: dict[str, float]) -> tuple[str, float]:
    """Return the name, and how much it counts; both stand above what they are called."""
    row, column = sheet.find("Name") or (2, 1)
    who = sheet.text(row - 1, column) or sheet.title
    if who in taken:
        raise sheet.error(row - 1, column, "two participants have this name", "give each their own")
    row, column = sheet.find("Weight") or (1, 1)
    weight = sheet.number(row - 1, column) if row > 1 else 1.0
    if weight is None or weight < 0:
        raise sheet.error(row - 1, column, "how much a participant counts is 0 or more", "write a number")
    return who, weight


def _answers_of(sheet: Sheet, who: str, names: Sequence[str]) -> list[Said]:
    top, column = _pairs_begin(sheet) or (1, 1)
    which_column, scale_column = sheet.column_of("A or B", top) or 1, sheet.column_of("(1-9)", top) or 1
    found = {}
    row = top + 1
    while (i := sheet.number(row, column)) is not None and (j := sheet.number(row, column + 1)) is not None:
        if max(i, j) <= len(names):
            text = _more(sheet, row, which_column, scale_column)
            first, second = names[int(i) - 1], names[int(j) - 1]
            found[int(i), int(j)] = Said(row, who, "", first, second, text, letters(scale_column))
        row += 1
    for pair in combinations(range(1, len(names) + 1), 2):
        if pair not in found:
            raise sheet.error(
                top, column, f"the pair {pair[0]}, {pair[1]} is not below this", "give the workbook as it was"
            )
    return list(found.values())


def _more(sheet: Sheet, row: int, which_column: int, scale_column: int) -> str:
    """Return how many times A counts more than B; nothing where that is not answered."""
    which, times = sheet.text(row, which_column).upper(), sheet.cells.get((row, scale_column))
    if times is None and not which:
        return ""
    number = sheet.number(row, scale_column)
    if times is None or number is None or not 1 <= number <= 9:
        raise sheet.error(
            row,
            scale_column,
            "this is how much more, from 1 to 9",
            f"write a number beside {which or 'A or B'}",
        )
    if which not in ("A", "B") and (which or number != 1):
        raise sheet.error(
            row, which_column, f"{number:g} times more, but not which of the two", "write A or B there"
        )
    return repr(1 / number if which == "B" else number)
