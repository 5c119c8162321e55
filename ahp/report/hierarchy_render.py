"""One door to the reports of what people judged: a hierarchy, merits, or a network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from ahp.printing import printable, shortened
from ahp.registry import Registry
from ahp.report.documents.codec import departures_told, render_json
from ahp.report.documents.hierarchy import HierarchyDocument
from ahp.report.hierarchy_text import render_hierarchy_text
from ahp.report.marking import block_lines, escaped, fitting
from ahp.report.page import kept
from ahp.report.sections.told import told_of
from ahp.report.spreadsheets import to_csv

Document: TypeAlias = Mapping[str, Any]
Renderer: TypeAlias = Callable[[Document], str]


def _text(document: Document) -> str:
    told = told_of(document)
    if document.get("schema") not in ("ahp.merits/1", "ahp.network/1"):
        return render_hierarchy_text(cast("HierarchyDocument", document))
    from ahp.report.terminal import Page
    from ahp.report.terminal_blocks import print_blocks

    page = Page()
    page.print(f"{shortened(document['goal'], 40)}   {told.first(document)}")
    page.print(told.manner(document))
    print_blocks(page, kept(told.page(document), "why"))
    return page.finished()


def _csv(document: Document) -> str:
    return to_csv(told_of(document).rows(document))


def _markdown(document: Document) -> str:
    told = told_of(document)
    lines = [f"# {escaped(told.opening(document, printable).title)}", "", f"{told.manner(document)}.", ""]
    return fitting("\n".join([*lines, *block_lines(kept(told.page(document), "why"))]))


def _html(document: Document) -> str:
    from ahp.report.html.render import render_judged_page

    return render_judged_page(document)


def _html_fragment(document: Document) -> str:
    from ahp.report.html.render import render_judged_fragment

    return render_judged_fragment(document)


def _latex(document: Document) -> str:
    from ahp.report.latex.render import render_judged_latex

    return render_judged_latex(document)


HIERARCHY_FORMATS: Registry[Renderer] = Registry(
    "report format",
    {
        "text": _text,
        "json": render_json,
        "csv": _csv,
        "markdown": _markdown,
        "html": _html,
        "html-fragment": _html_fragment,
        "latex": _latex,
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
    with departures_told(document, told_of(document).schema):
        return renderer(document)
