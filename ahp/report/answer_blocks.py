"""The blocks of an answer: its numbers, how sure each choice is, and what would alter it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ahp.printing import printable
from ahp.report.names import (
    LABEL,
    NAME,
    cell_width,
    clipped,
    clipped_words,
    differing,
    labels_apart,
    name_among,
    name_within,
    without_brackets,
)
from ahp.report.numbers import apart, decimals, in_digits, quotient
from ahp.report.phrases import answer as phrases
from ahp.report.phrases.choice import is_sure, stood
from ahp.report.phrases.scenario import (
    IN_FULL,
    Naming,
    critical_change,
    kept,
    nearer_keeping,
    places,
    settling,
)
from ahp.report.phrases.scrutiny import name_of, short_name_of
from ahp.report.terminal import GAP, WIDTH, Column, Grid, Line

if TYPE_CHECKING:
    from ahp.report.documents.decision import CriterionDocument, DecisionDocument, ScenarioDocument


RANKED = 14
"""Alternatives that a ranking shows at most."""
_FIRST = 5  # that always stand; behind them the efficient
_MERITS_OF = 3  # alternatives whose benefit and cost stand beside their quotient
NONE = "–"
_HEADS = {"benefit": "benefit", "cost": "cost", "benefit_to_cost": "benefit/cost"}


def _leader(document: DecisionDocument, scenario: ScenarioDocument) -> str:
    """Return whose changes stand beside the choice: the first; where the baseline is kept, that behind it."""
    baseline = document["study"]["baseline"]
    return next((name for name in scenario["order"] if name != baseline), scenario["order"][0])


def under(document: DecisionDocument, rows: Sequence[Row], hidden: int) -> str:
    """Return what the numbers of the table are."""
    baseline, groups = document["study"]["baseline"], [row.scenarios for row in rows]
    against = phrases.as_given(document, criteria_of(document), groups)
    if baseline is not None:
        against = phrases.changes_against(name_within(baseline, 20))
    said = phrases.asides(document, groups, hidden)
    room = WIDTH - len("()") - sum(cell_width(f"; {one}") for one in said)
    what = against
    if not groups[0][0]["against_baseline"]:
        measured = phrases.as_measured(groups)
        what = measured if cell_width(measured) <= room else phrases.AS_MEASURED
    means = phrases.over_runs(document, groups)
    what += means if cell_width(what + means) <= room else ""
    shorter = phrases.in_fewer_words(baseline, against)
    what = next((one for one in (what, *shorter) if cell_width(one) <= room), shorter[-1])
    return clipped(f"({'; '.join([what, *said])})", WIDTH)


def criteria_of(document: DecisionDocument) -> list[CriterionDocument]:
    """Return the criteria of all scenarios, each once."""
    found: dict[str, CriterionDocument] = {}
    for scenario in document["scenarios"]:
        for criterion in scenario["criteria"]:
            found.setdefault(criterion["name"], criterion)
    return list(found.values())


def heads_of(criteria: Sequence[CriterionDocument]) -> list[str]:
    """Return the headings of narrow columns; those that would be cut to the same are told apart."""
    short = list(map(short_name_of, criteria))
    again = [name_of(c) for c, head in zip(criteria, short, strict=True) if short.count(head) > 1]
    bare = [name.partition(" (")[0] for name in again]
    apart_from = dict(zip(again, differing(bare if len({*bare}) == len({*again}) else again), strict=True))
    return [
        name_within(apart_from[name_of(c)], 14) if name_of(c) in apart_from else head
        for c, head in zip(criteria, short, strict=True)
    ]


def column_of(document: DecisionDocument, rows: Sequence[Row], criterion: CriterionDocument) -> list[str]:
    """Return what the choice of each row has under a criterion, with as many decimals as tell rows apart."""
    name = criterion["name"]
    changes = [_median([_change(s, name, _leader(document, s)) for s in row.scenarios]) for row in rows]
    if any(change is not None for change in changes):
        return _changes(criterion, changes)
    alike = [
        len({c["unit"] for s in row.scenarios for c in s["criteria"] if c["name"] == name}) < 2
        and all(any(c["name"] == name for c in s["criteria"]) for s in row.scenarios)  # no median of some
        for row in rows
    ]
    values = [
        _median([_value(s, name, _leader(document, s)) for s in row.scenarios]) if same else None
        for same, row in zip(alike, rows, strict=True)
    ]
    return [NONE if value is None else in_digits(value) for value in values]


def _median(values: Sequence[float | None]) -> float | None:
    known = sorted(value for value in values if value is not None)
    low, high = (len(known) - 1) // 2, len(known) // 2
    return 0.5 * (known[low] + known[high]) if known else None


def _changes(criterion: CriterionDocument, changes: Sequence[float | None]) -> list[str]:
    """Return changes against the baseline; of space what is stored, not what is saved."""
    sign = -1.0 if criterion["space"] and criterion["merit"] == "benefit" else 1.0
    known = [100.0 * sign * change for change in changes if change is not None]
    left = min((100.0 + value for value in known if value > -100.0), default=100.0)
    digits = max(apart(known, 0, 1), apart([left], 0, 3))
    told = iter(_percent(value, digits) for value in known)
    return [NONE if change is None else _unsigned(next(told)) for change in changes]


def _percent(value: float, digits: int) -> str:
    """Return a change in per cent; one that leaves something is not shown as if nothing were left."""
    if abs(value) >= 1e5:
        return f"{float(f'{value:.3g}'):+.0f} %"
    most = 100.0 - 10.0**-digits
    return f"{max(value, -most) if value > -100.0 else value:+.{digits}f} %"


def _unsigned(change: str) -> str:
    """Return a change without its sign if it is shown as none."""
    return change.lstrip("+-") if float(change.removesuffix(" %")) == 0 else change


def _change(scenario: ScenarioDocument, criterion: str, name: str) -> float | None:
    return scenario["against_baseline"].get(name, {}).get(criterion)


def _value(scenario: ScenarioDocument, criterion: str, name: str) -> float | None:
    found = next((c for c in scenario["criteria"] if c["name"] == criterion), None)
    return None if found is None else found["measured"].get(name)


def merit_cells(scenario: ScenarioDocument, names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the merits that there are, each with the numbers of some alternatives as they are shown."""
    found = {}
    for merit, least in (("benefit", 3), ("cost", 3), ("benefit_to_cost", 2)):
        numbers: dict[str, float] | None = scenario[merit]  # type: ignore[literal-required]
        if numbers is None:
            continue
        digits = apart([numbers[name] for name in names], least, least + 3)
        plain = quotient if least == 2 and digits == least else None
        found[_HEADS[merit]] = {
            name: plain(numbers[name]) if plain else decimals(numbers[name], digits) for name in names
        }
    return found


