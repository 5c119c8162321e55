"""The table of results reads back number for number, and by what it is ranked, and who competes."""

import dataclasses

import pytest

from ahp.decision.rank import rank
from ahp.errors import InputError
from ahp.harness.plan import plan
from ahp.harness.results import (
    ENVIRONMENT,
    NAME,
    REFERENCES,
    baseline_competes,
    references,
    study_of,
    table,
    write_results,
)
from ahp.ingest.read import read

ALTERNATIVES = {"none": (100, 900), "wal-lz4": (100, 700), "wal-zstd": (50, 500), "toast-lz4": (100, 900)}


def lines(*alternatives, reference=""):
    """Three blocks; the log of a transaction is what only the fixed amount of work would show in `wal_bytes`."""
    return [
        {
            "scenario": "TPC-C", "alternative": name, "block": block, "twin": False, "baseline": "none", "flags": [], "details": {},
            "reference": name == reference, "transactions": {},
            "measures": {
                "throughput": tps + block, "wal_bytes": 10.0 * tps * log, "wal_bytes_per_transaction": float(log + block),
                "compression_ratio": 1.5 if name.startswith("toast") else 1.0,
            },
        }
        for block in (1, 2, 3) for name in alternatives for tps, log in [ALTERNATIVES.get(name, (110, 300))]
    ]  # fmt: skip


@pytest.fixture
def decided(tmp_path, embedded):
    (tmp_path / ENVIRONMENT).write_text('{"machine": "4f09c1d2a3b4"}')

    def decided(*alternatives, **changed):
        asked = dataclasses.replace(plan({}), alternatives=alternatives, **changed)
        write_results(tmp_path, lines(*alternatives))
        found = read(tmp_path / NAME, baseline=asked.baseline)
        competes = baseline_competes(asked)
        return rank(
            found, study_of(asked, found), index=asked.index, include_baseline=competes, confidence=None
        )

    return decided


def criteria(decision):
    return {criterion.name: criterion.measures for criterion in decision.study.criteria}


def test_what_compresses_the_log_is_ranked_by_the_log(decided):
    log = {"log_saving": ("wal_bytes_per_transaction",)}
    speed = {"throughput": ("throughput",)}
    saving = {"storage_saving": ("compression_ratio",)}
    found = decided("none", "wal-lz4", "wal-zstd")
    assert criteria(found) == log | speed
    values = dict(found["TPC-C"].criteria["log_saving"].values)
    assert values["wal-lz4"] == pytest.approx(900 / 700, rel=1e-3)  # by the transaction, whatever its work
    assert criteria(decided("none", "wal-lz4", "toast-lz4")) == log | saving | speed
    assert criteria(decided("none", "toast-lz4")) == saving | speed


def test_a_study_of_the_plans_own_ranks_with_the_plans_baseline(decided, tmp_path):
    text = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
    (tmp_path / "own.toml").write_text('baseline = "wal-lz4"\n' + text)
    found = decided("none", "wal-lz4", "wal-zstd", study=str(tmp_path / "own.toml"))
    assert criteria(found) == {"speed": ("throughput",)}
    assert found.baseline == "none"


@pytest.mark.parametrize(
    ("alternatives", "changed", "competing"),
    [
        (("none", "wal-zstd"), {}, {"none", "wal-zstd"}),  # on or off?
        (("none", "toast-zstd"), {"index": "improvement"}, {"toast-zstd"}),  # which the baseline has not
        (("none", "wal-lz4", "wal-zstd"), {}, {"wal-lz4", "wal-zstd"}),
        (("none", "wal-lz4", "wal-zstd"), {"include_baseline": True}, {"none", "wal-lz4", "wal-zstd"}),
    ],
)
def test_the_baseline_competes_where_it_is_asked_for_or_one_is_held_against_it(
    decided, alternatives, changed, competing
):
    assert set(decided(*alternatives, **changed)["TPC-C"].order) == competing


def test_a_reference_is_told_against_the_baseline_and_never_ranked(tmp_path, embedded):
    (tmp_path / ENVIRONMENT).write_text('{"machine": "4f09c1d2a3b4"}')
    finished = lines("none", "wal-lz4", "full-page-writes-off", reference="full-page-writes-off")
    write_results(tmp_path, finished)
    assert "full-page" not in (tmp_path / NAME).read_text()
    table = (tmp_path / REFERENCES).read_text()
    assert ("full-page-writes-off" in table, "wal-lz4" in table) == (True, False)
    asked = dataclasses.replace(plan({}), engine="postgresql", references=("full-page-writes-off",))
    (told,) = references(asked, finished)
    assert (told.scenario, told.alternative) == ("TPC-C", "full-page-writes-off")
    assert "torn" in told.risk
    assert told.ratios["log per transaction"] == pytest.approx(302 / 902, rel=1e-3)
    assert references(dataclasses.replace(asked, references=()), finished) == ()


