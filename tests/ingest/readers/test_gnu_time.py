import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)
from ingest.readers.micro import beside, caveats, refusal, samples

from ahp.ingest.readers.gnu_time import GnuTimeReader

READER = GnuTimeReader()
EXPECTED = expected("gnu_time")
GNU = (INPUTS / "gnu_time" / "time_v_gzip6.txt").read_text()
SHELL = (INPUTS / "gnu_time" / "bash_time_gzip6.txt").read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("gnu_time", file))), EXPECTED[file])


def test_only_its_own_samples_are_recognised():
    assert recognised(READER) == samples("own/time", [*EXPECTED])


def independent(text: str) -> Numbers:
    """Read the last word of three lines."""
    ends = ("Elapsed", "User time", "System time") if "Elapsed" in text else ("real", "user", "sys")
    found = []
    for start in ends:
        (line,) = [line for line in text.splitlines() if line.strip().startswith(start)]
        parts = line.split()[-1].rstrip("s").replace(",", ".").replace("m", ":").split(":")
        found.append(sum(float(part) * 60**power for power, part in enumerate(reversed(parts))))
    return {
        ("", "", "", "", "duration"): (found[0], "s"),
        ("", "", "", "", "cpu_seconds"): (found[1] + found[2], "s"),
    }


@pytest.mark.parametrize("file", beside("gnu_time"))
def test_damage_is_refused_or_read_as_it_stands(file):
    read = survivors(READER, (INPUTS / "gnu_time" / file).read_bytes(), independent)
    assert not {"empty", "doubled"} & read
    assert not cuts(read)


def test_hours_count():
    long = GNU.replace("0:00.43", "2:01:05")
    row = reading_of(READER, long.encode()).rows[0]
    assert (row.value, row.resolution) == (7265.0, 0.5)


@pytest.mark.parametrize(
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


def in_one_line(text: str) -> Numbers:
    (line,) = [line for line in text.splitlines() if "elapsed" in line]
    user, system, elapsed, *_ = line.split()
    seconds = sum(
        float(p) * 60**i for i, p in enumerate(reversed(elapsed.removesuffix("elapsed").split(":")))
    )
    spent = float(user.removesuffix("user")) + float(system.removesuffix("system"))
    return {("", "", "", "", "duration"): (seconds, "s"), ("", "", "", "", "cpu_seconds"): (spent, "s")}


def test_damage_of_the_report_without_options_is_refused_or_read_as_it_stands():
    read = survivors(READER, BRIEF.encode(), in_one_line)
    assert not {"empty", "doubled"} & read
    assert not cuts(read)


def test_the_report_without_options_is_refused_where_it_is_cut_off_or_failed():
    assert "cut off" in refusal(READER, BRIEF.partition("\n")[0])
    assert "no elapsed time" in refusal(READER, BRIEF.replace("86%CPU", "86 CPU"))
    assert "the command failed" in refusal(READER, f"Command exited with non-zero status 1\n{BRIEF}")
    assert "again" in refusal(READER, BRIEF + BRIEF)
