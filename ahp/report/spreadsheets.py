"""Tables that a spreadsheet shows as they are: no cell runs as a formula, falls apart or becomes a date."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ahp.errors import OutputError

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument, ScenarioChangeDocument

# What a spreadsheet takes for the beginning of a formula, in its wide forms too; a quote may stand before it.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
_CHOICES = [*map(str, range(9, 0, -1)), *(f"1/{k}" for k in range(2, 10))]
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")


# The ends of lines of every kind, of which Python's csv quotes one, and what spreadsheets part cells at.
_PARTING = re.compile(r'[",;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]')


def to_csv(rows: Iterable[Iterable[object]]) -> str:
    r"""Return rows as CSV: every cell is neutral, and in quotes if anything could take it for several.

    Examples
    --------
    >>> to_csv([["name", "tps"], ["lz4;=1+1", 1.5], ["=1+1", 2]])
    'name,tps\n"lz4;=1+1",1.5\n\'=1+1,2\n'
    """
    return "".join(",".join(map(_cell, row)) + "\n" for row in rows)


def to_workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a workbook of one sheet whose cells are text, with a list of judgments in its last column.

    What is typed stays as it was typed: no spreadsheet makes a date of 1/3.

    Raises
    ------
    OutputError
        If openpyxl is not installed.
    """
    try:
        from openpyxl import Workbook
        from openpyxl.utils import get_column_letter
        from openpyxl.worksheet.datavalidation import DataValidation
    except ImportError:
        raise OutputError(
            "writing a workbook needs openpyxl; install it with pip install 'ahp-rank[excel]', or write CSV"
        ) from None
    book = Workbook()
    sheet = book.active
    for row in rows:
        sheet.append([None if cell == "" else cell for cell in row])
    for cells in sheet.iter_rows(min_row=1, max_row=len(rows), max_col=len(rows[0])):
        for cell in cells:
            cell.number_format = "@"
            if cell.value is not None:
                cell.data_type = "s"  # a name like a formula is a name
    column = get_column_letter(len(rows[0]))
    choices = DataValidation(type="list", formula1=f'"{",".join(_CHOICES)}"', allow_blank=True)
    choices.showErrorMessage = False  # 2.5 and Saaty's words may be typed too
    choices.add(f"{column}2:{column}{len(rows)}")
    sheet.add_data_validation(choices)
    sheet.freeze_panes = "A2"
    for position in range(len(rows[0])):
        width = max(len(row[position]) for row in rows)
        sheet.column_dimensions[get_column_letter(position + 1)].width = min(max(width, 8) + 2, 60)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _cell(content: object) -> str:
    text = neutral(str(content))
    return '"' + text.replace('"', '""') + '"' if _PARTING.search(text) else text


def neutral(text: str) -> str:
    """Return text that came from a file as a cell that no spreadsheet runs: a formula gets a quote before it.

    What is a number stays one. :func:`original` gives back what was there.

    Examples
    --------
    >>> neutral("=1+1"), neutral("lz4"), neutral("-1.5"), neutral("'=1+1")
    ("'=1+1", 'lz4', '-1.5', "''=1+1")
    """
    if _FORMULA.match(text) is None or _NUMBER.fullmatch(text):
        return text
    return f"'{text}"


def original(cell: str) -> str:
    """Return the text of which :func:`neutral` made a cell.

    Examples
    --------
    >>> original("'=1+1"), original("lz4"), original("-1.5"), original("''=1+1"), original("'quoted'")
    ('=1+1', 'lz4', '-1.5', "'=1+1", "'quoted'")
    """
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def render_csv(document: DecisionDocument) -> str:
    """Return CSV at full precision: rank, merits, and by criterion what was measured, index and priority.

    Beside a previous decision there are also who was first there, and by criterion what was measured then,
    the change since, and its interval. Text that a spreadsheet would run as a formula has a quote before it.
    """
    from ahp.report.phrases.scenario import places

    names = [criterion["name"] for criterion in document["study"]["criteria"]]
    columns = ["scenario", "alternative", "rank", "benefit", "cost", "benefit_to_cost"]
    columns += [f"{kind}_{name}" for name in names for kind in ("measured", "unit", "value", "priority")]
    changes = document["changes"]
    if changes is not None:
        columns += ["first_before", "changed", "beyond_noise"]
        columns += [f"{kind}_{name}" for name in names for kind in _CHANGES]
    since = {} if changes is None else {found["scenario"]: found for found in changes["scenarios"]}
    rows: list[list[object]] = [[*columns]]
    for scenario in document["scenarios"]:
        for name, place in places(scenario).items():
            row: dict[str, object] = {"scenario": scenario["scenario"], "alternative": name, "rank": place}
            for merit in ("benefit", "cost", "benefit_to_cost"):
                numbers = scenario[merit]
                row[merit] = "" if numbers is None else repr(numbers[name])
            for criterion in scenario["criteria"]:
                row[f"measured_{criterion['name']}"] = repr(criterion["measured"][name])
                row[f"unit_{criterion['name']}"] = criterion["unit"]
                row[f"value_{criterion['name']}"] = repr(criterion["values"][name])
                row[f"priority_{criterion['name']}"] = repr(criterion["priorities"][name])
            if scenario["scenario"] in since:
                row |= _since(since[scenario["scenario"]], name)
            rows.append([row.get(column, "") for column in columns])
    return to_csv(rows)


_CHANGES = ("before", "change", "low", "high")


def _since(scenario: ScenarioChangeDocument, name: str) -> dict[str, str]:
    """Return the cells that tell what changed in a scenario, and how the measures of an alternative did."""
    beyond = scenario["beyond_noise"]
    cells = {
        "first_before": "; ".join(scenario["previous"]),
        "changed": str(scenario["changed"]).lower(),
        "beyond_noise": "" if beyond is None else str(beyond).lower(),
    }
    for measure in scenario["measures"]:
        if measure["alternative"] == name:
            numbers = [measure["before"], measure["change"], *(measure["interval"] or [])]
            for kind, number in zip(_CHANGES, numbers, strict=False):
                cells[f"{kind}_{measure['criterion']}"] = repr(number)
    return cells
