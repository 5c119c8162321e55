"""How sure each choice of an answer is, and the change of one number that would alter it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.answer_tables import LABEL, NAME, Row, label_of, labels_apart
from ahp.report.numbers import probability
from ahp.report.phrases.choice import first_in, is_alone, is_exact, runs, stood
from ahp.report.phrases.grammar import error_of
from ahp.report.phrases.scenario import (
    IN_FULL,
    Naming,
    critical_change,
    kept,
    nearer_keeping,
    no_verdict,
    settling,
)
from ahp.report.phrases.scrutiny import short_name_of
from ahp.report.terminal import WIDTH, Grid, Line, cell_width, clipped, clipped_words, name_among, name_within

if TYPE_CHECKING:
    from ahp.report.documents.decision import ScenarioDocument

_WITHHELD = {
    "twin": "runs of the baseline differ by more than the lead",
    "disturbed": "other processes disturbed most of the runs",
}
"""Why there is no verdict, in a line: --explain has the numbers."""
_BY_NOISE = ("holds", "fragile", "keep")
_SURVIVES = "; survives: first in 95 of 100 draws"
_CHECKS = "A check ranks again by another index, statistic or method, or without a rival."


def sureness_block(rows: Sequence[Row], *, folds: bool) -> list[str | Line | Grid]:
    """Return how sure each choice is: the word, and the number behind it; in two lines if it `folds`."""
    scenarios = [scenario for row in rows for scenario in row.scenarios]
    once = all(max(scenario["runs"].values()) == 1 for scenario in scenarios)
    said = "one run each, noise unknown" if once else _runs(scenarios)
    if once and any(finding["check"] == "means" for s in scenarios for finding in s["audit"]):
        said = "one mean each, spread not counted"
    words = [_word(row) for row in rows]
    label = max(len(clipped(row.label, LABEL)) for row in rows) + 2 if len(scenarios) > 1 else 0
    wide = max(map(len, words)) + 2
    if any(map(_told_by_noise, scenarios)):
        said += _SURVIVES
    found: list[str | Line | Grid] = [f"How sure ({said})"]
    for row, word in zip(rows, words, strict=True):
        start = clipped(row.label, LABEL).ljust(label) if label else ""
        found += _told(f"{start}{word.ljust(wide)}", _behind(row, folds=folds), folds=folds)
    settled = [told for row in rows if row.one is not None and (told := settling(row.one))]
    if len(scenarios) == 1 and settled and stood(scenarios[0])["word"] in ("leaning", "too few runs"):
        found.append(clipped(settled[0], WIDTH))
    return found


def checks_explained(rows: Sequence[Row]) -> list[str]:
    """Return what a check is, where a row says how many of them disagree."""
    return [_CHECKS] if any(_counts_checks(row) for row in rows) else []


def _counts_checks(row: Row) -> bool:
    """Return whether a row says how many checks disagree, so that it has to be said what they are."""
    if row.one is None:
        return any(stood(scenario)["disagree"] for scenario in row.scenarios)
    return no_verdict(row.one) is None and bool(_checks(row.one))


def _told_by_noise(scenario: ScenarioDocument) -> bool:
    standing = stood(scenario)
    by_noise = standing["word"] in _BY_NOISE and first_in(scenario) is None and no_verdict(scenario) is None
    return by_noise and bool(standing["noise"])


def _runs(scenarios: Sequence[ScenarioDocument]) -> str:
    said = dict.fromkeys(map(runs, scenarios))
    return next(iter(said)) if len(said) == 1 else "runs differ between scenarios"


def _word(row: Row) -> str:
    if row.one is not None:
        return "no verdict" if no_verdict(row.one) is not None else stood(row.one)["word"]
    words = Counter(
        "no verdict" if no_verdict(s) is not None else stood(s)["word"] for s in row.scenarios
    ).most_common()
    return ", ".join(
        f"{number} {'hold' if word == 'holds' and number > 1 else word}" for word, number in words
    )


def _behind(row: Row, *, folds: bool) -> str:
    """Return the number behind the word, and how many checks disagree."""
    if row.one is None:
        worst = max(stood(s)["disagree"] for s in row.scenarios)
        drawn = [first for s in row.scenarios if (first := first_in(s)) is not None]
        noises = [noise for s in row.scenarios if (noise := stood(s)["noise"]) is not None]
        told = [f"survive {error_of(min(noises))} or more"] if noises else []
        if len(drawn) == len(row.scenarios):
            told = [f"first in {probability(min(drawn))} of repeats or more"]
        told += [f"at most {worst} {'check disagrees' if worst == 1 else 'checks disagree'}"] if worst else []
        why = Counter(brief for s in row.scenarios if (brief := _withheld(s, folds=False))).most_common(1)
        told += [f"no verdict: {reason}" for reason, _ in why]
        return "; ".join(told)
    scenario, standing = row.one, stood(row.one)
    found = scenario["confidence"]
    withheld = _withheld(scenario, folds=folds)
    if withheld is not None:
        return withheld
    word, noise, first = standing["word"], standing["noise"], first_in(row.one)
    told = []
    if (baseline := kept(row.one)) is not None and word != "too few runs":
        told.append(
            f"{name_within(baseline, NAME)} {'is' if word == 'keep' else 'may be'} best when ranked too"
        )
    if first is not None and found is not None:
        share = f"in {probability(first)} of {'simulated repeats' if folds else 'draws'}"
        told = [f"{told[0]}, {share}"] if told else [f"first {share}"]
        keeping = standing.get("keeping")
        if keeping is not None and "first_share" in standing and word == "leaning":
            told.append(f"{name_within(keeping['baseline'], NAME)} may be kept")
    elif word == "tie":
        told.append("equal" if is_exact(scenario) else "within 1 % of each other")
    elif word == "too few runs":
        told.append("the runs leave open who is first")
    elif word in _BY_NOISE and noise is not None:
        told.append(f"survives {error_of(noise)}" if noise else "any error may change it")
    elif is_alone(scenario):
        told.append("it is the only one")
    return "; ".join([*told, *_checks(scenario)])


def _withheld(scenario: ScenarioDocument, *, folds: bool) -> str | None:
    """Return why a scenario has no verdict, at length where that may fold; None where it has one."""
    for finding in scenario["audit"]:
        if finding["verdict"] == "withheld":
            brief = None if folds else _WITHHELD.get(finding["check"])
            return brief or printable(finding["detail"])
    return None


def _checks(scenario: ScenarioDocument) -> list[str]:
    standing = stood(scenario)
    if not standing["disagree"] or standing["word"] == "tie":
        return []
    to = {f["to"] for f in scenario["audit"] if f["verdict"] == "flips"}
    named = next(iter(to)) if len(to) == 1 else None
    does = "disagree" if named is None else "prefer"
    does += "s" if standing["disagree"] == 1 else ""
    whom = "" if named is None else f" {name_among(named, NAME, scenario['order'])}"
    return [f"{standing['disagree']} of {standing['checks']} checks {does}{whom}"]


def nearest_block(rows: Sequence[Row], *, folds: bool) -> list[str | Line | Grid]:
    """Return the smallest change of one number that would alter each choice; in two lines if it `folds`."""
    told = [(row, near) for row in rows if (near := _nearest_of(row)) is not None]
    if not told:
        return []
    several = len(rows) > 1 or rows[0].one is None
    margins = [s["margin"] for row in rows for s in row.scenarios if not (nearer_keeping(s) or kept(s))]
    turned = any(margin is not None and margin.get("new_index") for margin in margins)
    legend = " (new index: the rule scores it otherwise there)" if turned else ""
    found: list[str | Line | Grid] = [f"Nearest change of one number{legend}"]
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
        return (row.label, "none alone changes the choice") if asked else None
    _, scenario = min(near, key=lambda entry: entry[0])
    where = row.label if row.one is not None else label_of(scenario)
    return where, (critical_change(scenario, naming) or "").removesuffix(".")
