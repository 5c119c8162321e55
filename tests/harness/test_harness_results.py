"""The table reads back through the door that everybody uses, number for number."""

import pytest

from ahp.errors import InputError
from ahp.harness.results import ENVIRONMENT, NAME, table, write_results
from ahp.ingest.read import read


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
