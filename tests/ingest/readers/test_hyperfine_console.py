import pytest
from ingest.cases import each
from ingest.damage import INPUTS, numbers, reading_of
from ingest.readers.micro import caveats, refusal

from ahp.errors import FailedRunError
from ahp.ingest.readers.hyperfine import HyperfineReader

READER = HyperfineReader()
TEXT = (INPUTS / "hyperfine" / "param_stdout.txt").read_text()
SINGLE = """Benchmark 1: sleep 1
  Time (abs ≡):        1.004 s               [User: 0.001 s, System: 0.000 s]

"""
WARNINGS = {
    "Command took less than 5 ms to complete. Note that": "less than 5 ms",
    "The first benchmarking run for this command was significantly slower": "first run",
    "Statistical outliers were detected. Consider re-running": "outliers",
}
NEWER = """Benchmark 1: old | wc
  Time (mean ± σ):     200.0 µs ±   1.2 µs    [User: 129.9 µs, System: 1.3 µs]
  Range (min … max):   199.0 µs … 202.0 µs    3 runs

Benchmark 2: new | wc
  Time (mean ± σ):     100.0 µs ±   0.7 µs    [User: 135.2 µs, System: 3.0 µs]
  Range (min … max):    99.0 µs … 101.0 µs    3 runs

Summary
  old | wc ran
    2.00 ± 0.01 times slower than new | wc
"""


def test_a_single_run_has_neither_range_nor_comparison():
    assert numbers(reading_of(READER, SINGLE.encode())) == {("", "sleep 1", "", "", "duration"): (1.004, "s")}


def test_a_newer_version_quotes_no_command_and_has_a_reference():
    rows = reading_of(READER, NEWER.encode()).rows
    assert [(row.alternative, row.value, row.unit.symbol) for row in rows] == [
        ("old | wc", 200.0, "us"),
        ("new | wc", 100.0, "us"),
    ]
    assert "the quotient of the means" in refusal(READER, NEWER.replace("2.00 ±", "3.00 ±"))


@pytest.mark.parametrize("blank", ["new | wc ", "new | wc  "])
def test_blanks_behind_a_command_are_no_part_of_it(blank):
    text = NEWER.replace("new | wc", blank)
    assert numbers(reading_of(READER, text.encode())) == numbers(reading_of(READER, NEWER.encode()))
    quoted = text.replace("old | wc ran", "'old | wc' ran").replace(f"than {blank}", f"than '{blank}'")
    assert numbers(reading_of(READER, quoted.encode())) == numbers(reading_of(READER, NEWER.encode()))
    assert "the quotient of the means" in refusal(READER, quoted.replace("2.00 ±", "3.00 ±"))


@each("warning", WARNINGS)
def test_what_hyperfine_warns_of_is_told(warning):
    assert WARNINGS[warning] in caveats(READER, f"{SINGLE}  Warning: {warning}\n")
    assert WARNINGS[warning] not in caveats(READER, SINGLE)


@pytest.mark.parametrize(
    "said",
    ["  Warning: Ignoring non-zero exit code.", "Error: Command terminated with non-zero exit code: 1. Use"],
)
def test_a_command_that_failed_is_refused(said):
    assert "line 4" in refusal(READER, SINGLE + said)
    assert "a failed run is no measurement" in refusal(READER, SINGLE + said)
    with pytest.raises(FailedRunError):
        reading_of(READER, (SINGLE + said).encode())


def test_several_commands_end_with_a_comparison_of_all():
    assert "no summary" in refusal(READER, TEXT[: TEXT.index("Summary")])
    assert "the comparison does not name gzip -3" in refusal(READER, "\n".join(TEXT.splitlines()[:-1]))
    assert "second time" in refusal(READER, TEXT + TEXT)


def test_a_comparison_that_could_not_be_made_ends_them_too():
    note = "Note: The benchmark comparison could not be computed as some benchmark times are zero."
    assert len(reading_of(READER, (TEXT[: TEXT.index("Summary")] + note).encode()).rows) == 3


def test_means_and_comparison_agree():
    assert "the quotient of the means" in refusal(READER, TEXT.replace("1.23 ± 0.01", "1.33 ± 0.01"))


def test_mean_and_range_have_one_unit():
    assert "the mean is in ms" in refusal(READER, TEXT.replace("130.5 ms … 132.8 ms", "130.5 s … 132.8 s"))


def test_a_block_without_its_time_is_refused():
    without = "\n".join(line for line in TEXT.splitlines() if "138.4 ms ±" not in line)
    assert "no time of gzip -2" in refusal(READER, without)
