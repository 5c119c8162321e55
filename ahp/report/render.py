"""One door to every report format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from ahp.errors import StudyError, quoted
from ahp.registry import Registry
from ahp.report.documents.codec import departures_told, render_json

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument

Renderer: TypeAlias = Callable[[Any], str]


def _text(document: DecisionDocument) -> str:
    from ahp.report.text import render_text

    return render_text(document)


def _csv(document: DecisionDocument) -> str:
    from ahp.report.spreadsheets import render_csv

    return render_csv(document)


def _markdown(document: DecisionDocument) -> str:
    from ahp.report.markdown import render_markdown

    return render_markdown(document)


def _html(document: Mapping[str, Any]) -> str:
    from ahp.report.html.render import render_page

    return render_page(document)


def _html_fragment(document: Mapping[str, Any]) -> str:
    from ahp.report.html.render import render_fragment

    return render_fragment(document)


def _latex(document: Mapping[str, Any]) -> str:
    from ahp.report.latex import render_latex

    return render_latex(document)


FORMATS: Registry[Renderer] = Registry(
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
"""The report formats by name: functions from a document to its text, which load what they need."""


def render(document: DecisionDocument, format: str = "text", detail: str | None = None) -> str:
    """Return a decision document as a report.

    Parameters
    ----------
    document : DecisionDocument
        From :meth:`ahp.Decision.to_dict`, or read back from JSON.
    format : str
        A key of :data:`FORMATS`.
    detail : {"answer", "why", "all"}, optional
        How much the text tells; the answer on one screen unless given. The other formats tell all.

    Raises
    ------
    StudyError
        If the format is unknown; the message lists those that are. If a detail is given and it is not text.
    InputError
        If the document lacks what the report shows; the message names the key.

    Examples
    --------
    >>> render({"schema": "ahp.decision/1"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ahp.errors.InputError: key 'version' is missing; give a document of the schema ahp.decision/1, as ...
    """
    renderer = FORMATS[format]
    if detail is not None:
        from ahp.report.text import render_text

        if format != "text":
            raise StudyError(f"detail = {quoted(detail)} is of the text; {format} tells all")
        renderer = partial(render_text, detail=detail)
    with departures_told(document, _schema):
        return renderer(document)


def _schema() -> dict[str, Any]:
    from ahp.report.documents.decision import schema

    return schema()
