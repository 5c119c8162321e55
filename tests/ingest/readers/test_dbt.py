"""What is special to the readers of dbt; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import re

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, expected, located, numbers, reading_of, refusal, refuses

import ahp
from ahp.ingest.readers.dbt2 import Dbt2Reader
from ahp.ingest.readers.dbt5 import Dbt5Reader

# --- dbt2 ---------------------------------------------------------------------------------------------------


DBT2 = Dbt2Reader()
refused = refuses(DBT2)


def sample(name: str) -> bytes:
    return located("dbt2", f"public/dbt2/{name}").read_bytes()


def test_the_logs_of_all_drivers_give_what_the_report_says():
    found = numbers(reading_of(DBT2, b"".join(sample(f"mix-{i}.log") for i in (1, 2, 3))))
    report = numbers(reading_of(DBT2, sample("summary.rst.expected")))
    assert found["", "", "", "", "throughput"] == report["", "", "", "", "throughput"] == (0.3, "NOPM")
    key = ("", "", "", "New Order", "response_time_mean")
    assert found[key][0] == pytest.approx(report[key][0], abs=0.0005)


@each(
    ("name", "before", "after", "words"),
    [
        ("summary.rst.expected", "0.30 new", "0.90 new", "the throughput does not agree"),
        ("summary.rst.expected", "   42.86", "   52.86", "the share of New Order does not agree"),
        ("summary.rst.expected", "1.667", "1,667", "this line is damaged"),
        ("summary.rst.expected", "     Payment", "     Paymend", "this line is damaged"),
        ("summary.rst.expected", "* Unknown", "* Known", "no number of unknown errors"),
        ("mix-1.log", "601,n,C", "601,x,C", "this line is damaged"),
        ("mix-1.log", "1500,TERMINATED,,,1,,\n", "", "1 drivers started and 0 ended"),
        ("mix-1.log", "1500,TERMINATED", "500,TERMINATED", "at the same time"),
        ("mix-1.log", "1500,TERMINATED", "600,TERMINATED", "at the same time"),
        ("mix-2.log", "601,n,C", "201,n,C", "no transaction was measured"),
    ],
)
def test_what_is_wrong_is_refused(name, before, after, words):
    text = sample(name).decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_caveats_stand_only_where_they_apply():
    assert "There is no new order" in reading_of(DBT2, sample("mix-3.log")).caveats[-1]
    assert len(reading_of(DBT2, sample("mix-1.log")).caveats) == 1
    failing = reading_of(DBT2, sample("mix-1.log").replace(b"601,o,C", b"601,o,E"))
    assert failing.caveats[1] == "1 transactions ended with an error and are in no number."


# --- dbt5 ---------------------------------------------------------------------------------------------------


DBT5 = Dbt5Reader()
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
    assert words in refusal(DBT5, REPORT.replace(before, after))


def test_a_rate_per_minute_is_told():
    assert "per minute as trtps" in caveats(DBT5, FOLDER / "report_per_minute.txt")
    assert caveats(DBT5, REPORT) == ""


def test_a_log_needs_the_logs_of_all_processes():
    lines = LOG.splitlines(keepends=True)
    customers = "".join(line for line in lines if "START" not in line)
    assert "no line START; give the logs of the driver" in refusal(DBT5, customers)
    running = "".join(line for line in lines if "STOP" not in line)
    assert "no line STOP" in refusal(DBT5, running)
    without = "".join(line for line in lines if line.split(",")[1] != "9")
    assert "no trade result in this log" in caveats(DBT5, without)
    early = LOG.replace("1700000070,STOP", "1700000005,STOP")
    assert "before the ramp-up ended" in refusal(DBT5, early)


def test_errors_are_told_and_in_no_number():
    failed = sum(
        row[2].startswith("-") and 1700000010 < int(row[0]) < 1700000070
        for row in (line.split(",") for line in LOG.splitlines())
    )
    assert failed
    assert f"{failed} transactions ended with an error" in caveats(DBT5, LOG)


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
    assert "throughput must be greater than 0; the run did nothing" in refusal(DBT5, text)


def test_a_log_of_failures_alone_is_refused():
    rows = [line.split(",") for line in LOG.splitlines()]
    failed = "\n".join(",".join([*row[:2], "-1", *row[3:]] if row[1].isdigit() else row) for row in rows)
    assert "no transaction was measured" in refusal(DBT5, failed + "\n")
