"""People's judgments from a long table: a row for each, with its participant's name where there are many."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from os import PathLike, fspath
from pathlib import Path
from typing import TypeGuard

from ahp.core.scales import LARGEST_ANSWER, answer_of
from ahp.errors import InputError, JudgmentError, listed, quoted
from ahp.ingest.files.open import Readable, Source, open_source
from ahp.ingest.files.packed import Sheets, in_file
from ahp.ingest.files.paths import expand_path
from ahp.ingest.judgments.ahpcalc import answers_in_ahpcalc, is_summary
from ahp.ingest.judgments.layouts import Answers, Said, Sheet, answers_in_other_layouts
from ahp.ingest.judgments.super_decisions import answers_in_matrices, headings
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
_TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm")
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
    file : str
        The file in which it stands.
    """

    line: int | None
    participant: str
    under: str
    first: str
    second: str
    judgment: float
    file: str = ""

    @property
    def where(self) -> str:
        """The file and the line."""
        return f"{self.file}, line {self.line}" if self.line is not None else self.file


@dataclass(frozen=True)
class JudgmentTable(NotebookFace):
    """The judgments of a long table, or of several that were filled in apart, in their order.

    Attributes
    ----------
    files : tuple of (str, str, int)
        Each file, the digest of its bytes (empty where there are none), and how many judgments it holds.
    rows : tuple of JudgmentRow
        The judgments that were given; rows with an empty judgment are left out.
    pairs : tuple of (str, str, str)
        Every (under, first, second) that is asked for, answered or not.
    notes : tuple of str
        What is to be looked at again: judgments beyond the scale, files that were passed over.
    goal : str
        What a workbook of another program is about; empty where nothing says so.
    weights : tuple of (str, float)
        How much participants count by it; empty where they count alike.
    criteria : bool
        Whether it says that criteria are compared where nothing stands beneath.
    """

    files: tuple[tuple[str, str, int], ...]
    rows: tuple[JudgmentRow, ...]
    pairs: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...] = ()
    goal: str = ""
    weights: tuple[tuple[str, float], ...] = ()
    criteria: bool = False

    @property
    def name(self) -> str:
        """The file; of several their names."""
        return ", ".join(file for file, _, _ in self.files)

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


def read_judgments(*given: Readable) -> JudgmentTable:
    """Return the judgments of long tables.

    Parameters
    ----------
    *given : path, open file, DataFrame or mapping of columns
        A square matrix, a survey with a column for each pair, a workbook of AHPcalc, AhpAnpLib or Super
        Decisions, or one row for each judgment, with the columns `first`, `second` and `judgment` (how many
        times the first is preferred to the second: `3`, `1/3`, `0.5`, or in Saaty's words, `strong`, as
        :func:`ahp.core.more.answer_of` has them), and, where there are several, `participant` and `under`
        (the criterion with respect to which the two are compared; empty for the goal). An empty judgment is
        one that was not given. Of a folder the tables in it are read. The names of participants are the same
        whatever their case and spaces are.

    Raises
    ------
    InputError
        If a column is missing, a judgment is not a positive number or a spreadsheet made a date of it, or a
        participant gives the same pair two judgments that disagree; the message names file and line.

    Examples
    --------
    >>> table = read_judgments({"participant": ["Ann", "Bob"], "first": ["x", "x"], "second": ["y", "y"],
    ...                         "judgment": ["2", "8"]})
    >>> table.comparison().matrix()["x", "y"]
    4.0
    """
    return judgments_in(*open_all(given))


def is_folder(given: object) -> TypeGuard[str | PathLike[str]]:
    """Say whether this is the path of a folder."""
    return isinstance(given, str | PathLike) and Path(given).is_dir()


def open_all(given: Sequence[Readable]) -> tuple[list[Source], list[str]]:
    """Return what was given, opened, with the tables in the place of a folder, and the files passed over."""
    found: list[Readable] = []
    passed_over: list[str] = []
    for one in given:
        if not is_folder(one):
            found.append(one)
            continue
        inside = expand_path(fspath(one))
        # A workbook that is open leaves a file beside it, which begins with ~$ and holds no cell.
        inside = [path for path in inside if not Path(path).name.startswith("~$")]
        tables = [path for path in inside if path.lower().endswith(_TABLES)]
        if not tables:
            there = listed([Path(path).name for path in inside], 5)
            raise InputError(
                f"no table of judgments is in this folder, only {there}",
                file=fspath(one),
                advice="give the folder of the answers that people saved, answers-NAME.csv",
            )
        found += tables
        passed_over += [path for path in inside if path not in tables]
    return [open_answers(one) for one in found], passed_over


