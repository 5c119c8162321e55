from ingest.cases import each
from ingest.damage import (
    INPUTS,
    equal,
    expected,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.sysbench import SysbenchReader

READER = SysbenchReader()
EXPECTED = expected("sysbench")


def sample(name: str) -> bytes:
    return (INPUTS / "sysbench" / f"{name}.stdout.txt").read_bytes()


def version(name: str) -> bytes:
    return (INPUTS / "sysbench" / f"v{name}.txt").read_bytes()


PLAIN = sample("oltp_baseline_r1")
refused = refuses(READER)


def test_every_number_names_its_line():
    lines = PLAIN.decode().splitlines()
    for row in reading_of(READER, PLAIN).rows:
        assert row.found in lines[row.line - 1]
        assert row.resolution == 0.005


def test_failed_and_unfinished_runs_are_refused():
    error = refused(sample("failed_run"), "the run failed")
    assert (error.line, error.found) == (11, "FATAL: mysql_stmt_prepare() failed")
    refused((INPUTS / "sysbench" / "prepare_baseline.txt").read_bytes(), "prepare or cleanup")
    refused(PLAIN[: PLAIN.index(b"SQL statistics")], "no final report")


@each(
    ("before", "after", "words"),
    [
        ("(1033.85 per", "(1933.85 per", "the rate does not agree"),
        ("10342  (", "70342  (", "the rate does not agree"),
        (
            "total time:                          10",
            "total time:                          20",
            "the rate does not",
        ),
        (
            "avg:                                    3.87",
            "avg:                                    3.97",
            "the mean",
        ),
        (
            "max:                                   31",
            "max:                                    1",
            "the mean does",
        ),
        (
            "percentile:                       12.30",
            "percentile:                       42.30",
            "the percentile",
        ),
        ("12.30", "12,30", "this line is damaged"),
        ("transactions:", "transfactions:", "no rate is printed"),
        ("         sum:", "         sun:", "sum stands 0 times"),
        (
            "events:              10342",
            "events:              10342\n    total number of events:   10342",
            "2 times",
        ),
    ],
)
def test_a_contradiction_is_refused(before, after, words):
    text = PLAIN.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_a_run_that_did_nothing_is_refused():
    nothing = PLAIN.replace(b"10342  (1033.85", b"0      (0.00").replace(
        b"events:              10342", b"events:              0"
    )
    nothing = nothing.replace(b" 3.87", b" 0.00").replace(b" 0.78", b" 0.00")
    refused(nothing.replace(b"39992.86", b"0.00"), "greater than 0")


def test_a_histogram_with_a_missing_bucket_is_refused():
    lines = sample("oltp_histogram").splitlines(keepends=True)
    refused(b"".join(lines[:40] + lines[41:]), "the histogram does not agree")


def test_the_second_rate_of_the_coming_version_is_the_first_one_again():
    refused(version("1.1_cpu").replace(b"68599", b"98599"), "the rate does not agree")


def test_only_a_test_that_prints_no_rate_has_one_computed():
    assert b"per sec" not in version("1.0_threads")
    refused(
        version("1.0_threads").replace(b"started!\n", b"started!\nrate: 7 per century\n"),
        "no rate is printed",
    )
    refused(version("1.0_threads").replace(b"Threads started!", b"Threads"), "no rate is printed")


def test_a_run_without_an_event_is_refused():
    error = refused(version("0.4_threads"), "greater than 0")
    assert error.found == "total number of events:              0"


def test_what_prepared_a_run_is_refused_alone_and_passed_over_beside_one():
    prepare = (INPUTS / "sysbench" / "prepare_baseline.txt").read_bytes()
    assert refused(prepare, "prepare or cleanup").line == 3
    assert refused(version("0.4_prepare"), "prepare or cleanup").line == 4
    equal(numbers(reading_of(READER, prepare + PLAIN)), EXPECTED["oltp_baseline_r1.stdout.txt"])


@each(
    ("name", "said", "unsaid"),
    [
        ("oltp_baseline_r1", "steps of about 2 %", "--rate"),
        ("oltp_baseline_rate", "waiting in the queue", "checkpoints"),
        ("oltp_checkpoints", "checkpoints are joined", "steps of about"),
        ("oltp_percentile0", "no warm-up", "steps of about"),
        ("memory", "printed as 0.00 ms are left out", "fsyncs"),
        ("fileio", "include fsyncs", "0.00 ms"),
    ],
)
def test_caveats_stand_only_where_they_apply(name, said, unsaid):
    caveats = " ".join(reading_of(READER, sample(name)).caveats)
    assert said in caveats
    assert unsaid not in caveats


def test_a_test_that_only_writes_has_no_reads_and_a_total_that_names_the_writes():
    reading = reading_of(READER, version("1.0_fileio_seqwr"))
    throughputs = {row.transaction: row for row in reading.rows if row.measure == "throughput"}
    assert [*throughputs] == ["write", "fsync", ""]
    assert (throughputs[""].line, throughputs[""].found) == (throughputs["write"].line, "13841.04")
    assert "0.00 a second are left out" in " ".join(reading.caveats)
    assert "0.00 a second" not in " ".join(reading_of(READER, sample("fileio")).caveats)


def test_a_file_test_that_only_synchronised_did_nothing():
    content = version("1.0_fileio_seqwr").replace(b"13841.04", b"0.00").replace(b"278.48", b"14127.88")
    assert "reads/s" in refused(content, "greater than 0").found


def test_a_percentile_with_no_event_above_it_is_not_taken_from_a_histogram():
    rows = {row.measure: row.value for row in reading_of(READER, version("1.0_few_histogram")).rows}
    assert "response_time_p999" not in rows  # of 570 events the 570th
    assert rows["response_time_p99"] == 12.752


def test_a_warm_up_is_seen():
    assert "no warm-up" not in " ".join(reading_of(READER, version("1.1_warm_up")).caveats)
    assert "no warm-up" in " ".join(reading_of(READER, version("1.1_cpu")).caveats)


def test_a_computed_rate_is_said():
    assert "prints no rate" in " ".join(reading_of(READER, version("1.0_mutex")).caveats)
    assert "prints no rate" not in " ".join(reading_of(READER, version("1.1_cpu")).caveats)
