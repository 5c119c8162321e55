"""The doors: a figure into axes, as an SVG for a page, and all figures of a document as files.

Figures need no screen and nobody's settings: the same document, the same bytes. A figure is made and rendered
under Matplotlib's defaults and :data:`STYLE`, whatever its user has set; a lock keeps two threads from each
other's settings, and all settings are put back. Text in an SVG stays text (`svg.fonttype: none`): it can be
searched, copied and read aloud, and a page with a hundred figures holds no hundred copies of a font. Where
DejaVu Sans is missing, Verdana has nearly its widths.

What Matplotlib writes as SVG stands alone: its style sheet speaks of every element, its ids are in every
figure the same, and its styles are attributes that a strict content policy does not apply. Here styles become
presentation attributes, ids that nothing refers to go, and the figure gets a title and a description.
"""

from __future__ import annotations

import hashlib
import io
import re
import threading
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from ahp.errors import FigureError, listed, one_line, quoted
from ahp.report.documents.codec import departures_told
from ahp.report.figures.kinds import KINDS, planned, scenarios_in, schema_of
from ahp.report.figures.plan import GREY, INK, WIDTH, Plan
from ahp.report.names import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ahp.report.figures.plan import Plan

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_FONT = re.compile(r"(?P<rest>.*?)(?P<size>[\d.]+)px\s+(?P<family>.+)")
_NUMBER = re.compile(r"-?\d+\.\d+")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_FAMILY = "'DejaVu Sans', Verdana, sans-serif"


def cleaned(source: str, plan: Plan) -> ET.Element:
    """Return the SVG that Matplotlib writes as one that may stand in a page, with its text alternative."""
    root = ET.fromstring(source)
    used = set(_REFERENCE.findall(source)) | set(re.findall(r'xlink:href="#([^"]+)"', source))
    _walk(root, used)
    size = {key: root.attrib[key] for key in ("width", "height", "viewBox")}
    name = f"f{hashlib.sha256(source.encode()).hexdigest()[:10]}"
    root.attrib.clear()
    root.attrib.update(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            **size,
            "role": "img",
            "aria-labelledby": f"{name}t {name}d",
            "font-family": _FAMILY,
            "stroke-linejoin": "round",
            "fill": INK,
        }
    )
    words = [ET.Element("title", {"id": f"{name}t"}), ET.Element("desc", {"id": f"{name}d"})]
    words[0].text, words[1].text = plain(plan.title), plan.description
    root[:0] = words
    return root


def _walk(element: ET.Element, used: set[str]) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    if element.attrib.get("id") not in used:
        element.attrib.pop("id", None)
    if _HREF in element.attrib:
        element.set("href", element.attrib.pop(_HREF))
    _unstyle(element)
    if not (element.text or "").strip():
        element.text = None
    elif element.tag == "text":  # blanks side by side would become one
        element.text = (element.text or "").replace("  ", " \u00a0")
    element.tail = None
    _round(element)
    for child in list(element):
        _walk(child, used)
        if _says_nothing(child):
            element.remove(child)


def _says_nothing(element: ET.Element) -> bool:
    """Say whether an element shows nothing: a description of the program, an empty group, a bare ground."""
    if element.tag in ("metadata", "style"):
        return True
    if element.tag == "path":
        return element.get("fill") == "none" and "stroke" not in element.attrib
    return element.tag in ("g", "defs") and not len(element)


def _round(element: ET.Element) -> None:
    """Write places to a hundredth of a point, and no turn where nothing turns."""
    for key in ("d", "x", "y", "transform", "points"):
        if key in element.attrib:
            rounded = _NUMBER.sub(
                lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), element.attrib[key]
            )
            element.set(key, " ".join(rounded.split()))
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]


def _unstyle(element: ET.Element) -> None:
    """Turn the style of an element into presentation attributes."""
    for declaration in filter(None, map(str.strip, element.attrib.pop("style", "").split(";"))):
        key, _, value = declaration.partition(":")
        key, value = key.strip(), value.strip()
        if key == "font" and (found := _FONT.fullmatch(value)) is not None:
            element.set("font-size", found["size"])
            for word in found["rest"].split():
                element.set("font-weight" if word.isdigit() or word == "bold" else "font-style", word)
        elif key != "font-family":  # the whole figure has one
            element.set(key, value.removesuffix("px"))


