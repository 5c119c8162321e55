"""Text that is plainly no table: said as such, where the complaint about its cells would puzzle."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.spaced import apart
from ahp.ingest.tables.surroundings import without_fences

_XML = re.compile(r"\ufeff?\s*<(?:\?xml\b|!DOCTYPE\b|[A-Za-z][\w:.-]*[\s>])")
_JSON = re.compile(r'\ufeff?\s*(?:\{\s*(?:"|\})|\[\s*(?:[\[{"\]]|-?[0-9.]+\s*[,\]]))')
_CELLS = re.compile(r"[,;\t|]")
_NUMBER = re.compile(r"[\s\"'*`~≈]*[+-]?[.,]?[0-9][0-9.,'’_]*(?:[eE][+-]?[0-9]+)?\s*[^\s:]{0,8}[\s\"'*`]*")
_SENTENCE = 6
_ADVICE = "give what the benchmark wrote, or a table with a column 'alternative'"

_BENCHBASE = "give the run's summary.json, results.csv, samples.csv or raw.csv"
_NOT_RESULTS = {
    re.compile(r"\s*(?:window\.|(?:var|let|const) )\w+ *= *[{\[]"): (
        "this is JavaScript that assigns data, not the data",
        "give what stands behind = alone, as JSON of records, or a table",
    ),
    re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:parameters|configuration)>[\s\S]*?<works>\s*<work>"): (
        "this is the configuration of a BenchBase run; it holds no result",
        _BENCHBASE,
    ),
    re.compile(r'\s*\{\s*"pg_stat(?:io)?_\w+": *\['): (
        "these are the counters of the PostgreSQL server after a BenchBase run, not of the run alone",
        _BENCHBASE,
    ),
}
"""What a harness saves beside its results: what it is, and what to give instead."""


def refuse_no_table(source: Source) -> None:
    """Refuse a text that cannot be a plain table, and say what it is.

    Raises
    ------
    InputError
        If it is XML, JSON, or sentences without a number in a cell of its own.
    """
    if source.table is not None:
        return
    for begins, (what, advice) in _NOT_RESULTS.items():
        if begins.match(source.text):
            raise InputError(what, file=source.name, advice=advice)
    if _XML.match(source.text):
        element = re.search(r"<([A-Za-z][\w:.-]*)", source.text)
        what = f" (<{element[1]}>)" if element is not None else ""
        raise InputError(f"this is XML that no reader knows{what}", file=source.name, advice=_ADVICE)
    if _JSON.match(source.text):
        _refuse_doubled_keys(source)
        raise InputError(
            f"this is JSON that no reader knows{_keys(source.text)}", file=source.name, advice=_ADVICE
        )
    source = without_fences(source)
    if _is_prose(source.head) and not _has_columns(source):
        _refuse_uneven(source)
        if any(is_number(cell) for line in source.head.splitlines() for cell in apart(line)[1:]):
            raise InputError(
                "no line of headings says what its numbers are",
                file=source.name,
                advice="write one above them, with cells that two spaces or commas part in each line",
            )
        if _are_numbers_among_words(source.head):
            raise InputError(
                "this is no table: nothing parts the numbers from the words beside them",
                file=source.name,
                advice="part the cells by commas, tabs, bars or two spaces, below a line of headings",
            )
        raise InputError(
            "these are sentences, not a table: no line below the first has a number in a cell of its own",
            file=source.name,
            advice=_ADVICE,
        )


def _refuse_doubled_keys(source: Source) -> None:
    """Refuse JSON in which a key stands twice as such; of any other it says nothing.

    Raises
    ------
    InputError
        If a key stands twice in an object.
    """
    from ahp.ingest.readers.json import decoder_of

    try:
        decoder_of(source.text).decode(source.text)
    except InputError as error:
        raise error.at(file=source.name) from None
    except (ValueError, RecursionError):  # it is not whole, which is told with its keys
        return


def _refuse_uneven(source: Source) -> None:
    """Refuse lines whose cells spaces hold apart, most with a number, and one of another number of cells.

    Raises
    ------
    InputError
        If they are such; it names that line.
    """
    lines = [(at, apart(line)) for at, line in enumerate(source.head.splitlines(), 1) if line.strip()]
    (first, header), *rows = lines
    odd = next(((at, cells) for at, cells in rows if len(cells) != len(header)), None)
    if (
        odd is None
        or len(header) < 2
        or 2 * sum(any(map(is_number, cells)) for _, cells in rows) <= len(rows)
    ):
        return
    called = "line" if any(map(is_number, header)) else "the heading in line"
    raise InputError(
        f"parted at two spaces or more, the cells of this line are {len(odd[1])}, "
        f"those of {called} {first} are {len(header)} ({listed(header, 4)})",
        file=source.name,
        line=odd[0],
        advice="part all cells by two spaces or more, or give CSV: a line of headings, then one for each row",
    )


def _keys(text: str) -> str:
    """Return the keys of the document, or what keeps it from being one."""
    import json

    try:
        document, end = json.JSONDecoder().raw_decode(text.lstrip("\ufeff \t\r\n"))
        if text.lstrip("\ufeff \t\r\n")[end:].strip()[:1] not in ("", "{"):  # objects on lines of their own
            json.loads(text)
    except json.JSONDecodeError as error:
        return f", and it is not whole (line {error.lineno})"
    except (ValueError, RecursionError):
        return ""
    first = document[0] if isinstance(document, list) and document else document
    return f"; its keys are {listed(first, 6)}" if isinstance(first, dict) and first else ""


def _has_columns(source: Source) -> bool:
    """Say whether columns that blanks hold apart, or lists, stand among the sentences, as in a mail."""
    from ahp.ingest.tables.several import entries_of, parts_of

    try:
        drawn = any(part.drawn is not None for part in parts_of(source))
        return drawn or bool(entries_of(source.name, source.text.split("\n")))
    except InputError:
        return False


def _is_prose(head: str) -> bool:
    lines = [line for line in head.splitlines() if line.strip()]
    cells = [_CELLS.split(line) for line in lines]
    if any(len(row) > 1 and any(_NUMBER.fullmatch(cell) for cell in row) for row in cells[1:]):
        return False
    return any(len(cell.split()) >= _SENTENCE for row in cells for cell in row)


def _are_numbers_among_words(head: str) -> bool:
    """Say whether many lines have a number somewhere."""
    lines = [line.split() for line in head.splitlines() if line.strip()]
    numbered = sum(any(word.strip("()[],;:")[:1].isdigit() for word in line) for line in lines)
    return len(lines) > 2 and 3 * numbered > len(lines)


_SCRIPT = re.compile(
    r"\s*(?:#!|\\\w+\s|(?:select|insert|update|delete|begin|create|drop|alter|with)\b[^;]*;)", re.IGNORECASE
)
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
    wordy = [line for line in lines if max(len(cell.split()) for cell in _CELLS.split(line)) >= _SENTENCE]
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