def open_answers(given: object) -> Source:
    """Return what a file holds; of a workbook of another program all sheets."""

    def of_a_program(sheets: Sheets) -> bool:
        return any(is_summary(Sheet(title, sheets)) or headings(Sheet(title, sheets)) for title in sheets)

    return open_source(given, together=of_a_program)


def judgments_in(sources: Sequence[Source], passed_over: Sequence[str] = ()) -> JudgmentTable:
    """Return the judgments of sources that were opened; see :func:`read_judgments`."""
    rows: list[JudgmentRow] = []
    files: list[tuple[str, str, int]] = []
    pairs: dict[tuple[str, str, str], None] = {}
    said: dict[tuple[str, str, frozenset[str]], JudgmentRow] = {}
    spelled: dict[str, str] = {}
    told = [f"passed over, as it is no table: {path}" for path in passed_over]
    goal, weights, criteria = "", dict[str, float](), False
    several = sum(source.sheets is not None for source in sources) > 1
    for source in sources:
        before, name = len(rows), source.name
        with in_file(name):
            otherwise = _otherwise(source)
            if otherwise is not None:
                told += [f"{name}: {note}" for note in otherwise.notes]
                goal, criteria = goal or otherwise.goal, criteria or otherwise.criteria
                weights |= otherwise.weights
                if source.sheets is not None and len(sources) == 1:
                    _refuse_blank(otherwise.said)
                if several and source.sheets is not None and not any(x.participant for x in otherwise.said):
                    whose = Path(name).stem
                    told.append(f"{name}: it names nobody, so these are the judgments of {quoted(whose)}")
                    said_by = [replace(one, participant=whose) for one in otherwise.said]
                    otherwise = otherwise._replace(said=said_by)
            for read in _rows_of(source, otherwise):
                if (read.under, read.second, read.first) not in pairs:
                    pairs[read.under, read.first, read.second] = None
                if math.isnan(read.judgment):
                    continue
                who = spelled.setdefault(name_key(read.participant), read.participant)
                row = replace(read, participant=who)
                earlier = said.setdefault((who, row.under, frozenset((row.first, row.second))), row)
                _refuse_contradiction(row, earlier)
                if earlier is row:
                    rows.append(row)
        files.append((name, source.sha256, len(rows) - before))
    if not rows:
        raise InputError(
            "no judgment is filled in",
            file=", ".join(name for name, _, _ in files),
            advice="fill in the questionnaire",
        )
    notes = (*told, *_beyond(rows))
    return JudgmentTable(
        tuple(files), tuple(rows), tuple(pairs), notes, goal, tuple(weights.items()), criteria
    )


def _refuse_blank(said: Sequence[Said]) -> None:
    """Raise for a node of a workbook at which nothing is filled in, unless nothing is anywhere."""
    answered = {one.under for one in said if one.text}
    blank = next((one for one in said if one.under not in answered), None)
    if answered and blank is not None:
        raise InputError(
            f"nothing is judged under {quoted(blank.under or 'the goal')}, and that is not equal",
            line=blank.line,
            column=blank.column,
            advice="fill in the matrix that begins here, or the direct values behind it",
        )


def name_key(name: str) -> str:
    """Return what names are the same by: without their case and spaces.

    Examples
    --------
    >>> name_key(" Ann  Lee ") == name_key("ann lee")
    True
    """
    return " ".join(name.split()).casefold()


def _otherwise(source: Source) -> Answers | None:
    """Return what a workbook, a matrix or a survey says; None of a table with a row for each judgment."""
    _refuse_nested_data(source)
    if source.sheets is None:
        return answers_in_other_layouts(
            source,
            is_long=lambda head: not set(_NEEDED) - set(_roles(head)),
            number=lambda text: _number(text) if _date_in(text) is None else 2.0,  # a date is refused by name
        )
    sheets = [Sheet(title, source.sheets) for title in source.sheets]
    summary = next(filter(is_summary, sheets), None)
    return answers_in_matrices(sheets) if summary is None else answers_in_ahpcalc(summary, sheets)


