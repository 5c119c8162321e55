"""Where the text comes from: a path, standard input, an open file, a DataFrame, a mapping.

Bytes become text by their mark, by their zeros, else as UTF-8; what is none is refused with its line.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from os import PathLike, fspath
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from ahp.errors import InputError, quoted
from ahp.files import Content, content_of_file, content_of_path
from ahp.ingest.files.packed import BEGINNINGS, Sheets, in_file, open_container, split_sheet
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    import pandas as pd


_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n|\r|\n")


def encoding_of(content: bytes) -> tuple[str, int]:
    """Return the encoding of a file that begins so, and the length of the mark that says it."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return encoding, len(mark)
    # UTF-16 without a mark has a zero in nearly every other byte of a table; nothing else does.
    even, odd = content[:400:2].count(0), content[1:400:2].count(0)
    if len(content) >= 8 and len(content) % 2 == 0 and 4 * max(even, odd) > min(len(content), 400):
        if odd > 4 * even:
            return "utf-16-le", 0
        if even > 4 * odd:
            return "utf-16-be", 0
    return "utf-8", 0


def text_of(content: bytes, encoding: str, *, name: str, line: int = 1) -> str:
    """Return the text of bytes that begin on a line of the file `name`.

    Raises
    ------
    InputError
        If they are not text in this encoding, or hold a NUL.
    """
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"byte 0x{content[error.start]:02x} is not {encoding.upper()} text",
            file=name,
            line=line + line_ends(content[: error.start].decode(encoding)),
            advice="save the file as UTF-8 text",
        ) from None
    if "\0" in text:
        raise InputError(
            "a NUL byte: this is a binary file",
            file=name,
            line=line + line_ends(text[: text.index("\0")]),
            advice="give a text table",
        )
    return text.replace("\ufeff", "")  # a mark within it is that of a file that was put behind another


def beginning(content: bytes, encoding: str, *, name: str) -> str:
    """Return the text of bytes after which the file goes on, less a character that the end cuts in two.

    Raises
    ------
    InputError
        As `text_of`.
    """
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    decoder.decode(content)
    cut = len(decoder.getstate()[0])
    return text_of(content[: len(content) - cut], encoding, name=name)


def line_ends(text: str) -> int:
    """Return how many lines end in a text, whichever way they do."""
    return len(_LINE_END.findall(text))


Readable: TypeAlias = (
    "str | PathLike[str] | IO[str] | IO[bytes] | Mapping[str, Sequence[object]] | pd.DataFrame"
)
"""A path, `"-"` for standard input, an open file, a DataFrame, or a mapping of columns."""

_HEAD = 65_536
_BLOCK = 1 << 22


@dataclass(frozen=True)
class Source(NotebookFace):
    """Text with a name, or a table that is already one.

    Attributes
    ----------
    name : str
        For messages and provenance: the path as given, `<stdin>`, `<DataFrame>`.
    content : str or LargeFile
        The decoded text, empty for a table; or a file that is read when its text or its digest is asked for.
    digest : str
        SHA-256 of the bytes; empty where there are none, and of a large file.
    table : mapping of str to sequence, or None
        Columns, where the source was no text.
    lines : tuple of int
        Of a table the row numbers of its heading and of the rows below, where the file has such numbers.
    notes : tuple of str
        How the file was opened, if it was no text: decompressed, a sheet of a workbook.
    sheets : mapping, or None
        All sheets of a workbook, of those that are wanted so.
    part : str or None
        Which of the tables of a text is asked for, as `FILE#part` says it.
    """

    name: str
    content: str | LargeFile = ""
    digest: str = ""
    table: Mapping[str, Sequence[object]] | None = None
    lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    sheets: Sheets | None = None
    part: str | None = None

    @property
    def text(self) -> str:
        """The decoded text; empty for a table."""
        return self.content if isinstance(self.content, str) else self.content.text()

    @property
    def sha256(self) -> str:
        """Digest of the bytes; empty where there are none."""
        return self.digest if isinstance(self.content, str) else self.content.sha256()

    @property
    def large(self) -> LargeFile | None:
        """The file whose text is not read before it is asked for."""
        return None if isinstance(self.content, str) else self.content

    @property
    def head(self) -> str:
        """The first characters, by which a format is recognised; their lines end as on Unix."""
        begun = self.text[:_HEAD] if self.large is None else self.large.head
        return begun.replace("\r\n", "\n")

    def blocks(self) -> Iterator[memoryview]:
        """Yield the text as UTF-8 in parts that end with a line feed; the last ends as the file does.

        No more than a part of a large file is held, so this is for readers of formats that grow large. The
        parts may still be no text: whoever finds a byte that does not belong there asks
        `text_of`.

        Raises
        ------
        InputError
            If the file cannot be read any more, or changed meanwhile.
        """
        return _whole_lines([self.text.encode()] if self.large is None else self.large.utf8())


