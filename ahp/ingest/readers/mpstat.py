"""mpstat: the processors' time, as text and as JSON."""

from __future__ import annotations

import re

from ahp.ingest.jsontext import parse_json
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.monitors import host_reading
from ahp.ingest.readers.printed import naming
from ahp.ingest.readers.sysstat import SINCE_START, processors
from ahp.ingest.readers.sysstat_json import host_in, samples_in
from ahp.ingest.sources import Source

_HEADING = re.compile(
    r"(?:CPU(?:\s+CORE\s+SOCK\s+NODE)?|NODE)\s+%us(?:e)?r\s+%nice\s+%sys\s+%iowait\s+%irq\s"
)
_JSON = re.compile(r'"timestamp"\s*:\s*"[^"]*"\s*,\s*"cpu-load"')


class MpstatReader:
    """What `mpstat` prints, with `-P ALL`, `-T` and `-N ALL` too, and its JSON (`-o JSON`).

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the report, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; without an interval mpstat prints the
    average since the machine started, which is refused; a report without its average was cut off or stopped;
    stolen time and busy processors are told.
    """

    def matches(self, head: str) -> bool:
        """Say whether mpstat's table, or its JSON, stands there."""
        return holds(head, "%nice", '"cpu-load"') and (
            _HEADING.search(head) is not None or _JSON.search(head) is not None
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If the report is damaged, given twice, or of single processors only.
        """
        with naming(source):
            if source.text.lstrip().startswith("{"):
                samples = list(samples_in(host_in(parse_json(source.text))))
                told = [SINCE_START] if len(samples) == 1 else []
                return host_reading(samples, window=options.window, caveats=told)
            return processors(source.text, options.window)
