"""Wherever a report ends too early, also within a line, it is refused or what is missing is told."""

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, reading_of

from ahp.errors import InputError
from ahp.ingest.readers import READERS


@pytest.mark.parametrize("file", ["ab_three_clients.txt", "ab.txt", "ab_no_percentiles.txt"])
def test_a_report_of_ab_is_refused_or_told(file):
    reader, content = READERS["ab"], (INPUTS / "ab" / file).read_bytes()
    whole = reading_of(reader, content)
    noticed = 0
    for end in range(len(content.rstrip())):
        try:
            reading = reading_of(reader, content[:end])
        except InputError:
            noticed += 1
            continue
        assert any("Percentiles and the maximum are missing" in caveat for caveat in reading.caveats), end
        assert reading.rows == whole.rows[:2], end
        assert content[:end].count(b"Total:"), end
    assert noticed > content.index(b"Connection Times")


def test_a_report_of_fio_is_refused_before_its_last_line_of_the_group():
    lines = (INPUTS / "fio_normal" / "logs_normal.txt").read_bytes().split(b"\n")
    for kept in range(4, lines.index(b"Run status group 0 (all jobs):")):
        with pytest.raises(InputError):
            reading_of(READERS["fio_normal"], b"\n".join(lines[:kept]))


@each("end", [3, 40, 90, 200, 400, 700, 900, 1070, 1077])
def test_a_terse_line_of_fio_is_refused(end):
    line = (INPUTS / "fio_terse" / "randrw_terse_v3.txt").read_bytes()
    with pytest.raises(InputError, match=r"fields|no line|starts with"):
        reading_of(READERS["fio_terse"], line[:end])


def test_a_report_of_pidstat_without_its_average_says_so():
    whole = (INPUTS / "pidstat" / "pidstat_C.txt").read_text()
    lines = whole.splitlines(keepends=True)
    average = next(number for number, line in enumerate(lines) if line.startswith("Average:"))
    for kept in range(4, average):
        assert "cut off" in caveats(READERS["pidstat"], "".join(lines[:kept]))
    assert "cut off" not in caveats(READERS["pidstat"], whole)
    assert "cut off" not in caveats(
        READERS["pidstat"], INPUTS / "pidstat" / "pidstat_h_C.txt"
    )  # -h prints none
