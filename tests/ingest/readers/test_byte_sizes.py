import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import InputError
from ahp.ingest.readers.byte_sizes import Size, block_size, size_of


@pytest.mark.parametrize(
    ("printed", "size", "half"),
    [
        ("16637952", 16637952, 0.5),
        ("0.00B", 0, 0.005),
        ("160.00KiB", 163840, 5.12),
        ("10.84MiB", 11366563.84, 5242.88),
        ("131.07kB", 131070, 5),
        ("8.39MB", 8390000, 5000),
        ("1.50TiB", 1.5 * 1024**4, 0.005 * 1024**4),
        ("2PB", 2e15, 0.5e15),
    ],
)
def test_binary_and_decimal_units_are_told_apart(printed, size, half):
    found = size_of(printed, 1)
    assert (found.bytes, found.half) == pytest.approx((size, half))
    assert found.exact == (half <= 0.5)


@given(st.integers(0, 2**60))
def test_bytes_are_exact(number):
    assert size_of(str(number), 1).bytes == float(number)


@pytest.mark.parametrize("printed", ["", "MiB", "1,5MiB", "-3", "5 MiB", "5kiB", "5mb", "1e3"])
def test_anything_else_is_refused(printed):
    with pytest.raises(InputError, match="a size such as") as caught:
        size_of(printed, 7)
    assert (caught.value.line, caught.value.found) == (7, printed)


@pytest.mark.parametrize(
    ("heading", "block"),
    [
        ("1K-blocks", 1024),
        ("1024-blocks", 1024),
        ("1-blocks", 1),
        ("1B-blocks", 1),
        ("512-blocks", 512),
        ("512B-blocks", 512),
        ("4K-blocks", 4096),
        ("1MB-blocks", 10**6),
        ("1M-blocks", 2**20),
        ("1kB-blocks", 1000),
        ("Size", None),
        ("1k-blocks", None),
        ("K-blocks", None),
    ],
)
def test_blocks_are_as_large_as_their_heading_says(heading, block):
    assert block_size(heading) == block


def test_a_row_has_the_resolution_of_the_size():
    row = Size("9", 9 * 2**20, 2**20).row("stored_bytes", 2, "Used")
    assert (row.value, row.unit.symbol, row.resolution, row.found) == (9437184, "B", 2**20, "9")
