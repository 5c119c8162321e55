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


def test_a_guest_is_in_user_time_already_and_interrupts_are_system_time():
    # 30 + 10 user and nice, 20 + 2 + 3 system and interrupts, of 170 ticks; the guest's 22 are among the 40.
    rows = reading_of(PROC_STAT, (BEFORE + AFTER).encode()).rows
    assert [row.value for row in rows] == pytest.approx([100 * 40 / 170, 100 * 25 / 170, 0.65])


def test_a_counter_may_be_a_tick_off():
    user, system, seconds = reading_of(PROC_STAT, (BEFORE + AFTER).encode()).rows
    assert (user.resolution, system.resolution) == pytest.approx((100 * 2 / 170, 100 * 3 / 170))
    assert seconds.resolution == 0.08


def test_older_kernels_have_fewer_counters():
    four = "cpu  100 10 50 800\ncpu  130 20 70 900\n"
    assert reading_of(PROC_STAT, four.encode()).rows[0].value == pytest.approx(100 * 40 / 160)


def test_one_snapshot_is_refused():
    single = BOTH[: BOTH.index("cpu ", 5)]
    said = refusal(PROC_STAT, single)
    assert said == (
        "<file>, line 1: one snapshot of the counters is the time since the machine started; take a second "
        "one after the run, and give both: cat before after > cpu.txt"
    )


def test_snapshots_stand_in_their_order():
    assert "its counters did not grow, user went back" in refusal(PROC_STAT, AFTER + BEFORE)
    assert "its counters did not grow" in refusal(PROC_STAT, BEFORE + BEFORE)


def test_idle_time_may_go_back_as_the_kernel_says():
    assert reading_of(PROC_STAT, (BEFORE + AFTER.replace(" 25 7 ", " 19 7 ")).encode()).rows[0].value > 0


@each(
    ("was", "now", "said"),
    [
        ("btime 1795228740", "btime 1795242000", "the machine restarted between the snapshots"),
        ("cpu1 498390", "cpu2 498390", "has other lines or columns than the one before"),
        ("cpu0 354925", "cpu0 364925", "user grew by 384 ticks, by those of the single processors by 10384"),
        ("cpu0 354925", "cpu1 354925", "cpu1 stands twice"),
        ("ctxt ", "ctxt; ", "this is no line of /proc/stat"),
        ("cpu  853315", "cpu  853315 1 1 1 1", "has 14 counters, not 4 to 10"),
    ],
)
def test_what_contradicts_itself_is_refused(was, now, said):
    head, _, tail = DATED.rpartition("2026-11-21 06:21:02")
    assert said in refusal(PROC_STAT, f"{head}2026-11-21 06:21:02{tail.replace(was, now, 1)}")


def test_a_line_before_its_snapshot_is_refused():
    assert "a snapshot begins with the line cpu" in refusal(
        PROC_STAT, DATED.replace("+0000\ncpu ", "+0000\nctxt 1\ncpu ", 1)
    )


def test_the_window_is_between_snapshots():
    options = Options(window=Window.of("06:20:59", "06:21:02"))
    reading = reading_of(PROC_STAT, DATED.encode(), options)
    assert reading.rows[2].value == pytest.approx((384 + 27 + 1) / 100)
    assert reading.windowed
    assert reading.notes[0] == "From the snapshot on line 13 to that on line 24."
    with pytest.raises(InputError, match="have no times that a window could choose by"):
        reading_of(PROC_STAT, BOTH.encode(), options)


def test_stolen_time_is_told():
    assert "was stolen" in caveats(PROC_STAT, BEFORE + AFTER.replace(" 13 5 ", " 13 55 "))


# --- vmstat -------------------------------------------------------------------------------------------------


VMSTAT = VmstatReader()
TEXT = (INPUTS / "vmstat" / "vmstat.txt").read_text()


def test_the_first_row_is_since_the_machine_started_in_vmstat():
    assert "left out" in caveats(VMSTAT, TEXT)
    assert "its only row is, without -y, the average since the machine started" in refusal(
        VMSTAT, "".join(TEXT.splitlines(keepends=True)[:3])
    )


def test_headings_come_again_on_every_screen():
    title, heading, first, *rest = TEXT.splitlines()
    text = "\n".join([title, heading, first, rest[0], title, heading, *rest[1:]])
    assert numbers(reading_of(VMSTAT, text.encode())) == numbers(reading_of(VMSTAT, TEXT.encode()))


