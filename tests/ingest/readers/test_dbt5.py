import re

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    expected,
)
from ingest.readers.micro import caveats, refusal

import ahp
from ahp.ingest.readers.dbt5 import Dbt5Reader

READER = Dbt5Reader()
EXPECTED = expected("dbt5")
FOLDER = INPUTS / "dbt5"
REPORT = (FOLDER / "report.txt").read_text()
LOG = (FOLDER / "mix.log").read_text()


@each(
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
