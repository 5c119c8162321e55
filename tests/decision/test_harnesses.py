"""Alternatives that two harnesses measured are told of; files of one harness, and tables, are not."""

import pytest
from ingest.damage import INPUTS

import ahp

PGBENCH = "pgbench/plain.stdout.txt"
AB, WRK = "ab/ab.txt", "wrk/wrk_latency.txt"


def told(*sources):
    audit = ahp.rank(ahp.read(*sources, baseline="a"))["default"].audit
    return [finding.detail for finding in audit if "reads it" in finding.detail]


def test_two_harnesses_are_told_of():
    assert told(f"a={INPUTS / WRK}", f"b={INPUTS / AB}") == [
        "throughput is of a as wrk reads it, of b as ab reads it"
    ]


@pytest.mark.parametrize(
    "other", [INPUTS / "pgbench" / "rate.stdout.txt", INPUTS / "pgbench_log" / "pgbench_multi.21979", None]
)
def test_one_harness_and_a_table_are_not(other):
    second = (
        {"alternative": ["b"], "tps": [5], "response_time_mean_ms": [9]} if other is None else f"b={other}"
    )
    assert told(f"a={INPUTS / PGBENCH}", second) == []