def line(block, alternative, twin=False, flags=(), details=None, **measures):
    return {
        "scenario": "Order Entry",
        "alternative": alternative,
        "block": block,
        "twin": twin,
        "flags": flags,
        "details": details or {},
        "baseline": "none",
        "measures": {"throughput": 100.5 * block, "cpu_per_transaction": 0.25, **measures},
        "transactions": {"Browse": {"throughput": 50.25, "response_time_p99": 1.5}},
    }


@pytest.fixture
def tmp_path(tmp_path):
    (tmp_path / ENVIRONMENT).write_text('{"machine": "4f09c1d2a3b4"}')
    return tmp_path


def test_tables_of_two_machines_are_not_pooled(tmp_path):
    for machine in ("4f09c1d2a3b4", "a2b3c4d5e6f7"):
        (tmp_path / machine).mkdir()
        (tmp_path / machine / ENVIRONMENT).write_text(f'{{"machine": "{machine}"}}')
        write_results(tmp_path / machine, [line(1, "none"), line(1, "lz4")])
    one, other = tmp_path / "4f09c1d2a3b4" / NAME, tmp_path / "a2b3c4d5e6f7" / NAME
    with pytest.raises(InputError, match=r"of machine 'a2b3c4d5e6f7', others of '4f09c1d2a3b4', in "):
        read(one, other, baseline="none")
    assert read(one, baseline="none").to_frame()["alternative"].nunique() == 2


def test_it_reads_back(tmp_path):
    lines = [line(b, name, wal_bytes=10.0) for b in (1, 2) for name in ("none", "lz4")]
    write_results(tmp_path, lines)
    frame = read(tmp_path / NAME, baseline="none").to_frame()
    whole = frame[frame.transaction.isna() | (frame.transaction == "")]
    tps = whole[whole.measure == "throughput"]
    assert sorted(tps.value) == [100.5, 100.5, 201, 201]
    assert set(whole.measure) == {"throughput", "cpu_per_transaction", "wal_bytes"}
    assert set(frame[frame.transaction == "Browse"].measure) == {"throughput", "response_time_p99"}
    value = 12345678.123456789
    write_results(tmp_path, [line(1, "none", stored_bytes=value, compression_ratio=1.0)])
    kept = {row.measure: row for row in read(tmp_path / NAME).rows if not row.transaction}
    assert kept["stored_bytes"].value == pytest.approx(value, rel=1e-11)
    ratio = kept["compression_ratio"]  # a number that happens to be round keeps its digits
    assert (ratio.value, ratio.resolution) == (1.0, 5e-12)


def test_the_baselines_second_runs_and_disturbed_ones_are_marked(tmp_path):
    busy, layer = "other processes were busy: they used 25%", "the record layer used 41 % of it"
    given = [
        line(1, "none"),
        line(1, "lz4", flags=("not steady: …", busy)),
        line(1, "none again", twin=True),
        line(2, "none", flags=("not steady: …",)),
        line(2, "lz4", flags=(layer,)),
    ]
    write_results(tmp_path, given)
    found = read(tmp_path / NAME)
    assert found.alternatives("Order Entry") == ("lz4", "none")
    assert found.runs("Order Entry", "none") == ("1", "2")
    assert {(row.alternative, row.run, row.block) for row in found.twins.rows} == {("none", "1", "1")}
    assert len(found.twins.rows) == 4  # two measures of all transactions, two of one type
    assert found.disturbed == {("Order Entry", "lz4", "1"), ("Order Entry", "lz4", "2")}
    assert found.unused == ()


def test_what_a_window_exercised_are_columns_of_its_row_over_all_transactions(tmp_path):
    seen = {
        "processor": {"read_bytes": 4096, "user_s": 1.0},
        "counters": {"buffer_hits": 12.0, "checkpoints": 0.0},
    }
    write_results(tmp_path, [line(1, "none", details=seen), line(1, "lz4")])
    heading, first, *_ = (tmp_path / NAME).read_text().splitlines()
    assert heading.endswith(",read_bytes,buffer_hits,checkpoints,machine")
    assert first.endswith(",,,,4f09c1d2a3b4")  # lz4's machine did not tell
    told = dict(
        zip(heading.split(","), (tmp_path / NAME).read_text().splitlines()[3].split(","), strict=True)
    )
    assert [told[name] for name in ("alternative", "read_bytes", "buffer_hits", "checkpoints")] == [
        "none",
        "4096",
        "12",
        "0",
    ]


def test_a_missing_measure_is_an_empty_cell_and_never_zero():
    rows = table([line(1, "none", stored_bytes=7.0), line(1, "lz4")], "m").splitlines()
    place = rows[0].split(",").index("stored_bytes")
    assert [row.split(",")[place] for row in rows[1:]] == ["7", "", "", ""]
    assert [row.split(",")[-1] for row in rows] == ["machine", "m", "m", "m", "m"]
