"""The report for a terminal, in 80 columns: the answer, the why of each scenario, or all that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.report.answer import print_answer
from ahp.report.terminal import Page

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument


def render_text(document: DecisionDocument, detail: str = "answer") -> str:
    """Return the report as plain text of at most 80 columns.

    Parameters
    ----------
    document : DecisionDocument
    detail : {"answer", "why", "all"}
        `answer` is one screen; `why` adds the rankings, criteria and findings of each scenario, and what is
        said across them; `all` adds what else would be chosen, and the probabilities.

    Raises
    ------
    StudyError
        If the detail is none of these.
    """
    return _rendered(document, detail, colour=False)


def render_colour(document: DecisionDocument, detail: str = "answer") -> str:
    """Return the same report with the terminal's colours."""
    return _rendered(document, detail, colour=True)


def _rendered(document: DecisionDocument, detail: str, *, colour: bool) -> str:
    page = Page(colour=colour)
    print_answer(page, document, detail)
    if detail != "answer":
        from ahp.report.why import print_why

        print_why(page, document, detail)
    if document["changes"] is not None:
        from ahp.report.page import kept
        from ahp.report.sections.changes import changes_section
        from ahp.report.terminal_blocks import print_blocks

        print_blocks(page, kept(changes_section(document["changes"]), detail))
    return page.finished()