def _rows_of(source: Source, otherwise: Answers | None) -> Iterator[JudgmentRow]:
    """Yield the rows of a table; that of one not answered is NaN."""
    if otherwise is not None:
        for one in otherwise.said:
            value = math.nan
            if not is_missing(one.text):
                value = _judgment(one.text, one.line, one.column)
            yield JudgmentRow(one.line, one.participant, one.under, one.first, one.second, value, source.name)
        return
    table = parse_table(source)
    at = _positions(table)
    # A questionnaire has a quote before what a spreadsheet would run; a frame has been in no file.
    named = original if source.table is None else str
    heading = [name_key(name) for name in table.header]
    for line, cells in table.rows:
        if [name_key(str(cell)) for cell in cells] == heading:
            continue  # of a file that was put behind another
        text = {role: named(str(cells[i] if cells[i] is not None else "").strip()) for role, i in at.items()}
        for role in ("first", "second"):
            if not text[role]:
                raise InputError("an item has no name", line=line, column=table.header[at[role]])
        answered = not is_missing(text["judgment"])
        if answered and "participant" in at and not text["participant"]:
            raise InputError(
                "a judgment has no participant",
                line=line,
                column=table.header[at["participant"]],
                advice="say who gave it, or remove the column",
            )
        column = table.header[at["judgment"]]
        judgment = _judgment(text["judgment"], line, column) if answered else math.nan
        names = text.get("participant", ""), text.get("under", ""), text["first"], text["second"]
        yield JudgmentRow(line, *names, judgment, table.name)


def _beyond(rows: Sequence[JudgmentRow]) -> list[str]:
    """Return a note of judgments beyond Saaty's scale: typing errors, as often as not."""
    found = [row for row in rows if max(row.judgment, 1 / row.judgment) > LARGEST_ANSWER * (1 + 1e-9)]
    if not found:
        return []
    shown = "; ".join(
        f"{row.first} over {row.second} is {row.judgment:.6g}"
        + (f" for {row.participant}" if row.participant else "")
        + f" ({row.where})"
        for row in found[:3]
    )
    more = f"; and {len(found) - 3} more" if len(found) > 3 else ""
    return [f"beyond the scale of 1 to {LARGEST_ANSWER:g}: {shown}{more}"]


def _refuse_nested_data(source: Source) -> None:
    """Raise for JSON and TOML, which hold no rows, and for the page of a questionnaire."""
    beginning = source.head.lstrip("\ufeff \t\r\n")
    if source.table is None and beginning[:9].lower() in ("<!doctype", "<html"):
        raise InputError(
            "this is a page, which keeps no answers",
            advice="open it in a browser, save the answers, and give the file saved, answers-NAME.csv",
        )
    ending = source.name.lower()
    kind = next((k for k in ("JSON", "TOML") if ending.endswith(f".{k.lower()}")), "")
    if source.table is None and (kind or beginning[:1] in ("{", "[")):
        raise InputError(
            f"this is {kind or 'JSON or TOML'}; judgments come in a table, one in each row, with the columns "
            f"first, second, judgment (and participant, under)",
            advice="give the questionnaire that was filled in, or a hierarchy as the only file",
        )


def _roles(header: Sequence[str]) -> dict[str, int]:
    """Return the column of each role that a heading names."""
    headings = [heading.casefold().strip() for heading in header]
    found: dict[str, int] = {}
    for role, names in _COLUMNS.items():
        here = [name for name in names if name in headings]
        if here:
            found[role] = headings.index(here[0])
    return found


def _positions(table: Table) -> dict[str, int]:
    """Return the column of each role."""
    found = _roles(table.header)
    missing = [role for role in _NEEDED if role not in found]
    if missing:
        raise InputError(
            f"a table of judgments has the columns first, second, judgment (and participant, under), or is a "
            f"square matrix with 1 on its diagonal, or a survey with a column for each pair, 'x vs y'; "
            f"missing is {listed(missing)}, found are {listed(table.header, 8)}",
            line=table.header_line,
        )
    surplus = [h for i, h in enumerate(table.header) if i not in found.values()]
    if surplus:
        raise InputError(
            f"columns {listed(surplus)} mean nothing in a table of judgments; remove them",
            line=table.header_line,
        )
    return found


