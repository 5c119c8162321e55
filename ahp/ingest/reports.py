"""Reports of one tool that headings tell apart in one text: each is read as a file of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ahp.errors import WAYS, InputError, one_line, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reader
from ahp.ingest.tables.matrices import tells_case
from ahp.ingest.tables.several import NO_NAME, file_of

_HEADING = re.compile(
    r"^(?P<mark>\#{1,6}|={2,}|-{2,}|\*{2,}|>{2,}|~{3,})[ \t]*(?P<name>[^\s=*~>\#-][^\n]*?)[ \t=*~\#:-]*$",
    re.MULTILINE,
)
_BARE = re.compile(
    r"(?:\A|(?<=\n\n)|(?<=\n```\n))(?P<name>[A-Za-z][^\n=]{0,39}?):?[ \t]*\n"
    r"(?:[-=~]{3,}\n)?(?=\s*(?P<next>\S+))"
)
"""A short line alone above the first line of a report, underlined or not."""
_PROMPT = re.compile(
    r"^(?:[\w.-]+@[\w.-]+:?[^\s$]*)?\$[ \t]+"
    r"(?P<name>[^\n#]*?(?:[ \t]+#[ \t]*(?P<said>[^\n]+?))?)[ \t]*$",
    re.MULTILINE,
)
"""What was typed, and what a comment behind it says."""
_RUN = re.compile(r"(?:\w+ )?#?\d+|\d{4}-\d\d-\d\d.*|(?:\w{3},? )?\d* ?\w{3} .*\d\d:\d\d.*", re.ASCII)
"""A number, or when it was."""
_SCHEME = re.compile(r"^[a-z]+://|/$")
_LARGEST = 1 << 22
"""No text in which somebody put reports together has so many characters."""


class Report(NamedTuple):
    """One of the reports of a text: what stands above it, on which line, and itself."""

    name: str
    line: int
    text: str


def reports_in(text: str, reader: Reader) -> list[Report]:
    """Return the reports of a reader that stand in a text under a heading each; none where they are runs."""
    if len(text) > _LARGEST:
        return []
    kinds: dict[str, list[re.Match[str]]] = {}
    for heading in _HEADING.finditer(text):
        kinds.setdefault(_kind(heading["mark"]), []).append(heading)
    for heading in _BARE.finditer(text):  # reports of one tool begin alike
        kinds.setdefault(f"above {heading['next']}", []).append(heading)
    kinds["prompt"] = list(_PROMPT.finditer(text))
    for marked in kinds.values():
        if len(marked) < 2 or reader.matches(text[: marked[0].start()]):
            continue
        found = [report for report in _between(text, marked) if reader.matches(report.text)]
        if len({report.name for report in found}) < len(found):
            found = [_below_heading(report, text) for report in found]
        names = {report.name for report in found}
        if len(found) > 1 and len(names) == len(found) and not all(map(_RUN.fullmatch, names)):
            return found
    return []


def _below_heading(report: Report, text: str) -> Report:
    """Return a report whose name begins with the last Markdown heading above it of a higher level."""
    *above, own = text.split("\n")[: report.line]
    level = len(own) - len(own.lstrip("#"))
    higher = [line for line in above if 0 < len(line) - len(line.lstrip("#")) < level]
    return report._replace(name=f"{higher[-1].strip('# ')} {report.name}") if higher else report


def _kind(mark: str) -> str:
    return mark if mark.startswith("#") else mark[0]


def _between(text: str, headings: list[re.Match[str]]) -> Iterator[Report]:
    ends = [found.start() for found in headings[1:]] + [len(text)]
    for found, end in zip(headings, ends, strict=True):
        yield Report(found["name"], text.count("\n", 0, found.start()) + 1, text[found.end() : end])


def report_asked_for(source: Source, reader: Reader) -> tuple[Source, str]:
    """Return the one report that `FILE#part` asks for, on its own lines, and what stands above it.

    Raises
    ------
    InputError
        If no report is called so, or several are.
    """
    found, words = reports_in(source.text, reader), (source.part or "").strip()
    if not found:
        raise InputError(
            f"{quoted(words)} is asked for, and one report stands here alone",
            file=file_of(source.name),
            advice="leave # and it out",
        )
    fitting = [report for report in found if words and words.casefold() in report.name.casefold()]
    if words.isdigit() and 1 <= int(words) <= len(found):
        fitting = [found[int(words) - 1]]
    if len(fitting) != 1:
        what = f"{len(fitting)} reports are" if fitting else "no report is"
        raise InputError(
            f"{what} called {quoted(words)}; there are {_listing(found, source.name)}",
            file=file_of(source.name),
            advice="give the number of one, or words that stand above it alone",
        )
    (report,) = fitting
    return _source_of(report, source), report.name


def _source_of(report: Report, source: Source) -> Source:
    return replace(source, content="\n" * (report.line - 1) + report.text, part=None)


def refuse_several_reports(source: Source, reader: Reader) -> None:
    """Refuse a text in which several reports stand, each under a heading that is more than a run's number."""
    found = reports_in(source.text, reader)
    if not found or _are_parted_by(reader, source, found):
        return
    file, names = file_of(source.name), _alternatives(found)
    compared = [f"{name}={file}#{i}" for i, name in enumerate(names, 1)]
    cases = [f"{file}#{i}" for i in range(1, len(found) + 1)]
    named = _named(found, source, reader)
    several = bool(named) and None not in named[0] and min(map(len, named)) > 1
    either = several and all(own == named[0] for own in named)
    where = either and all(map(tells_case, names))
    said = (f"{quoted(names[0])} is compared with {quoted(names[1])}", "each stands for a case")
    raise InputError(
        f"{len(found)} reports stand in it: {_listing(found, source.name)}",
        file=source.name,
        line=found[1].line,
        advice="say which with # and its number or the words above it; several may be given",
        options=cases if where else cases[:1] if several and not either else compared,
        otherwise=(compared if where else cases) if either else (),
        cases=(said if not where else said[::-1]) if either else WAYS,
    )