def cells_of(scenario: ScenarioDocument, criterion: CriterionDocument, names: Sequence[str]) -> list[str]:
    """Return what alternatives have under a criterion: changes against the baseline, or what was measured."""
    changes = [_change(scenario, criterion["name"], name) for name in names]
    if any(change is not None for change in changes):
        return _changes(criterion, changes)
    return [in_digits(criterion["measured"][name]) for name in names]


class Band(NamedTuple):
    """Columns of a table that stand beside each other: their headings and cells, from top to bottom."""

    heads: list[str]
    columns: list[list[str]]


def bands_of(
    heads: Sequence[str], columns: Sequence[Sequence[str]], first: int, later: int, most: int
) -> list[Band]:
    """Return columns in at most so many bands, of which the first is as wide as a table leaves room for."""
    found, room = [Band([], [])], first
    for head, cells in zip(heads, columns, strict=True):
        width = max(map(cell_width, (head, *cells))) + GAP
        if width > room:
            if len(found) == most or width > later:
                break
            found.append(Band([], []))
            room = later
        room -= width
        found[-1].heads.append(head)
        found[-1].columns.append(list(cells))
    return found


def folded(names: Sequence[str], bands: Sequence[Band]) -> list[Grid]:
    """Return the tables of what did not fit beside the names at first, each with the names again."""
    tables = []
    for band in bands:
        table = Grid([Column(), *(Column(head, justify="right") for head in band.heads)])
        for name, *cells in zip(names, *band.columns, strict=True):
            table.add_row(name, *cells)
        tables.append(table)
    return tables


