"""Two outputs of one run, or two forms of one, give the same numbers."""

import pytest
from ingest.damage import INPUTS, equal, numbers, reading_of

from ahp.ingest.readers import READERS


def test_percentiles_of_ab_are_those_of_its_report():
    report = (INPUTS / "ab" / "ab.txt").read_text()
    found = numbers(reading_of(READERS["ab_exports"], INPUTS / "ab_exports" / "ab_percentiles.csv"))
    for (*_, measure), (value, _) in found.items():
        share = {"response_time_max": "100"}.get(measure, measure[-2:])
        (printed,) = (line.split()[1] for line in report.split("\n") if line.startswith(f" {share:>3}%"))
        assert round(value) == int(printed), measure


def test_a_report_of_sysbench_far_below_the_lines_of_its_intervals_is_read_instead():
    whole = (INPUTS / "sysbench" / "oltp_baseline_rate.stdout.txt").read_bytes()
    headless = whole[whole.index(b"[ 2s ]") :]
    found = numbers(reading_of(READERS["sysbench_intervals"], headless))
    equal(found, numbers(reading_of(READERS["sysbench"], whole)))


def test_transaction_types_of_benchbase_whose_names_are_digits_are_told_apart():
    heading, *lines = (INPUTS / "benchbase_raw" / "tpcc_off.raw.csv.head300.csv").read_text().splitlines()
    renamed = [line.replace(line.split(",")[1], "01" if i % 3 else "1", 1) for i, line in enumerate(lines)]
    found = numbers(reading_of(READERS["benchbase_raw"], "\n".join([heading, *renamed, ""]).encode()))
    for name in ("1", "01"):
        times = [int(row[3]) for row in (line.split(",") for line in renamed) if row[1] == name]
        assert found["", "", "", name, "response_time_mean"] == (pytest.approx(sum(times) / len(times)), "us")
        assert found["", "", "", name, "response_time_max"] == (max(times), "us")
