"""Reads what loadgen prints at the end of a run."""

import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Reading, number

RATE = re.compile(r"throughput: +([0-9]+(?:\.[0-9]+)?) tx/s")
SLOWEST = re.compile(r"p95: +([0-9]+(?:\.[0-9]+)?) ms")
LAST = re.compile(r"finished after [0-9]+ s, ([0-9]+) errors")


class LoadgenReader:
    """What `loadgen` prints.

    Gives: `throughput`, `response_time_p95`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: failed transactions are counted in the throughput.
    """

    def matches(self, head):
        """Say whether the first characters of a file are in this format."""
        return head.startswith("loadgen ")

    def read(self, source, options):
        """Return the numbers of one report."""
        rows, caveats, last = [], [], None
        for line, text in enumerate(source.text.splitlines(), start=1):
            if found := RATE.fullmatch(text):
                rows.append(number("throughput", float(found[1]), "1/s", printed=found[1], line=line))
            elif found := SLOWEST.fullmatch(text):
                rows.append(number("response_time_p95", float(found[1]), "ms", printed=found[1], line=line))
            elif found := LAST.fullmatch(text):
                last = line
                if int(found[1]) > 0:
                    caveats.append("failed transactions are counted in the throughput")
        if last is None or len(rows) != 2:
            raise InputError(
                "this is not the whole report of one run",
                line=line,
                advice="give the output of a run that finished, one run in each file",
            )
        return Reading(tuple(rows), count=1, caveats=tuple(caveats))
