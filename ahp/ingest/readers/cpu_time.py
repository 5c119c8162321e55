"""What the system monitors have in common: user and system time of an interval, and means over a window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Reading, Row, number, resolution_of
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.times import Span, Stamp, Window

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


class Sample(NamedTuple):
    """How one interval was spent.

    Attributes
    ----------
    shares : mapping of str to JsonNumber
        Per cent by heading.
    seconds : float or None
        The length of the interval, where the file says it.
    end : Stamp or None
        When it ended, where the file says it.
    """

    shares: Mapping[str, JsonNumber]
    seconds: float | None = None
    end: Stamp | None = None

    @property
    def line(self) -> int | None:
        """Where it stands; None if it is empty."""
        return next((cell.line for cell in self.shares.values()), None)

    def parts(self, measure: str) -> dict[str, JsonNumber]:
        """Return the shares that are a measure's, by heading.

        Raises
        ------
        InputError
            If the sample does not have its main one.
        """
        wanted = (*_BASES[measure], *_BESIDE[measure])
        found = {name: cell for name, cell in self.shares.items() if _word(name) in wanted}
        if not any(_word(name) in _BASES[measure] for name in found):
            raise InputError(f"no column for {measure}", line=self.line)
        return found

    def of(self, measure: str) -> JsonNumber:
        """Return a measure's share, to the digits that were printed.

        Raises
        ------
        InputError
            If the sample does not have it.
        """
        cells = [*self.parts(measure).values()]
        total = cells[0].text if len(cells) == 1 else str(sum(Decimal(cell.text) for cell in cells))
        return JsonNumber(total, cells[0].line)

    def resolution(self, measure: str) -> float:
        """Return by how much rounding may have moved a measure's share."""
        return fsum(resolution_of(cell.text) for cell in self.parts(measure).values())


def share(text: str, line: int) -> JsonNumber:
    """Return a printed share, with a decimal dot whichever mark its locale has.

    Raises
    ------
    InputError
        If it is not a plain number.
    """
    if not _PRINTED.fullmatch(text):
        raise InputError("a number is needed", line=line, found=text, advice="the file is damaged or cut off")
    return JsonNumber(text.replace(",", "."), line)


def shares_of(cells: Mapping[str, str], line: int) -> dict[str, JsonNumber]:
    """Return printed shares by their headings.

    Raises
    ------
    InputError
        If one is not a plain number.
    """
    return {name: share(cell, line) for name, cell in cells.items()}


def columns(
    names: Sequence[str], cells: Sequence[str], line: int, found: str | None = None
) -> dict[str, str]:
    """Return the cells of a row by the names of their columns.

    Raises
    ------
    InputError
        If there are more or fewer than names.
    """
    if len(cells) != len(names):
        problem = f"found {len(cells)} columns, the heading has {len(names)}"
        advice = "the file is damaged or cut off; take the line out if it is the last"
        raise InputError(problem, line=line, found=found, advice=advice)
    return dict(zip(names, cells, strict=True))


def after_the_first(samples: Sequence[Sample], only: str, command: str) -> list[Sample]:
    """Return all samples but the first, which may be since the machine started, each with its length.

    The first says when the second began; without times the lengths stay unknown.

    Parameters
    ----------
    samples : sequence of Sample
        In their order.
    only : str
        What a single one is, for the message that refuses it.
    command : str
        How the monitor prints more of them.

    Raises
    ------
    InputError
        If there is but one, or the time goes back.
    """
    if len(samples) == 1:
        advice = f"let it run while the benchmark does: {command}"
        raise InputError(only, line=samples[0].line, advice=advice)
    return [*with_lengths(samples)]


def with_lengths(samples: Sequence[Sample]) -> Iterator[Sample]:
    """Yield all samples but the first, each as long as it ended after the one before.

    Raises
    ------
    InputError
        If the time goes back.
    """
    for before, now in pairwise(samples):
        seconds = None if now.end is None else now.end.since(before.end)
        if seconds is not None and seconds <= 0:
            raise InputError("the time goes back", line=now.line)
        yield now._replace(seconds=seconds)


def _word(name: str) -> str:
    return name.removeprefix("%")


_NEARLY_ALL = 95.0
_WORTH_SAYING = 1.0
_SMALL = 10.0
_WHOLE = 0.5  # half of the last digit, where whole per cents are printed
_SAME = 1.0  # seconds: the clocks of a report are rounded to one
_UNEVEN = 0.05  # intervals that are meant to be equal differ by a few of their hundred ticks


