"""Files that are no text: compressed text, and tables in Excel workbooks and Parquet files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ahp.errors import InputError, one_line, quoted

_MOST_CELLS = 5_000_000


@contextmanager
def in_file(name: str) -> Iterator[None]:
    """Add the name of the file to what is refused inside."""
    try:
        yield
    except InputError as error:
        raise error.at(file=name) from None


def columns_of(content: bytes) -> Contents:
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
            advice="pip install 'ahp-rank[parquet]', or save the table as CSV",
        ) from None
    try:
        file = parquet.ParquetFile(io.BytesIO(content), page_checksum_verification=True)
        cells = file.metadata.num_rows * file.metadata.num_columns
        unpacked_bytes = sum(
            file.metadata.row_group(i).total_byte_size for i in range(file.metadata.num_row_groups)
        )
        if cells > _MOST_CELLS or unpacked_bytes > LARGEST:  # one value may stand for a thousand million
            raise InputError(
                f"the Parquet file holds more than {_MOST_CELLS:,} cells, or {LARGEST >> 20} MB",
                advice="sum it up first, or save it as CSV, which is read a part at a time",
            )
        table = file.read()
        columns = [column.to_pylist() for column in table.columns]
    except InputError:
        raise
    except Exception as error:  # whatever a damaged file makes of the library
        reason = one_line(str(error) or type(error).__name__, 120)
        raise InputError(f"the Parquet file is damaged: {reason}", advice="give the whole file") from None
    names: list[str] = table.column_names
    for heading in names:
        if names.count(heading) > 1:
            raise InputError("this column stands twice", column=heading)
    return Contents(table=dict(zip(names, columns, strict=True)), notes=("the columns of a Parquet file",))


_GZIP, _XZ, _ZIP, _PARQUET = b"\x1f\x8b", b"\xfd7zXZ\0", b"PK\x03\x04", b"PAR1\x15"
_BZIP2 = tuple(b"BZh%d1AY&SY" % level for level in range(1, 10))
_REFUSED = {
    b"\x28\xb5\x2f\xfd": ("compressed by zstd", "decompress it first: zstd -d FILE"),
    b"\x04\x22\x4d\x18": ("compressed by lz4", "decompress it first: lz4 -d FILE"),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": (
        "an Excel workbook of the old format (.xls)",
        "save it as .xlsx, or its sheet as CSV",
    ),
    b"7z\xbc\xaf\x27\x1c": ("a 7z archive", "unpack it and give the files in it"),
}
BEGINNINGS = (_GZIP, *_BZIP2, _XZ, _ZIP, _PARQUET, *_REFUSED)
"""How a file begins that is not text; no text begins so."""

LARGEST = 1 << 27
"""So many bytes may be inside a compressed file: one of a few KB can hold more than any machine's memory."""

_SMALL, _DENSEST = 1 << 20, 200  # the samples of harnesses' outputs are 26 times their compression at most


def _most(content: bytes) -> int:
    """Return how many bytes may be inside; what packs much denser than measurements do is made to."""
    return min(LARGEST, _SMALL + _DENSEST * len(content))


Sheets: TypeAlias = Mapping[str, Mapping[tuple[int, int], object]]
"""All sheets of a workbook by their titles: the cells that hold something, by row and column, from 1."""


class Contents(NamedTuple):
    """What was inside.

    `content` is text, or `table` holds columns by their headings, or `sheets` a whole workbook. `lines` are
    then the numbers of the heading's row and of the rows below, where the file has such numbers. `notes` tell
    how it was understood.
    """

    content: bytes = b""
    table: Mapping[str, Sequence[object]] | None = None
    lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    sheets: Sheets | None = None


