import json

import pytest
from ingest.cases import each
from ingest.damage import located
from ingest.readers.micro import caveats, refusal

import ahp
from ahp.ingest.readers.techempower import TechempowerReader

READER = TechempowerReader()
SAMPLE = "public/techempower/results.trimmed.json"


def small() -> str:
    """Two tests of two frameworks, in the sample's own layout."""
    report = json.loads(located("techempower", SAMPLE).read_text())
    raw = report["rawData"]
    kept = {test: {name: raw[test][name] for name in ("padrino", "flask")} for test in ("plaintext", "query")}
    keys = ("concurrencyLevels", "pipelineConcurrencyLevels", "queryIntervals", "duration")
    return json.dumps({"rawData": kept} | {key: report[key] for key in keys}, indent=1)


def test_a_level_at_which_requests_failed_is_left_out_and_told():
    told = caveats(READER, located("techempower", SAMPLE))
    assert (
        "sinatra-passenger-mri is left out of 'plaintext, 4096 connections': "
        "2076839 of 2079831 requests failed (line 228)."
    ) in told
    assert told.count("left out") == 2
    silent = (
        small().replace('"totalRequests": 286108', '"totalRequests": 0').replace('"read": 271', '"read": 0')
    )
    assert "padrino is left out of 'plaintext, 4096 connections': it answered no request." in caveats(
        READER, silent
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
def test_what_is_wrong_is_refused(before, after, words):
    text = small()
    assert before in text
    assert words in refusal(READER, text.replace(before, after))


def test_no_result_at_all_is_refused():
    text = (
        '{"duration": 15, "queryIntervals": [1], "rawData": {"json": {"flask": []}, "slocCounts": {"a": 1}}}'
    )
    assert "no test has a result" in refusal(READER, text)


def test_frameworks_rank_at_each_level_without_being_told_how():
    measured = ahp.read(located("techempower", SAMPLE))
    study = ahp.Study((ahp.Criterion("requests", "benefit", ("throughput",), index="value"),))
    decision = ahp.rank(measured, study)
    # 748940, 219690, 43546, 147200 requests in 15 s, typed off the file
    total = 748940 + 219690 + 43546 + 147200
    assert decision["fortune, 512 connections"].benefit["dropwizard"] == pytest.approx(748940 / total)
    assert set(decision["plaintext, 4096 connections"].benefit.index) == {"dropwizard", "padrino", "flask"}
    assert set(decision["update, 20 queries"].benefit.index) == {"dropwizard", "sinatra-passenger-mri"}
