import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.pidstat import PidstatReader

READER = PidstatReader()
REFUSED = {"pidstat_I_C.txt": "no process is in it"}
TEXT = (INPUTS / "pidstat" / "pidstat_h_C.txt").read_text()


@each("file", REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason(file):
    assert REFUSED[file] in refusal(READER, located("pidstat", file))


def test_other_tables_of_processes_are_passed_over():
    memory = "# Time        UID       PID  minflt/s  majflt/s     VSZ     RSS   %MEM  Command\n"
    memory += "1795210529    101      2365     10.00      0.00  217452   29636   0.09  postgres\n\n"
    head, rest = TEXT.split("\n\n", 1)
    blocks = rest.split("\n\n")
    text = "\n\n".join([head, blocks[0], memory.rstrip(), *blocks[1:]])
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, TEXT.encode()))


def test_the_unit_is_a_core():
    assert {row.unit.symbol for row in reading_of(READER, TEXT.encode()).rows} == {"%core"}


def test_processes_that_come_and_go_are_told_of():
    assert caveats(READER, TEXT) == ""
    gone = "\n".join(TEXT.splitlines()[:-1])
    assert "not the same in every interval" in caveats(READER, gone)


def test_a_report_without_its_average_says_so():
    whole = (INPUTS / "pidstat" / "pidstat_C.txt").read_text()
    assert "cut off" not in caveats(READER, whole)
    lines = whole.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("Average:"))
    for cut in range(4, at):
        assert "cut off" in caveats(READER, "".join(lines[:cut]))
    assert "cut off" not in caveats(READER, TEXT)  # -h prints none


def test_an_interval_without_a_process_counts():
    heading = TEXT.splitlines()[2]
    assert reading_of(READER, f"{TEXT}\n{heading}\n".encode()).rows[0].value == pytest.approx(2 * 50.56 / 3)


def test_one_process_may_have_one_heading():
    rows = [line for line in TEXT.splitlines() if " 2365 " in line]
    text = "\n".join([*TEXT.splitlines()[:3], *rows])
    assert reading_of(READER, text.encode()).rows[0].value == pytest.approx((21.57 + 30.00) / 2)


def test_threads_are_part_of_their_process():
    heading, *rows = [line for line in TEXT.splitlines() if "PID" in line or " 2365 " in line][:2]
    with_threads = [
        heading.replace("      PID", "     TGID       TID"),
        rows[0].replace(" 2365 ", " 2365      - "),
        rows[0].replace(" 2365 ", "    -   2366 "),
    ]
    assert reading_of(READER, "\n".join(with_threads).encode()).rows[0].value == 21.57


def test_a_process_stands_once_in_an_interval():
    row = TEXT.splitlines()[3]
    assert "stand twice" in refusal(READER, TEXT.replace(row, f"{row}\n{row}"))


ONCE = """Linux 6.18.44-fc-v445 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

09:14:13      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command
09:14:13        0         1    0.06    0.31    0.00    0.00    0.36     0  process_api
09:14:13        0         2    0.00    0.00    0.00    0.00    0.00     1  kthreadd
"""


def test_the_average_since_the_machine_started_is_refused_or_told_of():
    assert "line 4: without an interval this is the average since" in refusal(READER, ONCE)
    one = ONCE.replace("09:14:13      UID", "# Time        UID")
    assert "without an interval" in caveats(READER, one)
    second = one.partition("\n\n")[2].replace("09:14:13", "09:14:14")
    assert "without an interval" not in caveats(READER, f"{one}\n{second}")
