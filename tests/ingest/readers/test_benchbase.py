"""What is special to the readers of benchbase; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import io
import math

import pytest
from ingest.damage import INPUTS, Numbers, located, numbers, reading_of

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.benchbase_raw import BenchbaseRawReader
from ahp.ingest.readers.benchbase_windows import BenchbaseWindowsReader
from ahp.ingest.sources import open_source

# --- benchbase_counts ---------------------------------------------------------------------------------------


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


CONFIGURATION = [
    "own/benchbase/tpcc_config_used.xml",
    "own/benchbase/tpcc_lz4.config.xml",
    "own/benchbase/tpcc_off.config.xml",
]


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
