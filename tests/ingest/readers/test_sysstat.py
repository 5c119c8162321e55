"""What is special to the readers of sysstat; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.damage import INPUTS, caveats, equal, expected, numbers, reading_of, refusal

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.iostat import IostatReader
from ahp.ingest.readers.mpstat import MpstatReader
from ahp.ingest.readers.pidstat import PidstatReader
from ahp.ingest.readers.sadf import SadfReader
from ahp.ingest.readers.sar import SarReader
from ahp.ingest.window import Window

# --- sar ----------------------------------------------------------------------------------------------------


SAR_READER = SarReader()
SAR = (INPUTS / "sar" / "sar_u.txt").read_text()


def test_a_decimal_comma_is_one():
    with_commas = SAR.replace(".", ",").replace("6,18,44", "6.18.44")
    assert numbers(reading_of(SAR_READER, with_commas.encode())) == numbers(
        reading_of(SAR_READER, SAR.encode())
    )


def test_shares_that_are_not_the_whole_are_refused():
    said = refusal(SAR_READER, SAR.replace("26.63", "36.63"))
    assert said == "<file>, line 4: the shares of this interval are 109.99 % together, not 100 %; " + (
        "the file is damaged, or this sample of it is; take the sample out"
    )


def test_signs_of_per_cent_behind_the_numbers_are_passed_over():
    human = """Linux 6.18.44-fc-v445 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

09:14:03        CPU     %user     %nice   %system   %iowait    %steal     %idle
09:14:04        all      0.0%     97.5%      2.5%      0.0%      0.0%      0.0%
09:14:05        all      0.5%     99.0%      0.5%      0.0%      0.0%      0.0%
Average:        all      0.3%     98.2%      1.5%      0.0%      0.0%      0.0%
"""
    equal(
        numbers(reading_of(SAR_READER, human.encode())),
        {("", "", "", "", "cpu_user"): (98.5, "%"), ("", "", "", "", "cpu_system"): (1.5, "%")},
    )


# --- sadf ---------------------------------------------------------------------------------------------------


SADF = SadfReader()
WIDE = (INPUTS / "sadf" / "sadf_d_u.csv").read_text()


def test_restarts_comments_and_other_tables_are_passed_over():
    heading, first, *rest = WIDE.splitlines()
    text = "\n".join(
        [
            "# hostname;interval;timestamp;proc/s;cswch/s",
            "vm;1;2026-11-20 21:34:42 UTC;9.00;1511.00",
            heading,
            first,
            "vm;-1;2026-11-20 21:34:42 UTC;LINUX-RESTART\t(2 CPU)",
            "vm;-1;2026-11-20 21:34:42 UTC;COM a; comment",
            *rest,
        ]
    )
    assert numbers(reading_of(SADF, text.encode())) == numbers(reading_of(SADF, WIDE.encode()))
    assert "The machine restarted on line 5." in caveats(SADF, text)


# --- mpstat -------------------------------------------------------------------------------------------------


MPSTAT = MpstatReader()
MPSTAT_JSON = (INPUTS / "mpstat" / "mpstat.json").read_text()


def test_interrupts_are_system_time_and_nice_and_guests_user_time():
    assert reading_of(MPSTAT, MPSTAT_JSON.encode()).notes == (
        "cpu_user is usr + nice + guest + gnice; cpu_system is sys + irq + soft, in per cent of all processors.",
    )
    assert caveats(MPSTAT, MPSTAT_JSON) == ""
    moved = MPSTAT_JSON.replace('"usr": 21.72, "nice": 0.00', '"usr": 20.72, "nice": 1.00')
    assert numbers(reading_of(MPSTAT, moved.encode())) == numbers(reading_of(MPSTAT, MPSTAT_JSON.encode()))


def test_two_hosts_are_two_files():
    host = MPSTAT_JSON[MPSTAT_JSON.index("[") + 1 : MPSTAT_JSON.rindex("]")]
    assert "several hosts" in refusal(MPSTAT, MPSTAT_JSON.replace(host, f"{host},{host}"))


# --- pidstat ------------------------------------------------------------------------------------------------


PIDSTAT = PidstatReader()
PIDSTAT_TEXT = (INPUTS / "pidstat" / "pidstat_h_C.txt").read_text()


def test_the_unit_is_a_core():
    assert {row.unit.symbol for row in reading_of(PIDSTAT, PIDSTAT_TEXT.encode()).rows} == {"%core"}


def test_a_report_without_its_average_says_so_in_pidstat():
    whole = (INPUTS / "pidstat" / "pidstat_C.txt").read_text()
    assert "cut off" not in caveats(PIDSTAT, whole)
    lines = whole.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("Average:"))
    for cut in range(4, at):
        assert "cut off" in caveats(PIDSTAT, "".join(lines[:cut]))
    assert "cut off" not in caveats(PIDSTAT, PIDSTAT_TEXT)  # -h prints none


def test_threads_are_part_of_their_process():
    heading, *rows = [line for line in PIDSTAT_TEXT.splitlines() if "PID" in line or " 2365 " in line][:2]
    with_threads = [
        heading.replace("      PID", "     TGID       TID"),
        rows[0].replace(" 2365 ", " 2365      - "),
        rows[0].replace(" 2365 ", "    -   2366 "),
    ]
    assert reading_of(PIDSTAT, "\n".join(with_threads).encode()).rows[0].value == 21.57


PIDSTAT_ONCE = """Linux 6.18.44-fc-v445 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

