"""Which names may mean the same, and where that is told."""

import io

import pytest

import ahp
from ahp.errors import MeasureError
from ahp.evidence.cells import cell
from ahp.evidence.likeness import alike


def test_names_that_may_mean_the_same():
    for one, other, expected in [
        ("lz4", "lz4 1.10.0", True),
        ("zstd -3", "ZSTD_3", True),
        ("zstd", "zstd 1.5.6 -3", True),
        ("snappy", "snapppy", True),
        ("圧縮", "圧縮 2", True),
        ("zstd-1", "zstd-3", False),
        ("lz4", "lz5", False),
        ("zle", "lzjb", False),
        ("", "lz4", False),
        ("--", "lz4", False),
        ("compressor 1", "compressor 2", False),
    ]:
        assert alike(one, other) is alike(other, one) is expected


def _joined(first, second):
    heads = ("alternative,run,tps\nnone,1,5\n", "alternative,stored_bytes,original_bytes\nnone,9,9\n")
    return ahp.read(io.StringIO(heads[0] + first), io.StringIO(heads[1] + second))


@pytest.mark.parametrize(
    ("first", "second", "who", "twin"),
    [
        ("lz4,1,6\n", "lz4 1.10.0,4,9\n", "lz4", "'lz4 1.10.0'"),
        ("lz4 1.10.0,1,6\n", "LZ4,4,9\n", "lz4 1.10.0", "'LZ4'"),
        ("zstd,1,6\n", "zstd -1,4,9\nzstd -3,3,9\n", "zstd", "'zstd -1', 'zstd -3'"),
    ],
)
def test_a_name_that_is_nearly_the_same_in_another_file_is_named(first, second, who, twin):
    with pytest.raises(MeasureError, match="give them one name in all files") as caught:
        ahp.rank(_joined(first, second))
    assert f"{who!r} has no compression_ratio" in str(caught.value)
    assert f"what {twin} has may be meant for it" in str(caught.value)


def test_names_of_different_things_are_not_taken_for_one():
    for first, second in [
        ("zstd-1,1,6\n", "zstd-3,4,9\n"),
        ("lz4,1,6\nlz4 hc,1,5\n", "lz4 hc,3,9\n"),
        ("lz4,1,6\n", ""),
        ("lz4,1,\nlz4 1,1,\n", "zle,3,9\n"),
    ]:
        with pytest.raises(MeasureError, match="fill it in, or leave"):
            ahp.rank(_joined(first, second))


def test_where_a_run_alone_is_missing_nobody_else_is_named():
    ratios = io.StringIO("alternative,compression_ratio\nlz4 1.10,2\n")
    m = ahp.read(io.StringIO("alternative,run,tps\nlz4,1,5\nlz4,2,\n"), ratios)
    gap = cell(m, "default", "lz4", ahp.Criterion("c", ahp.Merit.BENEFIT, "throughput"))
    assert "run '2'" in str(gap.reason)
    assert "lz4 1.10" not in str(gap.reason)
