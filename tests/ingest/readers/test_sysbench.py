import math

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

from ahp.errors import InputError
from ahp.ingest.readers.sysbench import SysbenchReader

READER = SysbenchReader()
EXPECTED = expected("sysbench")


def sample(name: str) -> bytes:
    return (INPUTS / "sysbench" / f"{name}.stdout.txt").read_bytes()


PLAIN = sample("oltp_baseline_r1")


def refused(content: bytes, words: str) -> InputError:
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    return caught.value


def independent(text: str) -> Numbers:
    """Word by word, of a report without checkpoints."""
    found: Numbers = {}
    buckets = []
    events = 0
    for line in text.splitlines():
        words = line.split()
        if line.startswith("    transactions:"):
            found["", "", "", "", "throughput"] = (float(words[2].strip("(")), "1/s")
        elif line.startswith(("    events per second:", "    events/s (eps):")):
            found["", "", "", "", "throughput"] = (float(words[-1]), "events/s")
        elif line.startswith("Total operations:"):
            found["", "", "", "", "throughput"] = (float(words[3].strip("(")), "ops/s")
        elif line.startswith("    total number of events:"):
            events = int(words[-1])
        elif line.startswith("         avg:"):
            found["", "", "", "", "response_time_mean"] = (float(words[1].removesuffix("ms")), "ms")
        elif line.startswith("         max:"):
            found["", "", "", "", "response_time_max"] = (float(words[1].removesuffix("ms")), "ms")
        elif " percentile:" in line:
            rank = float(words[-3 if "approx" in line else 0].removesuffix("th"))
            if rank in (50, 90, 95, 99):
                found["", "", "", "", f"response_time_p{rank:g}"] = (
                    float(words[-1].removesuffix("ms")),
                    "ms",
                )
        elif " |" in line:
            buckets.append((float(words[0]), int(words[-1])))
    for percent, name in (
        ((50, "p50"), (90, "p90"), (95, "p95"), (99, "p99"), (99.9, "p999")) if buckets else ()
    ):
        below = 0
        for value, count in buckets:
            below += count
            if below >= math.ceil(percent * events / 100):
                found.setdefault(("", "", "", "", f"response_time_{name}"), (value, "ms"))
                break
    for name, words in (("read", "reads/s:"), ("write", "writes/s:"), ("fsync", "fsyncs/s:")):
        for line in text.splitlines():
            if line.startswith(f"    {words}"):
                found["", "", "", name, "throughput"] = (float(line.split()[1]), "io/s")
    if ("", "", "", "read", "throughput") in found:
        total = sum(found["", "", "", name, "throughput"][0] for name in ("read", "write"))
        found["", "", "", "", "throughput"] = (total, "io/s")
    return {key: number for key, number in found.items() if number[0]}


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("sysbench", file))), EXPECTED[file])


def test_every_number_names_its_line():
    lines = PLAIN.decode().splitlines()
    for row in reading_of(READER, PLAIN).rows:
        assert row.found in lines[row.line - 1]
        assert row.resolution == 0.005


def test_only_reports_are_recognised_and_not_what_hooks_wrote():
    assert recognised(READER) == {
        *(file if "/" in file else f"own/sysbench/{file}" for file in EXPECTED),
        "own/sysbench/failed_run.stdout.txt",
        *(f"own/sysbench/prepare_{name}.txt" for name in ("baseline", "pagecomp_zlib", "rowcomp_kbs8")),
    }


@pytest.mark.parametrize(
    "name", ["oltp_baseline_r1", "oltp_histogram", "cpu", "memory", "fileio", "oltp_percentile0"]
)
def test_a_damaged_report_is_refused_or_read_as_it_stands(name):
    content = sample(name)
    read = survivors(READER, content, independent)
    assert "doubled" not in read
    assert all(line >= content.count(b"\n", 0, content.index(b"execution time")) + 1 for line in cuts(read))


def test_damaged_checkpoints_are_refused_or_read_as_they_stand():
    content = sample("oltp_checkpoints")

    def joined(text: str) -> Numbers:
        def each(start: str) -> list[float]:
            return [float(x.split()[-1].strip("s")) for x in text.splitlines() if x.startswith(start)]

        events = sum(each("    total number of events:"))
        return {
            ("", "", "", "", "throughput"): (events / each("    total time:")[-1], "1/s"),
            ("", "", "", "", "response_time_mean"): (sum(each("         sum:")) / events, "ms"),
            ("", "", "", "", "response_time_max"): (max(each("         max:")), "ms"),
        }

    assert "doubled" not in survivors(READER, content, joined)


def test_failed_and_unfinished_runs_are_refused():
    error = refused(sample("failed_run"), "the run failed")
    assert (error.line, error.found) == (11, "FATAL: mysql_stmt_prepare() failed")
    refused((INPUTS / "sysbench" / "prepare_baseline.txt").read_bytes(), "no final report")
    refused(PLAIN[: PLAIN.index(b"SQL statistics")], "no final report")


@pytest.mark.parametrize(
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


def test_the_report_of_the_coming_version_is_read():
    text = sample("cpu").replace(
        b"CPU speed:\n    events per second:  2847.85", b"Throughput:\n    events/s (eps):   2847.85"
    )
    found = numbers(reading_of(READER, text.replace(b"total time:  ", b"time elapsed:")))
    assert found["", "", "", "", "throughput"] == (2847.85, "events/s")


@pytest.mark.parametrize(
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
