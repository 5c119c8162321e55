"""lzbench's tables: its CSV, Markdown and text outputs, `-o1` to `-o6`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import Failures
from ahp.ingest.readers.base import Options, Reading, Row, number, resolution_of
from ahp.ingest.readers.lines import Lines, PrintedReader, once

_MEANING: Mapping[str, str] = {
    "Compressor name": "alternative",
    "Filename": "scenario",
    "Compression": "compression_speed",
    "Compress.": "compression_speed",
    "Cspeed": "compression_speed",
    "Compression speed": "compression_speed",
    "Compression time in us": "compression_time",
    "Decompress.": "decompression_speed",
    "Dspeed": "decompression_speed",
    "Decompression speed": "decompression_speed",
    "Decompression time in us": "decompression_time",
    "Orig. size": "original_bytes",
    "Original size": "original_bytes",
    "Compr. size": "stored_bytes",
    "Compressed": "stored_bytes",
    "Compressed size": "stored_bytes",
    "Ratio": "ratio",
    "C,D Threads": "threads",
}
_KNOWN = "|".join(re.escape(h) for h in sorted(_MEANING, key=len, reverse=True))
_HEADING = re.compile(_KNOWN)
_HEADER = re.compile(
    r"^(?!(?:\|.*\n)+?\|.*(?:\*\*|[0-9],[0-9]))"  # it writes no letters bold, nor groups digits
    r"(?=Compressor name,Compression (?:speed|time in us),|\| *Compressor name *\|"
    r"|Compressor name +Compress\.| *Compressed +Ratio +Cspeed )"
    rf"(?=.*Ratio)(?:{_KNOWN}|[ ,|])*+$",  # with others it is somebody's table
    re.MULTILINE,
)


def _columns_of(heading: str, line: int) -> list[str]:
    """Return what the columns under a heading are, by the names of measures."""
    names = [_MEANING[name] for name in _HEADING.findall(heading)]
    rest = _HEADING.sub("", heading).strip(" ,|")
    whole = len(set(names)) == len(names) and {"alternative", "ratio"} <= set(names)
    if rest or not whole or ("original_bytes" in names and "stored_bytes" not in names):
        raise InputError("this is none of lzbench's headings", line=line, found=rest or heading)
    return names


_UNITS = {"speed": "MB/s", "time": "us", "bytes": "B"}
_NAME_FIRST = re.compile(
    r"(\S.*?)(?<! ) ++(\d+(?:\.\d+)?) MB/s ++(\d+(?:\.\d+)?) MB/s"
    r"(?: ++(\d+))? ++(\d+) ++(\d+(?:\.\d+)?)(?: (.*))?",
    re.ASCII,
)
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?: MB/s)?", re.ASCII)
_SPEED = (
    "lzbench's speeds and times are of passes in memory, without storage; it prints the fastest pass unless "
    "it was told -p2 or -p3."
)
_PERCENT = "The ratio is turned round: lzbench prints it as compressed/original, in per cent."


class LzbenchReader(PrintedReader):
    """What lzbench prints: its CSV, Markdown and text outputs, `-o1` to `-o6`.

    Gives: the alternative (a compressor with its level), the scenario (the file that was compressed);
    `original_bytes` and `stored_bytes` where the output has both, else `compression_ratio`;
    `compression_speed` and `decompression_speed` in MB/s, or `compression_time` and `decompression_time`,
    which a study of your own can rank.
    Elsewhere: a throughput of transactions, response times, the CPU.
    Caveats: speeds are of passes in memory, of the fastest pass unless lzbench was told otherwise; the
    ratio is compressed/original in per cent except in `-o6`, and is turned round. A codec that failed is
    refused, or left out with `--drop-failed`.
    """

    words = ("Compressor name",)
    forms = (_HEADER,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        header = text.one(_HEADER, "heading of lzbench")
        heading, failures = header.text(0), Failures(options)
        names = _columns_of(heading, header.line)
        rows: list[Row] = []
        seen: dict[tuple[str | None, str], int] = {}
        for line, content in text.below(header.line).lines:
            if not content.strip() and heading.startswith("|"):
                break  # prose may follow
            if not content.strip() or content.startswith(("done...", "| --", "|--", "|:--", "| :--")):
                continue
            try:
                cells = dict(zip(names, _cells(content, heading, len(names), line), strict=True))
                found = list(_rows(cells, "stored_bytes" not in names, line))
            except FailedRunError as error:
                failures.met(error)
                continue
            key = (cells.get("scenario"), cells["alternative"])
            once(seen, key, line, "this compressor", found=key[1], advice="remove one of them")
            rows += found
        if not rows and not failures.left_out:
            raise InputError("only a heading; it needs at least one compressor", line=header.line)
        inverted = "stored_bytes" in names and "original_bytes" not in names
        ignored = ("C,D Threads",) if "threads" in names else ()
        caveats = (_SPEED, _PERCENT) if inverted else (_SPEED,)
        return Reading(tuple(rows), ignored, len(seen), caveats=caveats, left_out=tuple(failures.left_out))


def _cells(content: str, heading: str, width: int, line: int) -> Sequence[str]:
    """Return the cells of a row, in the order of the headings."""
    if "ERROR" in content or content.startswith("NOT FOUND"):
        problem = "lzbench could not run this codec"
        raise FailedRunError(problem, line=line, found=content, advice="remove it from the list")
    cells: Sequence[str]
    if heading.startswith("|"):
        bar, *cells = [cell.strip() for cell in content.rstrip().removesuffix("|").split("|")]
        cells = cells if not bar else ()  # a row starts with a bar
    elif "," in heading:
        cells = content.split(",", width - 1)
    elif heading.startswith("Compressor"):
        match = _NAME_FIRST.fullmatch(content)
        cells = [group for group in match.groups() if group is not None] if match else ()
    else:
        end = heading.index("Compressor name") + len("Compressor name")
        file = [content[end + 1 :]] if width == 6 and content[end : end + 1] == " " else []
        cells = [*content[:end].split(None, 4), *file]
    cells = [cell.strip(" \t*") for cell in cells]  # blanks at the end of a name are no part of it
    if len(cells) != width or not all(cells):
        raise InputError(f"this is no row of {width} cells below lzbench's heading", line=line, found=content)
    return cells


def _rows(cells: Mapping[str, str], multiple: bool, line: int) -> Iterator[Row]:
    """Return the rows of one compressor; `multiple` says that the ratio is original/compressed."""
    row = partial(number, line=line, alternative=cells["alternative"], scenario=cells.get("scenario"))
    printed = {
        name: _digits(cell, line, name)
        for name, cell in cells.items()
        if name not in ("alternative", "scenario", "threads")
    }
    ratio = printed.pop("ratio")
    for name, digits in printed.items():
        unit = _UNITS[name.rpartition("_")[2]]
        yield row(name, float(digits), unit, printed=digits, column=name)
    if "original_bytes" in printed:
        return
    value, half = float(ratio), resolution_of(ratio)
    if not multiple:
        value, half = 100 / value, 100 * half / value**2
    found = row("compression_ratio", value, "x", printed=ratio, column="Ratio")
    yield found._replace(resolution=half)


def _digits(cell: str, line: int, column: str) -> str:
    match = _NUMBER.fullmatch(cell.strip())
    if match is None:
        raise InputError("a number is needed", line=line, column=column, found=cell)
    if not float(match.group(1)):
        problem = "lzbench prints 0 where a codec failed"
        raise FailedRunError(problem, line=line, column=column, found=cell, advice="remove the row")
    return match.group(1)
