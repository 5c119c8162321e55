"""What hyperfine prints on a console: mean and range of each command, and who was faster than whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ahp.errors import FailedRunError, InputError, listed
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Reading, resolution_of
from ahp.ingest.readers.hyperfine_rows import Summary, check_multiple, of_means
from ahp.ingest.readers.printed import Hit, N, Printed

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
    printed = Printed.of(text)
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
            _check(Printed([pair for pair in printed.lines if pair[0] > end.line]), summaries, end)
    told = [said for words, said in _CAVEATS.items() if printed.all(re.compile(f"Warning: {words}"))]
    return replace(reading, caveats=(*reading.caveats, *told))


def _summary(block: Printed) -> Summary:
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


def _digits(hit: Hit, group: int | str) -> Digits:
    return Digits(hit.text(group), hit.line)


def _check(compared: Printed, summaries: Sequence[Summary], end: Hit) -> None:
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
