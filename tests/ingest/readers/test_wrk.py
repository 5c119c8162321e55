from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.wrk import WrkReader

READER = WrkReader()
REFUSED = {
    "wrk_404.txt": "3309 errors on 3309 requests",
    "public/wrk/wrk2_output_all_error.txt": "451 errors on 451 requests",
}
TEXT = (INPUTS / "wrk" / "wrk_latency.txt").read_text()


@each("file", REFUSED)
def test_what_holds_no_measurement_is_refused_for_its_reason(file):
    assert REFUSED[file] in refusal(READER, located("wrk", file))


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
