"""One door to the reports of a hierarchy of judgments: text, JSON, CSV, Markdown, HTML, LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, cast

from ahp.printing import printable
from ahp.registry import Registry
from ahp.report.codec import departures_told, render_json
from ahp.report.hierarchy_documents import HierarchyDocument, hierarchy_schema
from ahp.report.hierarchy_text import render_hierarchy_text
from ahp.report.hierarchy_wording import criteria_rows, manner, of_weights, places
from ahp.report.marking import block_lines, escaped, fitting
from ahp.report.page import kept
from ahp.report.spreadsheets import to_csv

Renderer: TypeAlias = Callable[[HierarchyDocument], str]


def _csv(document: HierarchyDocument) -> str:
    """Return a row for each alternative at full precision: rank, priority, and the local one by leaf.

    Of criteria alone a row for each: its local and its global weight, and the rank of the lowest.
    """
    if of_weights(document):
        return to_csv(_weight_rows(document))
    leaves = [node for node in document["nodes"] if node["leaf"]]
    rows: list[list[object]] = [
        ["alternative", "rank", "priority", "score", *(f"priority_{' / '.join(n['path'])}" for n in leaves)]
    ]
    for name, place in places(document).items():
        local = (repr(node["priorities"][name]) for node in leaves)
        rows.append([name, place, repr(document["priorities"][name]), repr(document["scores"][name]), *local])
    return to_csv(rows)


def _weight_rows(document: HierarchyDocument) -> list[list[object]]:
    place = places(document)
    rows: list[list[object]] = [["criterion", "local_weight", "global_weight", "rank"]]
    lowest = iter(document["alternatives"])
    for path, local, total, node in criteria_rows(document):
        if path:
            name = next(lowest) if node is None else None
            rank = "" if name is None else place[name]
            rows.append([" / ".join(path), repr(local), repr(total), rank])
    return rows


def _markdown(document: HierarchyDocument) -> str:
    from ahp.report.sections.hierarchy import hierarchy_opening, hierarchy_page

    opening = hierarchy_opening(document, printable)
    lines = [f"# {escaped(opening.title)}", "", f"{manner(document)}.", ""]
    return fitting("\n".join([*lines, *block_lines(kept(hierarchy_page(document), "why"))]))


def _html(document: HierarchyDocument) -> str:
    from ahp.report.html.render import render_hierarchy_page

    return render_hierarchy_page(document)


def _html_fragment(document: HierarchyDocument) -> str:
    from ahp.report.html.render import render_hierarchy_fragment

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


def render_hierarchy(document: HierarchyDocument | dict[str, Any], format: str = "text") -> str:
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
        return renderer(cast("HierarchyDocument", document))
