"""mpstat: the processors' time, as text and as JSON."""

from __future__ import annotations

import re

from ahp.ingest.jsontext import parse_json
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.monitors import host_reading
from ahp.ingest.readers.printed import naming
from ahp.ingest.readers.sysstat import processors
from ahp.ingest.readers.sysstat_json import host_in, samples_in
from ahp.ingest.sources import Source

_HEADING = re.compile(r"CPU\s+%us(?:e)?r\s+%nice\s+%sys\s+%iowait\s+%irq\s")
_JSON = re.compile(r'"timestamp"\s*:\s*"[^"]*"\s*,\s*"cpu-load"')


class MpstatReader:
    """Reads user and system time of all processors, averaged over the report."""

    def matches(self, head: str) -> bool:
        """Say whether mpstat's table, or its JSON, stands there."""
        return _HEADING.search(head) is not None or _JSON.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If the report is damaged, given twice, or of single processors only.
        """
        with naming(source):
            if source.text.lstrip().startswith("{"):
                return host_reading(list(samples_in(host_in(parse_json(source.text)))))
            return processors(source.text)