def _are_parted_by(reader: Reader, source: Source, reports: list[Report]) -> bool:
    """Say whether the reader itself takes what stands above the reports for scenarios."""
    try:
        rows = reader.read(source, Options(failed="drop")).rows
    except InputError:
        return False
    return {row.scenario for row in rows} == {report.name for report in reports}


def _named(reports: list[Report], source: Source, reader: Reader) -> list[set[str | None]]:
    """Return the alternatives that each report names itself; nothing where one cannot be read alone."""
    try:
        readings = [reader.read(_source_of(report, source), Options()) for report in reports]
    except InputError:
        return []
    return [{row.alternative for row in reading.rows} for reading in readings]


def _alternatives(reports: list[Report]) -> list[str]:
    """Return the headings as names before an equals sign: what they all begin with tells nothing."""
    names = [report.name.strip("` ").removeprefix("time ") for report in reports]
    bare = [re.sub(r"\s+\([^()]* -[^()]*\)$", "", name) for name in names]  # the command behind a name
    names = bare if len({*bare}) == len(bare) else names
    prompts = [_PROMPT.fullmatch(f"$ {name}") for name in names]
    if all(one is not None and one["said"] for one in prompts):
        names = [one["said"] for one in prompts if one is not None]
    elif all(len(name.split()) > 2 for name in names):  # what was typed differs in a word
        words = [name.split() for name in names]
        shared = set.intersection(*map(set, words))
        shorter = [" ".join(_SCHEME.sub("", word) for word in own if word not in shared) for own in words]
        names = shorter if len({*shorter}) == len(names) and all(shorter) else names
    if len({name.partition("=")[0] for name in names}) == 1:
        names = [name.partition("=")[2].strip() or name for name in names]
    return [re.sub(NO_NAME, "-", name) for name in names]


def _listing(reports: list[Report], name: str) -> str:
    file = one_line(file_of(name))
    told = [f"{file}#{i} {quoted(r.name)} (line {r.line})" for i, r in enumerate(reports[:12], 1)]
    return ", ".join(told) + (f", and {len(reports) - 12} more" if len(reports) > 12 else "")
