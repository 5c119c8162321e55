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

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.wrk import WrkReader

READER = WrkReader()
EXPECTED = expected("wrk")
REFUSED = {
    "wrk_404.txt": "3309 errors on 3309 requests",
    "public/wrk/wrk2_output_all_error.txt": "451 errors on 451 requests",
}
TEXT = (INPUTS / "wrk" / "wrk_latency.txt").read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("wrk", file))), EXPECTED[file])


@pytest.mark.parametrize("file", REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason(file):
    assert REFUSED[file] in refusal(READER, located("wrk", file))


def test_only_its_own_samples_are_recognised():
    assert recognised(READER) == samples("own/wrk", [*EXPECTED, *REFUSED])


def independent(text: str) -> Numbers:
    """Word by word."""
    found: Numbers = {}
    percentiles = {"50": "p50", "90": "p90", "99": "p99", "99.9": "p999"}

    def put(statistic: str, word: str) -> None:
        digits = word.rstrip("usmh")
        unit = {"m": "min"}.get(word[len(digits) :], word[len(digits) :])
        found["", "", "", "", f"response_time_{statistic}"] = (float(digits), unit)

    for line in text.splitlines():
        words = line.split()
        if line.startswith("    Latency"):
            put("mean", words[1])
            put("max", words[3])
        elif len(words) == 2 and words[0].endswith("%") and words[1][-1] in "smh":
            name = percentiles.get(f"{float(words[0][:-1]):g}")
            if name:
                put(name, words[1])
        elif line.startswith("Requests/sec:"):
            found["", "", "", "", "throughput"] = (float(words[1]), "req/s")
    return found


@pytest.mark.parametrize("file", [file for file in beside("wrk") if file not in REFUSED])
def test_damage_is_refused_or_read_as_it_stands(file):
    read = survivors(READER, (INPUTS / "wrk" / file).read_bytes(), independent)
    assert not {"empty", "doubled"} & read
    assert not cuts(read)


def test_wrk_omits_what_wrk2_does_not():
    assert "coordinated omission" in caveats(READER, TEXT)
    corrected = located("wrk", "public/wrk/wrk2_output_errors.txt")
    assert "coordinated omission" not in caveats(READER, corrected)


def test_a_few_errors_are_told_of():
    told = caveats(READER, located("wrk", "public/wrk/wrk2_output_errors.txt"))
    assert told == "14 errors on 600 requests: error replies are counted in throughput and response times."


def test_socket_errors_count():
    def with_errors(timeouts: int) -> str:
        line = f"  Socket errors: connect 0, read 2, write 0, timeout {timeouts}\n"
        return TEXT.replace("Requests/sec", f"{line}Requests/sec")

    assert "7 errors on 6607 requests" in caveats(READER, with_errors(5))
    assert "502 errors on 6607 requests" in refusal(READER, with_errors(500))


def test_a_percentile_above_the_maximum_is_told_of():
    told = caveats(READER, located("wrk", "public/wrk/wrk2_output.txt"))
    assert "100.000 % of 0.90m on line 15 is above its maximum of 244.10ms" in told


def test_a_rate_that_is_not_requests_by_seconds_is_refused():
    assert "Requests/sec does not agree" in refusal(READER, TEXT.replace("1648.59", "1748.59"))


def test_several_reports_are_runs():
    other = (INPUTS / "wrk" / "wrk_plain.txt").read_text()
    reading = reading_of(READER, (TEXT + other).encode())
    assert [row.run for row in reading.rows if row.measure == "throughput"] == ["1", "2"]


def test_a_distribution_that_wrk2_did_not_correct_is_passed_over():
    second = "  Latency Distribution (HdrHistogram - Uncorrected Latency)\n 50.000%    1.00us\n"
    text = TEXT.replace("  6607 requests", f"{second}  6607 requests")
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, TEXT.encode()))


def test_a_report_of_failures_is_left_out_where_the_caller_wishes_it():
    failed = located("wrk", "wrk_404.txt").read_bytes()
    good = located("wrk", "wrk_plain.txt").read_bytes()
    left = reading_of(READER, failed + b"\n" + good, Options(failed="drop"))
    assert {row.run for row in left.rows} == {"2"}
    assert "3309 errors on 3309 requests" in left.left_out[0]
