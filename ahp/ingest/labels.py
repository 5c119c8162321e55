"""What the rows of a table are about: scenario, alternative, run, transaction type and block of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ahp.errors import InputError
from ahp.frozen import dataclass
from ahp.ingest.fields import Field, text_of
from ahp.ingest.numbers import MISSING

_NAMELESS = MISSING - {"none"}  # which is what many call the baseline
_ALL = frozenset({"", "all", "*"})


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


def labels_of(fields: Sequence[Field], roles: Mapping[str, int]) -> Labels:
    """Return what the rows are about.

    Raises
    ------
    InputError
        If an alternative or a scenario has no name.
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
    )
