"""What is special to the readers of sysstat; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, equal, expected, located, numbers, reading_of, refusal

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


def test_a_report_without_its_average_says_so_in_sar():
    for lines in (4, 5, 6):
        assert "cut off" in caveats(SAR_READER, "".join(SAR.splitlines(keepends=True)[:lines]))
    assert caveats(SAR_READER, SAR) == ""


def test_an_average_that_the_samples_contradict_is_told():
    told = caveats(SAR_READER, located("sar", "public/cpu/sar_output.txt"))
    assert "cpu_user on line 14 is 81.96 %, that of its samples 99.74 %" in told


def test_the_clock_may_have_twelve_hours_and_pass_midnight():
    rows = ("11:59:58 PM     CPU", "11:59:59 PM     all", "12:00:00 AM     all", "12:00:31 AM     all")
    shares = ("%user %nice %system %iowait %steal %idle", "10 0 5 0 0 85", "20 0 5 0 0 75", "40 0 5 0 0 55")
    text = "\n".join(f"{a} {b}" for a, b in zip(rows, shares, strict=True))
    reading = reading_of(SAR_READER, text.encode())
    assert reading.rows[0].value == pytest.approx((10 + 20 + 31 * 40) / 33)
    assert "Its intervals are 1 to 31 s long; each counts by its length." in reading.caveats


def test_a_restart_begins_a_new_table():
    first, rest = SAR.split("21:34:44")[0], SAR.split("21:34:44")[1].splitlines()[0]
    heading = SAR.splitlines()[2][8:]
    text = f"{first}\n22:00:00  LINUX RESTART\t(2 CPU)\n\n22:00:01{heading}\n22:00:02{rest}\n"
    assert numbers(reading_of(SAR_READER, text.encode())) == numbers(reading_of(SAR_READER, SAR.encode()))
    assert "The machine restarted on line 7." in caveats(SAR_READER, text)


def test_time_that_goes_back_is_refused():
    assert "the time goes back" in refusal(SAR_READER, SAR.replace("21:34:43", "21:33:43"))


def test_a_decimal_comma_is_one():
    with_commas = SAR.replace(".", ",").replace("6,18,44", "6.18.44")
    assert numbers(reading_of(SAR_READER, with_commas.encode())) == numbers(
        reading_of(SAR_READER, SAR.encode())
    )


def test_single_processors_are_not_the_host():
    assert "no sample of all processors" in refusal(SAR_READER, SAR.replace(" all ", "   0 "))


def test_shares_that_are_not_the_whole_are_refused():
    said = refusal(SAR_READER, SAR.replace("26.63", "36.63"))
    assert said == "<file>, line 4: the shares of this interval are 109.99 % together, not 100 %; " + (
        "the file is damaged, or this sample of it is; take the sample out"
    )


def test_two_reports_in_one_file_are_refused():
    assert "second time" in refusal(SAR_READER, SAR + SAR)


def test_other_tables_of_sar_are_passed_over():
    other = "\n21:34:41        CPU      MHz\n21:34:42        all  2596.15\n"
    banner, _, table = SAR.partition("\n\n")
    text = f"{banner}\n{other}\n{table}"
    assert numbers(reading_of(SAR_READER, text.encode())) == numbers(reading_of(SAR_READER, SAR.encode()))


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


def test_other_activities_are_passed_over():
    folder = INPUTS / "sadf"
    other = {
        "sadf_p_u.tsv": "vm\t1\t2026-11-20 21:34:42 UTC\t-\tproc/s\t9.00\nvm\t1\t2026-11-20 21:34:42 UTC\tall\ttotal/s\t9.00\n",
        "sadf_r_u.txt": "21:34:42 UTC; proc/s; 121543; 121552; cswch/s; 17621039; 17622039;\n",
        "sadf_x_u.xml": '<softnet><cpu number="all" total="9.00"/></softnet>',
    }
    for file, more in other.items():
        text = (folder / file).read_text()
        whole = text.replace("</cpu-load>", f"</cpu-load>{more}") if file.endswith("xml") else text + more
        assert whole != text
        assert numbers(reading_of(SADF, whole.encode())) == numbers(reading_of(SADF, text.encode()))


def test_counters_go_on_where_they_ended():
    raw = (INPUTS / "sadf" / "sadf_r_u.txt").read_text()
    assert "it does not begin where the interval before it ended" in refusal(
        SADF, raw.replace("307705; 307705;", "307704; 307705;")
    )
    first, _, last = raw.splitlines()  # the middle one is lost
    assert "it does not begin" in refusal(SADF, f"{first}\n{last}\n")
    restarted = reading_of(SADF, f"{first}\n21:34:43 UTC; LINUX-RESTART (4 CPU)\n{last}\n".encode())
    assert (restarted.count, restarted.caveats) == (2, ("The machine restarted on line 2.",))
    assert "its counters do not grow" in refusal(SADF, raw.replace("59686; 59701;", "59686; 59601;"))
    # The kernel says of the time spent waiting that it may go back a little.
    back = raw.replace("5928; 5936;", "5928; 5927;")
    assert reading_of(SADF, back.encode()).rows[0].value > reading_of(SADF, raw.encode()).rows[0].value


def test_intervals_count_by_their_length():
    text = WIDE.replace("vm;1;2026-11-20 21:34:44", "vm;600;2026-11-20 21:44:44")
    assert reading_of(SADF, text.encode()).rows[0].value == pytest.approx((2.51 + 0 + 600 * 3.12) / 602)
    assert "Its intervals are 1 to 600 s long" in caveats(SADF, text)


def test_a_time_stands_once():
    assert "this time stands twice" in refusal(SADF, WIDE + WIDE.splitlines()[1] + "\n")


def test_a_row_of_other_length_is_refused():
    assert "found 6 columns, the heading has 7" in refusal(SADF, WIDE.replace(";64.32", ""))


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


def test_tables_of_nodes_and_interrupts_are_passed_over():
    text = (INPUTS / "mpstat" / "mpstat.txt").read_text()
    banner, _, table = text.partition("\n\n")
    heading, first, *_ = table.splitlines()
    nodes = f"{heading.replace(' CPU ', 'NODE ')}\n{first}"
    interrupts = "21:34:21     CPU    intr/s\n21:34:22     all    892.08"
    whole = "\n\n".join([banner, table.rstrip(), nodes, interrupts]) + "\n"
    assert numbers(reading_of(MPSTAT, whole.encode())) == numbers(reading_of(MPSTAT, text.encode()))


def test_every_interval_needs_all_processors():
    assert "0 entries for all processors" in refusal(MPSTAT, MPSTAT_JSON.replace('"all"', '"0"', 1))


def test_two_hosts_are_two_files():
    host = MPSTAT_JSON[MPSTAT_JSON.index("[") + 1 : MPSTAT_JSON.rindex("]")]
    assert "several hosts" in refusal(MPSTAT, MPSTAT_JSON.replace(host, f"{host},{host}"))


def test_what_is_no_number_is_refused():
    assert "'usr' is not a number" in refusal(MPSTAT, MPSTAT_JSON.replace("21.72", '"x"'))


MPSTAT_ONCE = """Linux 6.18.44-fc-v445 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

