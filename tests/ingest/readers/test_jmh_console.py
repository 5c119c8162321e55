import pytest
from ingest.cases import each
from ingest.damage import INPUTS, numbers, reading_of
from ingest.readers.micro import caveats, refusal

from ahp.errors import FailedRunError
from ahp.ingest.readers.jmh import JmhReader

READER = JmhReader()
TEXT = (INPUTS / "jmh" / "stdout_de.txt").read_text()
TABLE = """Benchmark            (codec)  (level)    Mode  Cnt   Score    Error   Units
Pack.compress           lz4      N/A    avgt   25  12.346 ±  0.021   us/op
Pack.compress          zstd        3    avgt   25  52.346 ±  0.021   us/op
Pack.compress:gc.rate  zstd        3    avgt   25   1.000 ±  0.021  MB/sec
Pack.start              N/A      N/A      ss       99.123            ms/op
"""
FORKED = """# JMH version: 1.37
# Threads: 2 threads, will synchronize iterations
# Benchmark mode: Average time, time/op
# Benchmark: a.Pack.lz4

# Run progress: 0.00% complete, ETA 00:00:06
# Warmup Fork: 1 of 1
# Warmup Iteration   1: 9.000 us/op
Iteration   1: 90.000 us/op

# Fork: 1 of 2
# Warmup Iteration   1: 9.000 us/op
Iteration   1: 1.000 us/op
Iteration   2: 2.000 ±(99.9%) 0.100 us/op

# Fork: 2 of 2
# Warmup Iteration   1: 9.000 us/op
Iteration   1: 3.000 us/op
Iteration   2: 4.000 us/op


Result "a.Pack.lz4":
  2.500 ±(99.9%) 1.895 us/op [Average]
  (min, avg, max) = (1.000, 2.500, 4.000), stdev = 1.291
  CI (99.9%): [≈ 0, 3.049] (assumes normal distribution)


# Run complete. Total time: 00:00:08

Benchmark  Mode  Cnt  Score   Error  Units
Pack.lz4   avgt    4  2.500 ± 1.895  us/op
"""


def test_a_table_alone_holds_scores():
    reading = reading_of(READER, f"Some text.\n\n{TABLE}\nMore.\n".encode())
    assert numbers(reading) == {
        ("codec=lz4", "Pack.compress", "", "", "duration"): (12.346, "us"),
        ("codec=zstd, level=3", "Pack.compress", "", "", "duration"): (52.346, "us"),
        ("", "Pack.start", "", "", "duration"): (99.123, "ms"),
    }
    assert reading.ignored == ("gc.rate",)


def test_forks_are_runs_and_what_warms_up_is_none():
    found = numbers(reading_of(READER, FORKED.encode()))
    assert found == {
        ("", "a.Pack.lz4", "1", "", "duration"): (1.5, "us"),
        ("", "a.Pack.lz4", "2", "", "duration"): (3.5, "us"),
    }
    assert caveats(READER, FORKED) == ""
    assert "one JVM" in caveats(READER, TEXT)


def test_without_forks_the_host_runs_the_iterations():
    one = FORKED.replace("# Warmup Fork: 1 of 1\n", "").replace("Iteration   1: 90.000 us/op\n", "")
    one = one.replace("# Fork: 1 of 2", "# Fork: N/A, test runs in the host VM").replace(
        "# Fork: 2 of 2\n", ""
    )
    one = one.replace("1: 3.000", "3: 3.000").replace("2: 4.000", "4: 4.000")
    found = numbers(reading_of(READER, one.encode()))
    assert [value[0] for value in found.values()] == [1.0, 2.0, 3.0, 4.0]


def test_decimal_commas_are_read_and_told_of():
    reading = reading_of(READER, TEXT.encode())
    assert reading.rows[0].value == 73.470
    assert "decimal commas" in reading.notes[0]
    assert reading_of(READER, TABLE.encode()).notes == ()
    mixed = TABLE.replace("12.346", "12,346")
    assert "decimal points and decimal commas" in refusal(READER, mixed)


@each("score", ["≈ 10⁻³", "NaN", "1,234.567", "12"])
def test_too_few_digits_are_refused(score):
    assert "three digits after the mark is needed" in refusal(READER, TABLE.replace("12.346", score))


def test_the_table_holds_the_results_above_it():
    assert "does not hold the results" in refusal(READER, TEXT.replace("  65,053 ± 829", "  65,054 ± 829"))


def test_score_and_iterations_agree():
    assert "the score of b.Comp.baseline does not agree" in refusal(
        READER, TEXT.replace(": 73,470", ": 74,470")
    )
    assert "the result is in us/op" in refusal(READER, FORKED.replace(": 4.000 us/op", ": 4.000 ms/op"))


def test_a_report_that_is_not_whole_is_refused():
    assert "iteration 2 is missing" in refusal(READER, TEXT.replace("Iteration   2: 15,963 ops/ms\n", ""))
    assert "no line 'Run complete'" in refusal(READER, TEXT.replace("# Run complete", "# Run"))
    assert "no table of scores" in refusal(READER, TEXT[: TEXT.index("Benchmark      (level)")])
    assert "a fork without iterations" in refusal(
        READER, FORKED.replace("Iteration   1: 3", "It").replace("Iteration   2: 4", "It")
    )
    assert "second time" in refusal(READER, TEXT + TEXT)


def test_a_benchmark_that_failed_is_refused():
    failed = FORKED.replace("Iteration   2: 4.000 us/op", "Iteration   2: <failure>\n\njava.lang.Error")
    assert "a benchmark failed" in refusal(READER, failed)
    with pytest.raises(FailedRunError):
        reading_of(READER, failed.encode())


def test_a_parameter_with_a_space_is_not_guessed():
    said = refusal(READER, TABLE.replace("zstd        3", "zst d        3"))
    assert "a parameter's value has a space" in said
