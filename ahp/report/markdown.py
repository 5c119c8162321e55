"""The report as Markdown, for pull requests, wikis and notebooks."""

from __future__ import annotations

from collections.abc import Iterable

from ahp.printing import printable
from ahp.report.documents.decision import DecisionDocument
from ahp.report.marking import LIMIT, block_lines, escaped, fitting, table_lines
from ahp.report.page import Block, Details, kept
from ahp.report.sections.decision import decision_page
from ahp.report.sections.opening import opening_of
from ahp.report.sections.scenario import MATRICES


def render_markdown(document: DecisionDocument) -> str:
    """Return the report as GitHub-flavoured Markdown, of at most a million bytes.

    Where the whole does not fit, the matrices are left out, then all tables but the rankings, and the report
    says so.
    """
    blocks = kept(decision_page(document), "why")
    for shown, left_out in (
        (blocks, ""),
        ([block for block in blocks if not _of_matrices(block)], "the matrices"),
        (kept(blocks, "answer"), "all tables but the rankings"),
    ):
        text = _report(document, shown, left_out)
        if len(text.encode("utf-8", "replace")) <= LIMIT:
            break
    return fitting(text)


def _of_matrices(block: Block) -> bool:
    return isinstance(block, Details) and block.title == MATRICES


def _report(document: DecisionDocument, blocks: Iterable[Block], left_out: str) -> str:
    opening = opening_of(document, printable)
    lines = [f"# {escaped(opening.title)}", "", escaped(opening.lead), ""]
    if left_out:
        lines += [f"Left out for the length of the report: {left_out}; the JSON report has them.", ""]
    if opening.several:
        sure = [", ".join(filter(None, (card.verdict, card.brief))) for card in opening.cards]
        answers = [[card.question, card.names, said] for card, said in zip(opening.cards, sure, strict=True)]
        lines += table_lines(["scenario", "choice", "how sure"], [list(map(escaped, row)) for row in answers])
    return "\n".join([*lines, *block_lines(blocks)])