def open_container(
    name: str, content: bytes, sheet: str | None = None, together: Callable[[Sheets], bool] | None = None
) -> Contents:
    """Return what is inside a file that begins in one of the ways of :data:`BEGINNINGS`.

    Parameters
    ----------
    name : str
        For messages.
    content : bytes
    sheet : str, optional
        The one that is asked for of a workbook.
    together : callable, optional
        Says of which workbooks all sheets are wanted as they stand.

    Raises
    ------
    InputError
        If it is damaged, is of a kind that is not read, or holds several sheets and none is named.
    """
    with in_file(name):
        found = _decompressed(content)
        if found is not None:
            if not found.content.startswith(BEGINNINGS):
                return found
            if _decompressed(found.content) is not None:
                raise InputError("it is compressed twice", advice="decompress it first")
            inner = open_container(name, found.content, sheet, together)
            return inner._replace(notes=(*found.notes, *inner.notes))
        if content.startswith(_PARQUET):
            table = columns_of(content)
            if sheet is not None:
                raise no_workbook(sheet)
            return table
        if content.startswith(_ZIP):
            from ahp.ingest.files.workbook import table_of

            return table_of(name, content, sheet, together)
        what, advice = next(told for begins, told in _REFUSED.items() if content.startswith(begins))
        raise InputError(f"this is {what}, which is not read", advice=advice)


def split_sheet(path: str) -> tuple[str, str | None]:
    """Return the file and the sheet of `FILE#SHEET`; a file that is called so is that file.

    Examples
    --------
    >>> split_sheet("nowhere.xlsx#Runs")
    ('nowhere.xlsx#Runs', None)
    """
    if "#" in path and not _is_file(path):
        parts = path.split("#")
        for i in range(1, len(parts)):
            file = "#".join(parts[:i])
            if _is_file(file):
                return file, "#".join(parts[i:])
    return path, None


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def no_workbook(sheet: str) -> InputError:
    """Return the refusal of a sheet of what has none."""
    problem = f"{quoted(sheet)} is asked for, and this is no workbook with sheets"
    return InputError(problem, advice="leave # and the sheet's name out")


def _decompressed(content: bytes) -> Contents | None:
    """Return the content of compressed text, None if it is not compressed."""
    for begins, title, decompress in _COMPRESSIONS:
        if content.startswith(begins):
            from lzma import LZMAError
            from zlib import error as ZlibError

            try:
                inside = decompress(content)
            except (ZlibError, LZMAError, OSError, EOFError) as error:
                problem = f"its {title} compression is damaged or cut off: {error}"
                raise InputError(problem, advice="give the whole file") from None
            if len(inside) > _most(content):
                raise InputError(
                    f"there are more than {_most(content) >> 20} MB in its {title} compression",
                    advice="decompress it first; large text is read a part at a time",
                )
            return Contents(inside, notes=(f"decompressed by {title}",))
    return None


def _by_gzip(content: bytes) -> bytes:
    import gzip

    with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
        return file.read(_most(content) + 1)


def _by_bzip2(content: bytes) -> bytes:
    from bz2 import BZ2Decompressor

    return _streams(content, BZ2Decompressor)


def _by_xz(content: bytes) -> bytes:
    from lzma import FORMAT_XZ, LZMADecompressor

    return _streams(content, lambda: LZMADecompressor(FORMAT_XZ, memlimit=2 * LARGEST))


def _streams(content: bytes, decompressor: Callable[[], object]) -> bytes:
    """Return the content of one stream after the other; the library would drop what follows a damaged one."""
    found: list[bytes] = []
    left = _most(content) + 1
    while content and left:
        stream = decompressor()
        found.append(stream.decompress(content, left))  # type: ignore[attr-defined]
        left -= len(found[-1])
        if left and not stream.eof:  # type: ignore[attr-defined]
            raise EOFError("it ends too early")
        content = stream.unused_data.lstrip(b"\0")  # type: ignore[attr-defined]
    return b"".join(found)


_COMPRESSIONS = ((_GZIP, "gzip", _by_gzip), (_BZIP2, "bzip2", _by_bzip2), (_XZ, "xz", _by_xz))
