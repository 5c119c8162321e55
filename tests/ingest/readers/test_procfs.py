"""What is special to the readers of procfs; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, equal, expected, numbers, reading_of, refusal

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.dstat import DstatReader
from ahp.ingest.readers.gnu_time import GnuTimeReader
from ahp.ingest.readers.proc_stat import ProcStatReader
from ahp.ingest.readers.vmstat import VmstatReader
from ahp.ingest.window import Window

# --- proc_stat ----------------------------------------------------------------------------------------------


PROC_STAT = ProcStatReader()
BOTH = (INPUTS / "proc_stat" / "before_after.txt").read_text()
DATED = (INPUTS / "proc_stat" / "three_dated.txt").read_text()
BEFORE = "cpu  100 10 50 800 20 5 10 5 40 2\n"
AFTER = "cpu  130 20 70 900 25 7 13 5 60 4\n"


def test_a_counter_may_be_a_tick_off():
    user, system, seconds = reading_of(PROC_STAT, (BEFORE + AFTER).encode()).rows
    assert (user.resolution, system.resolution) == pytest.approx((100 * 2 / 170, 100 * 3 / 170))
    assert seconds.resolution == 0.08


def test_one_snapshot_is_refused():
    single = BOTH[: BOTH.index("cpu ", 5)]
    said = refusal(PROC_STAT, single)
    assert said == (
        "<file>, line 1: one snapshot of the counters is the time since the machine started; take a second "
        "one after the run, and give both: cat before after > cpu.txt"
    )


def test_the_window_is_between_snapshots():
    options = Options(window=Window.of("06:20:59", "06:21:02"))
    reading = reading_of(PROC_STAT, DATED.encode(), options)
    assert reading.rows[2].value == pytest.approx((384 + 27 + 1) / 100)
    assert reading.windowed
    assert reading.notes[0] == "From the snapshot on line 13 to that on line 24."
    with pytest.raises(InputError, match="have no times that a window could choose by"):
        reading_of(PROC_STAT, BOTH.encode(), options)


# --- vmstat -------------------------------------------------------------------------------------------------


VMSTAT = VmstatReader()
TEXT = (INPUTS / "vmstat" / "vmstat.txt").read_text()


def test_headings_come_again_on_every_screen():
    title, heading, first, *rest = TEXT.splitlines()
    text = "\n".join([title, heading, first, rest[0], title, heading, *rest[1:]])
    assert numbers(reading_of(VMSTAT, text.encode())) == numbers(reading_of(VMSTAT, TEXT.encode()))


# --- dstat --------------------------------------------------------------------------------------------------


DSTAT = DstatReader()
EXPECTED = expected("dstat")
EPOCH = (INPUTS / "dstat" / "dool_epoch.csv").read_text()
ADVANCED = (INPUTS / "dstat" / "dool_cpu_adv.csv").read_text()


def test_whole_numbers_have_three_decimals_too():
    rows = reading_of(DSTAT, EPOCH.encode()).rows
    assert rows[0].resolution == 0.0005
    assert "whole per cents" not in caveats(DSTAT, EPOCH)


def test_a_recording_that_was_continued_is_two():
    again = "\n\n" + "".join(EPOCH.splitlines(True)[2:])
    assert 'line 14: found \'"Host:","vm"' in refusal(DSTAT, EPOCH + again)
    assert "a second recording begins here" in refusal(DSTAT, EPOCH + again)


def test_missed_ticks_are_no_column():
    missed = EPOCH.replace("3322118144\n", '3322118144,"missed 2 ticks"\n')
    equal(numbers(reading_of(DSTAT, missed.encode())), EXPECTED["dool_epoch.csv"])


def test_a_window_by_the_clock_or_by_seconds():
    window = Window.of("06:20:57", "06:20:59")
    found = reading_of(DSTAT, ADVANCED.encode(), Options(window=window)).rows
    assert found[0].value == pytest.approx((61.458 + 50) / 2)
    window = Window.of(1795242057.162, 1795242059.162)
    found = reading_of(DSTAT, EPOCH.encode(), Options(window=window)).rows
    assert found[0].value == pytest.approx((61.257 + 50.251) / 2)


# --- gnu_time -----------------------------------------------------------------------------------------------


GNU_TIME = GnuTimeReader()
GNU = (INPUTS / "gnu_time" / "time_v_gzip6.txt").read_text()


def test_hours_count():
    long = GNU.replace("0:00.43", "2:01:05")
    row = reading_of(GNU_TIME, long.encode()).rows[0]
    assert (row.value, row.resolution) == (7265.0, 0.5)


@each(
    "failed",
    [
        GNU.replace("Exit status: 0", "Exit status: 1"),
        f"Command exited with non-zero status 1\n{GNU}",
        f"Command terminated by signal 9\n{GNU}",
    ],
)
def test_a_command_that_failed_is_refused(failed):
    assert "the command failed" in refusal(GNU_TIME, failed)


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
