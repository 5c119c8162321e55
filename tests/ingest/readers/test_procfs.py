"""What is special to the readers of procfs; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, numbers, reading_of

from ahp.ingest.readers.gnu_time import GnuTimeReader
from ahp.ingest.readers.vmstat import VmstatReader

# --- vmstat -------------------------------------------------------------------------------------------------


VMSTAT = VmstatReader()
TEXT = (INPUTS / "vmstat" / "vmstat.txt").read_text()


def test_headings_come_again_on_every_screen():
    title, heading, first, *rest = TEXT.splitlines()
    text = "\n".join([title, heading, first, rest[0], title, heading, *rest[1:]])
    assert numbers(reading_of(VMSTAT, text.encode())) == numbers(reading_of(VMSTAT, TEXT.encode()))


# --- gnu_time -----------------------------------------------------------------------------------------------


GNU_TIME = GnuTimeReader()
GNU = (INPUTS / "gnu_time" / "time_v_gzip6.txt").read_text()


def test_what_was_appended_are_runs():
    again = GNU.replace("0:00.43", "0:00.44")
    reading = reading_of(GNU_TIME, (GNU + again).encode())
    assert [(row.alternative, row.run) for row in reading.rows] == [(None, "1")] * 2 + [(None, "2")] * 2


def test_several_commands_are_alternatives():
    other = GNU.replace("gzip -6", "gzip -1")
    again = GNU.replace("0:00.43", "0:00.44")
    reading = reading_of(GNU_TIME, (GNU + other + again).encode())
    durations = [row for row in reading.rows if row.measure == "duration"]
    assert [(row.alternative, row.run) for row in durations] == [
        ("gzip -6 -c bins.bin", "1"),
        ("gzip -1 -c bins.bin", None),
        ("gzip -6 -c bins.bin", "2"),
    ]
