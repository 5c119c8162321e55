"""What is special to the readers of ab; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.damage import INPUTS, located, numbers, reading_of

from ahp.errors import InputError
from ahp.ingest.readers.ab import AbReader
from ahp.ingest.readers.ab_exports import AbExportsReader
from ahp.ingest.readers.base import Options

# --- ab -----------------------------------------------------------------------------------------------------


AB = AbReader()
AB_FOLDER = INPUTS / "ab"
ONE = (AB_FOLDER / "ab_three_clients.txt").read_bytes()
LOST = (AB_FOLDER / "ab_404.txt").read_bytes()
PLAIN = ("ab.txt", "ab_no_percentiles.txt")


@pytest.mark.parametrize("content", [ONE, *((AB_FOLDER / name).read_bytes() for name in PLAIN)])
def test_wherever_a_report_ends_too_early_it_is_refused_or_told(content):
    whole = reading_of(AB, content)
    noticed = 0
    for end in range(len(content.rstrip())):
        try:
            reading = reading_of(AB, content[:end])
        except InputError:
            noticed += 1
            continue
        assert any("Percentiles and the maximum are missing" in caveat for caveat in reading.caveats), end
        assert reading.rows == whole.rows[:2], end
        assert content[:end].count(b"Total:"), end
    assert noticed > content.index(b"Connection Times")


def test_two_reports_are_two_runs():
    other = (AB_FOLDER / "ab.txt").read_bytes()
    assert {row.run for row in reading_of(AB, ONE + other).rows} == {"1", "2"}


def test_a_run_of_failures_is_refused_or_left_out():
    with pytest.raises(InputError, match=r"100 errors on 100 requests.*--drop-failed") as caught:
        reading_of(AB, LOST)
    assert caught.value.found == "Non-2xx responses:      100"
    left = reading_of(AB, LOST + ONE, Options(failed="drop"))
    assert {row.run for row in left.rows} == {"2"}
    assert "100 errors on 100 requests" in left.left_out[0]


# --- ab_exports ---------------------------------------------------------------------------------------------


AB_EXPORTS = AbExportsReader()
AB_EXPORTS_FOLDER = INPUTS / "ab_exports"
SERVED = (AB_EXPORTS_FOLDER / "ab_percentiles.csv").read_bytes()


def test_percentiles_agree_with_the_report_of_the_same_run():
    report = located("ab", "ab.txt").read_text()
    for (*_, measure), (value, _) in numbers(reading_of(AB_EXPORTS, SERVED)).items():
        share = {"response_time_max": "100"}.get(measure, measure[-2:])
        (printed,) = (line.split()[1] for line in report.split("\n") if line.startswith(f" {share:>3}%"))
        assert round(value) == int(printed), measure
