"""What the rows of a table are about: scenario, alternative, run, transaction type, block, marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ahp.errors import InputError
from ahp.ingest.fields import Field, text_of
from ahp.ingest.numbers import MISSING

_NAMELESS = MISSING - {"none"}  # which is what many call the baseline
_ALL = frozenset({"", "all", "*"})
_YES = frozenset({"true", "yes", "y", "1", "ja", "x"})
_NO = MISSING | {"false", "no", "n", "0", "nein"}


def is_all(transaction: str) -> bool:
    """Say whether a transaction type stands for all types together.

    Examples
    --------
    >>> is_all("All"), is_all("payment")
    (True, False)
    """
    return transaction.strip().casefold() in _ALL


@dataclass(frozen=True)
class Labels:
    """Columns of names, one for each row; None where the table does not say."""

    scenario: Sequence[str | None]
    alternative: Sequence[str | None]
    run: Sequence[str | None]
    transaction: Sequence[str]
    block: Sequence[str]
    twin: Sequence[bool]
    disturbed: Sequence[bool]


def labels_of(fields: Sequence[Field], roles: Mapping[str, int]) -> Labels:
    """Return what the rows are about.

    Raises
    ------
    InputError
        If an alternative or a scenario has no name, or a mark is neither yes nor no.
    """
    count = len(fields[0].cells)

    def texts(role: str) -> list[str] | None:
        return [text_of(cell) for cell in fields[roles[role]].cells] if role in roles else None

    alternatives, scenarios, runs = texts("alternative"), texts("scenario"), texts("run")
    for role, names in (("alternative", alternatives), ("scenario", scenarios)):
        words = _NAMELESS if role == "alternative" else {""}
        nameless = {name for name in set(names or ()) if name.casefold() in words}
        if nameless and names is not None:
            line = next(fields[roles[role]].lines[i] for i, name in enumerate(names) if name in nameless)
            raise InputError(f"the {role} has no name", line=line, advice="name it, or remove the row")
    return Labels(
        scenarios or [None] * count,
        alternatives or [None] * count,
        [None] * count if runs is None else [run or None for run in runs],
        ["" if is_all(text) else text for text in texts("transaction") or [""] * count],
        texts("block") or [""] * count,
        *(_marks(fields, roles.get(role)) for role in ("twin", "disturbed")),
    )


def _marks(fields: Sequence[Field], position: int | None) -> list[bool]:
    """Return which rows a column marks; without one, none."""
    if position is None:
        return [False] * len(fields[0].cells)
    field = fields[position]
    words = [text_of(cell).casefold() for cell in field.cells]
    for at, word in enumerate(words):
        if word not in _YES and word not in _NO:
            raise InputError(
                "a mark is yes or no",
                line=field.lines[at],
                column=field.columns[at],
                found=text_of(field.cells[at]),
                advice="write true or leave the cell empty, or leave the column out with --ignore",
            )
    return [word in _YES for word in words]
