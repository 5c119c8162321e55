"""The report of a hierarchy of judgments for a terminal, in 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from textwrap import fill

from ahp.printing import printable, shortened
from ahp.report.documents.hierarchy import HierarchyDocument, NodeDocument
from ahp.report.numbers import share
from ahp.report.phrases.hierarchy import (
    acceptances,
    agreements,
    between,
    changes,
    consistency_of,
    contradictions,
    criteria_rows,
    doubts,
    first_place,
    manner,
    of_weights,
    places,
    reversals,
)
from ahp.report.phrases.people import opinions, people_table, since

WIDTH = 80
_LONGEST_NAME = 36


def render_hierarchy_text(document: HierarchyDocument) -> str:
    """Return the report as plain text of at most 80 columns."""
    lines = [
        f"{shortened(document['goal'], 40)}   {first_place(document)}",
        *_wrapped([manner(document)], ""),
        *_wrapped([f"Doubtful: {doubt}." for doubt in doubts(document)], ""),
    ]
    lines += ["", *_ranking(document)]
    if document.get("against") is not None:
        lines += ["", "Since the round before", *_wrapped(since(document), "  ")]
    lines += ["", *_criteria(document)]
    for block in _local(document):
        lines += ["", *block]
    heads, rows = people_table(document)
    if rows:
        cells = [[shortened(cell, 24) for cell in row] for row in rows]
        lines += ["", *table([heads, *cells], left=(0, 4))]
    for sentences in (
        opinions(document),
        contradictions(document),
        agreements(document),
        between(document),
        chain(changes(document), acceptances(document)),
        reversals(document),
    ):
        found = list(sentences)
        if found:
            lines += ["", *_wrapped(found, "  ")]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _wrapped(sentences: Iterable[str], indent: str) -> list[str]:
    return [
        line
        for sentence in sentences
        for line in fill(
            sentence, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
        ).split("\n")
    ]


def _ranking(document: HierarchyDocument) -> list[str]:
    rows = [["", "", "weight" if of_weights(document) else "priority"]]
    for name, place in places(document).items():
        rows.append([str(place), shortened(name, _LONGEST_NAME), share(document["priorities"][name])])
    return table(rows, left=(1,))


def _criteria(document: HierarchyDocument) -> list[str]:
    """Return a row for each criterion, indented by its depth."""
    rows = [["criteria", "local", "global", "consistency"]]
    for path, local, total, node in criteria_rows(document):
        name = "  " * len(path) + path[-1] if path else document["goal"]
        within = "" if local is None else share(local)
        rows.append([shortened(name, _LONGEST_NAME), within, share(total), consistency_of(node)])
    return table(rows, left=(0,))


def _local(document: HierarchyDocument) -> list[list[str]]:
    """Return the priorities of the alternatives under each leaf, as many beside each other as fit."""
    leaves = [node for node in document["nodes"] if node["leaf"]]
    names = document["alternatives"] if leaves else []
    blocks, start = [], 0
    while start < len(names):
        end = start + 1
        while end < len(names) and _width(leaves, names[start : end + 1]) <= WIDTH:
            end += 1
        rows = [["alternatives under", *(shortened(name, 24) for name in names[start:end])]]
        rows += [
            [
                shortened(node["path"][-1], _LONGEST_NAME),
                *(share(node["priorities"][n]) for n in names[start:end]),
            ]
            for node in leaves
        ]
        blocks.append(table(rows, left=(0,)))
        start = end
    return blocks


def _width(leaves: Sequence[NodeDocument], names: Sequence[str]) -> int:
    first = max(18, *(min(len(printable(node["path"][-1])), _LONGEST_NAME) for node in leaves))
    return first + sum(max(min(len(printable(name)), 24), 5) + 2 for name in names)


def table(rows: Sequence[Sequence[str]], left: tuple[int, ...]) -> list[str]:
    """Return the rows as lines of columns, these to the left and the others to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if k in left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