def host_reading(
    samples: Sequence[Sample],
    *,
    window: Window | None = None,
    stated: Mapping[str, JsonNumber] | None = None,
    slack: float = 1.0,
    caveats: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> Reading:
    """Return user and system time of all processors together, averaged over the samples of the window.

    Parameters
    ----------
    samples : sequence of Sample
        Each is 100 % of an interval.
    window : Window, optional
        Only the intervals that lie in it count.
    stated : mapping of str to JsonNumber, optional
        The average that the monitor printed itself.
    slack : float
        By how many per cent the shares of a sample may miss 100: their digits are rounded.
    caveats, notes : sequence of str
        What the reader has to say already.

    Raises
    ------
    InputError
        If there is no sample, or the shares of one are not 100 % together.
    """
    for sample in samples:
        _refuse_unless_whole(sample, slack)
    chosen, said = within(window, samples)
    rows = mean_rows(chosen, "%")
    user, system = (row.value or 0.0 for row in rows)
    parts = [f"{measure} is {' + '.join(chosen[0].parts(measure))}" for measure in _BASES]
    noted = [*caveats, *said, *_uneven(chosen), *_stolen(chosen), *_coarse(rows)]
    if stated is not None and len(chosen) == len(samples):
        noted += _contradictions(chosen, rows, Sample(stated))
    if user + system > _NEARLY_ALL:
        noted.append(f"The processors were busy throughout ({user + system:.0f} %): little room for more.")
    return Reading(
        rows,
        count=len(samples),
        caveats=tuple(noted),
        notes=(*notes, f"{'; '.join(parts)}, in per cent of all processors."),
        windowed=window is not None,
    )


def within(window: Window | None, samples: Sequence[Sample]) -> tuple[Sequence[Sample], list[str]]:
    """Return the samples that lie in a window, all of them without one, and what to say of that.

    Raises
    ------
    InputError
        If there is no sample, the samples have no times that the window could choose by, or none lies in it.
    """
    if not samples:
        raise InputError(
            "no sample of all processors together",
            line=1,
            advice="let the monitor run while the benchmark does, without choosing single processors",
        )
    if window is None:
        return samples, []
    chosen = window.chosen([Span(sample.end, sample.seconds) for sample in samples])
    said = f"Averaged over the {len(chosen)} of its {len(samples)} intervals that lie whole in the window"
    return [samples[i] for i in chosen], [f"{said} {window}, both ends included."]


def mean_rows(samples: Sequence[Sample], unit: str) -> tuple[Row, ...]:
    """Return the means of user and system time over the samples, of which there is one at least.

    Each interval counts the same, or by its length where the lengths differ by more than a second.
    """
    rows = []
    for measure in _BASES:
        cells = [sample.of(measure) for sample in samples]
        mean = _average(samples, [cell.value for cell in cells])
        printed = cells[0].text if len(cells) == 1 else f"mean of {len(cells)} samples"
        row = number(measure, mean, unit, printed=printed, line=cells[0].line)
        rows.append(row._replace(resolution=max(sample.resolution(measure) for sample in samples)))
    return tuple(rows)


def _refuse_unless_whole(sample: Sample, slack: float) -> None:
    unknown = next((name for name in sample.shares if _word(name) not in _KNOWN), None)
    if unknown is not None:
        raise InputError(
            f"{unknown} is no known share of the processor time",
            line=sample.line,
            advice="the file is damaged, or of a newer monitor; leave the column out",
        )
    total = fsum(cell.value for cell in sample.shares.values())
    if abs(total - 100.0) > slack:
        raise InputError(
            f"the shares of this interval are {total:g} % together, not 100 %",
            line=sample.line,
            advice="the file is damaged, or this sample of it is; take the sample out",
        )


def _average(samples: Sequence[Sample], values: Sequence[float]) -> float:
    weights = _uneven_lengths(samples) or [1.0] * len(samples)
    whole = fsum(weights)
    if not whole > 0:
        raise InputError(f"its intervals take {whole:g} s together", line=samples[0].line)
    return fsum(w * v for w, v in zip(weights, values, strict=True)) / whole


def _uneven_lengths(samples: Sequence[Sample]) -> list[float]:
    """Return the lengths of intervals that differ; none if they do not, or the file does not say them all."""
    known = [sample.seconds for sample in samples if sample.seconds is not None]
    return known if len(known) == len(samples) and max(known) - min(known) > _SAME else []


def _uneven(samples: Sequence[Sample]) -> Iterator[str]:
    if lengths := _uneven_lengths(samples):
        yield f"Its intervals are {min(lengths):g} to {max(lengths):g} s long; each counts by its length."


def _stolen(samples: Sequence[Sample]) -> Iterator[str]:
    stolen = [[c.value for name, c in s.shares.items() if _word(name) in _STOLEN] for s in samples]
    mean = _average(samples, [fsum(values) for values in stolen])
    if mean >= _WORTH_SAYING:
        yield f"{mean:.1f} % of the processor time was stolen: the host gave it to other virtual machines."


def _coarse(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.value is not None and 0 < row.value < _SMALL and row.resolution >= _WHOLE:
            yield (
                f"{row.measure} of {row.value:.2g} % is a mean of whole per cents: it may be {_WHOLE:g} off, "
                f"{50 / row.value:.0f} % of itself."
            )


def _contradictions(samples: Sequence[Sample], rows: Sequence[Row], stated: Sample) -> Iterator[str]:
    for row in rows:
        mean, said = row.value or 0.0, stated.of(row.measure)
        spread = _average(samples, [abs(s.of(row.measure).value - mean) for s in samples])
        if abs(said.value - mean) > resolution_of(said.text) + row.resolution + _UNEVEN * spread:
            yield (
                f"Its own average of {row.measure} on line {said.line} is {said.text} %, that of its samples "
                f"{mean:.2f} %; the samples are used."
            )
