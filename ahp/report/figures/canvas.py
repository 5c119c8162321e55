"""Figures without a screen and without anybody's settings: the same document, the same bytes.

A figure is made and rendered under Matplotlib's defaults and :data:`STYLE`, whatever its user has set; a
lock keeps two threads from each other's settings, and all settings are put back. Text in an SVG stays text
(`svg.fonttype: none`): it can be searched, copied and read aloud, and a page with a hundred figures holds no
hundred copies of a font. Where DejaVu Sans is missing, Verdana has nearly its widths.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError, one_line
from ahp.report.figures.labels import plain
from ahp.report.figures.palette import GREY, INK
from ahp.report.figures.plan import WIDTH, Plan
from ahp.report.figures.vectors import to_embed, to_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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


def paint(plan: Plan, axes: Axes) -> None:
    """Draw a plan into axes, with its title."""
    plan.paint(axes)
    axes.set_title(plan.title)


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
    """Return a plan as an SVG file on white."""
    return to_file(_svg(plan, salt), plain(plan.title), plan.description)


def embedded(plan: Plan, salt: str) -> str:
    """Return a plan as an SVG element to put into a page: transparent, text in the page's own colour."""
    return to_embed(_svg(plan, salt), plain(plan.title), plan.description)


def _svg(plan: Plan, salt: str) -> str:
    with own_settings(salt):
        figure, out = _painted(plan)[0], io.StringIO()
        figure.savefig(out, format="svg", facecolor="none", metadata={"Date": None})
        return out.getvalue()
