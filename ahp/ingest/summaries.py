"""Rows that sum up the rows above them: no alternatives, though they stand among them."""

from __future__ import annotations

import re
from math import exp, fsum, log

from ahp.errors import InputError, quoted
from ahp.ingest.readers.base import Reading, Row

_SUMS = re.compile("total|sum", re.IGNORECASE)
_NAMES = re.compile(r"(?:grand )?total|sum|average|avg|mean|(?:geometric |geo)mean", re.IGNORECASE)


def refuse_summary(reading: Reading) -> None:
    """Refuse a row that is called a total or a mean and is that of the other alternatives.

    Raises
    ------
    InputError
        If there is one: left in, it would compete with what it sums up.
    """
    suspects = {name for name in {row.alternative for row in reading.rows} if _NAMES.fullmatch(name or "")}
    columns: dict[tuple[object, ...], list[Row]] = {}
    for row in reading.rows if suspects else ():
        if row.value is not None:
            columns.setdefault((row.scenario, row.run, row.transaction, row.measure), []).append(row)
    for rows in columns.values():
        others = [row for row in rows if row.alternative not in suspects]
        for row in rows:
            if row.alternative in suspects and len(others) > 1 and (what := _what(row, others)):
                raise InputError(
                    f"{quoted(row.alternative)} is the {what} of the other alternatives, and none itself",
                    line=row.line,
                    column=row.column,
                    found=row.found,
                    advice="take its row out",
                )


def _what(row: Row, others: list[Row]) -> str:
    """Return what a number is of the others, as its name says and to the printed digits; "" if nothing."""
    values = [other.value or 0.0 for other in others]
    resolution, value = fsum(other.resolution for other in others), row.value or 0.0
    if _SUMS.search(row.alternative or ""):
        return "sum" if abs(value - fsum(values)) <= row.resolution + resolution else ""
    means = {"mean": fsum(values) / len(values)}
    if min(values) > 0:
        means["geometric mean"] = exp(fsum(map(log, values)) / len(values))
    off, what = min((abs(value - mean), what) for what, mean in means.items())
    return what if off <= row.resolution + resolution / len(values) else ""
