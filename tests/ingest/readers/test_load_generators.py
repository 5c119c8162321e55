"""What is special to the readers of load generators; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.cases import each
from ingest.damage import CHANGED, INPUTS, caveats, located, numbers, reading_of, refusal, refuses

import ahp
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.bonnie import BonnieReader
from ahp.ingest.readers.redis_benchmark import RedisBenchmarkReader
from ahp.ingest.readers.techempower import TechempowerReader
from ahp.ingest.readers.tpcc_mysql import TpccMysqlReader
from ahp.ingest.readers.wrk import WrkReader

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


# --- redis_benchmark ----------------------------------------------------------------------------------------


REDIS_BENCHMARK = RedisBenchmarkReader()


def test_the_older_csv_has_two_columns():
    found = numbers(reading_of(REDIS_BENCHMARK, b'"test","rps"\n"SET","59701.49"\n'))
    assert found == {("", "", "", "SET", "throughput"): (59701.49, "req/s")}


# --- tpcc_mysql ---------------------------------------------------------------------------------------------


TPCC_MYSQL = TpccMysqlReader()
refused_of_tpcc_mysql = refuses(TPCC_MYSQL)


WHOLE = (CHANGED / "tpcc_mysql/whole.txt").read_bytes()


def test_maxima_are_those_of_all_intervals():
    reading = reading_of(TPCC_MYSQL, WHOLE)
    assert numbers(reading)["", "", "", "New-Order", "response_time_max"] == (213.169, "ms")
    assert numbers(reading)["", "", "", "Payment", "response_time_max"] == (150.42, "ms")
    assert reading.caveats == (
        "Percentiles stand by interval only and cannot be combined.",
        "0.4% of the transactions were late; TpmC counts them.",
        "2 transactions failed.",
    )


README = "public/tpcc-mysql/README.md"


def test_an_excerpt_says_what_it_is_and_a_cut_run_is_none():
    assert "an excerpt" in reading_of(TPCC_MYSQL, located("tpcc_mysql", README)).caveats[0]
    refused_of_tpcc_mysql(WHOLE[: WHOLE.index(b"STOPPING")], "no TpmC")
    lines = WHOLE.decode().splitlines(keepends=True)
    refused_of_tpcc_mysql("".join(lines[5:6]).encode(), "too few to tell")
    idle = "  5, trx: 0, 95%: 0, 99%: 0, max_rt: 0, 0|0, 0|0, 0|0, 0|0\n"
    refused_of_tpcc_mysql((idle + idle.replace("5,", "10,", 1)).encode(), "greater than 0")


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


# --- wrk ----------------------------------------------------------------------------------------------------


WRK = WrkReader()
TEXT = (INPUTS / "wrk" / "wrk_latency.txt").read_text()


def test_several_reports_are_runs():
    other = (INPUTS / "wrk" / "wrk_plain.txt").read_text()
    reading = reading_of(WRK, (TEXT + other).encode())
    assert [row.run for row in reading.rows if row.measure == "throughput"] == ["1", "2"]


def test_a_report_of_failures_is_left_out_where_the_caller_wishes_it():
    failed = located("wrk", "wrk_404.txt").read_bytes()
    good = located("wrk", "wrk_plain.txt").read_bytes()
    left = reading_of(WRK, failed + b"\n" + good, Options(failed="drop"))
    assert {row.run for row in left.rows} == {"2"}
    assert "3309 errors on 3309 requests" in left.left_out[0]
