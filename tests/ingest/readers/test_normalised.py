import re

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    expected,
    numbers,
    reading_of,
    refusal,
)

import ahp
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.normalised import NormalisedReader

READER = NormalisedReader()
EXPECTED = expected("normalised")
FOLDER = INPUTS / "normalised"


def test_a_file_is_read_without_being_told_how():
    for file in EXPECTED:
        assert [source.reader for source in ahp.read(FOLDER / file).sources] == ["normalised"]


def test_the_long_form_and_its_wide_twin_agree():
    long = numbers(reading_of(READER, FOLDER / "long.csv"))
    shared = 0
    for file, rate in (("wide_pg_wal.csv", "1/s"), ("wide_btrfs_fio.csv", "io/s")):
        for key, (value, unit) in numbers(reading_of(READER, FOLDER / file)).items():
            if key[4] == "wal_bytes_per_tx":
                key = (*key[:4], "stored_size_per_transaction")
            assert long[key][0] == value
            # A heading `tps` cannot say that it counts input-output operations, `cpu_user_pct` not of what.
            assert unit in ("", long[key][1]) or (unit, long[key][1]) in (("1/s", rate), ("%", "%core"))
            shared += 1
    sizes = {key for key in long if key[4] in ("original_bytes", "stored_bytes") and not key[2]}
    assert shared == len(long) - len(sizes) == 420


TITLES = "alternative,scope,metric,statistic,value,unit\n"


@each(
    ("text", "words"),
    [
        (TITLES + "a,tx:x,latency,p99,1,ms\na,tx:x,latency,p99,2,ms\n", r"line 3.*stands on line 2 already"),
        (
            TITLES + "a,t:x,latency,p99,1,ms\n",
            r"line 2, column 'scope': found 't:x': this is no scope.*tx:NAME",
        ),
        (TITLES + "a,all,latency,p99,x,ms\n", r"line 2, column 'value': found 'x': a number is needed"),
        (TITLES + "a,all,throughput,mean,1;2,1/s\n", r"line 2"),
        (
            "alternative,tps,tps[all],cpu[tx:a]\nx,2,3,4\n",
            r"line 1, column 'tps\[all\]': this column stands twice, under two spellings",
        ),
        ("alternative,metric,statistic,unit\na,latency,max,ms\n", r"the column 'value' is missing"),
        (
            "alternative,tps[tx:a],tps[tx:b]\nx,1,\ny,1,zwei\n",
            r"line 3, column 'tps': found 'zwei': a number is needed",
        ),
        ("alternative,tps[tx:a],tps [tx:a]\nx,1,2\n", r"both throughput|stands twice"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text, words):
    assert re.search(words, refusal(READER, text))


def test_statistics_are_kept_apart_and_new_orders_are_no_transactions():
    text = TITLES + (
        "a,all,throughput,mean,10,tx/s\na,all,throughput,max,20,tx/s\na,all,latency,min,1,ms\n"
        "b,all,new_orders,mean,600,1/min\nb,all,throughput,p50,9,tx/s\n"
    )
    assert numbers(reading_of(READER, text.encode())) == {
        ("", "a", "", "", "throughput"): (10, "1/s"),
        ("", "a", "", "", "throughput_max"): (20, "1/s"),
        ("", "a", "", "", "latency_minimum"): (1, "ms"),
        ("", "b", "", "", "throughput"): (600, "NOPM"),
        ("", "b", "", "", "throughput_p50"): (9, "1/s"),
    }


def test_a_process_is_not_the_host_and_that_is_told():
    reading = reading_of(READER, FOLDER / "wide_pg_wal.csv")
    assert reading.notes == (
        "What was measured of process:postgres stands by itself, not as the host's; a study may name it.",
    )
    assert {row.measure for row in reading.rows if "process" in row.measure} == {
        "cpu_user_process_postgres",
        "cpu_system_process_postgres",
    }


def test_a_column_may_be_named_by_hand():
    text = b"codec,Durchsatz (1/s)[tx:a],x[op:b]\nlz4,5,1\n"
    options = Options({"alternative": "codec", "throughput": "Durchsatz (1/s)[tx:a]"})
    assert numbers(reading_of(READER, text, options))["", "lz4", "", "a", "throughput"] == (5, "1/s")


def test_the_types_of_both_forms_rank_by_a_declared_rule_only():
    study = ahp.Study((
        ahp.Criterion("throughput", "benefit", ("throughput",), index="value", combine="sum"),
        ahp.Criterion("response time", "benefit", ("response_time_max",), index="value", combine="worst"),
    ))  # fmt: skip
    decided = [
        ahp.rank(ahp.read(FOLDER / file), study)["pgbench 5 tx types"].benefit
        for file in ("long.csv", "wide_pg_wal.csv")
    ]
    assert decided[0].to_dict() == pytest.approx(decided[1].to_dict())
