"""What is special to the readers of load generators; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, located, reading_of, refusal

import ahp
from ahp.ingest.readers.bonnie import BonnieReader
from ahp.ingest.readers.techempower import TechempowerReader

# --- bonnie -------------------------------------------------------------------------------------------------


BONNIE = BonnieReader()
TWICE = (INPUTS / "bonnie" / "bonnie_x2.csv").read_bytes()


def test_what_was_too_fast_is_missing_and_told():
    reading = reading_of(BONNIE, TWICE)
    row = next(row for row in reading.rows if row.transaction == "rewrite" and row.measure == "bandwidth")
    assert (row.value, row.found) == (None, "+++++")
    assert any("half a second" in caveat for caveat in reading.caveats)


def test_names_are_alternatives_where_there_are_several():
    first, second = TWICE.decode().splitlines()[1:]
    both = f"{first}\n{second.replace(',lz4,', ',zstd,')}\n"
    rows = reading_of(BONNIE, both.encode()).rows
    assert {(row.alternative, row.run) for row in rows} == {("lz4", None), ("zstd", None)}


# --- techempower --------------------------------------------------------------------------------------------


TECHEMPOWER = TechempowerReader()
SAMPLE = "public/techempower/results.trimmed.json"


def small() -> str:
    """Two tests of two frameworks, in the sample's own layout."""
    report = json.loads(located("techempower", SAMPLE).read_text())
    raw = report["rawData"]
    kept = {test: {name: raw[test][name] for name in ("padrino", "flask")} for test in ("plaintext", "query")}
    keys = ("concurrencyLevels", "pipelineConcurrencyLevels", "queryIntervals", "duration")
    return json.dumps({"rawData": kept} | {key: report[key] for key in keys}, indent=1)


def test_a_level_at_which_requests_failed_is_left_out_and_told():
    told = caveats(TECHEMPOWER, located("techempower", SAMPLE))
    assert (
        "sinatra-passenger-mri is left out of 'plaintext, 4096 connections': "
        "2076839 of 2079831 requests failed (line 228)."
    ) in told
    assert told.count("left out") == 2
    silent = (
        small().replace('"totalRequests": 286108', '"totalRequests": 0').replace('"read": 271', '"read": 0')
    )
    assert "padrino is left out of 'plaintext, 4096 connections': it answered no request." in caveats(
        TECHEMPOWER, silent
    )


@each(
    ("before", "after", "words"),
    [
        ('"duration": 15', '"duration": 0', "no duration"),
        ('"duration": 15', '"duration": 60', "the duration does not agree"),
        ('"latencyAvg": "101.04ms"', '"latencyAvg": "101.04s"', "the mean does not agree"),
        ('"latencyAvg": "101.04ms"', '"latencyAvg": "101.04 ms"', "no response time"),
        ('"latencyMax": "532.34ms"', '"latencyMin": "532.34ms"', "'latencyMax' is missing"),
        ('  16384\n', '  16384,\n  32768\n', "plaintext of padrino has 4 results for 5 levels"),
        ('"totalRequests": 286108', '"totalRequests": 286108, "5xx": 286109', "the number of requests does not agree"),
        ('"rawData"', '"rawDatum"', "'rawData' is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_in_techempower(before, after, words):
    text = small()
    assert before in text
    assert words in refusal(TECHEMPOWER, text.replace(before, after))


def test_frameworks_rank_at_each_level_without_being_told_how():
    measured = ahp.read(located("techempower", SAMPLE))
    study = ahp.Study((ahp.Criterion("requests", "benefit", ("throughput",), index="value"),))
    decision = ahp.rank(measured, study)
    # 748940, 219690, 43546, 147200 requests in 15 s, typed off the file
    total = 748940 + 219690 + 43546 + 147200
    assert decision["fortune, 512 connections"].benefit["dropwizard"] == pytest.approx(748940 / total)
    assert set(decision["plaintext, 4096 connections"].benefit.index) == {"dropwizard", "padrino", "flask"}
    assert set(decision["update, 20 queries"].benefit.index) == {"dropwizard", "sinatra-passenger-mri"}
