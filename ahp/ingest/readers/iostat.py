"""iostat: the processors' time beside the disks', as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.cpu_time import Sample, after_the_first, host_reading, share
from ahp.ingest.readers.json import item, line_of, number_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import Lines
from ahp.ingest.readers.sysstat import BANNER, host_in
from ahp.ingest.times import Stamp, stamp_of

_HEADING = re.compile(
    r"^avg-cpu: +(?P<names>%user +%nice +%system +%iowait +%steal +%idle)\s*$", re.MULTILINE
)
_JSON = re.compile(r'"avg-cpu"\s*:\s*\{')
_DISKS = re.compile(r"^(?:Device|Tape)\b|\sDevice:?\s*$")
_WITHOUT_THE_FIRST = re.compile(r"\ALinux [^\n]*\n[ \t\r]*\n[ \t\r]*\n[^\s][^\n]*\n")
_SINCE_BOOT = "The first report of iostat, the average since the machine started, is left out."
_ALL_COUNT = "All its reports count: the empty line above the first is there only after iostat -y."


class IostatReader:
    """What `iostat` prints with an interval, `-c` or not, with `-x`, `-y`, `-t` and `-o JSON` too.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the reports, or over the window asked for (with `-t` only).
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the first report, the average since the machine started, is left out, except from text where
    `-y` has left it out already; the whole machine is measured, a load generator on it too; stolen time and
    busy processors are told.
    """

    def matches(self, head: str) -> bool:
        """Say whether iostat's report of the processors, or its JSON, stands there."""
        return holds(head, "avg-cpu") and (
            _HEADING.search(head) is not None or _JSON.search(head) is not None
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If a report is damaged or given twice, or there is none but that since the machine started.
        """
        is_json = source.text.lstrip().startswith("{")
        samples = list(_of_json(source.text) if is_json else _of_text(source.text))
        if _WITHOUT_THE_FIRST.match(source.text):
            return host_reading(
                samples[:1] + after_the_first(samples), window=options.window, notes=[_ALL_COUNT]
            )
        if len(samples) == 1:
            unless = ", unless iostat -y left that out, which JSON does not show" if is_json else ""
            raise InputError(
                f"its only report is the average since the machine started{unless}",
                line=samples[0].line,
                advice="let it run while the benchmark does: iostat -c 1",
            )
        return host_reading(after_the_first(samples), window=options.window, caveats=[_SINCE_BOOT])


def _of_json(text: str) -> Iterator[Sample]:
    for entry in objects_at(host_in(parse_json(text)), "statistics"):
        shares = object_at(entry, "avg-cpu")
        end = stamp_of(str(item(entry, "timestamp"))) if "timestamp" in entry else None
        if not shares:
            raise InputError("an interval without the processors", line=line_of(entry))
        yield Sample({name: number_at(shares, name) for name in shares}, end=end)


def _of_text(text: str) -> Iterator[Sample]:
    printed = Lines.of(text)
    printed.maybe(BANNER, "a report's first line")
    names: list[str] = []
    end: Stamp | None = None
    disks = False
    for line, content in printed.lines:
        heading = _HEADING.fullmatch(content)
        if names:
            cells = content.split()
            if len(cells) != len(names):
                raise InputError(
                    f"found {len(cells)} columns, the heading has {len(names)}",
                    line=line,
                    found=content.strip(),
                    advice="the file is damaged or cut off",
                )
            shares = {
                name: share(cell.removesuffix("%"), line) for name, cell in zip(names, cells, strict=True)
            }
            yield Sample(shares, end=end)
            names, end = [], None
        elif heading is not None:
            names, disks = heading["names"].split(), False
        elif not content.strip():
            disks = False
        elif not disks and not BANNER.search(content):
            disks = _DISKS.search(content) is not None
            end = None if disks else stamp_of(content)
            if not disks and end is None:
                raise InputError("this is no line of iostat", line=line, found=content.strip())
    if names:
        raise InputError("the report ends behind a heading: it is cut off", line=printed.last)
