"""Whole workbooks of other programs, each known by what stands in it."""

from __future__ import annotations

from ahp.ingest.files.packed import Sheets
from ahp.ingest.judgments.ahpcalc import answers_in_ahpcalc, is_summary
from ahp.ingest.judgments.layouts import Answers
from ahp.ingest.judgments.sheets import Sheet
from ahp.ingest.judgments.super_decisions import answers_in_matrices, headings


def is_known(sheets: Sheets) -> bool:
    """Say whether a workbook has one of the layouts of this module."""
    return any(is_summary(Sheet(title, sheets)) or headings(Sheet(title, sheets)) for title in sheets)


def answers_in_workbook(sheets: Sheets) -> Answers:
    """Return the answers in a workbook of a known layout.

    Raises
    ------
    InputError
        If a cell is wrong or half filled in, or the model is a network; the message names sheet and cell.
    """
    all_sheets = [Sheet(title, sheets) for title in sheets]
    summary = next((sheet for sheet in all_sheets if is_summary(sheet)), None)
    return answers_in_ahpcalc(summary, all_sheets) if summary is not None else answers_in_matrices(all_sheets)
