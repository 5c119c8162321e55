import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)
from ingest.readers.micro import refusal

import ahp
from ahp.ingest.readers.benchbase_counts import BenchbaseCountsReader

READER = BenchbaseCountsReader()
OFF = INPUTS / "benchbase_counts" / "tpcc_off.histograms.json"
TEXT = OFF.read_text()


@each(
    ("before", "after", "words"),
    [
        ('NewOrder/01":5094', 'NewOrder/01":5095', "number of completed transactions does not agree"),
        ('"NUM_SAMPLES":64', '"NUM_SAMPLES":65', "number of aborted transactions does not agree"),
        ('"completed"', '"finished"', "'completed.NUM_SAMPLES' is missing"),
        ("procedures.StockLevel/05", "procedures.StockLevel-05", "no count of a type"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    assert before in TEXT
    assert words in refusal(READER, TEXT.replace(before, after))


def test_nothing_completed_is_no_run():
    empty = '{"completed":{"HISTOGRAM":{},"NUM_SAMPLES":0,"VALUE_TYPE":"x"}}'
    assert "greater than 0" in refusal(READER, empty)


def test_how_many_attempts_failed_is_told():
    # (64 + 1 + 4153) / (64 + 1 + 4153 + 10972)
    assert reading_of(READER, OFF).caveats[1] == (
        "27.8% of the attempts did not complete (4153 rejected, 64 aborted, 1 unexpected)."
    )


def test_a_study_may_weigh_the_aborted_ones(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text(
        "[measures.aborted_transactions]\nunit = '1'\nbetter = 'lower'\n"
        "[[criteria]]\nname = 'aborts'\nmerit = 'cost'\nmeasure = 'aborted_transactions'\nindex = 'value'\n"
    )
    off, lz4 = (f"{name}={INPUTS}/benchbase_counts/tpcc_{name}.histograms.json" for name in ("off", "lz4"))
    decision = ahp.rank(ahp.read(off, lz4), ahp.Study.from_toml(study))
    assert decision["default"].cost["off"] == pytest.approx(64 / (64 + 47))
