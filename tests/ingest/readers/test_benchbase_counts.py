import json
import re

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)
from ingest.readers.micro import refusal

import ahp
from ahp.ingest.readers.benchbase_counts import BenchbaseCountsReader

READER = BenchbaseCountsReader()
EXPECTED = expected("benchbase_counts")
OFF = INPUTS / "benchbase_counts" / "tpcc_off.histograms.json"
TEXT = OFF.read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("benchbase_counts", file))), EXPECTED[file])


def test_only_histograms_are_recognised():
    assert recognised(READER) == {f"own/benchbase/{file}" for file in EXPECTED}


def independent(text: str) -> Numbers:
    found: Numbers = {}
    for end, histogram in json.loads(text).items():
        found["", "", "", "", f"{end}_transactions"] = (histogram["NUM_SAMPLES"], "1")
        for name, count in histogram["HISTOGRAM"].items():
            kind = re.split(r"[./]", name)[-2]
            found["", "", "", kind, f"{end}_transactions"] = (count, "1")
    return found


def test_a_damaged_file_is_refused_or_read_as_it_stands():
    assert "doubled" not in survivors(READER, OFF.read_bytes(), independent, flips=400)


@pytest.mark.parametrize(
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
