"""What is special to the readers of benchbase; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import io
import math

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, Numbers, located, numbers, reading_of, refusal, refuses

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.benchbase import BenchbaseReader
from ahp.ingest.readers.benchbase_counts import BenchbaseCountsReader
from ahp.ingest.readers.benchbase_raw import BenchbaseRawReader
from ahp.ingest.readers.benchbase_setup import BenchbaseSetupReader
from ahp.ingest.readers.benchbase_windows import BenchbaseWindowsReader
from ahp.ingest.sources import open_source

# --- benchbase ----------------------------------------------------------------------------------------------


BENCHBASE = BenchbaseReader()
refused_of_benchbase = refuses(BENCHBASE)


LOG = (INPUTS / "benchbase" / "tpcc_lz4.stdout.log").read_bytes()


def test_a_log_without_a_result_is_refused_and_several_are_runs():
    refused_of_benchbase(LOG[: LOG.index(b"Rate limited")], "no line of results")
    other = (INPUTS / "benchbase" / "tpcc_off.stdout.log").read_bytes()
    assert {row.run for row in reading_of(BENCHBASE, LOG + other).rows} == {"1", "2"}


# --- benchbase_counts ---------------------------------------------------------------------------------------


BENCHBASE_COUNTS = BenchbaseCountsReader()
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
def test_what_is_wrong_is_refused_in_benchbase_counts(before, after, words):
    assert before in TEXT
    assert words in refusal(BENCHBASE_COUNTS, TEXT.replace(before, after))


def test_a_study_may_weigh_the_aborted_ones(tmp_path):
    study = tmp_path / "study.toml"
    study.write_text(
        "[measures.aborted_transactions]\nunit = '1'\nbetter = 'lower'\n"
        "[[criteria]]\nname = 'aborts'\nmerit = 'cost'\nmeasure = 'aborted_transactions'\nindex = 'value'\n"
    )
    off, lz4 = (f"{name}={INPUTS}/benchbase_counts/tpcc_{name}.histograms.json" for name in ("off", "lz4"))
    decision = ahp.rank(ahp.read(off, lz4), ahp.Study.from_toml(study))
    assert decision["default"].cost["off"] == pytest.approx(64 / (64 + 47))


# --- benchbase_raw ------------------------------------------------------------------------------------------


BENCHBASE_RAW = BenchbaseRawReader()
RAW = (INPUTS / "benchbase_raw" / "tpcc_off.raw.csv.head300.csv").read_bytes()


def independent_of_benchbase_raw(text: str) -> Numbers:
    rows = [line.split(",") for line in text.splitlines()[1:]]
    starts = [float(row[2]) for row in rows]
    window = max(start + int(row[3]) / 1e6 for start, row in zip(starts, rows, strict=True)) - min(starts)
    found: Numbers = {}
    for name in ["", *{row[1] for row in rows}]:
        times = sorted(int(row[3]) for row in rows if name in ("", row[1]))
        n = len(times)
        found["", "", "", name, "throughput"] = (n / window, "req/s")
        found["", "", "", name, "response_time_mean"] = (sum(times) / n, "us")
        found["", "", "", name, "response_time_max"] = (times[-1], "us")
        for measure, percent in {"p50": 500, "p90": 900, "p95": 950, "p99": 990, "p999": 999}.items():
            rank = math.ceil(n * percent / 1000)
            if rank < n:
                found["", "", "", name, f"response_time_{measure}"] = (times[rank - 1], "us")
    return found


def test_types_whose_names_are_digits_are_told_apart():
    head, *lines = RAW.decode().splitlines()
    renamed = [line.replace(line.split(",")[1], "01" if i % 3 else "1", 1) for i, line in enumerate(lines)]
    found = numbers(reading_of(BENCHBASE_RAW, "\n".join([head, *renamed, ""]).encode()))
    counted = independent_of_benchbase_raw("\n".join([head, *renamed]))
    assert set(found) == set(counted)
    for key, (value, unit) in counted.items():
        assert found[key] == (pytest.approx(value, rel=1e-9), unit)


# --- benchbase_setup ----------------------------------------------------------------------------------------


BENCHBASE_SETUP = BenchbaseSetupReader()
CONFIGURATION = [
    "own/benchbase/tpcc_config_used.xml",
    "own/benchbase/tpcc_lz4.config.xml",
    "own/benchbase/tpcc_off.config.xml",
]
STATISTICS = ["own/benchbase/tpcc_lz4.metrics.json", "own/benchbase/tpcc_off.metrics.json"]


@each("file", CONFIGURATION)
def test_a_configuration_is_called_one(file):
    message = refusal(BENCHBASE_SETUP, located("benchbase", file))
    assert "the configuration of a BenchBase run (scale factor 1, terminals 4, seconds 10)" in message
    assert "summary.json" in message


@each("file", STATISTICS)
def test_the_statistics_of_the_server_are_not_of_the_run(file):
    message = refusal(BENCHBASE_SETUP, located("benchbase", file))
    assert "since they were last reset (2026-11-20 21:02:12.93048+00)" in message
    assert "neither a rate, a response time nor a size" in message


def test_it_is_refused_through_the_door_as_well():
    with pytest.raises(InputError, match="holds no result"):
        ahp.read(f"lz4={located('benchbase', CONFIGURATION[1])}")


# --- benchbase_windows --------------------------------------------------------------------------------------


BENCHBASE_WINDOWS = BenchbaseWindowsReader()


RESULTS = (INPUTS / "benchbase_windows" / "tpcc_lz4.results.csv").read_bytes()


def test_the_type_is_in_the_name_of_the_file_alone():
    assert {row.transaction for row in reading_of(BENCHBASE_WINDOWS, RESULTS).rows} == {""}
    file = io.BytesIO(RESULTS)
    file.name = "x/tpcc.results.Payment.csv"
    assert {row.transaction for row in BENCHBASE_WINDOWS.read(open_source(file), Options()).rows} == {
        "Payment"
    }
