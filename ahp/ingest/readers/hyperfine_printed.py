"""What hyperfine prints on a console, and the tables that it exports: Markdown, org-mode and AsciiDoc."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ahp.errors import FailedRunError, InputError, listed
from ahp.ingest.readers.base import Reading, resolution_of
from ahp.ingest.readers.hyperfine_rows import Summary, check_multiple, of_means
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import LineMatch, Lines, N

CONSOLE = re.compile(
    r"^Benchmark #?[0-9]+: .*\r?\n  Time \((?:mean ± σ|abs ≡)\):"
    r"|^ *Warning: (?:Command took less than|The first benchmarking run|Ignoring non-zero|Statistical outl)"
    r"|\Ahyperfine [0-9]+\.[0-9.]+\s*\Z",
    re.MULTILINE,
)
"""A block of its report, one of its warnings, or its version."""

_START = re.compile(r"^Benchmark #?[0-9]+: (.*)")
_U = "(?:[µμ]s|ms|s)"
_TIME = re.compile(
    rf"^  Time \((?:mean ± σ|(?P<single>abs ≡))\): +(?P<mean>{N}) (?P<unit>{_U})(?: ± +{N} {_U})? +"
    rf"\[User: {N} {_U}, System: {N} {_U}\]$"
)
_RANGE = re.compile(rf"^  Range \(min … max\): +({N}) ({_U}) … +({N}) \2(?: +[0-9]+ runs)?$")
_LINES = re.compile(r"^\s+(?:Time|Range) ")
_COMPARED = re.compile(r"^(?:Summary|Relative speed comparison)\s*$")
_ENDS = re.compile(rf"{_COMPARED.pattern}|^\s*Note: The benchmark comparison could not be computed")
_FASTER = re.compile(rf"^ +({N})(?: ± {N})? times (faster|slower) than (.*)$")
_FAILED = re.compile(r"Warning: Ignoring non-zero exit code|^Error: Command terminated")
_SECONDS = {"µs": 1e-6, "μs": 1e-6, "ms": 1e-3, "s": 1.0}
_WHOLE = "the report is damaged or cut off; give all of it"
_CAVEATS = {
    "The first benchmarking run": "The first run of a command was much slower than the others.",
    "Statistical outliers": "hyperfine found outliers among the runs: something else disturbed them.",
    "Command took less than": "A command took less than 5 ms, near what the start of the shell varies by.",
}


def console(text: str) -> Reading:
    """Return the mean of each command.

    Raises
    ------
    FailedRunError
        If a command failed; which one it was is not said.
    InputError
        If the report is not whole.
    """
    printed = Lines.of(text)
    for hit in printed.all(_FAILED):
        advice = "a failed run is no measurement; mend the command and measure it again"
        raise FailedRunError("a command failed", line=hit.line, found=hit.match[0].strip(), advice=advice)
    body = printed.until(_ENDS)
    blocks = body.parts(_START)
    if not blocks:
        raise InputError(
            "this is hyperfine's version, or its warnings, and holds no times",
            line=1,
            advice="give what it exports (--export-json FILE) or prints to standard output",
        )
    for hit in body.until(_START).all(_LINES):
        raise InputError("no benchmark begins above this line", line=hit.line, advice=_WHOLE)
    summaries = [_summary(block) for block in blocks]
    reading = of_means(summaries)
    if len(summaries) > 1:
        end = printed.one(_ENDS, "summary, which follows the last of several commands")
        if _COMPARED.match(end.match[0]):
            _check(printed.below(end.line), summaries, end)
    told = [said for words, said in _CAVEATS.items() if printed.all(re.compile(f"Warning: {words}"))]
    return replace(reading, caveats=(*reading.caveats, *told))


def _summary(block: Lines) -> Summary:
    """Return what a block says of its command."""
    start = block.one(_START, "command")
    command = start.text().strip()
    block.every(re.compile(f"{_TIME.pattern}|{_RANGE.pattern.replace(chr(92) + '2', _U)}"), _LINES)
    time = block.one(_TIME, f"time of {command}")
    mean = _digits(time, "mean")
    if time.text("single"):
        return Summary(command, mean, time.text("unit"), mean, mean)
    span = block.one(_RANGE, f"range of {command}")
    if span.text(2) != time.text("unit"):
        raise InputError(f"the mean is in {time.text('unit')}", line=span.line, found=span.text(2))
    return Summary(command, mean, time.text("unit"), _digits(span, 1), _digits(span, 3))


def _digits(hit: LineMatch, group: int | str) -> JsonNumber:
    return JsonNumber(hit.text(group), hit.line)


def _check(compared: Lines, summaries: Sequence[Summary], end: LineMatch) -> None:
    """Hold the means against the comparison that stands below them."""
    known = {summary.command: summary for summary in summaries}
    lines = [text.rstrip() for _, text in compared.lines]
    for command in known:
        if not any(_ends(text.removesuffix(" ran").rstrip(), command) for text in lines):
            raise InputError(
                f"the comparison does not name {command}",
                line=end.line,
                found=listed(line.strip() for line in lines if line),
                advice=_WHOLE,
            )
    first = next((text.strip().removesuffix(" ran") for text in lines if text.endswith(" ran")), "")
    reference = known.get(first.strip()) or known.get(first.strip("' "))
    for hit in compared.all(_FASTER):
        other = known.get(hit.text(3).strip()) or known.get(hit.text(3).strip("' "))
        if reference is not None and other is not None:
            fast, slow = (reference, other) if hit.text(2) == "faster" else (other, reference)
            check_multiple(_digits(hit, 1), _seconds(slow), _seconds(fast))


def _ends(text: str, command: str) -> bool:
    """Say whether a line names a command at its end, as it is or, with the blanks behind it, in quotes."""
    return text.endswith(command) or text.removesuffix("'").rstrip().endswith(command)


def _seconds(summary: Summary) -> tuple[float, float]:
    """Return a mean, and half a unit of its last digit."""
    factor = _SECONDS[summary.unit]
    return summary.mean.value * factor, resolution_of(summary.mean.text) * factor


TABLE = re.compile(r"^\| Command *(?:\|  ?|\r?\n\| )Mean \[(?P<unit>[µμ]s|ms|s)\]", re.MULTILINE)
"""The heading of a table."""

_HEADINGS = (
    r"Command\|Mean \[U\]\|Min \[U\]\|Max \[U\]\|Relative",
    r"Command\|Mean \[U\]\|Min…Max \[U\](?:\|Relative)?",  # before version 1.8
)
_RULER = re.compile(r"\|[-:|+ ]+\|")
_MEAN = re.compile(rf"({N})(?: ± {N})?")
_TABLE_RANGE = re.compile(rf"({N})[|…]({N})")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"([`=])(.*)\1", re.DOTALL)
_TABLE_WHOLE = "give the whole table as hyperfine exported it"


def table(text: str) -> Reading:
    """Return the mean of each command.

    Raises
    ------
    InputError
        If there are several tables, or the one is not whole.
    """
    printed = Lines.of(text)
    found = list(TABLE.finditer(text))
    lines = [text.count("\n", 0, match.start()) + 1 for match in found]
    if len(found) > 1:
        problem = f"a second table of hyperfine stands here, the first in line {lines[0]}"
        raise InputError(problem, line=lines[1], advice="give the one that counts")
    unit = found[0]["unit"]
    body = printed.below(lines[0] - 1)
    rows = list(_asciidoc(body) if "\n" in found[0][0] else _barred(body))
    (line, heading), *rest = rows
    written = "|".join(heading)
    if not any(re.fullmatch(form.replace("U", unit), written) for form in _HEADINGS):
        raise InputError("these are not hyperfine's columns", line=line, found=written, advice=_TABLE_WHOLE)
    if not rest:
        raise InputError("this table has no rows", line=line, advice=_TABLE_WHOLE)
    summaries, multiples = [], []
    for at, cells in rest:
        if len(cells) != len(heading):
            raise InputError(
                f"found {len(cells)} cells, the heading has {len(heading)}",
                line=at,
                advice=_TABLE_WHOLE,
            )
        related = "Relative" in heading
        mean = _matched(_MEAN, cells[1], at)
        span = _matched(_TABLE_RANGE, "|".join(cells[2 : -1 if related else None]), at)
        code = _CODE.fullmatch(cells[0])
        if code is None and (cells[0][:1] in "`=" or cells[0][-1:] in "`="):
            raise InputError("this is no whole command", line=at, found=cells[0], advice=_TABLE_WHOLE)
        command = (code[2] if code else cells[0]).replace("\\|", "|")
        digits = [JsonNumber(value, at) for value in (mean[1], span[1], span[2])]
        summaries.append(Summary(command, digits[0], unit, digits[1], digits[2]))
        if related:
            multiples.append(JsonNumber(_matched(_MEAN, cells[-1], at)[1], at))
    reading = of_means(summaries, passed=())
    _check_table(summaries, multiples)
    return reading


def _barred(lines: Lines) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table with bars, the heading first."""
    for line, content in lines.lines:
        inner = content.strip()
        if "|" not in inner:
            return
        if not (inner.startswith("|") and inner.endswith("|") and len(inner) > 1):
            raise InputError("this row is cut off", line=line, found=inner, advice=_TABLE_WHOLE)
        if not _RULER.fullmatch(inner):
            yield line, [cell.strip() for cell in _BAR.split(inner[1:-1])]


def _asciidoc(lines: Lines) -> Iterator[tuple[int, list[str]]]:
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
            raise InputError("this is no cell of the table", line=line, found=inner, advice=_TABLE_WHOLE)
    raise InputError("the table does not end", line=lines.last, advice=_TABLE_WHOLE)


def _matched(pattern: re.Pattern[str], cell: str, line: int) -> re.Match[str]:
    found = pattern.fullmatch(cell)
    if found is None:
        raise InputError("this is no time of hyperfine", line=line, found=cell, advice=_TABLE_WHOLE)
    return found


def _check_table(summaries: Sequence[Summary], multiples: Sequence[JsonNumber]) -> None:
    """Hold the means against their multiples of the least."""
    least = min(summaries, key=lambda summary: summary.mean.value).mean
    for summary, multiple in zip(summaries, multiples, strict=False):
        check_multiple(multiple, _and_half(summary.mean), _and_half(least))


def _and_half(mean: JsonNumber) -> tuple[float, float]:
    return mean.value, resolution_of(mean.text)
