"""Bytes become text: by their mark, by their zeros, else as UTF-8; what is none is refused with its line."""

from __future__ import annotations

import codecs
import re

from ahp.errors import InputError

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
    return text


def beginning(content: bytes, encoding: str, *, name: str) -> str:
    """Return the text of bytes after which the file goes on, less a character that the end cuts in two.

    Raises
    ------
    InputError
        As :func:`text_of`.
    """
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    decoder.decode(content)
    cut = len(decoder.getstate()[0])
    return text_of(content[: len(content) - cut], encoding, name=name)


def line_ends(text: str) -> int:
    """Return how many lines end in a text, whichever way they do."""
    return len(_LINE_END.findall(text))
