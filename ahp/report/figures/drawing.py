"""The doors: a figure into axes, as an SVG for a page, and all figures of a document as files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError, listed, quoted
from ahp.report.documents.codec import departures_told
from ahp.report.figures.canvas import drawn, embedded, paint, pdf, png, vector
from ahp.report.figures.kinds import KINDS, planned, scenarios_in, schema_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.figures.plan import Plan

FILES = ("png", "svg", "pdf")
"""What figures are written as."""


def draw(document: Mapping[str, Any], kind: str, ax: Axes | None = None, scenario: str | None = None) -> Axes:
    """Draw a figure.

    Parameters
    ----------
    document : mapping
        A decision document, the document of a history or of a hierarchy of judgments.
    kind : str
        A key of :data:`KINDS`.
    ax : matplotlib.axes.Axes, optional
        Where to draw, in its own style; in a new figure unless given, without any state of pyplot.
    scenario : str, optional
        Which scenario; needed where there are several, and the kind has a figure for each.

    Returns
    -------
    matplotlib.axes.Axes
        Its `figure` can be saved and shown.

    Raises
    ------
    FigureError
        If the kind or the scenario is unknown, the document lacks what the figure shows, or `ax` is none.
    InputError
        If the document is none, or damaged; the message names the key.
    """
    if not (ax is None or hasattr(ax, "set_axis_off")):
        raise FigureError(f"ax is one Axes of Matplotlib; found {quoted(ax)}")
    with departures_told(document, lambda: schema_of(document)):
        plan = planned(document, kind, scenario)
        if ax is None:
            return drawn(plan)
        paint(plan, ax)
    return ax


def svg(document: Mapping[str, Any], kind: str, scenario: str | None = None) -> str:
    """Return a figure as an SVG element to put into a page; the same document gives the same text.

    It is transparent, its text has the colour of the page's (`currentColor`), it holds no style sheet and no
    style attribute, and it has a title and a description for those who do not see it.

    Raises
    ------
    FigureError, InputError
        As :func:`draw`.
    """
    with departures_told(document, lambda: schema_of(document)):
        return embedded(planned(document, kind, scenario), _salt(document, kind, scenario))


def files(
    document: Mapping[str, Any],
    formats: str | Iterable[str] = FILES,
    kinds: str | Iterable[str] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield figures of a document as files, their names and what they hold.

    A name is the kind's and, where there is a figure for each scenario, the scenario's number and what of
    its name a file name can hold.

    Parameters
    ----------
    document : mapping
        As :func:`draw`.
    formats : iterable of {"png", "svg", "pdf"}, or one of these
    kinds : iterable of str, or one, optional
        Keys of :data:`KINDS`; unless given all, without those that need what the document has not.

    Raises
    ------
    FigureError
        If a format is unknown, a kind that was asked for cannot be drawn, or the document is of no kind.
    InputError
        As :func:`draw`.
    """
    formats = _several(formats, "formats")
    for format in formats:
        if format not in FILES:
            raise FigureError(f"figures are written as png, svg and pdf, not as {format}")
    wanted = None if kinds is None else _several(kinds, "kinds of figures")
    with departures_told(document, lambda: schema_of(document)):
        yield from _files(document, formats, wanted)


def _files(
    document: Mapping[str, Any], formats: Sequence[str], wanted: Sequence[str] | None
) -> Iterator[tuple[str, bytes]]:
    possible = [kind for kind, entry in KINDS.items() if entry.schema == document.get("schema")]
    if not possible:
        known = listed(dict.fromkeys(entry.schema for entry in KINDS.values()))
        raise FigureError(
            f"there are no figures of a document of the schema {quoted(document.get('schema'))}; of {known} "
            "there are"
        )
    for kind in possible if wanted is None else wanted:
        for number, scenario in enumerate(_scenarios(document, kind), start=1):
            try:
                plan = planned(document, kind, scenario)
            except FigureError:
                if wanted is None:
                    continue
                raise
            stem = kind if scenario is None else f"{kind}-{number}{_word(scenario)}"
            for format in formats:
                yield f"{stem}.{format}", _content(plan, format, _salt(document, kind, scenario))


def _several(given: object, what: str) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Iterable):
        raise FigureError(f"{what} are a list of names; found {quoted(given)}")
    return tuple(given)


def _content(plan: Plan, format: str, salt: str) -> bytes:
    if format == "svg":
        return vector(plan, salt).encode("utf-8")
    return png(plan) if format == "png" else pdf(plan)


def _scenarios(document: Mapping[str, Any], kind: str) -> list[str] | list[None]:
    return [None] if KINDS[kind].each == "document" else scenarios_in(document)


def _word(name: str) -> str:
    found = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40].strip("-")
    return f"-{found}" if found else ""


def _salt(document: Mapping[str, Any], kind: str, scenario: str | None) -> str:
    """Return what sets the ids of a figure apart from those of the other figures of a page."""
    inputs = [entry["sha256"] for entry in document.get("inputs", [])]
    return hashlib.sha256("\0".join([kind, scenario or "", *inputs]).encode("utf-8", "replace")).hexdigest()
