"""Columns of changes against one row, or of shares of it, and what they make of what was measured."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from ahp.errors import listed, quoted
from ahp.evidence.measures import MEASURES
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import Column, text_of
from ahp.ingest.tables.headings import AMBIGUOUS, Heading

_CHANGE = re.compile(r"(?:[+-]\d{1,3}(?:\.\d{1,9})?|[+-]?0(?:\.0{1,9})?) ?%", re.ASCII)
_IN_UNIT = re.compile(r"\d[\d.,]* ?[^\W\d_]+(?:/[^\W\d_]+)?")
_COMPARED = ("p99", "p95", "p90", "mean")
_UNSIGNED = re.compile(r"\d{1,9}(?:\.\d{1,9})? ?%")
_NO_SHARES = ("throughput", "response_time")
"""Measures that are in per cent only of something."""
_RELATIVE = ("throughput", "response_time", "cpu")
_SPACE = "space"


def with_changes_as_shares(
    fields: Sequence[Column], headings: Sequence[Heading], own: Container[str]
) -> tuple[tuple[Column, ...], tuple[Heading, ...], list[str]]:
    """Return the columns with changes against one row as shares of it, and what is assumed by that.

    They are per cents with signs, of no measure that counts changes itself, and 0 % or nothing in that row
    throughout. Where a column is of a measure that has no per cents, what they are held against may be left
    out. A change of a response time is that of its reciprocal, the relative speed; of several response times
    the highest percentile is taken for one. One of a size is the space saved. Per cents without signs are
    such shares themselves where one alternative has 100 % throughout, and one of their measures has no per
    cents.
    """
    columns = {
        at: field
        for at, field in enumerate(fields)
        if not (heading := headings[at]).measure
        or heading.measure in own
        or (heading.measure in MEASURES and MEASURES[heading.measure].published is None)
    }
    signed = {at: changes for at, field in columns.items() if (changes := _changes(field))}
    known = signed or _shares_of_one(columns, headings)
    rows = [at for at in range(len(fields[0].cells)) if known and not any(c[at] for c in known.values())]
    if signed:
        measured = any(headings[at].measure in MEASURES for at in known)
        bases = [
            {text_of(field.cells[at]) for at in rows} for field in fields[:2]
        ]  # a group may stand before
        named = next((base.pop() for base in bases if len(base) == 1), "")
        is_one = bool(named) or (not rows and (measured or len(signed) > 1))
    else:
        is_one = len({text_of(fields[0].cells[at]) for at in rows}) == 1
        named = text_of(fields[0].cells[rows[0]]) if rows else ""
    if not is_one:
        return tuple(fields), tuple(headings), []
    shares, meant = list(fields), list(headings)
    compared = {_kind_of(headings[at]): at for at in sorted(known, key=lambda at: -_rank(headings[at]))}
    for at, changes in known.items():
        heading = headings[at]
        kind = _kind_of(heading) if compared[_kind_of(heading)] == at else ""
        finest = min((change for change in changes if change is not None), key=lambda one: one.as_tuple()[2])
        cells = list(fields[at].cells)
        for row, change in enumerate(changes):
            if change is not None or row in rows:
                share = 100 + (change or 0 * finest)
                share = (10000 / share).quantize(change or finest) if kind == "response_time" else share
                cells[row] = f"{100 - share if kind == _SPACE else share} %"
        shares[at] = replace(fields[at], cells=cells)
        if heading.measure not in own:
            measure = "space_saving" if kind == _SPACE else f"{kind}_relative" if kind else None
            words = f"{heading.words}_relative" if heading.words in MEASURES else heading.words  # in no bytes
            meant[at] = Heading(heading.text, measure=measure, words=words)
    of = listed((fields[at].heading for at in known), 4)
    name = quoted(named) if rows else "what they are held against"
    what = "changes" if signed else "per cents"
    told = f"the {what} of {of} are read as shares of {name}, which is 100 %"
    return tuple(shares), tuple(meant), [told]


def _shares_of_one(
    columns: Mapping[int, Column], headings: Sequence[Heading]
) -> dict[int, list[Decimal | None]]:
    """Return how far per cents without signs are from 100 %, where they must be shares of something.

    Not beside a column that nothing is known of: a share of the space may be a ratio.
    """
    found = {at: changes for at, field in columns.items() if (changes := _from_100(field))}
    kinds = {_kind_of(headings[at]) for at in found}
    known = all(headings[at].measure for at in found)
    return found if known and not kinds.isdisjoint(_NO_SHARES) else {}


def _kind_of(heading: Heading) -> str:
    """Return the measure of which a column holds changes, without its statistic; empty where nobody knows."""
    if heading.measure == "stored_bytes" or heading.candidates == AMBIGUOUS["size"]:
        return _SPACE
    named = heading.measure or "".join(heading.candidates[:1])
    return next((kind for kind in _RELATIVE if named.startswith(kind)), "")


def _rank(heading: Heading) -> int:
    """Return which of several statistics is compared: one alone can be."""
    statistic = (heading.measure or "").rpartition("_")[2]
    return _COMPARED.index(statistic) if statistic in _COMPARED else len(_COMPARED)


def _changes(field: Column) -> list[Decimal | None]:
    """Return the changes in a column of per cents, None where nothing stands; empty for another column."""
    texts = [text_of(cell).replace("\u2212", "-") for cell in field.cells]
    absolute = {text for text in texts if not (_CHANGE.fullmatch(text) or is_missing(text))}
    if absolute and not any(map(is_missing, texts)) and all(map(_IN_UNIT.fullmatch, absolute)):
        texts = ["" if text in absolute else text for text in texts]  # what the changes are of
    if not all(_CHANGE.fullmatch(text) or is_missing(text) for text in texts):
        return []
    changes = [None if is_missing(text) else Decimal(text.rstrip("% ")) for text in texts]
    known = [change for change in changes if change is not None]
    return changes if any(known) and min(known) > -100 else []


def _from_100(field: Column) -> list[Decimal | None]:
    """Return how far the cells of a column of per cents without signs are from 100 %; empty for another."""
    texts = [text_of(cell) for cell in field.cells]
    if not all(_UNSIGNED.fullmatch(text) for text in texts):
        return []
    changes = [Decimal(text.rstrip("% ")) - 100 for text in texts]
    return [*changes] if any(changes) and 0 in changes and min(changes) > -100 else []
