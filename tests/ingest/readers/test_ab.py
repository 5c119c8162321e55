"""What is special to the readers of ab; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.cases import each
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
LENGTHS = ONE.replace(
    b"Failed requests:        0\n",
    b"Failed requests:        120\n   (Connect: 0, Receive: 0, Length: 120, Exceptions: 0)\n",
)


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


def test_a_report_without_percentiles_tells_that_they_are_missing():
    assert any("ab -d leaves them out" in caveat for caveat in reading_of(AB, AB_FOLDER / PLAIN[1]).caveats)
    assert not any("ab -d" in caveat for caveat in reading_of(AB, ONE).caveats)


def test_two_reports_are_two_runs():
    other = (AB_FOLDER / "ab.txt").read_bytes()
    assert {row.run for row in reading_of(AB, ONE + other).rows} == {"1", "2"}


def test_what_ab_prints_as_zero_is_missing():
    reading = reading_of(AB, ONE.replace(b"  50%      4\n", b"  50%      0\n"))
    (row,) = (row for row in reading.rows if row.measure == "response_time_p50")
    assert row.value is None
    assert any("half a millisecond" in caveat for caveat in reading.caveats)


def test_a_run_of_failures_is_refused_or_left_out():
    with pytest.raises(InputError, match=r"100 errors on 100 requests.*--drop-failed") as caught:
        reading_of(AB, LOST)
    assert caught.value.found == "Non-2xx responses:      100"
    left = reading_of(AB, LOST + ONE, Options(failed="drop"))
    assert {row.run for row in left.rows} == {"2"}
    assert "100 errors on 100 requests" in left.left_out[0]


def test_replies_of_another_length_are_told_and_a_few_errors_too():
    assert any(
        "120 of 300 replies had another length" in caveat for caveat in reading_of(AB, LENGTHS).caveats
    )
    few = ONE.replace(
        b"Failed requests:        0\n", b"Failed requests:        0\nNon-2xx responses:      3\n"
    )
    assert any("3 errors on 300" in caveat for caveat in reading_of(AB, few).caveats)


@each(
    ("content", "words"),
    [
        (ONE.replace(b"588.06", b"598.06"), "Requests per second does not agree"),
        (ONE.replace(b"5.102 [ms]", b"5.202 [ms]"), "Time per request does not agree"),
        (ONE.replace(b"Concurrency Level:      3", b"Concurrency Level:      4"), "does not agree"),
        (ONE.replace(b"  90%      8", b"  90%      x"), "damaged"),
        (ONE.replace(b"Connect: ", b"Connect- "), "damaged"),
        (ONE[: ONE.index(b"Total: ")], "'Connection Times' is cut off: it ends with 'Total'"),
        (
            ONE[: ONE.index(b"Total: ")] + ONE[ONE.index(b"\nPercentage") :],
            "is cut off: it ends with 'Total'",
        ),
        (ONE[: ONE.index(b"Total: ") + 17], "this row needs 5 numbers"),
        (ONE.replace(b"  90%      8", b"  90%     18"), "above the longest request"),
        (ONE.replace(b" (longest request)", b""), "no line '100%'"),
        (ONE.replace(b"This is Apache", b"That is Apache"), "does not begin with"),
        (ONE + ONE, "is the report of line 1 again"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_ab(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(AB, content)
    assert caught.value.line is not None


# --- ab_exports ---------------------------------------------------------------------------------------------


AB_EXPORTS = AbExportsReader()
AB_EXPORTS_FOLDER = INPUTS / "ab_exports"
SERVED = (AB_EXPORTS_FOLDER / "ab_percentiles.csv").read_bytes()
REQUESTS = (AB_EXPORTS_FOLDER / "ab_gnuplot.tsv").read_bytes()


def test_percentiles_agree_with_the_report_of_the_same_run():
    report = located("ab", "ab.txt").read_text()
    for (*_, measure), (value, _) in numbers(reading_of(AB_EXPORTS, SERVED)).items():
        share = {"response_time_max": "100"}.get(measure, measure[-2:])
        (printed,) = (line.split()[1] for line in report.split("\n") if line.startswith(f" {share:>3}%"))
        assert round(value) == int(printed), measure


def test_failures_are_not_said():
    assert "does not say whether requests failed" in reading_of(AB_EXPORTS, SERVED).caveats[0]


@each(
    ("content", "words"),
    [
        (SERVED.replace(b"50,0.683", b"51,0.683"), "from 0 to 100 are needed"),
        (SERVED[: SERVED.index(b"100,")], "from 0 to 100 are needed"),
        (SERVED.replace(b"50,0.683", b"50,0.083"), "must not fall"),
        (SERVED.replace(b"50,0.683", b"50,fast"), "damaged"),
        (REQUESTS.split(b"\n")[0] + b"\n", "only a heading"),
        (REQUESTS.split(b"\n")[0] + b"\nnow\t1\t2\t3\t9\t1\n", "ttime must be ctime . dtime"),
        (REQUESTS.split(b"\n")[0] + b"\nnow\t1\t0\t0\t0\t0\n", "half a millisecond"),
        (b"nothing\n", "neither heading"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_ab_exports(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(AB_EXPORTS, content)
    assert caught.value.line is not None