def test_a_row_cut_short_is_refused_with_its_line():
    assert "line 6" in refusal(VMSTAT, TEXT.rstrip()[:-6])


# --- dstat --------------------------------------------------------------------------------------------------


DSTAT = DstatReader()
EXPECTED = expected("dstat")
EPOCH = (INPUTS / "dstat" / "dool_epoch.csv").read_text()
ADVANCED = (INPUTS / "dstat" / "dool_cpu_adv.csv").read_text()


def test_the_first_row_is_since_the_machine_started_in_dstat():
    assert "The first row of dstat" in caveats(DSTAT, EPOCH)
    assert "its only row is the average since" in refusal(DSTAT, "".join(EPOCH.splitlines(True)[:7]))


def test_interrupts_may_stand_under_user_time():
    assert "Without --cpu-adv dstat counts interrupts as user time" in caveats(DSTAT, EPOCH)
    assert "interrupts" not in caveats(DSTAT, ADVANCED)


def test_whole_numbers_have_three_decimals_too():
    rows = reading_of(DSTAT, EPOCH.encode()).rows
    assert rows[0].resolution == 0.0005
    assert "whole per cents" not in caveats(DSTAT, EPOCH)


def test_a_recording_without_all_processors_is_refused():
    assert "no columns of total cpu usage" in refusal(DSTAT, EPOCH.replace("total cpu usage", "cpu0 usage"))


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


@each(
    ("was", "now", "said"),
    [
        ("61.257", "71.257", "are 110 % together"),
        (",3322118144", "", "found 7 columns, the heading has 8"),
        ("1795242058.162", "now", "this is no time"),
        ("1795242058.162", "1795242050.162", "the time goes back"),
    ],
)
def test_damage_is_named(was, now, said):
    assert said in refusal(DSTAT, EPOCH.replace(was, now))


def test_a_heading_alone_is_no_recording():
    assert "no sample of all processors" in refusal(DSTAT, "".join(EPOCH.splitlines(True)[:6]))


# --- gnu_time -----------------------------------------------------------------------------------------------


GNU_TIME = GnuTimeReader()
GNU = (INPUTS / "gnu_time" / "time_v_gzip6.txt").read_text()
SHELL = (INPUTS / "gnu_time" / "bash_time_gzip6.txt").read_text()


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


def test_a_command_too_short_for_the_clock_is_refused():
    assert "took no time" in refusal(GNU_TIME, GNU.replace("0:00.43", "0:00.00"))


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


def test_the_shell_does_not_say_whether_the_command_succeeded():
    assert "does not say whether" in caveats(GNU_TIME, SHELL)
    assert caveats(GNU_TIME, GNU) == ""


def test_the_portable_form_and_a_decimal_comma():
    reading = reading_of(GNU_TIME, b"real 1,50\nuser 0,40\nsys 0,05\n")
    assert [row.value for row in reading.rows] == [1.5, pytest.approx(0.45)]


BRIEF = """0.35user 0.02system 0:00.43elapsed 86%CPU (0avgtext+0avgdata 1652maxresident)k
0inputs+0outputs (0major+99minor)pagefaults 0swaps
"""


def test_the_report_of_gnu_time_without_options():
    reading = reading_of(GNU_TIME, f"some words 12\n{BRIEF}".encode())
    assert [(row.measure, row.value, row.line) for row in reading.rows] == [
        ("duration", 0.43, 2),
        ("cpu_seconds", pytest.approx(0.37), 2),
    ]
    assert reading.caveats == ()
    assert GNU_TIME.matches(BRIEF)
    longer = reading_of(GNU_TIME, BRIEF.replace("0:00.43", "1:02:03").encode())
    assert longer.rows[0].value == 3723.0


def test_the_report_without_options_is_refused_where_it_is_cut_off_or_failed():
    assert "cut off" in refusal(GNU_TIME, BRIEF.partition("\n")[0])
    assert "no elapsed time" in refusal(GNU_TIME, BRIEF.replace("86%CPU", "86 CPU"))
    assert "the command failed" in refusal(GNU_TIME, f"Command exited with non-zero status 1\n{BRIEF}")
    assert "again" in refusal(GNU_TIME, BRIEF + BRIEF)
