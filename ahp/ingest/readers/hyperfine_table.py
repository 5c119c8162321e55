"""The tables that hyperfine exports: Markdown, org-mode and AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Reading, resolution_of
from ahp.ingest.readers.hyperfine_rows import Summary, check_multiple, of_means
from ahp.ingest.readers.printed import N, Printed

TABLE = re.compile(r"^\| Command *(?:\|  ?|\r?\n\| )Mean \[(?P<unit>[µμ]s|ms|s)\]", re.MULTILINE)
"""The heading of a table."""

_HEADINGS = (
    r"Command\|Mean \[U\]\|Min \[U\]\|Max \[U\]\|Relative",
    r"Command\|Mean \[U\]\|Min…Max \[U\](?:\|Relative)?",  # before version 1.8
)
_RULER = re.compile(r"\|[-:|+ ]+\|")
_MEAN = re.compile(rf"({N})(?: ± {N})?")
_RANGE = re.compile(rf"({N})[|…]({N})")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"([`=])(.*)\1", re.DOTALL)
_WHOLE = "give the whole table as hyperfine exported it"


def table(text: str) -> Reading:
    """Return the mean of each command.

    Raises
    ------
    InputError
        If there are several tables, or the one is not whole.
    """
    printed = Printed.of(text)
    found = list(TABLE.finditer(text))
    lines = [text.count("\n", 0, match.start()) + 1 for match in found]
    if len(found) > 1:
        problem = f"a second table of hyperfine stands here, the first in line {lines[0]}"
        raise InputError(problem, line=lines[1], advice="give the one that counts")
    unit = found[0]["unit"]
    body = Printed([pair for pair in printed.lines if pair[0] >= lines[0]])
    rows = list(_asciidoc(body) if "\n" in found[0][0] else _barred(body))
    (line, heading), *rest = rows
    written = "|".join(heading)
    if not any(re.fullmatch(form.replace("U", unit), written) for form in _HEADINGS):
        raise InputError("these are not hyperfine's columns", line=line, found=written, advice=_WHOLE)
    if not rest:
        raise InputError("this table has no rows", line=line, advice=_WHOLE)
    summaries, multiples = [], []
    for at, cells in rest:
        if len(cells) != len(heading):
            raise InputError(
                f"found {len(cells)} cells, the heading has {len(heading)}", line=at, advice=_WHOLE
            )
        related = "Relative" in heading
        mean = _matched(_MEAN, cells[1], at)
        span = _matched(_RANGE, "|".join(cells[2 : -1 if related else None]), at)
        code = _CODE.fullmatch(cells[0])
        if code is None and (cells[0][:1] in "`=" or cells[0][-1:] in "`="):
            raise InputError("this is no whole command", line=at, found=cells[0], advice=_WHOLE)
        command = (code[2] if code else cells[0]).replace("\\|", "|")
        digits = [Digits(value, at) for value in (mean[1], span[1], span[2])]
        summaries.append(Summary(command, digits[0], unit, digits[1], digits[2]))
        if related:
            multiples.append(Digits(_matched(_MEAN, cells[-1], at)[1], at))
    reading = of_means(summaries, passed=())
    _check(summaries, multiples)
    return reading


def _barred(lines: Printed) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table with bars, the heading first."""
    for line, content in lines.lines:
        inner = content.strip()
        if "|" not in inner:
            return
        if not (inner.startswith("|") and inner.endswith("|") and len(inner) > 1):
            raise InputError("this row is cut off", line=line, found=inner, advice=_WHOLE)
        if not _RULER.fullmatch(inner):
            yield line, [cell.strip() for cell in _BAR.split(inner[1:-1])]


def _asciidoc(lines: Printed) -> Iterator[tuple[int, list[str]]]:
    """Yield the same of a table with a cell on each line."""
    row: list[str] = []
    for line, content in lines.lines:
        inner = content.strip()
        if inner.startswith("| "):
            row.append(inner[2:].strip())
            continue
        if row:
            yield line - 1, row
        row = []
        if inner == "|===":
            return
        if inner:
            raise InputError("this is no cell of the table", line=line, found=inner, advice=_WHOLE)
    raise InputError("the table does not end", line=lines.last, advice=_WHOLE)


def _matched(pattern: re.Pattern[str], cell: str, line: int) -> re.Match[str]:
    found = pattern.fullmatch(cell)
    if found is None:
        raise InputError("this is no time of hyperfine", line=line, found=cell, advice=_WHOLE)
    return found


def _check(summaries: Sequence[Summary], multiples: Sequence[Digits]) -> None:
    """Hold the means against their multiples of the least."""
    least = min(summaries, key=lambda summary: summary.mean.value).mean
    for summary, multiple in zip(summaries, multiples, strict=False):
        check_multiple(multiple, _and_half(summary.mean), _and_half(least))


def _and_half(mean: Digits) -> tuple[float, float]:
    return mean.value, resolution_of(mean.text)