09:14:03     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
09:14:03     all   50.53    1.06    5.95    0.18    0.00    0.07    0.12    0.00    0.00   42.09
"""


def test_the_average_since_the_machine_started_is_refused():
    assert "line 4: without an interval this is the average since" in refusal(MPSTAT, MPSTAT_ONCE)
    assert "without an interval" not in caveats(
        MPSTAT, MPSTAT_ONCE.replace("09:14:03     all", "09:14:04     all")
    )


def test_a_single_report_in_json_may_be_that_average():
    start, end = MPSTAT_JSON.index("\t\t\t\t{"), MPSTAT_JSON.index("\t\t\t\t}")
    single = f"{MPSTAT_JSON[: end + 5]}\n\t\t\t]\n\t\t}}\n\t]\n}}}}\n"
    assert start < end
    assert "without an interval" in caveats(MPSTAT, single)
    assert "without an interval" not in caveats(MPSTAT, MPSTAT_JSON)


# --- pidstat ------------------------------------------------------------------------------------------------


PIDSTAT = PidstatReader()
PIDSTAT_REFUSED = {"pidstat_I_C.txt": "no process is in it"}
PIDSTAT_TEXT = (INPUTS / "pidstat" / "pidstat_h_C.txt").read_text()


@each("file", PIDSTAT_REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason_in_pidstat(file):
    assert PIDSTAT_REFUSED[file] in refusal(PIDSTAT, located("pidstat", file))


def test_other_tables_of_processes_are_passed_over():
    memory = "# Time        UID       PID  minflt/s  majflt/s     VSZ     RSS   %MEM  Command\n"
    memory += "1795210529    101      2365     10.00      0.00  217452   29636   0.09  postgres\n\n"
    head, rest = PIDSTAT_TEXT.split("\n\n", 1)
    blocks = rest.split("\n\n")
    text = "\n\n".join([head, blocks[0], memory.rstrip(), *blocks[1:]])
    assert numbers(reading_of(PIDSTAT, text.encode())) == numbers(reading_of(PIDSTAT, PIDSTAT_TEXT.encode()))


def test_the_unit_is_a_core():
    assert {row.unit.symbol for row in reading_of(PIDSTAT, PIDSTAT_TEXT.encode()).rows} == {"%core"}


def test_processes_that_come_and_go_are_told_of():
    assert caveats(PIDSTAT, PIDSTAT_TEXT) == ""
    gone = "\n".join(PIDSTAT_TEXT.splitlines()[:-1])
    assert "not the same in every interval" in caveats(PIDSTAT, gone)


def test_a_report_without_its_average_says_so_in_pidstat():
    whole = (INPUTS / "pidstat" / "pidstat_C.txt").read_text()
    assert "cut off" not in caveats(PIDSTAT, whole)
    lines = whole.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("Average:"))
    for cut in range(4, at):
        assert "cut off" in caveats(PIDSTAT, "".join(lines[:cut]))
    assert "cut off" not in caveats(PIDSTAT, PIDSTAT_TEXT)  # -h prints none


def test_an_interval_without_a_process_counts():
    heading = PIDSTAT_TEXT.splitlines()[2]
    assert reading_of(PIDSTAT, f"{PIDSTAT_TEXT}\n{heading}\n".encode()).rows[0].value == pytest.approx(
        2 * 50.56 / 3
    )


def test_one_process_may_have_one_heading():
    rows = [line for line in PIDSTAT_TEXT.splitlines() if " 2365 " in line]
    text = "\n".join([*PIDSTAT_TEXT.splitlines()[:3], *rows])
    assert reading_of(PIDSTAT, text.encode()).rows[0].value == pytest.approx((21.57 + 30.00) / 2)


def test_threads_are_part_of_their_process():
    heading, *rows = [line for line in PIDSTAT_TEXT.splitlines() if "PID" in line or " 2365 " in line][:2]
    with_threads = [
        heading.replace("      PID", "     TGID       TID"),
        rows[0].replace(" 2365 ", " 2365      - "),
        rows[0].replace(" 2365 ", "    -   2366 "),
    ]
    assert reading_of(PIDSTAT, "\n".join(with_threads).encode()).rows[0].value == 21.57


def test_a_process_stands_once_in_an_interval():
    row = PIDSTAT_TEXT.splitlines()[3]
    assert "stand twice" in refusal(PIDSTAT, PIDSTAT_TEXT.replace(row, f"{row}\n{row}"))


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
IOSTAT_REFUSED = {
    "iostat_x.json": "its only report is the average since the machine started, unless iostat -y left"
}
IOSTAT_TEXT = (INPUTS / "iostat" / "iostat_x_t.txt").read_text()
WITHOUT_FIRST = (INPUTS / "iostat" / "iostat_c_y.txt").read_text()
IOSTAT_JSON = (INPUTS / "iostat" / "iostat_c_t.json").read_text()


@each("file", IOSTAT_REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason_in_iostat(file):
    assert IOSTAT_REFUSED[file] in refusal(IOSTAT, located("iostat", file))


def test_the_first_report_is_since_the_machine_started():
    assert "The first report of iostat" in caveats(IOSTAT, IOSTAT_TEXT)
    first = IOSTAT_TEXT[: IOSTAT_TEXT.index("11/21/26 06:20:57")]
    assert refusal(IOSTAT, first).startswith(
        "<file>, line 5: its only report is the average since the machine"
    )


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


@each(
    ("was", "now", "said"),
    [
        ("67.71", "77.71", "are 110.01 % together, not 100 %"),
        ("   0.52", "", "found 5 columns, the heading has 6"),
        ("11/21/26 06:20:57\n", "nonsense\n", "this is no line of iostat"),
        ("11/21/26 06:20:57\n", "11/21/26 06:20:58\n11/21/26 06:20:55\n", "the time goes back"),
    ],
)
def test_damage_is_named(was, now, said):
    assert said in refusal(IOSTAT, IOSTAT_TEXT.replace(was, now, 1))


def test_a_report_without_the_processors_is_refused():
    assert "'avg-cpu' is not an object" in refusal(
        IOSTAT, IOSTAT_JSON.replace('{"user": 67.36', '5, "x": {"user": 67.36', 1)
    )


def test_an_interval_without_the_processors_is_refused():
    document = json.loads(IOSTAT_JSON)
    document["sysstat"]["hosts"][0]["statistics"][1]["avg-cpu"] = {}
    assert "an interval without the processors" in refusal(IOSTAT, json.dumps(document))


def test_a_report_that_is_cut_off_behind_a_heading_is_refused():
    cut = IOSTAT_TEXT[: IOSTAT_TEXT.index("\n", IOSTAT_TEXT.rindex("avg-cpu"))]
    assert "the report ends behind a heading: it is cut off" in refusal(IOSTAT, cut)
