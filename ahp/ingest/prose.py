"""Text that is plainly no table: said as such, where the complaint about its cells would puzzle."""

from __future__ import annotations

import re
from collections.abc import Callable

from ahp.errors import InputError

_MARKUP = re.compile(r"\s*<[?!a-zA-Z]")
_JSON = re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[\[{"\]]|-?\d|$))', re.DOTALL)
_SCRIPT = re.compile(
    r"\s*(?:#!|\\\w+\s|(?:select|insert|update|delete|begin|create|drop|alter|with)\b[^;]*;)", re.IGNORECASE
)
_CELLS = re.compile(r"[,;\t|]")
_WORDY = 6


def instead(error: InputError, text: str) -> InputError:
    """Return the error to tell in place of one about a table: that this is none, where that is plain.

    Examples
    --------
    >>> print(instead(InputError("found one column", line=1), "<results/>"))
    line 1: no reader knows this format, and it is no table: it is XML or HTML; see docs/reference/inputs.md
    """
    why = next((why for why, holds in _KINDS.items() if text and holds(text)), None)
    if why is None:
        return error
    return InputError(
        f"no reader knows this format, and it is no table: {why}",
        line=error.line or _first_line(text),
        advice="see docs/reference/inputs.md",
    )


def _first_line(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n") + 1


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines()[:200] if line.strip() and not line.lstrip().startswith("#")]


def _is_words(text: str) -> bool:
    """Say whether the first lines are sentences or commands: of many words, and not alike in their cells."""
    lines = _lines(text)
    wordy = [line for line in lines if max(len(cell.split()) for cell in _CELLS.split(line)) >= _WORDY]
    return 2 * len(wordy) > len(lines) and (len(lines) == 1 or _has_no_columns(text))


def _has_no_columns(text: str) -> bool:
    """Say whether the lines agree on no number of cells, whatever may part them."""
    lines = _lines(text)
    alike = 0
    for mark in ",;\t|":
        widths = [line.count(mark) for line in lines]
        alike = max([alike, *(widths.count(width) for width in set(widths) if width)])
    return len(lines) > 1 and 2 * alike <= len(lines)


_KINDS: dict[str, Callable[[str], bool]] = {
    "it is XML or HTML": lambda text: _MARKUP.match(text) is not None,
    "it is JSON": lambda text: _JSON.match(text) is not None,
    "it is a script": lambda text: _SCRIPT.match(text) is not None,
    "its lines are sentences or commands": _is_words,
    "its lines do not have the same number of cells": lambda text: (
        _lines(text)[2:] != [] and _has_no_columns(text)
    ),
}
"""What a text plainly is instead of a table, in words, the surest first."""
