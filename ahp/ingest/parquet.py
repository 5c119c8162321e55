"""Parquet files, where pyarrow is installed."""

from __future__ import annotations

import io

from ahp.errors import InputError, one_line
from ahp.ingest.packed import LARGEST, Unpacked

_MOST_CELLS = 5_000_000


def columns_of(name: str, content: bytes) -> Unpacked:
    """Return the columns of a Parquet file.

    An index that pandas saved with the table is a column like any other.

    Raises
    ------
    InputError
        If pyarrow is not installed, the file is damaged, or two columns have one name.
    """
    try:
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "reading a Parquet file needs pyarrow",
            file=name,
            advice="pip install 'ahp-rank[parquet]', or save the table as CSV",
        ) from None
    try:
        file = parquet.ParquetFile(io.BytesIO(content), page_checksum_verification=True)
        cells = file.metadata.num_rows * file.metadata.num_columns
        unpacked = sum(
            file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups)
        )
        if cells > _MOST_CELLS or unpacked > LARGEST:  # one value may stand for a thousand million
            raise _too_large(name)
        table = file.read()
        columns = [column.to_pylist() for column in table.columns]
    except InputError:
        raise
    except Exception as error:  # whatever a damaged file makes of the library
        reason = one_line(str(error) or type(error).__name__, 120)
        raise InputError(
            f"the Parquet file is damaged: {reason}", file=name, advice="give the whole file"
        ) from None
    names: list[str] = table.column_names
    for heading in names:
        if names.count(heading) > 1:
            raise InputError("this column stands twice", file=name, column=heading)
    return Unpacked(table=dict(zip(names, columns, strict=True)), notes=("the columns of a Parquet file",))


def _too_large(name: str) -> InputError:
    return InputError(
        f"the Parquet file holds more than {_MOST_CELLS:,} cells, or {LARGEST >> 20} MB",
        file=name,
        advice="sum it up first, or save it as CSV, which is read a part at a time",
    )
