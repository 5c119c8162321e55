"""How one interval of the processors was spent, and which of it is user time and which system time.

Monitors divide the same time differently. `sar -u`, `sadf`, `iostat` and `vmstat` count interrupts as system
time, `mpstat` and `sar -u ALL` show them beside it. Wherever a guest's time has a column of its own, it has
been taken out of user time, where the kernel counts it. Here all of them mean the same: user is user, nice
and guest time, system is system and interrupt time, whoever printed them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import resolution_of
from ahp.ingest.times import Stamp

_BASES: Mapping[str, tuple[str, ...]] = {
    "cpu_user": ("user", "usr", "us"),
    "cpu_system": ("system", "sys", "sy"),
}
_BESIDE: Mapping[str, tuple[str, ...]] = {
    "cpu_user": ("nice", "guest", "gnice", "gu"),
    "cpu_system": ("irq", "soft", "hiq", "siq"),
}
_STOLEN = ("steal", "st", "stl")
_IDLE = ("idle", "idl", "id", "iowait", "wai", "wa")
_KNOWN = {name for names in (*_BASES.values(), *_BESIDE.values(), _STOLEN, _IDLE) for name in names}
_PRINTED = re.compile(r"[0-9]+(?:[.,][0-9]+)?", re.ASCII)

MEASURES = tuple(_BASES)
"""The measures that every monitor gives."""


class Sample(NamedTuple):
    """How one interval was spent.

    Attributes
    ----------
    shares : mapping of str to Digits
        Per cent by heading.
    seconds : float or None
        The length of the interval, where the file says it.
    end : Stamp or None
        When it ended, where the file says it.
    """

    shares: Mapping[str, Digits]
    seconds: float | None = None
    end: Stamp | None = None

    @property
    def line(self) -> int | None:
        """Where it stands; None if it is empty."""
        return next((cell.line for cell in self.shares.values()), None)

    @property
    def missing(self) -> float:
        """By how many per cent its shares miss 100 together."""
        return abs(fsum(cell.value for cell in self.shares.values()) - 100.0)

    @property
    def unknown(self) -> str | None:
        """The first heading that could be anybody's time; None if there is none."""
        return next((name for name in self.shares if _word(name) not in _KNOWN), None)

    @property
    def stolen(self) -> float:
        """The per cent that a hypervisor gave to others."""
        return fsum(cell.value for name, cell in self.shares.items() if _word(name) in _STOLEN)

    def parts(self, measure: str) -> dict[str, Digits]:
        """Return the shares that are a measure's, by heading.

        Raises
        ------
        InputError
            If the sample does not have its main one.
        """
        wanted = (*_BASES[measure], *_BESIDE[measure])
        found = {name: cell for name, cell in self.shares.items() if _word(name) in wanted}
        if not any(_word(name) in _BASES[measure] for name in found):
            raise InputError(
                f"no column for {measure}", line=self.line, advice="give the monitor's whole output"
            )
        return found

    def of(self, measure: str) -> Digits:
        """Return a measure's share, to the digits that were printed.

        Raises
        ------
        InputError
            If the sample does not have it.
        """
        cells = [*self.parts(measure).values()]
        total = cells[0].text if len(cells) == 1 else str(sum(Decimal(cell.text) for cell in cells))
        return Digits(total, cells[0].line)

    def resolution(self, measure: str) -> float:
        """Return by how much rounding may have moved a measure's share."""
        return fsum(resolution_of(cell.text) for cell in self.parts(measure).values())


def share(text: str, line: int) -> Digits:
    """Return a printed share, with a decimal dot whichever mark its locale has.

    Raises
    ------
    InputError
        If it is not a plain number.
    """
    if not _PRINTED.fullmatch(text):
        raise InputError("a number is needed", line=line, found=text, advice="the file is damaged or cut off")
    return Digits(text.replace(",", "."), line)


def after_the_first(samples: Sequence[Sample]) -> list[Sample]:
    """Return all samples but the first, which may be since the machine started, each with its length.

    The first says when the second began; without times the lengths stay unknown.

    Raises
    ------
    InputError
        If the time goes back.
    """
    found = []
    for before, now in pairwise(samples):
        seconds = None if now.end is None else now.end.since(before.end)
        if seconds is not None and seconds <= 0:
            raise InputError(
                "the time goes back", line=now.line, advice="give each report once, in its order"
            )
        found.append(now._replace(seconds=seconds))
    return found


def told(sample: Sample) -> str:
    """Return which columns each measure is made of.

    Examples
    --------
    >>> told(Sample({"%usr": Digits("1", 4), "%nice": Digits("0", 4), "%sys": Digits("2", 4)}))
    'cpu_user is %usr + %nice; cpu_system is %sys'
    """
    return "; ".join(f"{measure} is {' + '.join(sample.parts(measure))}" for measure in MEASURES)


def _word(name: str) -> str:
    return name.removeprefix("%")
