"""People's judgments as tables: matrices with their contradictions marked, and what would be consistent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ahp.report.documents.decision import StudyDocument
from ahp.report.documents.hierarchy import HierarchyDocument
from ahp.report.numbers import ratio, share
from ahp.report.page import Table, table
from ahp.report.phrases.hierarchy import IN_BRACKETS, ONE_HALF, judged_under
from ahp.report.phrases.study import contradicting, over_criteria, under_criterion

Judgment = Mapping[str, Any]
"""With `first`, `second`, `judgment`, `consistent` and `ratio`."""


def judged_tables(document: HierarchyDocument) -> list[Table]:
    """Return the judgments under every criterion of a hierarchy, a matrix each, with its consistency."""
    tables = []
    for node in document["nodes"]:
        judged = node.get("judged")
        if judged is not None:
            items, matrix = judged["items"], judged["matrix"]
            shares = node["priorities"] if set(node["priorities"]) == set(items) else None
            tables.append(matrix_of(judged_under(node), "item", items, matrix, node["worst"], shares))
    return tables


def study_tables(study: StudyDocument) -> list[Table]:
    """Return the judgments of a study: over its criteria, what contradicts the rest, over alternatives."""
    tables = []
    for judged in study["judgments"]:
        found = contradicting(judged)
        names, matrix = judged["criteria"], judged["matrix"]
        shares = judged.get("priorities")
        tables.append(matrix_of(over_criteria(judged), "criterion", names, matrix, found, shares))
        tables += _contradictions(found)
    for one in study.get("judged", []):
        if one["matrix"] is None:
            continue
        tables.append(matrix_of(under_criterion(one), "alternative", one["alternatives"], one["matrix"]))
    return tables


def _contradictions(found: Sequence[Judgment]) -> list[Table]:
    """Return the judgments that contradict the rest, with what would be consistent."""
    rows = [
        [
            f"({number}) {one['first']} over {one['second']}",
            ratio(one["judgment"]),
            ratio(one["consistent"]),
            share(one["ratio"]),
        ]
        for number, one in enumerate(found, 1)
    ]
    heads = ["judgment", "judged", "the other judgments say", "CR with that"]
    caption = "The most inconsistent judgments, and what would be consistent"
    return [table("contradictions", caption, heads, rows)] if rows else []


def matrix_of(
    caption: str,
    what: str,
    items: Sequence[str],
    matrix: Sequence[Line],
    marked: Sequence[Judgment] = (),
    shares: Mapping[str, float] | None = None,
) -> Table:
    """Return a matrix of judgments, those that contradict the rest with their numbers behind them.

    Parameters
    ----------
    caption, what : str
        What stands above it, and above the items.
    items : sequence of str
    matrix : sequence of sequences of float or None
    marked : sequence of mapping
        The most inconsistent judgments, the worst first.
    shares : mapping, optional
        The priority of each item.

    Examples
    --------
    >>> matrix_of("price", "item", ["a", "b"], [[1.0, 3.0], [1 / 3, 1.0]]).rows
    (('a', '1', '3'), ('b', '1/3', '1'))
    """
    names = list(items)
    marks: dict[tuple[int, int], str] = {}
    for number, one in enumerate(marked, 1):
        i, j = names.index(one["first"]), names.index(one["second"])
        marks[i, j] = marks[j, i] = f"({number})"
    heads, cells, note = ratios_of(names, matrix, ratio, marks)
    last = [] if shares is None else ["priority"]
    rows = [
        [head, *line, *([] if shares is None else [share(shares[name])])]
        for name, head, line in zip(names, numbered(names), cells, strict=True)
    ]
    told = "" if not marks else IN_BRACKETS
    return table("judgments", f"{caption}{note}{told}", [what, *heads, *last], rows)


MOST_NAMED = 12
"""Items above which the columns of a matrix have numbers for names."""

Line = Sequence[float | None]


def ratios_of(
    names: Sequence[str],
    lines: Sequence[Line],
    shown: Callable[[float], str] | None = None,
    marks: Mapping[tuple[int, int], str] | None = None,
) -> tuple[list[str], list[list[str]], str]:
    """Return the columns of a matrix, its cells, and what a reader has to be told; of many, one half.

    Parameters
    ----------
    names : sequence of str
    lines : sequence of sequences of float or None
        The rows; None is a question mark.
    shown : callable, optional
        What writes a ratio; four digits for few items and three for many, unless given.
    marks : mapping, optional
        What stands behind some cells, by row and column.

    Examples
    --------
    >>> ratios_of(["a", "b"], [[1.0, 4.0], [0.25, 1.0]], marks={(0, 1): "(1)"})
    (['a', 'b'], [['1', '4 (1)'], ['0.25', '1']], '')
    """
    few = len(names) <= MOST_NAMED
    write = shown or (f"{{:.{4 if few else 3}g}}".format)
    found = marks or {}

    def cell(row: int, column: int, value: float | None) -> str:
        text = "?" if value is None else write(value)
        return f"{text} {found[row, column]}" if (row, column) in found else text

    cells = [[cell(i, j, value) for j, value in enumerate(line)] for i, line in enumerate(lines)]
    if few:
        return list(names), cells, ""
    halves = [[*[""] * i, *line[i:]] for i, line in enumerate(cells)]
    heads = [str(number) for number in range(1, len(names) + 1)]
    return heads, halves, ONE_HALF


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names of rows, with their numbers where the columns have only these.

    Examples
    --------
    >>> numbered(["a", "b"]), numbered(["a"] * 13)[12]
    (['a', 'b'], '13 a')
    """
    return list(names) if len(names) <= MOST_NAMED else [f"{i} {name}" for i, name in enumerate(names, 1)]