def _judgment(text: str, line: int | None, column: str) -> float:
    wrong = partial(InputError, line=line, column=column, found=text)
    if (dated := _date_in(text)) is not None:
        meant = f"1/{max(dated)}" if min(dated) == 1 else f"{min(dated)}/{max(dated)}"
        advice = f"write {meant} in a cell that is text, or turn the pair round and write a whole number"
        raise wrong(f"a spreadsheet made a date of this, probably of {meant}", advice=advice)
    value = _number(text)
    if math.isnan(value):
        problem = "a judgment is a positive number such as 3 or 1/3, or Saaty's word for it such as strong"
        raise wrong(problem, advice="correct the cell, or leave it empty")
    return value


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_OTHER_MONTHS = {
    "mär": "mar",
    "mrz": "mar",
    "mai": "may",
    "okt": "oct",
    "dez": "dec",
    "fév": "feb",
    "avr": "apr",
}
_NAMED_DATE = re.compile(
    r"(\d{1,2})[-./\s]*([a-zäé]{3})[a-zé]*\.?(?:[-./\s]*\d{2,4})?|([a-zäé]{3})[a-zé]*\.?[-./\s]*(\d{1,2})"
)
_NUMBERED_DATE = re.compile(r"\d{4}-(\d{1,2})-(\d{1,2})(?:[ T].*)?|(\d{1,2})[./](\d{1,2})[./]\d{2,4}")
_FIRST_DAY, _LAST_DAY = 36_526, 73_050  # of 2000 to 2099, as spreadsheets count days


def _date_in(text: str) -> tuple[int, int] | None:
    """Return the day and the month, in either order, if this is what a spreadsheet shows of a date.

    Examples
    --------
    >>> _date_in("3-Jan"), _date_in("01. Mrz"), _date_in("2026-01-03 00:00:00"), _date_in("46025.0")
    ((3, 1), (1, 3), (1, 3), (3, 1))
    >>> _date_in("1/3")
    """
    plain = text.casefold()
    if found := _NAMED_DATE.fullmatch(plain):
        day, month, other, last = found.groups()
        name = month or other
        name = _OTHER_MONTHS.get(name, name)
        return (int(day or last), _MONTHS.index(name) + 1) if name in _MONTHS else None
    if found := _NUMBERED_DATE.fullmatch(plain):
        first, second = (int(part) for part in found.groups() if part)
        return first, second
    whole = re.fullmatch(r"(\d{5})(?:[.,]0*)?", plain)
    if whole and _FIRST_DAY <= int(whole[1]) <= _LAST_DAY:
        day_meant = date(1899, 12, 30) + timedelta(int(whole[1]))
        return day_meant.day, day_meant.month
    return None


def _number(text: str) -> float:
    """Return what a judgment says, as a number or in words; NaN if it is none."""
    plain = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text
    number = Fraction if "/" in plain else float  # a Fraction writes out 1e999999999
    try:
        if "_" in plain:
            raise ValueError  # for Python 1_0 is ten
        value = float(number("/".join(part.strip() for part in plain.split("/"))))
    except (ZeroDivisionError, OverflowError):
        value = math.nan
    except ValueError:
        try:
            value = answer_of(text)
        except JudgmentError:
            value = math.nan
    return value if 0 < value < math.inf and 1 / value < math.inf else math.nan


def _refuse_contradiction(row: JudgmentRow, earlier: JudgmentRow) -> None:
    if row.first == row.second:
        if abs(math.log(row.judgment)) > 0:
            raise InputError("an item compared with itself is 1", line=row.line)
        return
    value = row.judgment if row.first == earlier.first else 1 / row.judgment
    if abs(math.log(value / earlier.judgment)) > _CONTRADICTION:
        there = f"line {earlier.line}" if earlier.file == row.file else earlier.where
        raise InputError(
            f"{row.first!r} over {row.second!r} = {row.judgment:.6g}, but {there} says "
            f"{earlier.first!r} over {earlier.second!r} = {earlier.judgment:.6g}",
            line=row.line,
            advice="keep one of them",
        )
