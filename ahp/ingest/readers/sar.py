"""sar: the processors' time, as `sar -u` and `sar -u ALL` print it."""

from __future__ import annotations

import re

from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.printed import naming
from ahp.ingest.readers.sysstat import processors
from ahp.ingest.sources import Source

_HEADING = re.compile(r"CPU\s+(?:%user\s+%nice\s+%system|%usr\s+%nice\s+%sys\s+%iowait\s+%steal)\s")


class SarReader:
    """What `sar -u` and `sar -u ALL` print, from a daily file or while they run.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the report, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; a report without its average was cut
    off or stopped; an average of its own that the samples contradict, a restart, stolen time and busy
    processors are told.
    """

    def matches(self, head: str) -> bool:
        """Say whether sar's table of processor time stands there."""
        return holds(head, "%nice") and _HEADING.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If the report is damaged, given twice, or of single processors only.
        """
        with naming(source):
            return processors(source.text, options.window)
