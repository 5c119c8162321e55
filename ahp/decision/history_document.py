"""From a history to its document, `ahp.history/1`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp._version import __version__
from ahp.core.change_points import FALSE_ALARMS

if TYPE_CHECKING:
    from ahp.decision.history import History, Moment
    from ahp.report.history_documents import HistoryDocument, MomentDocument


def history_document(history: History) -> HistoryDocument:
    """Return the `ahp.history/1` document of a history."""
    names = [entry.name for entry in history.entries]
    return {
        "schema": "ahp.history/1",
        "version": __version__,
        "order": history.order,
        "false_alarms": FALSE_ALARMS,
        "entries": [
            {
                "entry": number,
                "name": entry.name,
                "time": None if entry.time is None else entry.time.isoformat(),
                "study": list(entry.study),
                "scenarios": [_moment(moment) for moment in entry.moments],
            }
            for number, entry in enumerate(history.entries, 1)
        ],
        "change_points": [
            {
                "scenario": point.scenario,
                "alternative": point.alternative,
                "merit": point.merit,
                "entry": point.entry,
                "name": names[point.entry - 1],
                "before": point.before,
                "now": point.now,
                "change": point.change,
            }
            for point in history.change_points
        ],
        "choices": [
            {
                "scenario": choice.scenario,
                "entry": choice.entry,
                "name": names[choice.entry - 1],
                "previous": list(choice.previous),
                "present": list(choice.present),
            }
            for choice in history.choices
        ],
    }


def _moment(moment: Moment) -> MomentDocument:
    benefit, cost, quotient = (None if numbers is None else dict(numbers) for numbers in moment.merits)
    return {
        "scenario": moment.scenario,
        "choose": list(moment.choose),
        "by": moment.by,
        "verdict": moment.verdict,
        "benefit": benefit,
        "cost": cost,
        "benefit_to_cost": quotient,
    }
