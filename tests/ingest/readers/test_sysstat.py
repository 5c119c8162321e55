"""What is special to the readers of sysstat; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, caveats, numbers, reading_of

from ahp.ingest.readers.pidstat import PidstatReader
from ahp.ingest.readers.sar import SarReader

# --- sar ----------------------------------------------------------------------------------------------------


SAR_READER = SarReader()
SAR = (INPUTS / "sar" / "sar_u.txt").read_text()


def test_a_decimal_comma_is_one():
    with_commas = SAR.replace(".", ",").replace("6,18,44", "6.18.44")
    assert numbers(reading_of(SAR_READER, with_commas.encode())) == numbers(
        reading_of(SAR_READER, SAR.encode())
    )


# --- pidstat ------------------------------------------------------------------------------------------------


PIDSTAT = PidstatReader()
PIDSTAT_TEXT = (INPUTS / "pidstat" / "pidstat_h_C.txt").read_text()


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
