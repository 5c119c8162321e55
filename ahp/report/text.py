"""The report for a terminal, in 80 columns: the answer; the why of each scenario; or all that is known.

The answer is what to choose, what that costs, how sure it is, and what would change it: at most 30 lines for
three scenarios and 40 for any number of scenarios and alternatives, each of at most 80 columns. Many
scenarios are told by choice; of many alternatives the first five and the efficient ones stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ahp.report.answer_blocks import (
    NONE,
    RANKED,
    Row,
    bands_of,
    checks_explained,
    column_of,
    criteria_of,
    folded,
    heads_of,
    label_of,
    nearest_block,
    quotients_block,
    ranking_block,
    rows_of,
    sureness_block,
    under,
)
from ahp.report.names import LABEL, NAME, cell_width, clipped, clipped_words, name_among, name_within
from ahp.report.numbers import share
from ahp.report.phrases import answer as phrases
from ahp.report.phrases.choice import beaten, is_alone, is_sure, of_the_unknown, open_safety, stood
from ahp.report.phrases.grammar import counted
from ahp.report.phrases.scenario import kept, no_verdict, screened
from ahp.report.phrases.scrutiny import name_of, short_name_of
from ahp.report.phrases.study import MOST_COLUMNS, by_options, contradict, in_a_line, left_out, not_counted
from ahp.report.terminal import GAP, WIDTH, Column, Grid, Line, Page, pasted

if TYPE_CHECKING:
    from ahp.report.documents.decision import CriterionDocument, DecisionDocument, ScenarioDocument

FEW, MOST_FEW, MOST = 3, 30, 40
"""So many scenarios are told in so many lines; any number in so many."""

Blocks: TypeAlias = list[list[str | Line | Grid]]

_MOST_OF_A_NOTE = 3  # lines
_BANDS = 4  # of columns, below each other
_ROOMY = 5  # ways to print what does not count, before more columns have to go for it
_ELSEWHERE = ("confidence", "alone", "index-untried")
"""Checks of which another block tells."""
_GUESSED = ("assumed", "means")


class _Way(NamedTuple):
    """How the blocks behind the numbers are printed: what folds, what is told of columns that do not count.

    Of notes so many have their room beside it.
    """

    sure_folds: bool
    nearest_folds: bool
    uncounted: list[str | Line]
    spoken: int


def print_answer(page: Page, document: DecisionDocument, detail: str = "answer") -> None:
    """Print the answer; with more detail than that all of its notes, in full."""
    scenarios, rule = document["scenarios"], _rule(document)
    # That nothing was measured of the other side goes before all that follows from it.
    one_sided = {s["by"] for s in scenarios} in ({"benefit"}, {"cost"})
    compared = phrases.field(document, _names_of(document), lambda name: name_within(name, 24))
    head: Blocks = [[compared, *([rule] if one_sided else phrases.unmeasured(scenarios, _some))]]
    closing = [phrases.MORE] if one_sided else [rule, phrases.MORE]
    few = len(scenarios) <= FEW and (len(scenarios) > 1 or len(scenarios[0]["alternatives"]) <= RANKED)
    is_screen = detail == "answer"
    room = (MOST_FEW if few else MOST) - len(closing) - _lines(head)
    notes = _notes(document)
    rows, others = rows_of(scenarios)
    blocks = _fitted(document, rows, others, notes, room if is_screen else None)
    left = room - _lines(blocks)
    notes = _fitting(notes, left) if is_screen else notes
    spares = phrases.scored_differently(document, criteria_of(document), _some)
    for spare in (*spares, *checks_explained(rows)):  # where there is room
        if not is_screen or sum(map(_lines_of, [*notes, spare])) <= left:
            notes.append(spare)
    shown: Blocks = [*head, *blocks, [*notes, *closing]]
    for number, block in enumerate(filter(None, shown)):
        if number:
            page.print()
        for thing in block:
            page.print(thing)


def _fitted(
    document: DecisionDocument, rows: Sequence[Row], others: str, notes: Sequence[str], room: int | None
) -> Blocks:
    """Return the numbers, how sure they are and what would change them, in so many lines, notes beside them.

    What does not fit its line is folded, unless a note would go for that; columns of numbers are folded as
    long as all that does not count can be told. Where nothing else helps sentences are cut.
    """
    ways = _ways(document)
    whole = _numbers(document, rows, others, _BANDS)
    is_folded = _tables(whole) > (2 if len(document["scenarios"]) == 1 else 1)
    tried = [(whole, way) for way in (ways[:_ROOMY] if is_folded else ways)]
    if is_folded:
        plain = _numbers(document, rows, others, 1)
        tried += [(plain, way) for way in ways]
    failed = any(finding["check"] == "errors" for s in document["scenarios"] for finding in s["audit"])
    for numbers, way in tried:
        blocks = [*numbers, *_sureness(rows, way)]
        first = notes[: max(way.spoken if ways[0].uncounted else 2, int(failed))]
        wanted = sum(min(_lines_of(note), _MOST_OF_A_NOTE) for note in first) + (len(notes) > len(first))
        if room is None or _lines(blocks) + wanted <= room:
            return blocks
    for lines, beating in ((_MOST_OF_A_NOTE, 2), (2, 2), (2, 1), (1, 1)):
        blocks = [*_numbers(document, rows, others, 1, lines, beating), *_sureness(rows, ways[-1])]
        if room is not None and _lines(blocks) + bool(notes) <= room:
            break
    return blocks


def _ways(document: DecisionDocument) -> list[_Way]:
    """Return how the blocks may be printed, from the longest: how sure the choice is goes last."""
    found = _uncounted(document)  # that more may count belongs to how sure the choice is
    command = list(map(pasted, found[1:]))
    told: list[str | Line] = [*found[:1], *command]
    short: list[str | Line] = [*(_cut(one, 2) for one in not_counted(document, 1)[:1]), *command]
    bare: list[str | Line] = [_cut(one, 2) for one in by_options(document, 1)]
    return [
        _Way(True, True, told, 1),
        _Way(True, False, told, 1),
        _Way(False, False, told, 1),
        _Way(False, False, told, 0),
        _Way(False, False, short, 0),
        _Way(False, False, bare, 1),
        _Way(False, False, [*in_a_line(document)], 0),
    ]


def _numbers(
    document: DecisionDocument,
    rows: Sequence[Row],
    others: str,
    bands: int,
    lines: int = _MOST_OF_A_NOTE,
    beating: int = 2,
) -> Blocks:
    """Return the choices and their numbers, in so many bands of columns and lines of a sentence."""
    scenarios = document["scenarios"]
    better = [_cut(one, beating) for one in beaten(document)[:1]]
    below = ranking_block(document, scenarios[0], bands) if len(scenarios) == 1 else quotients_block(rows)
    return [[*_choices(document, rows, others, bands, lines), *better], below]


def _sureness(rows: Sequence[Row], way: _Way) -> Blocks:
    """Return how sure each choice is, with what does not count, and what would change it."""
    return [
        [*sureness_block(rows, folds=way.sure_folds), *way.uncounted],
        nearest_block(rows, folds=way.nearest_folds),
    ]


def _uncounted(document: DecisionDocument) -> list[str]:
    """Return what does not count, as many columns as a note has room for, and the command that counts it."""
    for most in range(MOST_COLUMNS, 0, -1):
        told = not_counted(document, most)
        if not told or _lines_of(told[0]) <= _MOST_OF_A_NOTE:
            return told
    return [_cut(told[0], _MOST_OF_A_NOTE), *told[1:]]


def _tables(blocks: Blocks) -> int:
    return sum(isinstance(thing, Grid) for block in blocks for thing in block)


def _lines(blocks: Iterable[Sequence[str | Line | Grid]]) -> int:
    """Return how many lines blocks take, with an empty one behind each."""
    return sum(_height(block) + 1 for block in blocks if block)


def _height(block: Sequence[str | Line | Grid]) -> int:
    return sum(
        1 + len(thing.rows) if isinstance(thing, Grid) else _lines_of(thing) if isinstance(thing, str) else 1
        for thing in block
    )


def _fitting(notes: Sequence[str], room: int) -> list[str]:
    """Return as many notes as there is room for, longer ones cut, and how many more there are."""
    told: list[str] = []
    for number, note in enumerate(notes):
        more = len(notes) - number - 1
        left = room - sum(map(_lines_of, told)) - (1 if more else 0)
        if left < 1:
            return [*told, phrases.more_notes(more + 1)]
        told.append(_cut(note, min(left, _MOST_OF_A_NOTE)))
    return told


def _cut(note: str, lines: int) -> str:
    """Return a note that takes so many lines at most."""
    width = lines * WIDTH
    while _lines_of(clipped(note, width)) > lines:
        width -= 1
    return clipped_words(note, width)


def _lines_of(note: str) -> int:
    return 1 if len(note) <= WIDTH else len(wrap(note, WIDTH, break_on_hyphens=False))


def _names_of(document: DecisionDocument) -> dict[str, None]:
    """Return the names of all alternatives, each once."""
    return dict.fromkeys(name for scenario in document["scenarios"] for name in scenario["alternatives"])


def _some(scenarios: Sequence[ScenarioDocument]) -> str:
    if len(scenarios) == 1:
        return clipped(label_of(scenarios[0]), LABEL)
    return counted(len(scenarios), "scenario")


def _choices(
    document: DecisionDocument, rows: Sequence[Row], others: str, bands: int, lines: int
) -> list[str | Line | Grid]:
    """Return whom to choose in each scenario, and what that gains and loses, in so many bands of columns.

    A sentence about it takes so many lines at most.
    """
    several = len(document["scenarios"]) > 1
    criteria = criteria_of(document) if several else []
    heads = ["scenario", "choose", "ahead of"]
    cells = [[clipped(row.label, LABEL), _chosen(document, row), _second(document, row)] for row in rows]
    styles = ["bold green" if all(map(is_sure, row.scenarios)) else "bold red" for row in rows]
    across, unknown, why = document["across_scenarios"], "", ""
    if across is not None and not any(no_verdict(scenario) for scenario in document["scenarios"]):
        chosen = of_the_unknown(across["recommended"])
        elsewhere = all(chosen["name"] not in stood(scenario)["names"] for scenario in document["scenarios"])
        name = name_among(chosen["name"], NAME, _names_of(document))
        said = [phrases.for_unknown(name, across["recommended"]["because"])] if elsewhere else []
        why = " ".join([*said, *(open_safety(across) if said and across["never_worse"] else [])])
        keep, mark = "keep " if chosen["keeps"] else "", "" if chosen["sure"] else " ?"
        cells.append(["not known", f"{keep}{name}{mark}", ""])
        unknown = phrases.behind_unknown(
            across["recommended"], sum(kept(s) is not None for s in document["scenarios"])
        )
    room = WIDTH - sum(max(len(h), *(len(c[k]) for c in cells)) + 2 for k, h in enumerate(heads)) + 2
    columns = [column_of(document, rows, criterion) for criterion in criteria]
    labels = [line[0] for line in cells[: len(rows)]]
    shown = bands_of(heads_of(criteria), columns, room, WIDTH - max(map(cell_width, labels)), bands)
    heads += shown[0].heads
    for line, *beside in zip(cells[: len(rows)], *shown[0].columns, strict=True):
        line += beside
    told = sum(len(band.heads) for band in shown)
    table = Grid(Column(head, justify="left" if number < 3 else "right") for number, head in enumerate(heads))
    for line, style in zip(cells, styles, strict=False):
        table.add_row(*line, style=style)
    found: list[str | Line | Grid] = [table]
    if len(cells) > len(rows):  # what is behind it takes the room of the changes, which it has none of
        start = ""
        for k, head in enumerate(heads[:2]):
            wide = max(map(cell_width, (head, *(line[k] for line in cells))))
            table.columns[k] = table.columns[k]._replace(least=wide)
            start += cells[-1][k] + " " * (wide + GAP - cell_width(cells[-1][k]))
        found.append(clipped(f"{start}{unknown}".rstrip(), WIDTH))
    found += folded(labels, shown[1:])
    if told:
        found.append(under(document, rows, len(criteria) - told))
    elif criteria:
        found.append(phrases.criteria_elsewhere(len(criteria)))
    found += [_cut(line, lines) for line in (why, others) if line]
    if not several:
        table.columns[0] = table.columns[0]._replace(heading="")
    return found


def _chosen(document: DecisionDocument, row: Row) -> str:
    """Return the choice as names alone, with a question mark where it is not sure."""
    standing = stood(row.scenarios[0])
    room = _room_for(document) // min(2, len(standing["names"]))
    others = _names_of(document)
    names = " = ".join(name_among(name, max(NAME, room), others) for name in standing["names"][:2])
    names += " = …" if len(standing["names"]) > 2 else ""
    if kept(row.scenarios[0]) is not None:
        names = f"keep {names}"
    return names if all(map(is_sure, row.scenarios)) else f"{names} ?"


def _second(document: DecisionDocument, row: Row) -> str:
    """Return whom the choice is ahead of, in most of the scenarios."""
    baseline, behind = document["study"]["baseline"], []
    for scenario in (one for one in row.scenarios if not is_alone(one)):
        names = stood(scenario)["names"]
        rest = [name for name in scenario["order"] if name not in names]
        behind += rest[:1] or ([] if baseline is None or baseline in names else [baseline])
    found = Counter(behind).most_common()
    others = ", …" if len(found) > 1 else ""
    return f"{name_among(found[0][0], _room_for(document), _names_of(document))}{others}" if found else NONE


def _room_for(document: DecisionDocument) -> int:
    """Return how many columns a name may take: without criteria beside it there is room for more."""
    return NAME if len(document["scenarios"]) > 1 else NAME + NAME // 2


def _rule(document: DecisionDocument) -> str:
    """Return by what the choice goes, with the criteria of each merit and their weights unless equal."""
    sides: dict[str, list[str]] = {}
    for merit in ("benefit", "cost"):
        own = [c for c in criteria_of(document) if c["merit"] == merit]
        beside = ([c for c in s["criteria"] if c["merit"] == merit] for s in document["scenarios"])
        equal = all(len({round(c["weight"], 9) for c in found}) < 2 for found in beside)
        sides[merit] = [
            _uncut_name_of(c) + ("" if equal else f" {share(c['weight']).removeprefix('0')}") for c in own
        ]
    by = {s["by"] for s in document["scenarios"]}
    for most in range(max(map(len, sides.values())), 0, -1):  # names are left out, not cut
        benefit, cost = (", ".join(_first(names, most)) for names in sides.values())
        told = phrases.ranked_by(by, benefit, cost)
        if len(told) <= WIDTH:
            return told
    benefit, cost = map(phrases.criteria_of_merit, map(len, sides.values()))
    return clipped(phrases.ranked_by(by, benefit, cost), WIDTH)


def _uncut_name_of(criterion: CriterionDocument) -> str:
    short = short_name_of(criterion)
    return name_of(criterion) if "…" in short else short


def _first(names: Sequence[str], most: int) -> list[str]:
    return [*names[:most], *([f"{len(names) - most} more"] if len(names) > most else [])]


def _notes(document: DecisionDocument) -> list[str]:
    """Return what else is to be known, the most important first."""
    warned = [
        finding
        for scenario in document["scenarios"]
        for finding in scenario["audit"]
        if finding["verdict"] == "warns" and finding["check"] not in _ELSEWHERE
    ]
    # What failed comes first, and what a guess may have decided before what is doubtful about it.
    failed = [finding["detail"] for finding in warned if finding["check"] == "errors"]
    guessed = [f["detail"] for f in (*document.get("audit", []), *warned) if f["check"] in _GUESSED]
    if "audit" not in document:  # as older versions wrote it
        guessed += document["warnings"]
    doubtful = [f["detail"] for f in warned if f["check"] not in (*_GUESSED, "errors")]
    found: list[str | None] = [phrases.noted(detail) for detail in (*failed, *guessed)]
    found += beaten(document)[1:]
    found += map(phrases.noted, doubtful)
    found += [
        contradict(document["study"]),
        left_out(document),
        *(told for scenario in document["scenarios"] for told in screened(scenario)),
    ]
    return list(dict.fromkeys(filter(None, found)))


def render_text(document: DecisionDocument, detail: str = "answer") -> str:
    """Return the report as plain text of at most 80 columns.

    Parameters
    ----------
    document : DecisionDocument
    detail : {"answer", "why", "all"}
        `answer` is one screen; `why` adds the rankings, criteria and findings of each scenario, and what is
        said across them; `all` adds what else would be chosen, and the probabilities.

    Raises
    ------
    StudyError
        If the detail is none of these.
    """
    return _rendered(document, detail, colour=False)


def render_colour(document: DecisionDocument, detail: str = "answer") -> str:
    """Return the same report with the terminal's colours."""
    return _rendered(document, detail, colour=True)


def _rendered(document: DecisionDocument, detail: str, *, colour: bool) -> str:
    page = Page(colour=colour)
    print_answer(page, document, detail)
    if detail != "answer":
        from ahp.report.why import print_why

        print_why(page, document, detail)
    if document["changes"] is not None:
        from ahp.report.page import kept
        from ahp.report.sections.decision import changes_section
        from ahp.report.terminal import print_blocks

        print_blocks(page, kept(changes_section(document["changes"]), detail))
    return page.finished()
