"""What is special to the readers of dbt; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import re

import pytest
from ingest.damage import INPUTS, caveats, expected, located, numbers, reading_of, refusal

import ahp
from ahp.ingest.readers.dbt2 import Dbt2Reader
from ahp.ingest.readers.dbt5 import Dbt5Reader

# --- dbt2 ---------------------------------------------------------------------------------------------------


DBT2 = Dbt2Reader()


def sample(name: str) -> bytes:
    return located("dbt2", f"public/dbt2/{name}").read_bytes()


def test_the_logs_of_all_drivers_give_what_the_report_says():
    found = numbers(reading_of(DBT2, b"".join(sample(f"mix-{i}.log") for i in (1, 2, 3))))
    report = numbers(reading_of(DBT2, sample("summary.rst.expected")))
    assert found["", "", "", "", "throughput"] == report["", "", "", "", "throughput"] == (0.3, "NOPM")
    key = ("", "", "", "New Order", "response_time_mean")
    assert found[key][0] == pytest.approx(report[key][0], abs=0.0005)


# --- dbt5 ---------------------------------------------------------------------------------------------------


DBT5 = Dbt5Reader()
EXPECTED = expected("dbt5")
FOLDER = INPUTS / "dbt5"
REPORT = (FOLDER / "report.txt").read_text()
LOG = (FOLDER / "mix.log").read_text()


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
