"""The report as Markdown, for pull requests, wikis and notebooks: its blocks, text and tables."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence

from ahp.printing import printable
from ahp.report.documents.decision import DecisionDocument
from ahp.report.page import Beside, Block, Details, Heading, Paragraph, Table, kept
from ahp.report.phrases.answer import ENDS_HERE, THE_MATRICES, THE_TABLES, left_out_for_length
from ahp.report.sections.decision import decision_page, opening_of
from ahp.report.sections.scenario import MATRICES

LIMIT = 1_000_000
"""Bytes of a report: a job summary of GitHub Actions takes 1 MiB (1 048 576), and is rejected above that."""

_APART = "&#8203;"  # a blank of no width, which keeps GitHub from making a link of what it stands in
_LONGEST = 200  # characters of a word
# An underscore inside a word is text in GitHub's Markdown, at its edge it is emphasis.
_SPECIAL = re.compile(r"([\\`*{}\[\]<>|~&$#]|(?<![^\W_])_|_(?![^\W_]))")
# GitHub looks for these after Markdown is done, so that a backslash is of no use:
# #12, @name, owner/name#12, GH-12, :smile:, an address of the web or of mail, a commit.
_LINKS = (
    (re.compile(r"#(?=\d)"), f"#{_APART}"),
    (re.compile(r"@(?=[\w\[])"), f"@{_APART}"),
    (re.compile(r"\b(GH)-(?=\d)", re.IGNORECASE), rf"\1-{_APART}"),
    (re.compile(r":(?=[\w+-]+:)"), f":{_APART}"),
    (re.compile(r"://"), f":{_APART}//"),
    (re.compile(r"\b(www)\.", re.IGNORECASE), rf"\1{_APART}."),
    (re.compile(r"\b(mailto|xmpp):", re.IGNORECASE), rf"\1{_APART}:"),
    (re.compile(r"\b([0-9a-f]{6})(?=[0-9a-f]{1,34}\b)(?=[0-9a-f]*[a-f])"), rf"\1{_APART}"),
)

_NUMBER = r"(?:\\?[<>*])?[-+−]?\d[\d.,]*(?:e[-+]?\d+)?"
_NUMBERS = re.compile(rf"{_NUMBER}(?: to {_NUMBER})?(?: \S{{1,8}})?")
_MISSING = ("", "–")


def escaped(text: str) -> str:
    r"""Return text that GitHub's Markdown shows as it is: no mark, no link, no mention comes of it.

    A word of more than 200 characters is shortened.

    Examples
    --------
    >>> print(escaped("a_b *c* _d_ #e"))
    a_b \*c\* \_d\_ \#e
    >>> print(escaped("@octocat"))
    @&#8203;octocat
    """
    shown = re.sub(rf"\S{{{_LONGEST + 1},}}", _short, printable(text).strip())
    marks = _SPECIAL.sub(r"\\\1", shown)
    for found, apart in _LINKS:
        marks = found.sub(apart, marks)
    if re.match(r"[-+=](?:[-+=\s]|$)", marks):
        return f"\\{marks}"
    return re.sub(r"^(\d{1,9})([.)])(?=\s|$)", r"\1\\\2", marks)


def _short(word: re.Match[str]) -> str:
    """Return the beginning of a word and a number that tells it from others of that beginning."""
    return f"{word[0][: _LONGEST - 20]}…({zlib.crc32(word[0].encode('utf-8', 'replace')):08X})"


def fitting(text: str) -> str:
    """Return a report that a job summary takes: one that is too long ends earlier, and says so.

    Examples
    --------
    >>> fitting("short")
    'short'
    """
    whole = text.encode("utf-8", "replace")
    if len(whole) <= LIMIT:
        return text
    note = f"\n\n{ENDS_HERE}\n"
    kept = whole[: LIMIT - len(note)].decode("utf-8", "ignore")
    return kept[: kept.rindex("\n")] + note


def table_lines(heads: list[str], rows: list[list[str]]) -> list[str]:
    r"""Return a table, the columns of numbers flush right; the first column names the rows.

    Examples
    --------
    >>> print("\n".join(table_lines(["a", "b", "c"], [["x", "1.5 ms", "y"], ["1", "–", "2"]])).rstrip())
    | a | b | c |
    | --- | ---: | --- |
    | x | 1.5 ms | y |
    | 1 | – | 2 |
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(heads)
    rule = ["---", *("---:" if _of_numbers(cells) else "---" for cells in columns[1:])]
    lines = [heads, rule, *rows]
    return [*(f"| {' | '.join(cells)} |" for cells in lines), ""]


def _of_numbers(cells: Sequence[str]) -> bool:
    """Say whether a column holds numbers, with units, as intervals, or missing."""
    told = [cell for cell in cells if cell not in _MISSING]
    return bool(told) and all(map(_NUMBERS.fullmatch, told))


def block_lines(blocks: Iterable[Block]) -> list[str]:
    """Return blocks as lines."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Heading):
            said = f": {block.said}" if block.said else ""
            lines += [f"{block.level * '#'} {escaped(f'{block.text}{said}')}", ""]
        elif isinstance(block, Paragraph):
            lines += [escaped(block.text), ""]
        elif isinstance(block, Table):
            rows = [list(map(escaped, row)) for row in block.rows]
            lines += [f"{escaped(block.caption)}:", "", *table_lines(list(map(escaped, block.heads)), rows)]
        elif isinstance(block, Beside):
            lines += block_lines(block.blocks)
        elif isinstance(block, Details):
            # The blank line after the summary is where GitHub's Markdown begins again.
            inside = block_lines(block.blocks)
            lines += [f"<details><summary>{escaped(block.title)}</summary>", "", *inside, "</details>", ""]
    return lines


def render_markdown(document: DecisionDocument) -> str:
    """Return the report as GitHub-flavoured Markdown, of at most a million bytes.

    Where the whole does not fit, the matrices are left out, then all tables but the rankings, and the report
    says so.
    """
    blocks = kept(decision_page(document), "why")
    fewer = [block for block in blocks if not (isinstance(block, Details) and block.title == MATRICES)]
    for shown, left_out in (
        (blocks, ""),
        (fewer, THE_MATRICES),
        (kept(blocks, "answer"), THE_TABLES),
    ):
        text = _report(document, shown, left_out)
        if len(text.encode("utf-8", "replace")) <= LIMIT:
            break
    return fitting(text)


def _report(document: DecisionDocument, blocks: Iterable[Block], left_out: str) -> str:
    opening = opening_of(document, printable)
    lines = [f"# {escaped(opening.title)}", "", escaped(opening.lead), ""]
    if left_out:
        lines += [left_out_for_length(left_out), ""]
    if opening.several:
        sure = [", ".join(filter(None, (card.verdict, card.brief))) for card in opening.cards]
        answers = [[card.question, card.names, said] for card, said in zip(opening.cards, sure, strict=True)]
        lines += table_lines(["scenario", "choice", "how sure"], [list(map(escaped, row)) for row in answers])
    return "\n".join([*lines, *block_lines(blocks)])
