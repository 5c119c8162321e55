import pytest

from ahp.errors import InputError
from ahp.ingest.readers.lzbench_headings import HEADER, columns_of

CSV = "Compressor name,Compression speed,Decompression speed,Original size,Compressed size,Ratio,Filename"


def test_the_columns_are_named_by_their_measures():
    assert columns_of(CSV, 1) == [
        "alternative",
        "compression_speed",
        "decompression_speed",
        "original_bytes",
        "stored_bytes",
        "ratio",
        "scenario",
    ]


@pytest.mark.parametrize(
    "heading", [CSV.replace("Original", "Origami"), CSV + ",Ratio", "Compressor name,Speed"]
)
def test_another_heading_is_refused_with_its_line(heading):
    with pytest.raises(InputError, match="none of lzbench's headings") as caught:
        columns_of(heading, 7)
    assert caught.value.line == 7


def test_a_heading_is_found_among_other_lines():
    assert HEADER.search(f"lzbench 2.3\n{CSV}\nmemcpy,1,1,1,1,100.00,a\n")
    assert not HEADER.search("Compressor,Ratio\n")
