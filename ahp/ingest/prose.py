"""Text that is plainly no table: said as such, where the complaint about its cells would puzzle."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ahp.errors import InputError

_SCRIPT = re.compile(
    r"\s*(?:#!|\\\w+\s|(?:select|insert|update|delete|begin|create|drop|alter|with)\b[^;]*;)", re.IGNORECASE
)
_CELLS = re.compile(r"[,;\t|]")
_WORDY = 6
_LOOKED_AT = 1 << 16  # characters


def instead(error: InputError, text: str) -> InputError:
    """Return the error to tell in place of one about a table: that this is none, where that is plain.

    Examples
    --------
    >>> print(instead(InputError("found one column", line=1), "SELECT a, b FROM t;"))
    line 1: no reader knows this format, and it is no table: it is a script; see docs/reference/inputs.md
    """
    first = text[: len(text) - len(text.lstrip())].count("\n") + 1
    lines = [
        line
        for line in text[:_LOOKED_AT].splitlines()[:200]
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if _SCRIPT.match(text):
        return _no_table("it is a script", first)
    return next(
        (_no_table(what, error.line or first) for what, holds in _KINDS.items() if holds(lines)), error
    )


def _no_table(why: str, line: int) -> InputError:
    problem = f"no reader knows this format, and it is no table: {why}"
    return InputError(problem, line=line, advice="see docs/reference/inputs.md")


def _is_unparted(lines: Sequence[str]) -> bool:
    """Say whether most lines have several words, and hardly any a mark that could part cells."""
    wordy = [line for line in lines if len(line.split()) > 3]
    return 2 * len(wordy) > len(lines) and 10 * sum(bool(_CELLS.search(line)) for line in lines) <= len(lines)


def _is_words(lines: Sequence[str]) -> bool:
    """Say whether the lines are sentences or commands: of many words, and not alike in their cells."""
    wordy = [line for line in lines if max(len(cell.split()) for cell in _CELLS.split(line)) >= _WORDY]
    return 2 * len(wordy) > len(lines) and (len(lines) == 1 or _is_ragged(lines))


def _is_ragged(lines: Sequence[str]) -> bool:
    """Say whether the lines agree on no number of cells, whatever may part them."""
    alike = 0
    for mark in ",;\t|":
        widths = [line.count(mark) for line in lines]
        alike = max([alike, *(widths.count(width) for width in set(widths) if width)])
    return len(lines) > 1 and 2 * alike <= len(lines)


_KINDS: dict[str, Callable[[Sequence[str]], bool]] = {
    "nothing parts its words into cells": _is_unparted,
    "its lines are sentences or commands": _is_words,
    "its lines do not have the same number of cells": lambda lines: len(lines) > 2 and _is_ragged(lines),
}
"""What a text plainly is instead of a table, in words, the surest first."""
