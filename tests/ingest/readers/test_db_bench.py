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
    refuses,
    survivors,
)

from ahp.ingest.readers.db_bench import DbBenchReader

READER = DbBenchReader()
EXPECTED = expected("db_bench")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("db_bench", file))), EXPECTED[file])


LZ4 = (INPUTS / "db_bench" / "dbbench_lz4.stdout.txt").read_bytes()


def independent(text: str) -> Numbers:
    found: Numbers = {}
    name = ""
    for line in text.splitlines():
        words = line.split()
        if " micros/op " in line:
            name = words[0]
            if name != "compact":
                found["", "", "", name, "throughput"] = (float(words[4]), "ops/s")
                found["", "", "", name, "response_time_mean"] = (float(words[2]), "us")
        elif line.startswith("Count: "):
            found["", "", "", name, "response_time_mean"] = (float(words[3]), "us")
        elif line.startswith("Min: "):
            found["", "", "", name, "response_time_max"] = (float(words[5]), "us")
        elif line.startswith("Percentiles: "):
            for measure, key in (("p50", "P50:"), ("p99", "P99:"), ("p999", "P99.9:")):
                found["", "", "", name, f"response_time_{measure}"] = (
                    float(words[words.index(key) + 1]),
                    "us",
                )
    return found


def test_only_what_db_bench_printed_is_recognised():
    codecs = ("lz4", "none", "snappy", "zlib", "zstd")
    assert recognised(READER) == {
        f"own/db_bench/dbbench_{codec}.{stream}.txt" for codec in codecs for stream in ("stdout", "stderr")
    }


def test_damaged_output_is_refused_or_read_as_it_stands():
    read = survivors(READER, LZ4, independent)
    assert "doubled" not in read
    # The output has no end: a benchmark that did not begin is not missed, one that is cut off is.
    whole = LZ4.decode().splitlines()
    begin = [n for n, line in enumerate(whole, 1) if line.startswith(("fillrandom", "readrandom"))]
    buckets = [n for n, line in enumerate(whole, 1) if line.startswith("(")]
    end = [n for n in buckets if n + 1 not in buckets]
    assert len(begin) == len(end) == 2
    # Cut off below its first line, the first benchmark looks like one without `--histogram`.
    assert not any(begin[0] < line < end[0] or begin[1] <= line < end[1] for line in cuts(read))
    assert end[0] in cuts(read)


def test_without_a_histogram_the_mean_is_that_of_each_thread():
    old = b"fillseq      :       2.500 micros/op 400000 ops/sec;   44.2 MB/s\n"
    reading = reading_of(READER, old)
    assert numbers(reading) == {
        ("", "", "", "fillseq", "throughput"): (400000.0, "ops/s"),
        ("", "", "", "fillseq", "response_time_mean"): (2.5, "us"),
    }
    assert "mean of each thread" in reading.caveats[1]
    assert len(reading_of(READER, LZ4).caveats) == 1


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("276854 ops/sec", "976854 ops/sec", "ops/sec does not agree"),
        ("276854 ops/sec", "27,854 ops/sec", "this line is damaged"),
        ("Count: 300000 Average: 7", "Count: 400000 Average: 7", "the count does not agree"),
        ("  147448 ", "  147449 ", "do not add up to 300000"),
        ("Percentiles: P50: 5.49", "Percentiles: P50: x", "no percentiles of the histogram"),
        ("readrandom", "fillrandom", "stands on line 23 already"),
        ("DB path: [./db_lz4]\nfill", "put error: IO error: No space\nfill", "the benchmark failed"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = LZ4.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_what_went_to_standard_error_holds_no_result():
    refused((INPUTS / "db_bench" / "dbbench_none.stderr.txt").read_bytes(), "messages without a result")
