"""How sure each choice of an answer is, and the change of one number that would alter it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ahp.report.answer_tables import Row, label_of
from ahp.report.names import LABEL, NAME, cell_width, clipped, clipped_words, labels_apart, name_among
from ahp.report.phrases.answer import (
    CHECKS,
    UNMOVED,
    behind,
    counts_checks,
    nearest_change,
    runs_behind,
    words_for,
)
from ahp.report.phrases.choice import stood
from ahp.report.phrases.scenario import IN_FULL, Naming, critical_change, kept, nearer_keeping, settling
from ahp.report.phrases.scrutiny import short_name_of
from ahp.report.terminal import WIDTH, Grid, Line

if TYPE_CHECKING:
    from ahp.report.documents.decision import ScenarioDocument


def sureness_block(rows: Sequence[Row], *, folds: bool) -> list[str | Line | Grid]:
    """Return how sure each choice is: the word, and the number behind it; in two lines if it `folds`."""
    scenarios = [scenario for row in rows for scenario in row.scenarios]
    words = [words_for(row.scenarios) for row in rows]
    label = max(len(clipped(row.label, LABEL)) for row in rows) + 2 if len(scenarios) > 1 else 0
    wide = max(map(len, words)) + 2
    found: list[str | Line | Grid] = [runs_behind(scenarios)]
    for row, word in zip(rows, words, strict=True):
        start = clipped(row.label, LABEL).ljust(label) if label else ""
        found += _told(f"{start}{word.ljust(wide)}", behind(row.scenarios, _cut, folds=folds), folds=folds)
    settled = [told for row in rows if row.one is not None and (told := settling(row.one))]
    if len(scenarios) == 1 and settled and stood(scenarios[0])["word"] in ("leaning", "too few runs"):
        found.append(clipped(settled[0], WIDTH))
    return found


def checks_explained(rows: Sequence[Row]) -> list[str]:
    """Return what a check is, where a row says how many of them disagree."""
    return [CHECKS] if any(counts_checks(row.scenarios) for row in rows) else []


def _cut(name: str, others: Iterable[str]) -> str:
    return name_among(name, NAME, others)


def nearest_block(rows: Sequence[Row], *, folds: bool) -> list[str | Line | Grid]:
    """Return the smallest change of one number that would alter each choice; in two lines if it `folds`."""
    told = [(row, near) for row in rows if (near := _nearest_of(row)) is not None]
    if not told:
        return []
    several = len(rows) > 1 or rows[0].one is None
    found: list[str | Line | Grid] = [nearest_change(s for row in rows for s in row.scenarios)]
    labels = labels_apart([near[0] for _, near in told])
    label = max(map(len, labels)) + 2
    for (row, near), name in zip(told, labels, strict=True):
        start, said = name.ljust(label) if several else "", near[1]
        if not folds and cell_width(start + said) > WIDTH:  # names are cut rather than the number
            _, said = _nearest_of(row, _briefly(row)) or near
        found += _told(start, said, folds=folds)
    return found


def _briefly(row: Row) -> Naming:
    """Return how things are called where there is little room."""
    names = {name for scenario in row.scenarios for name in scenario["order"]}
    return Naming(lambda name: name_among(name, NAME, names), short_name_of, ", not")


def _told(start: str, text: str, *, folds: bool) -> list[str | Line | Grid]:
    """Return what is said of a row of the answer, in two lines if it folds and is long, otherwise cut."""
    if not folds or cell_width(start + text) <= WIDTH:
        return [clipped_words(f"{start}{text}".rstrip(), WIDTH)]
    first, words = start, text.split(" ")
    while words and cell_width(first + words[0]) <= WIDTH:
        first += f"{words.pop(0)} "
    indent = cell_width(start)
    return [first.rstrip(), Line(((clipped_words(" ".join(words), WIDTH - indent), ""),), indent)]


def _change_of(scenario: ScenarioDocument) -> float | None:
    """Return how far off the nearest change of one number is."""
    nearest = nearer_keeping(scenario) or (None if kept(scenario) else scenario["margin"])
    return None if nearest is None or nearest["change"] is None else abs(nearest["change"])


def _nearest_of(row: Row, naming: Naming = IN_FULL) -> tuple[str, str] | None:
    """Return in which scenario the choice is nearest to another, and by what."""
    asked = [
        s
        for s in row.scenarios
        if (s["margin"] or kept(s) or nearer_keeping(s)) and stood(s)["word"] != "tie"
    ]
    near = [(change, s) for s in asked if (change := _change_of(s)) is not None]
    if not near:
        return (row.label, UNMOVED) if asked else None
    _, scenario = min(near, key=lambda entry: entry[0])
    where = row.label if row.one is not None else label_of(scenario)
    return where, (critical_change(scenario, naming) or "").removesuffix(".")
