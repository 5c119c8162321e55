"""A spot reads by run and type, and says exactly which cell is missing."""

import io

import pytest

import ahp
from ahp.errors import MeasureError
from ahp.evidence.spots import Spot

TABLE = """alternative,run,transaction,tps,compression_ratio
a,1,x,10,
a,1,y,20,
a,2,x,11,
a,2,y,,
"""


def _spot(text=TABLE):
    m = ahp.read(io.StringIO(text), io.StringIO("alternative,compression_ratio\na,2\n"))
    return Spot(m, "default", "a", ahp.Criterion("c", ahp.Merit.BENEFIT, "throughput"))


def test_kinds_are_those_of_the_run():
    spot = _spot()
    assert {kind: m.value for kind, m in spot.kinds("throughput", "1").items()} == {"x": 10, "y": 20}
    assert set(spot.kinds("throughput", "2")) == {"x"}


def test_what_names_no_run_serves_every_run():
    spot = _spot()
    assert spot.kinds("compression_ratio", "1")[""].value == 2
    assert spot.kinds("compression_ratio", "2")[""].value == 2


def test_the_empty_cell_of_that_run_and_type_is_named():
    reason = _spot().missing("throughput", "2", "y").reason
    assert (reason.line, reason.column) == (5, "tps")
    assert "run '2', transaction 'y'" in str(reason)


def test_without_an_empty_cell_the_alternatives_row_is_named():
    reason = _spot().missing("cpu").reason
    assert (reason.line, reason.column) == (2, None)


def _joined(first, second):
    heads = ("alternative,tps\nnone,5\n", "alternative,stored_bytes,original_bytes\nnone,9,9\n")
    return ahp.read(io.StringIO(heads[0] + first), io.StringIO(heads[1] + second))


@pytest.mark.parametrize(
    ("first", "second", "who", "twin"),
    [
        ("lz4,6\n", "lz4 1.10.0,4,9\n", "lz4", "'lz4 1.10.0'"),
        ("lz4 1.10.0,6\n", "LZ4,4,9\n", "lz4 1.10.0", "'LZ4'"),
        ("zstd,6\n", "zstd -1,4,9\nzstd -3,3,9\n", "zstd", "'zstd -1', 'zstd -3'"),
    ],
)
def test_a_name_that_is_nearly_the_same_in_another_file_is_named(first, second, who, twin):
    with pytest.raises(MeasureError, match="give them one name in all files") as caught:
        ahp.rank(_joined(first, second))
    assert f"{who!r} has no compression_ratio" in str(caught.value)
    assert f"what {twin} has may be meant for it" in str(caught.value)


def test_names_of_different_things_are_not_taken_for_one():
    for first, second in [
        ("zstd-1,6\n", "zstd-3,4,9\n"),
        ("lz4,6\nlz4 hc,5\n", "lz4 hc,3,9\n"),
        ("lz4,6\n", ""),
        ("lz4,\nlz4 1,\n", "zle,3,9\n"),
    ]:
        with pytest.raises(MeasureError, match="fill it in, or leave"):
            ahp.rank(_joined(first, second))


def test_where_a_run_alone_is_missing_nobody_else_is_named():
    m = ahp.read(
        io.StringIO("alternative,run,tps\nlz4,1,5\nlz4,2,\n"),
        io.StringIO("alternative,compression_ratio\nlz4 1.10,2\n"),
    )
    spot = Spot(m, "default", "lz4", ahp.Criterion("c", ahp.Merit.BENEFIT, "throughput"))
    assert "lz4 1.10" not in str(spot.missing("throughput", "2").reason)
