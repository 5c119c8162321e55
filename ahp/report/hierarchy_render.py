"""One door to the reports of what people judged: a hierarchy, merits, or a network; and the one in text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from textwrap import fill
from typing import Any, TypeAlias, cast

from ahp.printing import printable, shortened
from ahp.registry import Registry
from ahp.report.documents.codec import departures_told, render_json
from ahp.report.documents.hierarchy import HierarchyDocument
from ahp.report.markdown import block_lines, escaped, fitting
from ahp.report.names import fitting_columns
from ahp.report.numbers import share, shares
from ahp.report.page import kept
from ahp.report.phrases import hierarchy as phrases
from ahp.report.phrases.doubts import opinions, people_table, since
from ahp.report.render import FORMATS, Renderer
from ahp.report.sections.models import judged_of
from ahp.report.spreadsheets import to_csv

WIDTH = 80
_LONGEST_NAME = 36


def render_hierarchy_text(document: HierarchyDocument) -> str:
    """Return the report as plain text of at most 80 columns."""
    lines = [
        f"{shortened(document['goal'], 40)}   {phrases.first_place(document)}",
        *_wrapped([phrases.manner(document)], ""),
        *_wrapped(phrases.doubtful(document), ""),
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
        phrases.contradictions(document),
        phrases.agreements(document),
        phrases.between(document),
        chain(phrases.changes(document), phrases.acceptances(document)),
        phrases.reversals(document),
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
    rows = [["", "", "weight" if phrases.of_weights(document) else "priority"]]
    place, priorities = phrases.places(document), document["priorities"]
    for name, shown in zip(place, shares([priorities[name] for name in place]), strict=True):
        rows.append([str(place[name]), shortened(name, _LONGEST_NAME), shown])
    return table(rows, left=(1,))


def _criteria(document: HierarchyDocument) -> list[str]:
    """Return a row for each criterion, indented by its depth."""
    rows = [["criteria", "local", "global", "consistency"]]
    for path, local, total, node in phrases.criteria_rows(document):
        name = "  " * len(path) + path[-1] if path else document["goal"]
        within = "" if local is None else share(local)
        rows.append([shortened(name, _LONGEST_NAME), within, share(total), phrases.consistency_of(node)])
    return table(rows, left=(0,))


def _local(document: HierarchyDocument) -> Iterator[list[str]]:
    """Yield the priorities of the alternatives under each leaf, as many beside each other as fit."""
    leaves = [node for node in document["nodes"] if node["leaf"]]
    names = document["alternatives"]
    if not leaves:
        return
    under = ["alternatives under", *(shortened(node["path"][-1], _LONGEST_NAME) for node in leaves)]
    widths = [max(map(len, under)), *(max(min(len(printable(name)), 24), 5) for name in names)]
    for _, *block in fitting_columns(widths, 1, WIDTH, 2):
        shown = [names[at - 1] for at in block]
        rows = [[shortened(name, 24) for name in shown]]
        rows += [[share(node["priorities"][name]) for name in shown] for node in leaves]
        yield table([[head, *row] for head, row in zip(under, rows, strict=True)], left=(0,))


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


Document: TypeAlias = Mapping[str, Any]


def _text(document: Document) -> str:
    told = judged_of(document)
    if document.get("schema") not in ("ahp.merits/1", "ahp.network/1"):
        return render_hierarchy_text(cast("HierarchyDocument", document))
    from ahp.report.terminal import Page, print_blocks

    page = Page()
    page.print(f"{shortened(document['goal'], 40)}   {told.first(document)}")
    page.print(told.manner(document))
    print_blocks(page, kept(told.page(document), "why"))
    return page.finished()


def _csv(document: Document) -> str:
    return to_csv(judged_of(document).rows(document))


def _markdown(document: Document) -> str:
    told = judged_of(document)
    lines = [f"# {escaped(told.opening(document, printable).title)}", "", f"{told.manner(document)}.", ""]
    return fitting("\n".join([*lines, *block_lines(kept(told.page(document), "why"))]))


HIERARCHY_FORMATS: Registry[Renderer] = Registry(
    "report format",
    {
        "text": _text,
        "json": render_json,
        "csv": _csv,
        "markdown": _markdown,
        "html": FORMATS["html"],
        "html-fragment": FORMATS["html-fragment"],
        "latex": FORMATS["latex"],
    },
)
"""The formats of the report of what people judged, by name."""


def render_hierarchy(document: Document, format: str = "text") -> str:
    """Return the document of a hierarchy, of merits, or of a network as a report.

    Parameters
    ----------
    document : mapping
        From :func:`ahp.judge`, or read back from JSON.
    format : str
        A key of :data:`HIERARCHY_FORMATS`.

    Raises
    ------
    StudyError, InputError
        As :func:`ahp.report.render`.

    Examples
    --------
    >>> render_hierarchy({}, "pdf")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ahp.errors.StudyError: 'pdf' is not a known report format; use one of: text, json, csv, ...
    """
    renderer = HIERARCHY_FORMATS[format]
    with departures_told(document, judged_of(document).schema):
        return renderer(document)
