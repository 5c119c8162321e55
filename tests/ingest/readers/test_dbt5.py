import math
import re
from collections import defaultdict

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
from ingest.readers.micro import caveats, refusal

import ahp
from ahp.ingest.readers.dbt5 import Dbt5Reader

READER = Dbt5Reader()
EXPECTED = expected("dbt5")
FOLDER = INPUTS / "dbt5"
REPORT = (FOLDER / "report.txt").read_text()
LOG = (FOLDER / "mix.log").read_text()
KINDS = [
    "Security Detail",
    "Broker Volume",
    "Customer Position",
    "Market Watch",
    "Trade Status",
    "Trade Lookup",
    "Trade Order",
    "Trade Update",
    "Market Feed",
    "Trade Result",
    "Data Maintenance",
]


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("dbt5", file))), EXPECTED[file])


def test_no_sample_of_another_program_is_recognised():
    assert recognised(READER) == set()
    assert READER.matches(LOG)
    assert READER.matches(REPORT)
    assert READER.matches("".join(LOG.splitlines(keepends=True)[:4]))  # before the ramp-up ends


def of_report(text: str) -> Numbers:
    found: Numbers = {}
    for line in text.splitlines():
        words = line.split()
        if "trtps" in words:
            rate = float(words[words.index("trtps") - 1])
        elif len(words) == 6 and " ".join(words[:2]) in KINDS:
            for column, measure in ((3, "mean"), (4, "p90"), (5, "max")):
                if words[column] != "N/A":
                    found["", "", "", " ".join(words[:2]), f"response_time_{measure}"] = (
                        float(words[column]),
                        "s",
                    )
        elif len(words) == 7 and words[:2] == ["Trade", "Result"]:
            results = int(words[2])
        elif words[:1] == ["Measurement"]:
            minutes = float(words[-1])
    per_minute = abs(rate - results / minutes) < abs(rate - results / minutes / 60)
    found["", "", "", "", "throughput"] = (rate / 60 if per_minute else rate, "trtps")
    return found


def of_log(text: str) -> Numbers:
    rows = [line.split(",") for line in text.splitlines() if line]
    begin = max(int(row[0]) for row in rows if row[1] == "START")
    end = min(int(row[0]) for row in rows if row[1] == "STOP")
    times: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row[1].isdigit() and begin < int(row[0]) < end and int(row[2]) >= 0:
            times[KINDS[int(row[1])]].append(float(row[3]))
    found: Numbers = {}
    for kind, values in times.items():
        n = len(values)
        if kind == "Trade Result":
            found["", "", "", "", "throughput"] = (n / (end - begin), "trtps")
        found["", "", "", kind, "response_time_mean"] = (sum(values) / n, "s")
        found["", "", "", kind, "response_time_max"] = (max(values), "s")
        for statistic, share in (("p50", 500), ("p90", 900), ("p95", 950), ("p99", 990), ("p999", 999)):
            rank = math.ceil(n * share / 1000)
            if rank < n:
                found["", "", "", kind, f"response_time_{statistic}"] = (sorted(values)[rank - 1], "s")
    return found


def test_a_damaged_report_is_refused_or_read_as_it_stands():
    read = survivors(READER, REPORT.encode(), of_report, flips=400)
    assert "doubled" not in read
    assert cuts(read) == [42]  # the last ruler


def test_a_damaged_log_is_refused_or_read_as_it_stands():
    read = survivors(READER, LOG.encode(), of_log, flips=400)
    assert "doubled" not in read
    assert cuts(read) == [197, 198]  # after the first process that stopped; the others write nothing measured


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("5.00 trtps", "7.00 trtps", "the throughput does not agree"),
        ("5.00 trtps", "0.00 trtps", "the throughput does not agree"),
        ("0.05        0.71", "0.05        0.01", "the mean of Trade Result does not agree"),
        ("600       9.973", "600       8.973", "the share of Trade Result does not agree"),
        ("Interval        6016", "Interval         616", "the number of transactions does not agree"),
        ("   Market Watch        1080", "   Market Wotch        1080", "this line is damaged"),
        ("0.00        0.01        0.02        0.12", "0.00        0,01        0.02        0.12", "this line is damaged"),
        ("Measurement Interval (minutes)", "Measurement Interval (seconds)", "no measurement interval"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_report_is_refused(before, after, words):
    assert before in REPORT
    assert words in refusal(READER, REPORT.replace(before, after))


def test_a_rate_per_minute_is_told():
    assert "per minute as trtps" in caveats(READER, FOLDER / "report_per_minute.txt")
    assert caveats(READER, REPORT) == ""


def test_a_log_needs_the_logs_of_all_processes():
    lines = LOG.splitlines(keepends=True)
    customers = "".join(line for line in lines if "START" not in line)
    assert "no line START; give the logs of the driver" in refusal(READER, customers)
    running = "".join(line for line in lines if "STOP" not in line)
    assert "no line STOP" in refusal(READER, running)
    without = "".join(line for line in lines if line.split(",")[1] != "9")
    assert "no trade result in this log" in caveats(READER, without)
    early = LOG.replace("1700000070,STOP", "1700000005,STOP")
    assert "before the ramp-up ended" in refusal(READER, early)


def test_errors_are_told_and_in_no_number():
    failed = sum(
        row[2].startswith("-") and 1700000010 < int(row[0]) < 1700000070
        for row in (line.split(",") for line in LOG.splitlines())
    )
    assert failed
    assert f"{failed} transactions ended with an error" in caveats(READER, LOG)


def test_trade_results_are_no_transactions_of_another_kind():
    measured = ahp.read(f"a={FOLDER / 'report.txt'}", f"b={FOLDER / 'mix.log'}")
    chosen = ahp.Criterion("rate", "benefit", ("throughput",), index="value")
    results = sum(1 for key in EXPECTED["mix.log"] if key[4] == "throughput")
    assert results == 1
    rate = EXPECTED["mix.log"]["", "", "", "", "throughput"][0]
    assert ahp.rank(measured, ahp.Study((chosen,)))["default"].benefit["a"] == pytest.approx(5 / (5 + rate))
    with pytest.raises(ahp.UnitError, match="trtps"):
        ahp.read(f"a={FOLDER / 'report.txt'}", {"alternative": ["b"], "tps": ["5"]})


def test_a_run_without_a_single_trade_result_did_nothing():
    text = REPORT.replace("5.00 trtps", "0.00 trtps").replace("6016", "5416")
    rows = re.findall(r"(?m)^ +(?:[A-Z][a-z]+ ){2} *([0-9]+) +([0-9]+[.][0-9]{3}) ", text)
    for count, share in rows:
        now = 0 if count == "600" else int(count)
        text = text.replace(f"{count:>4}  {share:>10}", f"{now:>4}  {100 * now / 5416:>10.3f}")
    assert "throughput must be greater than 0; the run did nothing" in refusal(READER, text)


def test_a_log_of_failures_alone_is_refused():
    rows = [line.split(",") for line in LOG.splitlines()]
    failed = "\n".join(",".join([*row[:2], "-1", *row[3:]] if row[1].isdigit() else row) for row in rows)
    assert "no transaction was measured" in refusal(READER, failed + "\n")
