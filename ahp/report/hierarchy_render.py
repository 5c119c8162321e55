"""One door to the reports of a hierarchy of judgments: text, JSON, CSV, Markdown, HTML, LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TypeAlias

from ahp.registry import Registry
from ahp.report.codec import departures_told
from ahp.report.hierarchy_documents import HierarchyDocument, hierarchy_schema
from ahp.report.hierarchy_text import render_hierarchy_text
from ahp.report.hierarchy_wording import (
    acceptances,
    agreements,
    changes,
    consistency_of,
    contradictions,
    first_place,
    manner,
    reversals,
    spans,
    way,
)
from ahp.report.json import render_json
from ahp.report.marking import escaped as _escaped
from ahp.report.marking import fitting, folded_lines
from ahp.report.marking import table_lines as _table
from ahp.report.numbers import share
from ahp.report.spreadsheets import to_csv

Renderer: TypeAlias = Callable[[HierarchyDocument], str]


def _csv(document: HierarchyDocument) -> str:
    """Return a row for each alternative at full precision: rank, priority, and the local one by leaf."""
    leaves = [node for node in document["nodes"] if node["leaf"]]
    rows: list[list[object]] = [
        ["alternative", "rank", "priority", "score", *(f"priority_{' / '.join(n['path'])}" for n in leaves)]
    ]
    tied = {name: group for group in document["ties"] for name in group}
    for place, name in enumerate(document["ranking"], 1):
        first = document["ranking"].index(tied[name][0]) + 1 if name in tied else place
        local = (repr(node["priorities"][name]) for node in leaves)
        rows.append([name, first, repr(document["priorities"][name]), repr(document["scores"][name]), *local])
    return to_csv(rows)


def _markdown(document: HierarchyDocument) -> str:
    lines = [
        f"# {_escaped(document['goal'])}: {_escaped(first_place(document))}",
        "",
        f"{manner(document)}.",
        "",
    ]
    rows = [
        [str(place), _escaped(name), share(document["priorities"][name])]
        for place, name in enumerate(document["ranking"], 1)
    ]
    lines += [*_table(["place", "alternative", "priority"], rows), "## Criteria", ""]
    by_path = {tuple(node["path"]): node for node in document["nodes"]}
    rows = []
    for path, node in by_path.items():
        local = share(by_path[path[:-1]]["priorities"][path[-1]]) if path else ""
        rows.append([_escaped(way(path)), local, share(node["weight"]), consistency_of(node)])
    lines += _table(["criterion", "local", "global", "consistency"], rows)
    leaves = [node for node in document["nodes"] if node["leaf"]]
    rows = [
        [_escaped(way(node["path"])), *(share(node["priorities"][name]) for name in document["alternatives"])]
        for node in leaves
    ]
    lines += ["## Alternatives", ""]
    lines += _table(["under", *map(_escaped, document["alternatives"])], rows)
    rows = [
        [_escaped(way(one["path"])), *(share(one["scores"][name]) for name in document["alternatives"])]
        for one in document["sensitivity"]["performance"]
    ]
    rows.append(["overall", *(share(document["scores"][name]) for name in document["alternatives"])])
    table = _table(["criterion", *map(_escaped, document["alternatives"])], rows)
    lines += folded_lines("Performance", table)
    rows = [[_escaped(criterion), _escaped(said)] for criterion, said in spans(document)]
    table = _table(["criterion", "first"], rows) if rows else []
    lines += folded_lines("First as one weight goes from 0 to 1", table)
    for heading, sentences in (
        ("Judgments to look at again", contradictions(document)),
        ("Agreement", agreements(document)),
        ("What would change it", chain(changes(document), acceptances(document))),
        ("Rank reversal", reversals(document)),
        ("Warnings", iter(document["warnings"])),
    ):
        found = [f"- {_escaped(sentence)}" for sentence in sentences]
        if found:
            lines += [f"## {heading}", "", *found, ""]
    return fitting("\n".join(lines))


def _html(document: HierarchyDocument) -> str:
    from ahp.report.html.hierarchy import render_hierarchy_page

    return render_hierarchy_page(document)


def _html_fragment(document: HierarchyDocument) -> str:
    from ahp.report.html.hierarchy import render_hierarchy_fragment

    return render_hierarchy_fragment(document)


def _latex(document: HierarchyDocument) -> str:
    from ahp.report.latex.render import render_hierarchy_latex

    return render_hierarchy_latex(document)


HIERARCHY_FORMATS: Registry[Renderer] = Registry(
    "report format",
    {
        "text": render_hierarchy_text,
        "json": render_json,
        "csv": _csv,
        "markdown": _markdown,
        "html": _html,
        "html-fragment": _html_fragment,
        "latex": _latex,
    },
)
"""The formats of the report of a hierarchy, by name."""


def render_hierarchy(document: HierarchyDocument, format: str = "text") -> str:
    """Return the document of a hierarchy as a report.

    Parameters
    ----------
    document : HierarchyDocument
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
    with departures_told(document, hierarchy_schema):
        return renderer(document)
