"""The tornado of margins: how far each measurement may move before another is first, the nearest on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import FigureError
from ahp.report.figures.bars import rows_of
from ahp.report.figures.boxes import boxes
from ahp.report.figures.labels import plain
from ahp.report.figures.naming import Labels, labels_of
from ahp.report.figures.palette import GREY, Look, ink, looks_of
from ahp.report.figures.plan import Plan, more, titled
from ahp.report.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ahp.report.documents import ChangeDocument, DecisionDocument, ScenarioDocument

_ROWS = 20
_FURTHEST = 1.0  # the axis ends there; bars beyond end in an arrow and their number


def plan_margins(document: DecisionDocument, scenario: ScenarioDocument) -> Plan:
    """Return the plan of the smallest change of each measurement that alters the first place.

    Raises
    ------
    FigureError
        If no change does, or there is a tie for first or no rival.
    """
    found = scenario["margin"]
    if found is None:
        raise FigureError("there is no margin: several are first, or there is no rival")
    altering = [entry for entry in found["all"] if entry["change"] is not None]
    altering.sort(key=lambda entry: abs(entry["change"] or 0.0))
    if not altering:
        raise FigureError("no change of a single measurement alters the choice")
    shown, short = altering[:_ROWS], labels_of(document)
    said = "; ".join(
        f"{plain(_row(e, short))} {percent(e['change'] or 0.0)}, then {plain(_then(e, short))} first"
        for e in shown
    )
    noise = percent(found["noise_95"]).lstrip("+")
    return Plan(
        titled(scenario["scenario"], "what would change the choice"),
        f"First is {plain(short(found['winner']))}. {said}. Noise of up to {noise} in every number leaves it "
        "first 95 % of the time." + more(altering, _ROWS, "measurements"),
        1.6 + 0.24 * len(shown),
        lambda axes: _paint(axes, shown, looks_of(document["scenarios"]), found["noise_95"], short),
    )


def _row(entry: ChangeDocument, short: Labels) -> str:
    return f"{short(entry['measure'], 22)} of {short(entry['alternative'], 20)}"


def _then(entry: ChangeDocument, short: Labels) -> str:
    return short(entry["challenger"] or "", 18)


def signed(change: float) -> str:
    """Return a change as an axis shows it.

    Examples
    --------
    >>> signed(0.25), signed(-0.4), signed(0.0)
    ('+25 %', '−40 %', '0 %')
    """
    return f"{100 * change:+.6g} %".replace("-", "−") if change else "0 %"


def _paint(
    axes: Axes, found: Sequence[ChangeDocument], looks: Mapping[str, Look], noise: float, short: Labels
) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    changes = [entry["change"] or 0.0 for entry in found]
    furthest = min(max(abs(change) for change in changes), _FURTHEST)
    axes.axvspan(-min(noise, furthest), min(noise, furthest), color=GREY, alpha=0.22, linewidth=0.0, zorder=0)
    for row, (entry, change) in enumerate(zip(found, changes, strict=True)):
        end = max(-furthest, min(furthest, change))
        seen = looks[entry["challenger"] or ""]
        boxes(
            axes, [(0.0, row - 0.36, end, row + 0.36)], facecolor=seen.colour, hatch=seen.hatch,
            edgecolor=ink(axes), linewidth=0.5,
        )  # fmt: skip
        beyond = "" if end == change else " ▸" if change > 0 else " ◂"
        axes.text(
            1.02, row, f"{_exact(change)}{beyond}  {_then(entry, short)}",
            transform=axes.get_yaxis_transform(), va="center", ha="left", fontsize=8.0, color=ink(axes),
        )  # fmt: skip
    axes.axvline(0.0, color=ink(axes), linewidth=0.9)
    axes.set_xlim(-1.05 * furthest, 1.05 * furthest)
    rows_of(axes, [_row(entry, short) for entry in found])
    axes.text(
        1.02, -0.9, "then first", transform=axes.get_yaxis_transform(), va="bottom", ha="left", fontsize=8.0,
        fontstyle="italic", color=ink(axes),
    )  # fmt: skip
    axes.tick_params(axis="y", labelsize=8.0)
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(value)))
    axes.grid(axis="x")
    axes.set_xlabel(
        "change of the measurement\n(grey: the noise in every number that the choice bears)", fontsize=8.5
    )


def _exact(change: float) -> str:
    """Return a change as the figure shows it; one that a tenth of a per cent would hide, with two digits."""
    shown = f"{100 * change:+.2g} %" if abs(change) < 1e-3 else percent(change)
    return shown.replace("-", "−")
