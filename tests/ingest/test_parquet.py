"""Parquet files as tables, where pyarrow is installed."""

import io
import random
import sys
from decimal import Decimal

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.files.open import open_source

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

COLUMNS = {
    "alternative": ["none", "lz4", "zle"],
    "run": [1, 1, 1],
    "tps": [269.48, 342.98, None],
    "CPU (%)": [Decimal("9.50"), Decimal("12.25"), Decimal("11.00")],
    "when": pa.array([1, 2, 3], pa.timestamp("s")),
}


def written(columns=COLUMNS, **options):
    out = io.BytesIO()
    parquet.write_table(pa.table(columns), out, **options)
    return out.getvalue()


def test_a_parquet_file_is_a_table(tmp_path):
    path = tmp_path / "results.bin"
    path.write_bytes(written())
    m = ahp.read(path)
    assert [(r.alternative, r.run, r.measure, r.value) for r in m.rows] == [
        ("none", "1", "throughput", 269.48),
        ("none", "1", "cpu", 9.5),
        ("lz4", "1", "throughput", 342.98),
        ("lz4", "1", "cpu", 12.25),
        ("zle", "1", "cpu", 11.0),
    ]
    assert m.ignored == ("when",)
    assert [gap.place.line for gap in m.gaps] == [3]
    assert m.sources[0].reader == "table"
    assert len(m.sources[0].sha256) == 64
    assert open_source(path).notes == ("the columns of a Parquet file",)


@each("compression", ["none", "snappy", "gzip", "zstd"])
def test_its_own_compression_does_not_matter(compression):
    m = ahp.read(io.BytesIO(written(compression=compression)))
    assert m.rows[0].value == 269.48


def test_what_pandas_saves_reads_back_with_its_index():
    import pandas as pd

    frame = pd.DataFrame({"alternative": ["none", "lz4"], "tps": [1.5, 2.5]}).set_index("alternative")
    out = io.BytesIO()
    frame.to_parquet(out)
    assert [(r.alternative, r.value) for r in ahp.read(io.BytesIO(out.getvalue())).rows] == [
        ("none", 1.5),
        ("lz4", 2.5),
    ]


def test_two_columns_of_one_name_are_refused():
    out = io.BytesIO()
    parquet.write_table(pa.table([[1], [2]], names=["a", "a"]), out)
    with pytest.raises(InputError, match="column 'a': this column stands twice"):
        open_source(io.BytesIO(out.getvalue()))


def test_damage_is_refused_or_read_as_it_now_stands():
    content = written(write_page_checksum=True)
    for end in range(5, len(content), 7):
        with pytest.raises(InputError, match="the Parquet file is damaged"):
            open_source(io.BytesIO(content[:end]))
    with pytest.raises(InputError):
        open_source(io.BytesIO(content[:-1]))
    choose = random.Random(4)
    whole = open_source(io.BytesIO(content)).table
    for _ in range(200):
        flipped = bytearray(content)
        flipped[choose.randrange(5, len(content))] ^= 1 << choose.randrange(8)
        try:
            found = open_source(io.BytesIO(bytes(flipped))).table
        except InputError as error:
            if error.file != "<file>":
                raise
            continue
        for (
            heading,
            cells,
        ) in whole.items():  # a flip in the footer may rename a column, never change a number
            assert found.get(heading, cells) == cells


def test_without_pyarrow_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError) as raised:
        open_source(io.BytesIO(written()))
    assert str(raised.value) == (
        "<file>: reading a Parquet file needs pyarrow; pip install 'ahp-rank[parquet]', or save the table as CSV"
    )
