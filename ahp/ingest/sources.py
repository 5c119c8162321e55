"""Where the bytes come from: a path, standard input, an open file, a DataFrame, a mapping."""

from __future__ import annotations

import codecs
import hashlib
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from ahp.errors import InputError
from ahp.ingest.packed import BEGINNINGS, no_workbook, split_sheet, unpacked

if TYPE_CHECKING:
    import pandas as pd

Readable: TypeAlias = (
    "str | PathLike[str] | IO[str] | IO[bytes] | Mapping[str, Sequence[object]] | pd.DataFrame"
)
"""A path, `"-"` for standard input, an open file, a DataFrame, or a mapping of columns."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD = 65_536
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Source:
    """Text with a name, or a table that is already one.

    Attributes
    ----------
    name : str
        For messages and provenance: the path as given, `<stdin>`, `<DataFrame>`.
    text : str
        The decoded text; empty for a table.
    sha256 : str
        Digest of the bytes; empty where there are none.
    table : mapping of str to sequence, or None
        Columns, where the source was no text.
    lines : tuple of int
        Of a table the row numbers of its heading and of the rows below, where the file has such numbers.
    notes : tuple of str
        How the file was opened, if it was no text: decompressed, a sheet of a workbook.
    """

    name: str
    text: str = ""
    sha256: str = ""
    table: Mapping[str, Sequence[object]] | None = None
    lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        """The first characters, by which a format is recognised."""
        return self.text[:_HEAD]


def open_source(given: object) -> Source:
    """Return what `given` holds.

    Raises
    ------
    InputError
        If it cannot be read, is a directory, is empty, or is not text.
    """
    if isinstance(given, str | PathLike):
        path = fspath(given)
        if not path:
            raise InputError("the name of the file is empty", advice="give a path")
        name = "<stdin>" if path == "-" else str(path)
        file, sheet = split_sheet(name)
        return _opened(name, _bytes_of(path if sheet is None else file), sheet)
    if hasattr(given, "read"):
        name = str(getattr(given, "name", "<file>"))
        return _opened(name, _content_of(given, name))
    if isinstance(given, Mapping):
        return _from_mapping(given)
    if hasattr(given, "columns") and hasattr(given, "iloc"):
        return _from_frame(given)
    raise InputError(
        f"cannot read a {type(given).__name__}",
        advice="give a path, an open file, a DataFrame or a mapping",
    )


def _from_frame(frame: Any) -> Source:  # noqa: ANN401 - a DataFrame, without importing pandas for its type
    headings = [str(column) for column in frame.columns]
    table = {heading: frame.iloc[:, i].tolist() for i, heading in enumerate(headings)}
    if len(table) != len(headings):
        twice = next(h for h in headings if headings.count(h) > 1)
        raise InputError("a DataFrame's columns are named once", file="<DataFrame>", column=twice)
    return Source("<DataFrame>", table=table)


def _from_mapping(given: Mapping[Any, Any]) -> Source:
    try:
        table = {str(heading): list(cells) for heading, cells in given.items()}
    except TypeError as error:
        raise InputError(f"every column is a sequence of cells: {error}", file="<mapping>") from None
    if len({len(cells) for cells in table.values()}) > 1:
        raise InputError("the columns differ in length", file="<mapping>")
    return Source("<mapping>", table=table)


def _content_of(file: Any, name: str) -> bytes:  # noqa: ANN401 - anything that can be read
    try:
        content = file.read()
    except (OSError, ValueError) as error:  # ValueError: closed, or opened with another encoding
        raise InputError(f"the file cannot be read: {error}", file=name) from None
    if isinstance(content, str):  # a lone surrogate is refused with its line when it is decoded again
        return content.encode("utf-8", "surrogatepass")
    if isinstance(content, bytes | bytearray):
        return bytes(content)
    raise InputError(f"reading it gave a {type(content).__name__}, not text or bytes", file=name)


def _bytes_of(path: str) -> bytes:
    if path == "-" and sys.stdin is None:
        raise InputError("standard input is closed", file="<stdin>")
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise InputError("this is a directory; give the files in it", file=path) from None
    except FileNotFoundError:
        raise InputError("there is no such file; check the path", file=path) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the path
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"the file cannot be read: {reason}", file=path) from None


def _opened(name: str, content: bytes, sheet: str | None = None) -> Source:
    if not content.startswith(BEGINNINGS):
        if sheet is not None:
            raise no_workbook(name, sheet)
        return _decoded(name, content)
    digest, inside = hashlib.sha256(content).hexdigest(), unpacked(name, content, sheet)
    if inside.table is not None:
        return Source(name, "", digest, inside.table, inside.lines, inside.notes)
    return replace(_decoded(name, inside.content), sha256=digest, notes=inside.notes)


def _decoded(name: str, content: bytes) -> Source:
    if not content.strip():
        raise InputError("the file is empty: there is nothing to read", file=name)
    encoding, body = _encoding(content)
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        line = _line_after(body[: error.start].decode(encoding))
        raise InputError(
            f"byte 0x{body[error.start]:02x} is not {encoding.upper()} text",
            file=name,
            line=line,
            advice="save the file as UTF-8 text",
        ) from None
    if "\0" in text:
        line = _line_after(text[: text.index("\0")])
        raise InputError(
            "a NUL byte: this is a binary file", file=name, line=line, advice="give a text table"
        )
    if not text.strip():
        raise InputError("the file is empty: there is nothing to read", file=name)
    return Source(name, text, hashlib.sha256(content).hexdigest())


def _line_after(text: str) -> int:
    """Return the number of the line on which `text` ends, whichever way its lines end."""
    return len(_LINE_END.findall(text)) + 1


def _encoding(content: bytes) -> tuple[str, bytes]:
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return encoding, content[len(mark) :]
    # UTF-16 without a mark has a zero in nearly every other byte of a table; nothing else does.
    even, odd = content[:400:2].count(0), content[1:400:2].count(0)
    if len(content) >= 8 and len(content) % 2 == 0 and 4 * max(even, odd) > min(len(content), 400):
        if odd > 4 * even:
            return "utf-16-le", content
        if even > 4 * odd:
            return "utf-16-be", content
    return "utf-8", content