def ranking_block(
    document: DecisionDocument, scenario: ScenarioDocument, bands: int
) -> list[str | Line | Grid]:
    """Return the ranking of the only scenario: all of few, the first and the efficient of many.

    What each has under the criteria stands beside it, and below it in further bands of columns.
    """
    place = places(scenario)
    names = list(place)
    efficient = set(scenario.get("efficient", []))
    shown = names
    if len(names) > RANKED:
        front = [name for name in names[_FIRST:] if name in efficient]
        shown = [*names[:_FIRST], *front[: RANKED - _FIRST]]
    merits = merit_cells(scenario, shown)
    table = Grid(
        [Column(justify="right"), Column("ranking"), *(Column(head, justify="right") for head in merits)]
    )
    widths = [len(str(len(names))), max(8, *(len(name_among(n, 2 * NAME, names)) + 1 for n in shown))]
    widths += [max(len(head), *map(len, cells.values())) for head, cells in merits.items()]
    room = WIDTH - sum(widths) - 2 * (len(widths) - 1)
    heads = heads_of(scenario["criteria"])
    cells = [cells_of(scenario, criterion, shown) for criterion in scenario["criteria"]]
    found = bands_of(heads, cells, room, WIDTH - widths[1], bands)
    table.columns += [Column(head, justify="right") for head in found[0].heads]
    dominated = 0 < len(efficient) < len(names)
    for number, name in enumerate(shown):
        mark = "*" if dominated and name in efficient else ""
        table.add_row(
            str(place[name]),
            name_among(name, 2 * NAME, names) + mark,
            *(cells[name] for cells in merits.values()),
            *(column[number] for column in found[0].columns),
            style="bold" if name in scenario["choose"] else "",
        )
    told: list[str | Line | Grid] = [table]
    told += folded([name_among(name, 2 * NAME, names) for name in shown], found[1:])
    columns = sum(len(band.heads) for band in found)
    beside = _beside(names[0], names, heads[columns:], [column[0] for column in cells[columns:]])
    if columns:
        told.append(under(document, [Row("", (scenario,))], len(heads) - columns - len(beside)))
    if beside:
        told.append(clipped(phrases.also(name_among(names[0], NAME, names), beside), WIDTH))
    if dominated:
        out = [name for name in names if name not in efficient]
        by_name = phrases.dominated_by_name(document, out)
        fits = len(out) <= _FIRST and cell_width(by_name) <= WIDTH
        told.append(by_name if fits else phrases.dominated_by_number(document, out))
    hidden = [name for name in names if name not in shown]
    if hidden:
        told.append(phrases.more_alternatives(len(hidden), sum(name in efficient for name in hidden)))
    return told


def _beside(
    name: str, names: Sequence[str], heads: Sequence[str], cells: Sequence[str]
) -> list[tuple[str, str]]:
    """Return what one has under criteria that have no column, as many as fit a line."""
    pairs = list(zip(heads, cells, strict=True))
    while pairs and cell_width(phrases.also(name_among(name, NAME, names), pairs)) > WIDTH:
        pairs.pop()
    return pairs