class LargeFile(NotebookFace):
    """A file of whose bytes only the first are known; whoever asks for more reads it, once if it can be.

    Parameters
    ----------
    name : str
        For messages.
    head : str
        How its text begins.
    encoding : str
        What the bytes are decoded with.
    chunks : callable
        Gives all of its bytes.
    """

    def __init__(self, name: str, head: str, encoding: str, chunks: Callable[[], Iterator[bytes]]) -> None:
        self.name, self.head = name, head
        self._encoding, self._chunks = encoding, chunks
        self._text: str | None = None
        self._digest: str | None = None

    def text(self) -> str:
        """Return the decoded text."""
        if self._text is None:
            whole = _decoded(self.name, b"".join(self._chunks()))
            self._text, self._digest = whole.text, whole.sha256
        return self._text

    def sha256(self) -> str:
        """Return the digest of the bytes."""
        if self._digest is None:
            for _ in self.utf8():
                pass
        return self._digest or ""

    def utf8(self) -> Iterable[bytes]:
        """Return the text as UTF-8 without the mark, straight from the file if that is what it holds."""
        return (
            [self.text().encode()] if self._text is not None or self._encoding != "utf-8" else self._hashed()
        )

    def _hashed(self) -> Iterator[bytes]:
        """Yield the bytes without the mark, and keep their digest."""
        digest, mark = sha256(), codecs.BOM_UTF8
        for chunk in self._chunks():
            digest.update(chunk)
            yield chunk.removeprefix(mark)
            mark = b""
        self._digest = digest.hexdigest()


def _whole_lines(chunks: Iterable[bytes]) -> Iterator[memoryview]:
    """Yield the same bytes, cut after line feeds."""
    rest: list[memoryview] = []
    for chunk in chunks:
        view, start = memoryview(chunk), 0
        while end := chunk.rfind(b"\n", start, start + _BLOCK) + 1 or chunk.find(b"\n", start) + 1:
            yield memoryview(b"".join([*rest, view[start:end]])) if rest else view[start:end]
            rest.clear()
            start = end
        if start < len(chunk):
            rest.append(view[start:])
    if rest:
        yield memoryview(b"".join(rest))


def open_source(given: object, *, together: Callable[[Sheets], bool] | None = None) -> Source:
    """Return what `given` holds; of workbooks of which `together` says so all sheets as they stand.

    Raises
    ------
    InputError
        If it cannot be read, is a directory, is empty, or is not text; of a large file only the beginning
        is looked at, and the rest when it is read.
    """
    if isinstance(given, str | PathLike):
        path = fspath(given)
        if not path:
            raise InputError("the name of the file is empty", advice="give a path")
        if path == "-":
            if sys.stdin is None:
                raise InputError("standard input is closed", file="<stdin>")
            return _source_of("<stdin>", content_of_file(sys.stdin.buffer, "<stdin>"), together=together)
        file, sheet = split_sheet(path)
        return _source_of(path, content_of_path(path if sheet is None else file), sheet, together)
    if hasattr(given, "read"):
        name = str(getattr(given, "name", "<file>"))
        return _source_of(name, content_of_file(given, name), together=together)
    if isinstance(given, Mapping):
        with in_file("<mapping>"):
            return Source("<mapping>", table=_without_nested(_from_mapping(given)))
    if hasattr(given, "columns") and hasattr(given, "iloc"):
        with in_file("<DataFrame>"):
            return Source("<DataFrame>", table=_without_nested(_from_frame(given)))
    raise InputError(
        f"cannot read a {type(given).__name__}",
        advice="give a path, an open file, a DataFrame or a mapping",
    )


