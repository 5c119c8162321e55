"""The JSON of `sadf -j` and `mpstat -o JSON`: a host with statistics, each with its processors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits, item, line_of, number_at
from ahp.ingest.readers.json_lists import objects_at
from ahp.ingest.readers.shares import Sample
from ahp.ingest.times import Stamp, stamp_of

_LOADS = ("cpu-load", "cpu-load-all")
_ALL = ("all", "-1")  # mpstat 12.0 says -1 in JSON


def host_in(document: object) -> dict[str, Any]:
    """Return the one host of a document.

    Raises
    ------
    InputError
        If there is not exactly one.
    """
    hosts = objects_at(document, "sysstat", "hosts")
    if len(hosts) > 1:
        raise InputError("it holds several hosts", line=line_of(hosts[1]), advice="give a file for each host")
    return hosts[0]


def samples_in(host: dict[str, Any]) -> Iterator[Sample]:
    """Yield the samples of all processors together.

    Raises
    ------
    InputError
        If an interval is without them, or something is not a number.
    """
    for entry in objects_at(host, "statistics"):
        name = next((name for name in _LOADS if name in entry), _LOADS[0])
        whole = [load for load in objects_at(entry, name) if item(load, "cpu") in _ALL]
        if len(whole) != 1:
            raise InputError(
                f"{len(whole)} entries for all processors; each interval needs one", line=line_of(entry)
            )
        stamp = item(entry, "timestamp")
        seconds = number_at(stamp, "interval").value if isinstance(stamp, dict) else None
        shares = {key: number_at(whole[0], key) for key in whole[0] if key != "cpu"}
        yield Sample(shares, seconds, _end(stamp))


def _end(stamp: object) -> Stamp | None:
    """Return the time of an interval: one text, or a date, a time and whether that is universal time."""
    if isinstance(stamp, dict):
        universal = item(stamp, "utc") if "utc" in stamp else None
        zone = " UTC" if isinstance(universal, Digits) and universal.text == "1" else ""
        stamp = f"{stamp.get('date')} {stamp.get('time')}{zone}"
    return stamp_of(stamp) if isinstance(stamp, str) else None