def quotients_block(rows: Sequence[Row]) -> list[str | Line | Grid]:
    """Return benefit, cost and their quotient of the alternatives of each row, best first."""
    by = {scenario["by"] for row in rows for scenario in row.scenarios}
    found: list[str | Line | Grid] = [phrases.merit_shown(by)]
    label = max(len(clipped(row.label, LABEL)) for row in rows) + 2
    for row in rows:
        line = clipped(row.label, LABEL).ljust(label)
        entries = list(_entries(row))
        for number, entry in enumerate(entries):
            left = len(entries) - number - 1
            longer = f"{line}{entry}  "
            if len(longer.rstrip()) + (len(f"+ {left}") + 2 if left else 0) > WIDTH:
                line += f"+ {left + 1}"
                break
            line = longer
        found.append(clipped(line.rstrip(), WIDTH))
    return found


def _entries(row: Row) -> Iterator[str]:
    scenario = row.one
    if scenario is None:
        yield from _ranges(row)
        return
    merits, by = merit_cells(scenario, scenario["order"]), scenario["by"]
    for number, name in enumerate(scenario["order"]):
        own = f"{name_among(name, NAME, scenario['order'])} "
        if by == "benefit_to_cost" and number < _MERITS_OF:
            own += "/".join(merits[merit][name].removeprefix("0") for merit in ("benefit", "cost")) + "="
        yield own + merits[_HEADS[by]][name]


def _ranges(row: Row) -> Iterator[str]:
    """Return for each alternative from where to where it reaches in scenarios of the same choice."""
    reached: dict[str, list[float]] = {}
    for scenario in row.scenarios:
        numbers: dict[str, float] = scenario[scenario["by"]]  # type: ignore[literal-required]
        for name in scenario["order"]:
            reached.setdefault(name, []).append(numbers[name])
    for name, values in reached.items():
        low, high = quotient(min(values)), quotient(max(values))
        yield f"{name_among(name, NAME, reached)} {low if low == high else f'{low} to {high}'}"


_ALONE, _GROUPS = 4, 4  # scenarios that have lines of their own; choices that more are told by


class Row(NamedTuple):
    """What is told together: a scenario, or all that have the same choice."""

    label: str
    scenarios: tuple[ScenarioDocument, ...]

    @property
    def one(self) -> ScenarioDocument | None:
        """The scenario, where it is alone."""
        return self.scenarios[0] if len(self.scenarios) == 1 else None


def rows_of(scenarios: Sequence[ScenarioDocument]) -> tuple[list[Row], str]:
    """Return what has lines of its own, and in words what has none."""
    if len(scenarios) <= _ALONE:
        return _told_apart([Row(label_of(scenario), (scenario,)) for scenario in scenarios]), ""
    called = without_brackets(list(map(label_of, scenarios)))
    if max(map(len, called)) > LABEL // 2:
        called = differing(called)  # names of a suite begin alike
    labels = {scenario["scenario"]: label for scenario, label in zip(scenarios, called, strict=True)}
    groups: dict[tuple[object, ...], list[ScenarioDocument]] = {}
    for scenario in scenarios:
        groups.setdefault((*stood(scenario)["names"], is_sure(scenario)), []).append(scenario)
    ordered = sorted(groups.values(), key=len, reverse=True)
    rows = [Row(_group_label(group, labels), tuple(group)) for group in ordered[:_GROUPS]]
    rest, rows = ordered[_GROUPS:], _told_apart(rows)
    if not rest:
        return rows, ""
    return rows, phrases.more_scenarios(sum(map(len, rest)), len(rest))


def _told_apart(rows: list[Row]) -> list[Row]:
    """Return the rows, of long labels that begin alike both ends."""
    labels = labels_apart([row.label for row in rows])
    return [row._replace(label=label) for row, label in zip(rows, labels, strict=True)]


def _group_label(group: Sequence[ScenarioDocument], labels: Mapping[str, str]) -> str:
    if len(group) == len(labels):
        return f"all {len(labels)}"
    names = [labels[scenario["scenario"]] for scenario in group]
    if len(names) == 1 or len(", ".join(names)) <= LABEL:
        return ", ".join(names)
    more = f" and {len(names) - 1} more"
    return f"{name_within(names[0], LABEL - len(more))}{more}"


def label_of(scenario: ScenarioDocument) -> str:
    """Return what a scenario is called."""
    return printable(scenario["scenario"])