STYLE: dict[Any, Any] = {
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "grid.color": GREY,
    "grid.alpha": 0.3,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "legend.handlelength": 1.8,
    "lines.linewidth": 1.4,
    "figure.facecolor": "none",
    "savefig.facecolor": "auto",
    "pdf.fonttype": 42,  # outlines as TrueType: journals refuse the other kind
    "svg.fonttype": "none",
    "svg.hashsalt": "ahp",
}
"""What differs from Matplotlib's defaults."""

_DOTS = 200  # per inch of a PNG: 1280 pixels wide
_ALONE = threading.RLock()


@contextmanager
def own_settings(salt: str = "ahp") -> Iterator[None]:
    """Give Matplotlib's settings the values that figures are made with, and put back what was there."""
    try:
        import matplotlib
    except ValueError as error:  # of MPLBACKEND, which is read then
        said = one_line(error).partition(";")[0]
        raise FigureError(f"Matplotlib does not start: {said}; correct MPLBACKEND, or unset it") from None

    with _ALONE, matplotlib.rc_context(), warnings.catch_warnings():
        # A name in a script that DejaVu Sans lacks is shown by the browser's own font, in a PNG as boxes.
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from", category=UserWarning)
        # A document from elsewhere may hold what fits no axes, such as a share of 7; it is drawn as it is.
        warnings.filterwarnings("ignore", message="constrained_layout not applied", category=UserWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**STYLE, "svg.hashsalt": salt})
        yield


def drawn(plan: Plan) -> Axes:
    """Return the axes of a new figure with a plan drawn into it; no window, no state of pyplot.

    A notebook draws only the figures that pyplot knows, so these axes and their figure show themselves.
    """
    with own_settings():
        figure, axes = _painted(plan)
    for shown in (axes, figure):
        vars(shown)["_repr_png_"] = partial(_face, figure, plan.description)
    return axes


def _face(figure: Figure, description: str) -> tuple[bytes, dict[str, Any]]:
    """Return a figure for a notebook: its PNG as it now is, its size there, and its text alternative."""
    with own_settings():
        width, height = (round(side) for side in figure.get_size_inches() * figure.dpi)
        return _pixels(figure), {"width": width, "height": height, "alt": description}


def _painted(plan: Plan) -> tuple[Figure, Axes]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, plan.height), dpi=100, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    plan.paint(axes)
    # Over the whole figure, since long names beside the axes leave a title little room.
    figure.suptitle(plan.title, x=0.01, ha="left", fontsize=10.0, fontweight="bold")
    return figure, axes


def png(plan: Plan) -> bytes:
    """Return a plan as a PNG on white, without a date."""
    with own_settings():
        return _pixels(_painted(plan)[0])


def _pixels(figure: Figure) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=_DOTS, facecolor="white", metadata={"Software": None})
    return out.getvalue()


def pdf(plan: Plan) -> bytes:
    """Return a plan as a PDF on white, its fonts in it, without a date."""
    with own_settings():
        figure, out = _painted(plan)[0], io.BytesIO()
        nameless: Any = {"CreationDate": None, "Creator": None, "Producer": None}
        figure.savefig(out, format="pdf", facecolor="white", metadata=nameless)
        return out.getvalue()


def vector(plan: Plan, salt: str) -> str:
    """Return a plan as the text of an SVG file, on white."""
    root = _svg(plan, salt)
    root.insert(2, ET.Element("rect", {"width": "100%", "height": "100%", "fill": "#ffffff"}))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def embedded(plan: Plan, salt: str) -> str:
    """Return a plan as an SVG element to put into a page: transparent, ink in the page's own colour."""
    root = _svg(plan, salt)
    for element in root.iter():
        for key, value in element.attrib.items():
            if value.lower() == INK:
                element.set(key, "currentColor")
    return ET.tostring(root, encoding="unicode")


def _svg(plan: Plan, salt: str) -> ET.Element:
    with own_settings(salt):
        figure, out = _painted(plan)[0], io.StringIO()
        figure.savefig(out, format="svg", facecolor="none", metadata={"Date": None})
    return cleaned(out.getvalue(), plan)


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
        plan.paint(ax)
        ax.set_title(plan.title)
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
        possible = [kind for kind, entry in KINDS.items() if entry.schema == document.get("schema")]
        if not possible:
            known = listed(dict.fromkeys(entry.schema for entry in KINDS.values()))
            raise FigureError(
                f"there are no figures of a document of the schema {quoted(document.get('schema'))}; of "
                f"{known} there are"
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