09:14:13      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command
09:14:13        0         1    0.06    0.31    0.00    0.00    0.36     0  process_api
09:14:13        0         2    0.00    0.00    0.00    0.00    0.00     1  kthreadd
"""


def test_the_average_since_the_machine_started_is_refused_or_told_of():
    assert "line 4: without an interval this is the average since" in refusal(PIDSTAT, PIDSTAT_ONCE)
    one = PIDSTAT_ONCE.replace("09:14:13      UID", "# Time        UID")
    assert "without an interval" in caveats(PIDSTAT, one)
    second = one.partition("\n\n")[2].replace("09:14:13", "09:14:14")
    assert "without an interval" not in caveats(PIDSTAT, f"{one}\n{second}")


# --- iostat -------------------------------------------------------------------------------------------------


IOSTAT = IostatReader()
EXPECTED = expected("iostat")
IOSTAT_TEXT = (INPUTS / "iostat" / "iostat_x_t.txt").read_text()
WITHOUT_FIRST = (INPUTS / "iostat" / "iostat_c_y.txt").read_text()
IOSTAT_JSON = (INPUTS / "iostat" / "iostat_c_t.json").read_text()


def test_after_y_it_is_not_there():
    reading = reading_of(IOSTAT, WITHOUT_FIRST.encode())
    assert reading.count == 2
    assert reading.caveats == ()
    assert "only after iostat -y" in reading.notes[0]
    assert reading_of(IOSTAT, WITHOUT_FIRST.replace("\n", "\r\n").encode()).rows == reading.rows


def test_a_window_needs_the_times_of_t():
    window = Window.of("06:20:57", "06:20:59")
    for text in (IOSTAT_TEXT, IOSTAT_JSON):
        reading = reading_of(IOSTAT, text.encode(), Options(window=window))
        assert reading.rows[0].value == pytest.approx(50.0)
    assert numbers(
        reading_of(IOSTAT, IOSTAT_JSON.encode(), Options(window=Window.of(1795242057, 1795242058)))
    ) == {
        ("", "", "", "", "cpu_user"): (50.25, "%"),
        ("", "", "", "", "cpu_system"): (0.5, "%"),
    }


def test_per_cent_signs_of_h_are_read():
    text = WITHOUT_FIRST.replace(
        "23.00    0.00   43.50    9.50    0.00   24.00", "23.0% 0.0% 43.5% 9.5% 0.0% 24.0%"
    )
    equal(numbers(reading_of(IOSTAT, text.encode())), EXPECTED["iostat_c_y.txt"])


def test_an_interval_without_the_processors_is_refused():
    document = json.loads(IOSTAT_JSON)
    document["sysstat"]["hosts"][0]["statistics"][1]["avg-cpu"] = {}
    assert "an interval without the processors" in refusal(IOSTAT, json.dumps(document))
