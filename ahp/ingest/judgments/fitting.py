"""Answers brought to a structure: every name as it stands there, what is misspelled told with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations

from ahp.errors import InputError, listed, quoted
from ahp.ingest.judgments.table import JudgmentRow, JudgmentTable, name_key


def fitted(
    table: JudgmentTable, asked: Mapping[str, tuple[str, ...]], people: Sequence[str]
) -> JudgmentTable:
    """Return the table with all names as a structure spells them.

    Parameters
    ----------
    table : JudgmentTable
    asked : mapping of str to tuple of str
        For the way to each node what is compared there; nothing where the structure leaves that open.
    people : sequence of str
        Whom the structure names.

    Raises
    ------
    InputError
        If a row names what the structure does not; the message names its file, line and participant.
    """
    ways = _ways(asked)
    spelled = {name_key(name): name for name in people}
    rows, notes = [], list(table.notes)
    for row in table.rows:
        way = ways.get(name_key(row.under))
        if way is None:
            raise _strange(row, row.under, "under", list(asked))
        items = {name_key(name): name for name in asked[way]}
        pair = [row.first, row.second]
        if items:
            for at, name in enumerate(pair):
                if name_key(name) not in items:
                    raise _strange(row, name, ("first", "second")[at], list(asked[way]))
                pair[at] = items[name_key(name)]
        person = spelled.get(name_key(row.participant), row.participant)
        rows.append(replace(row, participant=person, under=way, first=pair[0], second=pair[1]))
    for name in dict.fromkeys(row.participant for row in rows if row.participant):
        near = get_close_matches(name, people, 1) if people and name not in people else []
        if near:
            where = next(row.where for row in rows if row.participant == name)
            notes.append(
                f"{quoted(name)} ({where}) is no participant that the structure names; is it {near[0]}?"
            )
    pairs: dict[tuple[str, str, str], None] = {}
    for under, first, second in table.pairs:
        way = ways.get(name_key(under))
        if way is not None and not asked[way]:
            pairs[way, first, second] = None
    for way in dict.fromkeys(row.under for row in rows):
        pairs |= dict.fromkeys((way, *pair) for pair in combinations(asked[way], 2))
    return replace(table, rows=tuple(rows), pairs=tuple(pairs), notes=tuple(notes))


def _ways(asked: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the way to each node by what it may be called: the way, or its own name where that is clear."""
    found = {name_key(way): way for way in asked}
    short = Counter(name_key(way.rpartition(" / ")[2]) for way in asked)
    for way in asked:
        name = name_key(way.rpartition(" / ")[2])
        if short[name] == 1:
            found.setdefault(name, way)
    return found


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that was probably meant; None where none is near.

    Examples
    --------
    >>> nearest("prise", ["price", "quality"])
    'price'
    """
    near = get_close_matches(name_key(name), list(map(name_key, known)), 1)
    return next((one for one in known if near and name_key(one) == near[0]), None)


def _strange(row: JudgmentRow, name: str, role: str, known: Sequence[str]) -> InputError:
    """Return the refusal of a name that the structure does not have."""
    meant = nearest(name, known)
    whose = f", in a judgment of {quoted(row.participant)}" if row.participant else ""
    there = listed([one or "the goal" for one in known], 8)
    return InputError(
        f"the model has no such name here{whose}; it has {there}",
        file=row.file,
        line=row.line,
        column=role,
        found=name,
        advice=f"did you mean {quoted(meant)}?" if meant else "correct the name",
    )
