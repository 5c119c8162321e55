"""Which tables to compress: the δ-close rule (Lee 2015, section 4)."""

from __future__ import annotations

from collections.abc import Mapping

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
    if not 0 <= delta <= 1:
        raise StudyError(f"delta = {delta}; it lies between 0 and 1")
    if not 0 < expected_saving < 1:
        raise StudyError(f"the expected saving is {expected_saving}; it lies between 0 and 1, such as 0.5")
    low, high = (1 - delta) * expected_saving - _ROUNDING, expected_saving + _ROUNDING
    for table, saving in space_savings.items():
        if not saving < 1:
            raise StudyError(f"the space saving of {quoted(table)} is {saving}; it is a fraction below 1")
    return [table for table, saving in space_savings.items() if low <= saving <= high]
