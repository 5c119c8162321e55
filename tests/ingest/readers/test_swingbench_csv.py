import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

import ahp
from ahp.ingest.readers.swingbench_csv import SwingbenchCsvReader

READER = SwingbenchCsvReader()
FILE = INPUTS / "swingbench_csv" / "two_runs.csv"
TEXT = FILE.read_text()


@each(
    ("before", "after", "words"),
    [
        ("Browse Products, 4.25, 6, ", "Browse Products, 4.25, ", "line 6: found 'Browse Products': 2 values are needed"),
        ("Order Products", "Browse Products", "line 7: found 'Browse Products': this metric stands on line 6"),
        ("342.98", "3x2.98", "line 2, column 'lz4': found '3x2.98': a number is needed"),
        ("342.98", "0", "greater than 0"),
        ("none.xml", "lz4.xml", "names a file twice"),
        ("AverageTransactionsPerSecond", "AverageTransactions", "the first metric is not"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_line(before, after, words):
    assert before in TEXT
    assert words in refusal(READER, TEXT.replace(before, after))


def test_caveats_and_what_is_ignored_are_told():
    assert "user time alone" in caveats(READER, TEXT)
    assert "user time" not in caveats(READER, TEXT.replace("16.2", "None"))
    assert reading_of(READER, FILE).ignored == ("MaximumTransactionRate",)


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
