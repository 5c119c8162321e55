"""What files say of space in different words, made comparable: a saving where the others have a ratio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from ahp.errors import quoted
from ahp.evidence.records import Measurement

_MEASURE = attrgetter("measure")
_RATIO, _SAVING = "compression_ratio", "space_saving"
_SIZES = frozenset({"original_bytes", "stored_bytes"})


def has_savings(rows: Iterable[Measurement]) -> bool:
    """Say whether there is a saving among measurements."""
    return _SAVING in set(map(_MEASURE, rows))


def ratios_of_savings(rows: Sequence[Measurement]) -> tuple[list[Measurement], list[str]]:
    """Return compression ratios for the alternatives that only have a saving, and what to say of them.

    Only where another alternative of the scenario has a ratio, or both sizes, and not all have a saving:
    otherwise the measures are compared as they are.
    """
    if not has_savings(rows):
        return [], []
    known: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        known.setdefault(row.scenario, {}).setdefault(row.alternative, set()).add(row.measure)
    lacking = {(s, a) for s, measures in known.items() for a in _lacking(measures)}
    found: list[Measurement] = []
    told: dict[str, None] = {}
    for row in rows:
        if row.measure == _SAVING and (row.scenario, row.alternative) in lacking:
            # An index is kept as its relative, which for a saving is the ratio itself.
            found.append(row._replace(measure=_RATIO, unit="x", resolution=row.resolution * row.value**2))
            whose = f"space_saving of {quoted(row.alternative)} in {row.place.file}"
            told[f"{whose} is read as a compression ratio, which others have"] = None
    return found, list(told)


def _lacking(measures: dict[str, set[str]]) -> Iterable[str]:
    """Return the alternatives with a saving and no ratio, where the others cannot be compared by savings."""
    sized = {name for name, having in measures.items() if _RATIO in having or having >= _SIZES}
    saving = {name for name, having in measures.items() if _SAVING in having}
    if not sized or sized | saving == saving:
        return set()
    return saving - sized
