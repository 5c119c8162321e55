"""Which tables to compress: the δ-close rule (Lee 2015, section 4)."""

from __future__ import annotations

from collections.abc import Mapping

from ahp.core.gate import real_number
from ahp.errors import StudyError, quoted

_ROUNDING = 1e-12


def select_tables(
    space_savings: Mapping[str, float], expected_saving: float, *, delta: float = 0.1
) -> list[str]:
    """Return the tables whose space saving T is δ-close to the expected saving C: (1-δ)·C ≤ T ≤ C.

    Parameters
    ----------
    space_savings : mapping of str to float
        For each table its space saving as a fraction, (uncompressed - compressed) / uncompressed.
    expected_saving : float
        What the compressed page size promises: 1 - compressed page / uncompressed page.
    delta : float
        δ, between 0 and 1; the study uses 0.1.

    Returns
    -------
    list of str
        In the given order.

    Raises
    ------
    StudyError
        If a number is outside its range; the message names the table.

    Notes
    -----
    Both ends belong to the interval. Savings that were printed are compared as printed: a table printed
    with 50 % counts as 50 %, although its sizes may give 49.7 % (as they do in Lee's table 4, where the
    choice is the same either way).

    Examples
    --------
    >>> select_tables({"STOCK": 0.34, "ORDER-LINE": 0.49, "ORDER": 0.50}, 1 - 8 / 16)
    ['ORDER-LINE', 'ORDER']
    """
    if not hasattr(space_savings, "items"):
        found = quoted(space_savings)
        raise StudyError(f"space savings are a table with one entry for each name; found {found}")
    delta = real_number(delta, "delta", least=0.0, most=1.0)
    expected_saving = real_number(expected_saving, "the expected saving", above=0.0, below=1.0)
    low, high = (1 - delta) * expected_saving - _ROUNDING, expected_saving + _ROUNDING
    savings = {
        table: real_number(saving, f"the space saving of {quoted(table)}", below=1.0)
        for table, saving in space_savings.items()
    }
    return [table for table, saving in savings.items() if low <= saving <= high]