def _from_frame(frame: Any) -> dict[str, list[Any]]:  # noqa: ANN401 - a DataFrame, without importing pandas for its type
    if getattr(frame.columns, "nlevels", 1) > 1:
        raise InputError(
            "its columns have several levels",
            advice="give frame.stack(0).rename_axis(['scenario', 'alternative']).reset_index()",
        )
    headings = [str(column) for column in frame.columns]
    table = {heading: frame.iloc[:, i].tolist() for i, heading in enumerate(headings)}
    labels = frame.index.tolist()
    if labels and all(isinstance(label, str) for label in labels):  # names, and no count of the rows
        name = "" if frame.index.name is None else str(frame.index.name)
        headings = [name, *headings]
        table = {name: labels, **table}
    if len(table) != len(headings):
        twice = next(h for h in headings if headings.count(h) > 1)
        raise InputError("a DataFrame's columns are named once", column=twice)
    return table


def _from_mapping(given: Mapping[Any, Any]) -> dict[str, list[Any]]:
    unordered = next((name for name, cells in given.items() if isinstance(cells, set | frozenset)), None)
    if unordered is not None:
        raise InputError("a set has no order; give a list", column=str(unordered))
    nested = next((name for name, cells in given.items() if isinstance(cells, Mapping)), None)
    if nested is not None:
        raise InputError(
            "a column is a sequence of cells, not a mapping, of which the keys would be read",
            column=str(nested),
            advice="give the DataFrame itself, or its to_dict('list')",
        )
    try:
        table = {str(heading): list(cells) for heading, cells in given.items()}
    except TypeError as error:
        raise InputError(f"every column is a sequence of cells: {error}") from None
    if len({len(cells) for cells in table.values()}) > 1:
        raise InputError("the columns differ in length")
    return table


def _without_nested(table: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return columns; refuse a list in a cell, which would pass for a name; a tuple may be one."""
    for column, cells in table.items():
        for line, cell in enumerate(cells, start=1):
            if isinstance(cell, list | dict | set):
                found = f"found {quoted(cell)}: a cell is one value, not several"
                raise InputError(found, line=line, column=column)
    return table


def _source_of(
    name: str,
    content: Content,
    sheet: str | None = None,
    together: Callable[[Sheets], bool] | None = None,
) -> Source:
    """Return the source that has a content.

    Raises
    ------
    InputError
        As :func:`open_source`.
    """
    first, everything = content
    if first.startswith(BEGINNINGS):
        return _source_in_container(
            name, first if everything is None else b"".join(everything()), sheet, together
        )
    if everything is None or sheet is not None:  # a text of several tables is no large one
        return replace(_decoded(name, first if everything is None else b"".join(everything())), part=sheet)
    encoding, mark = encoding_of(first)
    head = beginning(first[mark:], encoding, name=name)[:_HEAD]
    return Source(name, LargeFile(name, head, encoding, everything))


def _source_in_container(
    name: str, content: bytes, sheet: str | None, together: Callable[[Sheets], bool] | None
) -> Source:
    digest, inside = sha256(content).hexdigest(), open_container(name, content, sheet, together)
    if inside.table is not None or inside.sheets is not None:
        return Source(name, "", digest, inside.table, inside.lines, inside.notes, inside.sheets)
    part = None if inside.lines else sheet  # that a sheet was asked for is done
    return replace(_decoded(name, inside.content), digest=digest, notes=inside.notes, part=part)


def _decoded(name: str, content: bytes) -> Source:
    encoding, mark = encoding_of(content)
    text = text_of(content[mark:], encoding, name=name)
    if not text.strip():
        raise InputError("the file is empty: there is nothing to read", file=name)
    return Source(name, text, sha256(content).hexdigest())
