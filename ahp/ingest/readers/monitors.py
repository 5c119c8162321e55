"""What the system monitors have in common: samples of how the processors spent their time, and their mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Reading, Row, number, resolution_of

NAMES: Mapping[str, tuple[str, ...]] = {
    "cpu_user": ("%user", "%usr", "user", "usr", "us"),
    "cpu_system": ("%system", "%sys", "system", "sys", "sy"),
}
"""The headings of a measure, in the programs' several words."""

_BESIDE = ("nice", "irq", "soft", "guest", "gnice", "gu")
_PRINTED = re.compile(r"[0-9]+(?:[.,][0-9]+)?", re.ASCII)
_NEARLY_ALL = 95.0
_WORTH_SAYING = 1.0
_SAME = 1.0  # seconds: the clocks of a report are rounded to one
_UNEVEN = 0.05  # intervals that are meant to be equal differ by a few of their hundred ticks


class Sample(NamedTuple):
    """How one interval was spent.

    Attributes
    ----------
    shares : mapping of str to Digits
        Per cent by heading.
    seconds : float or None
        The length of the interval, where the file says it.
    """

    shares: Mapping[str, Digits]
    seconds: float | None = None

    @property
    def line(self) -> int | None:
        """Where it stands; None if it is empty."""
        return next((cell.line for cell in self.shares.values()), None)

    def of(self, measure: str) -> Digits:
        """Return the share that is a measure's.

        Raises
        ------
        InputError
            If the sample has none.
        """
        for name in NAMES[measure]:
            if name in self.shares:
                return self.shares[name]
        raise InputError(f"no column for {measure}", line=self.line, advice="give the monitor's whole output")


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


def host_reading(
    samples: Sequence[Sample],
    *,
    stated: Mapping[str, Digits] | None = None,
    slack: float = 1.0,
    caveats: Sequence[str] = (),
) -> Reading:
    """Return user and system time of all processors together, averaged over the samples.

    Parameters
    ----------
    samples : sequence of Sample
        Each is 100 % of an interval.
    stated : mapping of str to Digits, optional
        The average that the monitor printed itself.
    slack : float
        By how many per cent the shares of a sample may miss 100: their digits are rounded.
    caveats : sequence of str
        What the reader has to say already.

    Raises
    ------
    InputError
        If there is no sample, or the shares of one are not 100 % together.
    """
    for sample in samples:
        _refuse_unless_whole(sample, slack)
    rows = mean_rows(samples, "%")
    user, system = (row.value or 0.0 for row in rows)
    noted = [*caveats, *_uneven(samples), *_beside(samples)]
    if stated is not None:
        noted += _said_otherwise(samples, rows, Sample(stated))
    if user + system > _NEARLY_ALL:
        noted.append(f"The processors were busy throughout ({user + system:.0f} %): little room for more.")
    return Reading(rows, count=len(samples), caveats=tuple(noted))


def mean_rows(samples: Sequence[Sample], unit: str) -> tuple[Row, ...]:
    """Return the means of user and system time over the samples.

    Each interval counts the same, or by its length where the lengths differ by more than a second.

    Raises
    ------
    InputError
        If there is no sample.
    """
    if not samples:
        raise InputError(
            "no sample of all processors together",
            line=1,
            advice="let the monitor run while the benchmark does, without choosing single processors",
        )
    return tuple(_mean(samples, measure, unit) for measure in NAMES)


def _refuse_unless_whole(sample: Sample, slack: float) -> None:
    total = fsum(printed.value for printed in sample.shares.values())
    # Some programs count a guest's time within user time as well.
    guests = fsum(sample.shares[name].value for name in ("gu", "%guest") if name in sample.shares)
    if min(abs(total - 100.0), abs(total - guests - 100.0)) > slack:
        raise InputError(
            f"the shares of this interval are {total:g} % together, not 100 %",
            line=sample.line,
            advice="the file is damaged, or this sample of it is; take the sample out",
        )


def _mean(samples: Sequence[Sample], measure: str, unit: str) -> Row:
    cells = [sample.of(measure) for sample in samples]
    mean = _average(samples, [cell.value for cell in cells])
    printed = cells[0].text if len(cells) == 1 else f"mean of {len(cells)} samples"
    row = number(measure, mean, unit, printed=printed, line=cells[0].line)
    return row._replace(resolution=max(resolution_of(cell.text) for cell in cells))


def _average(samples: Sequence[Sample], values: Sequence[float]) -> float:
    lengths = _lengths(samples)
    weights = lengths if lengths and max(lengths) - min(lengths) > _SAME else [1.0] * len(samples)
    return fsum(w * v for w, v in zip(weights, values, strict=True)) / fsum(weights)


def _lengths(samples: Sequence[Sample]) -> list[float]:
    """Return the lengths of the intervals, none if the file does not say them all."""
    known = [sample.seconds for sample in samples if sample.seconds is not None]
    return known if len(known) == len(samples) else []


def _uneven(samples: Sequence[Sample]) -> Iterator[str]:
    lengths = _lengths(samples)
    if lengths and max(lengths) - min(lengths) > _SAME:
        yield f"Its intervals are {min(lengths):g} to {max(lengths):g} s long; each counts by its length."


def _beside(samples: Sequence[Sample]) -> Iterator[str]:
    for name in samples[0].shares:
        mean = _average(samples, [s.shares[name].value if name in s.shares else 0.0 for s in samples])
        if name.lstrip("%") in _BESIDE and mean >= _WORTH_SAYING:
            yield f"{mean:.2f} % of the time was {name}, which is in neither cpu_user nor cpu_system."


def _said_otherwise(samples: Sequence[Sample], rows: Sequence[Row], stated: Sample) -> Iterator[str]:
    for row in rows:
        mean, said = row.value or 0.0, stated.of(row.measure)
        spread = _average(samples, [abs(s.of(row.measure).value - mean) for s in samples])
        if abs(said.value - mean) > resolution_of(said.text) + row.resolution + _UNEVEN * spread:
            yield (
                f"Its own average of {row.measure} on line {said.line} is {said.text} %, that of its samples "
                f"{mean:.2f} %; the samples are used."
            )
