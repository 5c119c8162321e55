"""dstat, dool and pcp-dstat: the processors' time in the table that they write with `--output`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.cpu_time import Sample, after_the_first, host_reading, share
from ahp.ingest.readers.lines import Lines
from ahp.ingest.times import stamp_of

_FIRST = re.compile(r'\A"(?:pcp-dstat|Dstat|dstat|dool) [^"\n]*CSV [Oo]utput"')
_ABOUT = re.compile(r'^"(?:Author|Host|Cmdline):",|^"(?:pcp-dstat|Dstat|dstat|dool) [^"]*CSV [Oo]utput"')
_HEADING = re.compile(r'(?:"[^"]*")?(?:,(?:"[^"]*")?)*')
_MISSED = re.compile(r'^"missed [0-9]+ ticks"$')
_TOTAL = "total cpu usage"
_SINCE_BOOT = "The first row of dstat, the average since the machine started, is left out."
_MOVED = (
    "Without --cpu-adv dstat counts interrupts as user time: cpu_user is too large by them, cpu_system too "
    "small; the two together are right."
)


class DstatReader:
    """The table that `dstat`, `dool` and `pcp dstat` write with `--output`.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the rows, or over the window asked for (with `--epoch` or
    `--time`).
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the first row, the average since the machine started, is left out; without `--cpu-adv`
    interrupts stand under user time; the whole machine is measured, a load generator on it too; stolen time
    and busy processors are told.
    """

    def matches(self, head: str) -> bool:
        """Say whether dstat's first line stands there."""
        return _FIRST.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If a row is damaged, all processors together are not in it, or there is no row but the first.
        """
        samples = list(_samples(source.text))
        if len(samples) == 1:
            raise InputError(
                "its only row is the average since the machine started",
                line=samples[0].line,
                advice="let it run while the benchmark does",
            )
        caveats = [_SINCE_BOOT] if samples else []
        if samples and "siq" not in samples[0].shares:
            caveats.append(_MOVED)
        return host_reading(after_the_first(samples), window=options.window, caveats=caveats)


def _samples(text: str) -> Iterator[Sample]:
    """Yield the rows; above them stand the groups, each over its first column, and the columns."""
    groups: list[str] = []
    names: list[str] = []
    for line, content in Lines.of(text).lines:
        cells = [cell.strip().strip('"') for cell in content.split(",")]
        if _ABOUT.search(content):
            if names:
                raise InputError(
                    "a second recording begins here", line=line, found=content, advice="give a file for each"
                )
        elif content.strip() and not names and not _HEADING.fullmatch(content):
            raise InputError("this is no heading of dstat", line=line, found=content)
        elif content.strip() and not groups:
            groups = _filled(cells)
            if _TOTAL not in groups:
                raise InputError(
                    f"no columns of {_TOTAL}",
                    line=line,
                    found=content,
                    advice="record them: dstat -c -C total",
                )
        elif content.strip() and not names:
            names = [cell.rpartition(":")[2] for cell in cells]  # dool names the group with --cpu-adv
            _refuse_length(groups, names, line)
        elif content.strip():
            _refuse_length(cells[:-1] if _MISSED.match(content.rpartition(",")[2]) else cells, names, line)
            yield _sample(groups, names, cells, line)


def _sample(groups: list[str], names: list[str], cells: list[str], line: int) -> Sample:
    rows = list(zip(groups, names, cells, strict=False))
    # Whole numbers are printed without the three decimals that all others have.
    cells_of_all = {
        name: cell if "." in cell else f"{cell}.000" for group, name, cell in rows if group == _TOTAL
    }
    shares = {name: share(cell, line) for name, cell in cells_of_all.items()}
    times = [cell for _, name, cell in rows if name == "epoch"] or [c for _, n, c in rows if n == "time"]
    end = stamp_of(times[0]) if times else None
    if times and end is None:
        raise InputError("this is no time", line=line, found=times[0])
    return Sample(shares, end=end)


def _filled(cells: list[str]) -> list[str]:
    found: list[str] = []
    for cell in cells:
        found.append(cell or (found[-1] if found else ""))
    return found


def _refuse_length(cells: list[str], names: list[str], line: int) -> None:
    if len(cells) != len(names):
        raise InputError(
            f"found {len(cells)} columns, the heading has {len(names)}",
            line=line,
            advice="the file is damaged or cut off; take the line out if it is the last",
        )
