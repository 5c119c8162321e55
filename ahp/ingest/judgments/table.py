"""People's judgments from a long table: a row for each, with its participant's name where there are many."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ahp.core.scales import answer_of
from ahp.errors import InputError, JudgmentError, listed, quoted
from ahp.ingest.files.open import Readable, Source, open_source
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.delimited import Table, parse_table
from ahp.model.group import Group
from ahp.model.incomplete import IncompleteMatrix, check_connected, judged
from ahp.model.matrix import PairwiseMatrix
from ahp.notebook import NotebookFace
from ahp.report.spreadsheets import original

_COLUMNS = {
    "participant": ("participant", "person", "expert", "respondent", "judge", "member", "who", "name"),
    "under": ("under", "with respect to", "with_respect_to", "criterion", "parent", "node"),
    "first": ("first", "a", "item a", "item_a", "left", "item", "i"),
    "second": ("second", "b", "item b", "item_b", "right", "than", "compared with", "j"),
    "judgment": ("judgment", "judgement", "value", "score", "ratio", "rating", "times"),
}
_NEEDED = ("first", "second", "judgment")
_CONTRADICTION = 0.02
"""How far |ln(a_ij · a_ji)| of a pair that was typed both ways may be off: 3 beside 0.33."""


@dataclass(frozen=True)
class JudgmentRow(NotebookFace):
    """One judgment of a long table.

    Attributes
    ----------
    line : int or None
        Where it stands.
    participant : str
        Who judged; empty in a table without participants.
    under : str
        With respect to what; empty for the goal.
    first, second : str
        The pair.
    judgment : float
        How many times the first is preferred to the second.
    """

    line: int | None
    participant: str
    under: str
    first: str
    second: str
    judgment: float


@dataclass(frozen=True)
class JudgmentTable(NotebookFace):
    """The judgments of a long table, in its order.

    Attributes
    ----------
    name : str
        The file.
    sha256 : str
        Digest of its bytes; empty where there are none.
    rows : tuple of JudgmentRow
        The judgments that were given; rows with an empty judgment are left out.
    pairs : tuple of (str, str, str)
        Every (under, first, second) that the table asks for, answered or not.
    """

    name: str
    sha256: str
    rows: tuple[JudgmentRow, ...]
    pairs: tuple[tuple[str, str, str], ...]

    @property
    def participants(self) -> tuple[str, ...]:
        """Who judged, by first appearance; empty for a table without participants."""
        return tuple(dict.fromkeys(row.participant for row in self.rows if row.participant))

    def items(self, under: str = "") -> tuple[str, ...]:
        """Return what is compared there, by first appearance."""
        return tuple(dict.fromkeys(x for node, *pair in self.pairs if node == under for x in pair))

    @property
    def nodes(self) -> tuple[str, ...]:
        """What judgments were asked under, by first appearance; the empty name is the goal."""
        return tuple(dict.fromkeys(node for node, _, _ in self.pairs))

    def comparison(
        self, under: str = "", *, weights: dict[str, float] | None = None
    ) -> PairwiseMatrix | IncompleteMatrix | Group:
        """Return what was said under a node: a matrix, or the group's where the table names participants.

        Raises
        ------
        JudgmentError
            If so many judgments are missing that nothing connects some of the items, or, of a group, one that
            nobody gave; the message names them.
        """
        here = [row for row in self.rows if row.under == under]
        given: dict[str, dict[tuple[str, str], float]] = {}
        for row in here:
            given.setdefault(row.participant, {})[row.first, row.second] = row.judgment
        present = {name: weight for name, weight in (weights or {}).items() if name in given}
        try:
            if not self.participants:
                return judged(given.get("", {}), self.items(under))
            group = Group(given, self.items(under), weights=present)
            check_connected(group.known())
        except JudgmentError as error:
            raise JudgmentError(f"under {quoted(under)}: {error}" if under else str(error)) from None
        return group


def read_judgments(given: Readable) -> JudgmentTable:
    """Return the judgments of a long table.

    Parameters
    ----------
    given : path, open file, DataFrame or mapping of columns
        One row for each judgment, with the columns `first`, `second` and `judgment` (how many times the
        first is preferred to the second: `3`, `1/3`, `0.5`, or in Saaty's words, `strong`, as
        :func:`ahp.core.answer_of` has them), and, where there are several, `participant` and `under` (the
        criterion with respect to which the two are compared; empty for the goal). An empty judgment is one
        that was not given.

    Raises
    ------
    InputError
        If a column is missing, a judgment is not a positive number, or a participant gives the same pair two
        judgments that disagree; the message names the line.

    Examples
    --------
    >>> table = read_judgments({"participant": ["Ann", "Bob"], "first": ["x", "x"], "second": ["y", "y"],
    ...                         "judgment": ["2", "8"]})
    >>> table.comparison().matrix()["x", "y"]
    4.0
    """
    return judgments_in(open_source(given))


def judgments_in(source: Source) -> JudgmentTable:
    """Return the judgments of a source that was opened; see :func:`read_judgments`."""
    _refuse_nested_data(source)
    table = parse_table(source)
    at = _positions(table)
    # A questionnaire has a quote before what a spreadsheet would run; a frame has been in no file.
    named = original if source.table is None else str
    rows: list[JudgmentRow] = []
    pairs: dict[tuple[str, str, str], None] = {}
    said: dict[tuple[str, str, frozenset[str]], JudgmentRow] = {}
    for line, cells in table.rows:
        text = {role: named(str(cells[i] if cells[i] is not None else "").strip()) for role, i in at.items()}
        under, first, second = text.get("under", ""), text["first"], text["second"]
        for role in ("first", "second"):
            if not text[role]:
                raise InputError(
                    "an item has no name", file=table.name, line=line, column=table.header[at[role]]
                )
        if (under, second, first) not in pairs:
            pairs[under, first, second] = None
        if is_missing(text["judgment"]):
            continue
        if "participant" in at and not text["participant"]:
            raise InputError(
                "a judgment has no participant",
                file=table.name,
                line=line,
                column=table.header[at["participant"]],
                advice="say who gave it, or remove the column",
            )
        row = JudgmentRow(
            line,
            text.get("participant", ""),
            under,
            first,
            second,
            _judgment(text["judgment"], table, line, at),
        )
        key = (row.participant, under, frozenset((first, second)))
        earlier = said.setdefault(key, row)
        _refuse_contradiction(row, earlier, table)
        if earlier is row:
            rows.append(row)
    if not rows:
        raise InputError("no judgment is filled in", file=table.name, advice="fill in the questionnaire")
    return JudgmentTable(table.name, source.sha256, tuple(rows), tuple(pairs))


def _refuse_nested_data(source: Source) -> None:
    """Raise for JSON and TOML, which hold no rows."""
    beginning = source.head.lstrip("\ufeff \t\r\n")
    ending = source.name.lower()
    kind = next((k for k in ("JSON", "TOML") if ending.endswith(f".{k.lower()}")), "")
    if source.table is None and (kind or beginning[:1] in ("{", "[")):
        raise InputError(
            f"this is {kind or 'JSON or TOML'}; judgments come in a table, one in each row, with the columns "
            f"first, second, judgment (and participant, under)",
            file=source.name,
            advice="give the questionnaire that was filled in, or a hierarchy as the only file",
        )


def questionnaire(comparisons: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, str, str]]:
    """Return the judgments to ask for: (under, first, second) for each pair of each comparison.

    Examples
    --------
    >>> questionnaire([("", ("x", "y", "z"))])
    [('', 'x', 'y'), ('', 'x', 'z'), ('', 'y', 'z')]
    """
    return [
        (under, items[i], items[j])
        for under, items in comparisons
        for i in range(len(items))
        for j in range(i + 1, len(items))
    ]


def _positions(table: Table) -> dict[str, int]:
    """Return the column of each role."""
    headings = [heading.casefold().strip() for heading in table.header]
    found: dict[str, int] = {}
    for role, names in _COLUMNS.items():
        here = [name for name in names if name in headings]
        if here:
            found[role] = headings.index(here[0])
    missing = [role for role in _NEEDED if role not in found]
    if missing:
        raise InputError(
            f"a table of judgments has the columns first, second, judgment (and participant, under); "
            f"missing is {listed(missing)}, found are {listed(table.header)}",
            file=table.name,
            line=table.header_line,
        )
    surplus = [h for i, h in enumerate(table.header) if i not in found.values()]
    if surplus:
        raise InputError(
            f"columns {listed(surplus)} mean nothing in a table of judgments; remove them",
            file=table.name,
            line=table.header_line,
        )
    return found


def _judgment(text: str, table: Table, line: int | None, at: dict[str, int]) -> float:
    plain = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text
    number = Fraction if "/" in plain else float  # a Fraction writes out 1e999999999
    try:
        if "_" in plain:
            raise ValueError  # for Python 1_0 is ten
        value = float(number("/".join(part.strip() for part in plain.split("/"))))
    except (ZeroDivisionError, OverflowError):
        value = math.nan
    except ValueError:
        value = _in_words(text)
    if not (0 < value < math.inf and 1 / value < math.inf):
        raise InputError(
            "a judgment is a positive number such as 3 or 1/3, or Saaty's word for it such as strong",
            file=table.name,
            line=line,
            column=table.header[at["judgment"]],
            found=text,
            advice="correct the cell, or leave it empty",
        )
    return value


def _in_words(text: str) -> float:
    """Return what Saaty's words say; NaN if they are none."""
    try:
        return answer_of(text)
    except JudgmentError:
        return math.nan


def _refuse_contradiction(row: JudgmentRow, earlier: JudgmentRow, table: Table) -> None:
    if row.first == row.second:
        if abs(math.log(row.judgment)) > 0:
            raise InputError("an item compared with itself is 1", file=table.name, line=row.line)
        return
    value = row.judgment if row.first == earlier.first else 1 / row.judgment
    if abs(math.log(value / earlier.judgment)) > _CONTRADICTION:
        raise InputError(
            f"{row.first!r} over {row.second!r} = {row.judgment:.6g}, but line {earlier.line} says "
            f"{earlier.first!r} over {earlier.second!r} = {earlier.judgment:.6g}",
            file=table.name,
            line=row.line,
            advice="keep one of them",
        )