def sureness_block(rows: Sequence[Row], *, folds: bool) -> list[str | Line | Grid]:
    """Return how sure each choice is: the word, and the number behind it; in two lines if it `folds`."""
    scenarios = [scenario for row in rows for scenario in row.scenarios]
    words = [phrases.words_for(row.scenarios) for row in rows]
    label = max(len(clipped(row.label, LABEL)) for row in rows) + 2 if len(scenarios) > 1 else 0
    wide = max(map(len, words)) + 2
    found: list[str | Line | Grid] = [phrases.runs_behind(scenarios)]
    for row, word in zip(rows, words, strict=True):
        start = clipped(row.label, LABEL).ljust(label) if label else ""
        found += _told(
            f"{start}{word.ljust(wide)}", phrases.behind(row.scenarios, _cut, folds=folds), folds=folds
        )
    settled = [told for row in rows if row.one is not None and (told := settling(row.one))]
    if len(scenarios) == 1 and settled and stood(scenarios[0])["word"] in ("leaning", "too few runs"):
        found.append(clipped(settled[0], WIDTH))
    return found


def checks_explained(rows: Sequence[Row]) -> list[str]:
    """Return what a check is, where a row says how many of them disagree."""
    return [phrases.CHECKS] if any(phrases.counts_checks(row.scenarios) for row in rows) else []


def _cut(name: str, others: Iterable[str]) -> str:
    return name_among(name, NAME, others)


def nearest_block(rows: Sequence[Row], *, folds: bool) -> list[str | Line | Grid]:
    """Return the smallest change of one number that would alter each choice; in two lines if it `folds`."""
    told = [(row, near) for row in rows if (near := _nearest_of(row)) is not None]
    if not told:
        return []
    several = len(rows) > 1 or rows[0].one is None
    found: list[str | Line | Grid] = [phrases.nearest_change(s for row in rows for s in row.scenarios)]
    labels = labels_apart([near[0] for _, near in told])
    label = max(map(len, labels)) + 2
    for (row, near), name in zip(told, labels, strict=True):
        start, said = name.ljust(label) if several else "", near[1]
        if not folds and cell_width(start + said) > WIDTH:  # names are cut rather than the number
            names = {name for scenario in row.scenarios for name in scenario["order"]}
            brief = Naming(partial(name_among, width=NAME, others=names), short_name_of, ", not")
            _, said = _nearest_of(row, brief) or near
        found += _told(start, said, folds=folds)
    return found


def _told(start: str, text: str, *, folds: bool) -> list[str | Line | Grid]:
    """Return what is said of a row of the answer, in two lines if it folds and is long, otherwise cut."""
    if not folds or cell_width(start + text) <= WIDTH:
        return [clipped_words(f"{start}{text}".rstrip(), WIDTH)]
    first, words = start, text.split(" ")
    while words and cell_width(first + words[0]) <= WIDTH:
        first += f"{words.pop(0)} "
    indent = cell_width(start)
    return [first.rstrip(), Line(((clipped_words(" ".join(words), WIDTH - indent), ""),), indent)]


def _nearest_of(row: Row, naming: Naming = IN_FULL) -> tuple[str, str] | None:
    """Return in which scenario the choice is nearest to another, and by what."""
    asked = [
        s
        for s in row.scenarios
        if (s["margin"] or kept(s) or nearer_keeping(s)) and stood(s)["word"] != "tie"
    ]
    near = []
    for scenario in asked:
        nearest = nearer_keeping(scenario) or (None if kept(scenario) else scenario["margin"])
        if nearest is not None and nearest["change"] is not None:
            near.append((abs(nearest["change"]), scenario))
    if not near:
        return (row.label, phrases.UNMOVED) if asked else None
    _, scenario = min(near, key=lambda entry: entry[0])
    where = row.label if row.one is not None else label_of(scenario)
    return where, (critical_change(scenario, naming) or "").removesuffix(".")
