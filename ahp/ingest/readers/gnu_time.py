"""The time command: GNU `time` and `time -v`, and the `real`, `user` and `sys` of shells and of `time -p`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number, resolution_of
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, as_runs
from ahp.ingest.readers.suites import repetitions

_COMMAND = re.compile(r'^\tCommand being timed: "(.*)"$')
_ELAPSED = re.compile(
    rf"^\tElapsed \(wall clock\) time \(h:mm:ss or m:ss\): (?:(?P<h>[0-9]+):)?(?P<m>[0-9]+):(?P<s>{N})$"
)
_USER = re.compile(rf"^\tUser time \(seconds\): (?P<s>{N})$")
_SYSTEM = re.compile(rf"^\tSystem time \(seconds\): (?P<s>{N})$")
_EXIT = re.compile(r"^\tExit status: (\d+)$")
_NOT_ZERO = re.compile(r"^\tExit status: (?!0$).*")
_FAILED = re.compile(r"^Command (?:exited with non-zero status|terminated by signal) (\d+)")

_NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
_REAL, _SHELL_USER, _SHELL_SYSTEM = (
    re.compile(rf"^{name}[\t ]+(?:(?P<m>[0-9]+)m)?(?P<s>{_NUMBER})s?$") for name in ("real", "user", "sys")
)
_SHELL = re.compile(
    r"^real[\t ]+[0-9]\S*[\r\n]+user[\t ]+[0-9]\S*(?:[\r\n]+sys[\t ]+[0-9]|\s*\Z)", re.MULTILINE
)
_HEAD = re.compile(r"^\tCommand being timed: ", re.MULTILINE)
_BRIEF_HEAD = re.compile(rf"^{N}user {N}system [0-9:.]+elapsed ", re.MULTILINE)
_BRIEF = re.compile(
    rf"^{N}user {N}system (?:(?P<h>[0-9]+):)?(?P<m>[0-9]+):(?P<s>{N})elapsed (?:[0-9]+|\?)%CPU \("
)
_BRIEF_USER, _BRIEF_SYSTEM = re.compile(rf"^(?P<s>{N})user "), re.compile(rf"^{N}user (?P<s>{N})system ")
_BRIEF_END = re.compile(r"^[0-9]+inputs\+[0-9]+outputs \([0-9]+major\+[0-9]+minor\)pagefaults [0-9]+swaps$")
_LINES = {
    _COMMAND: (_ELAPSED, _USER, _SYSTEM),
    _BRIEF_HEAD: (_BRIEF, _BRIEF_USER, _BRIEF_SYSTEM),
    _REAL: (_REAL, _SHELL_USER, _SHELL_SYSTEM),
}
"""The lines of a report with its elapsed, user and system time, by how it begins."""
_MENDED = "mend it and measure again"
_UNKNOWN_EXIT = "The shell's time does not say whether the command succeeded."


class GnuTimeReader(PrintedReader):
    """What the time command tells: GNU `time` with `-v` and without, `time -p`, and a shell's own.

    Gives: `duration`; `cpu_seconds`, the user and system time together, for a study that asks.
    Elsewhere: throughput, response times, the compression ratio.
    Caveats: a shell's time does not say whether the command succeeded.
    """

    words = ("Command being timed: ", "real", "elapsed ")
    forms = (_HEAD, _BRIEF_HEAD, _SHELL)

    def _reading(self, text: Lines, options: Options) -> Reading:
        brief = bool(text.all(_BRIEF_HEAD))
        start = _COMMAND if text.all(_HEAD) else _BRIEF_HEAD if brief else _REAL
        reports = as_runs(text.parts(start))
        if not reports:
            raise InputError("no report of time begins here", line=1)
        text.refuse_failed(_FAILED, "the command failed", _MENDED)
        lines = _LINES[start]
        commands = [report.one(start, "command").text() if start is _COMMAND else "" for _, report in reports]
        several = len(set(commands)) > 1
        rows: list[Row] = []
        for (_, report), command, run in zip(reports, commands, repetitions(commands), strict=True):
            if brief:
                report.one(_BRIEF_END, "line of inputs, outputs and swaps")
            if start is _COMMAND:
                report.one(_EXIT, "exit status")
                report.refuse_failed(_NOT_ZERO, "the command failed", _MENDED)
            rows += _rows(report, lines, command if several else None, run)
        caveats = (_UNKNOWN_EXIT,) if start is _REAL else ()
        return Reading(tuple(rows), count=len(reports), caveats=caveats)


def _rows(
    report: Lines, patterns: tuple[re.Pattern[str], ...], alternative: str | None, run: str | None
) -> Iterator[Row]:
    names = ("elapsed time", "user time", "system time")
    elapsed, user, system = (report.one(p, name) for p, name in zip(patterns, names, strict=True))
    if _seconds(elapsed) <= 0:
        raise InputError(
            "the command took no time that this clock could see",
            line=elapsed.line,
            found=elapsed.match[0].strip(),
            advice="let it do more, or measure it with hyperfine",
        )
    found = {"duration": (elapsed,), "cpu_seconds": (user, system)}
    for measure, hits in found.items():
        seconds = sum(_seconds(hit) for hit in hits)
        printed = " + ".join(hit.match[0].split()[-1] for hit in hits)
        row = number(measure, seconds, "s", printed=printed, line=hits[0].line)
        row = row._replace(alternative=alternative, run=run)
        yield row._replace(resolution=sum(resolution_of(hit.text("s").replace(",", ".")) for hit in hits))


def _seconds(hit: LineMatch) -> float:
    """Return the time of a line: hours and minutes where it has them, and seconds."""
    parts = hit.match.groupdict()
    hours, minutes = (float(parts.get(part) or 0) for part in ("h", "m"))
    return 3600.0 * hours + 60.0 * minutes + float(hit.text("s").replace(",", "."))
