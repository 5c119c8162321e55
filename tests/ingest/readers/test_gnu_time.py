import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.gnu_time import GnuTimeReader

READER = GnuTimeReader()
GNU = (INPUTS / "gnu_time" / "time_v_gzip6.txt").read_text()
SHELL = (INPUTS / "gnu_time" / "bash_time_gzip6.txt").read_text()


def test_hours_count():
    long = GNU.replace("0:00.43", "2:01:05")
    row = reading_of(READER, long.encode()).rows[0]
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
    assert "the command failed" in refusal(READER, failed)


def test_a_command_too_short_for_the_clock_is_refused():
    assert "took no time" in refusal(READER, GNU.replace("0:00.43", "0:00.00"))


def test_what_was_appended_are_runs():
    again = GNU.replace("0:00.43", "0:00.44")
    reading = reading_of(READER, (GNU + again).encode())
    assert [(row.alternative, row.run) for row in reading.rows] == [(None, "1")] * 2 + [(None, "2")] * 2


def test_several_commands_are_alternatives():
    other = GNU.replace("gzip -6", "gzip -1")
    again = GNU.replace("0:00.43", "0:00.44")
    reading = reading_of(READER, (GNU + other + again).encode())
    durations = [row for row in reading.rows if row.measure == "duration"]
    assert [(row.alternative, row.run) for row in durations] == [
        ("gzip -6 -c bins.bin", "1"),
        ("gzip -1 -c bins.bin", None),
        ("gzip -6 -c bins.bin", "2"),
    ]


def test_the_shell_does_not_say_whether_the_command_succeeded():
    assert "does not say whether" in caveats(READER, SHELL)
    assert caveats(READER, GNU) == ""


def test_the_portable_form_and_a_decimal_comma():
    reading = reading_of(READER, b"real 1,50\nuser 0,40\nsys 0,05\n")
    assert [row.value for row in reading.rows] == [1.5, pytest.approx(0.45)]


BRIEF = """0.35user 0.02system 0:00.43elapsed 86%CPU (0avgtext+0avgdata 1652maxresident)k
0inputs+0outputs (0major+99minor)pagefaults 0swaps
"""


def test_the_report_of_gnu_time_without_options():
    reading = reading_of(READER, f"some words 12\n{BRIEF}".encode())
    assert [(row.measure, row.value, row.line) for row in reading.rows] == [
        ("duration", 0.43, 2),
        ("cpu_seconds", pytest.approx(0.37), 2),
    ]
    assert reading.caveats == ()
    assert READER.matches(BRIEF)
    longer = reading_of(READER, BRIEF.replace("0:00.43", "1:02:03").encode())
    assert longer.rows[0].value == 3723.0


def test_the_report_without_options_is_refused_where_it_is_cut_off_or_failed():
    assert "cut off" in refusal(READER, BRIEF.partition("\n")[0])
    assert "no elapsed time" in refusal(READER, BRIEF.replace("86%CPU", "86 CPU"))
    assert "the command failed" in refusal(READER, f"Command exited with non-zero status 1\n{BRIEF}")
    assert "again" in refusal(READER, BRIEF + BRIEF)
