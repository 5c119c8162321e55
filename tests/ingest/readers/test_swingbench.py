"""What is special to the readers of swingbench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.damage import CHANGED, INPUTS, caveats, numbers, reading_of, refuses

import ahp
from ahp.ingest.readers.swingbench import SwingbenchReader
from ahp.ingest.readers.swingbench_csv import SwingbenchCsvReader

# --- swingbench ---------------------------------------------------------------------------------------------


SWINGBENCH = SwingbenchReader()
refused = refuses(SWINGBENCH)


RESULTS = (CHANGED / "swingbench/results.txt").read_bytes()


def with_counts(text: str) -> str:
    for name, count in (("New Order", 60000), ("Browse Products", 101688)):
        text = text.replace(
            f'<Result id="{name}">', f'<Result id="{name}"><TransactionCount>{count}</TransactionCount>'
        )
    return text.replace("</Overview>", "<AverageUsrCPU>16.5</AverageUsrCPU></Overview>")


def test_counts_give_the_throughput_of_each_transaction():
    reading = reading_of(SWINGBENCH, with_counts(RESULTS.decode()).encode())
    found = numbers(reading)
    assert found["", "", "", "New Order", "throughput"] == (100.0, "1/s")
    assert found["", "", "", "Browse Products", "throughput"] == (101688 / 600, "1/s")
    assert found["", "", "", "", "cpu_user"] == (16.5, "%")
    assert any("user time alone" in caveat for caveat in reading.caveats)
    without = numbers(reading_of(SWINGBENCH, RESULTS))
    assert {key: found[key] for key in without} == without
    assert len(found) == len(without) + 3


def test_counts_above_the_total_are_refused():
    text = with_counts(RESULTS.decode()).replace(">101688<", ">101689<")
    refused(text.encode(), "the number of transactions does not agree")


# --- swingbench_csv -----------------------------------------------------------------------------------------


SWINGBENCH_CSV = SwingbenchCsvReader()
FILE = INPUTS / "swingbench_csv" / "two_runs.csv"
TEXT = FILE.read_text()


def test_caveats_and_what_is_ignored_are_told():
    assert "user time alone" in caveats(SWINGBENCH_CSV, TEXT)
    assert "user time" not in caveats(SWINGBENCH_CSV, TEXT.replace("16.2", "None"))
    assert reading_of(SWINGBENCH_CSV, FILE).ignored == ("MaximumTransactionRate",)


def test_its_columns_rank_by_a_type_or_the_worst_but_never_without_a_word():
    measured = ahp.read(FILE, baseline="none")
    with pytest.raises(ahp.MeasureError, match="stands by transaction type only"):
        ahp.rank(measured)
    for options, lz4, none in (
        ({"transactions": "Browse Products"}, 4.25, 6),
        ({"combine": "worst"}, 31, 44.75),
        ({"combine": "mix", "mix": (("Customer Registration", 1), ("Browse Products", 2), ("Order Products", 1))},
         (12.5 + 2 * 4.25 + 31) / 4, (17.25 + 2 * 6 + 44.75) / 4),
    ):  # fmt: skip
        slow = ahp.Criterion("slowness", "cost", ("response_time_mean",), index="value", **options)
        cost = ahp.rank(measured, ahp.Study((slow,)), include_baseline="always")["default"].cost
        assert cost["lz4"] / cost["none"] == pytest.approx(lz4 / none)
