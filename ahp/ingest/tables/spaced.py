"""Lines whose cells blanks hold apart: two of them, columns of them through all lines, or single ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from ahp.ingest.tables.delimited import is_number
from ahp.units import find

_GAP = re.compile(r" {2,}")
_STRESSED = re.compile(r"\*\*([^*]+)\*\*|`([^`]+)`|(?<!\w)__([^_]+)__(?!\w)")
_ITALIC = re.compile(r"(?<![\w`\\])_([^_\s](?:(?:[^_]|\\_)*[^_\s\\])?)_(?![\w`])")
_LINK = re.compile(r"\[([^\[\]]+)\]\((?:https?://|[./#])[^()\s]*\)")
_REFERENCE = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]")
_ESCAPED = re.compile(r"\\([|_*])")
_BANNER = re.compile(r"={3}|-{3}|_{3}|#{3}|\*{3}|~{3}")
_NAMED = re.compile(r"[\w%±Δ#$€](?!.*:$)")  # a heading, and no mark or end of a sentence
_WORD, _PHRASE = re.compile(r"\S+"), re.compile(r"\S+(?: \S+)*")
_CELL = r"[~≈]?\d[\d.,]* ?[^\W\d_]+(?: */ *[^\W\d_]+)?"
_CELLS = rf"(?:\d+(?: {{2,}}|\t+))?{_CELL}(?:(?: {{2,}}|\t+|, +){_CELL})*"
_ENTRY = re.compile(
    rf"\s*(?:[-*+•]\s+)?(?:(?P<name>[^\s:|,;=\d][^:|,;=]{{0,60}}?)\s*(?::|–|—| - | )\s*(?P<cells>{_CELLS})"
    rf"|(?P<first>{_CELL})\s*(?::|–|—|-)\s+(?P<last>\S[^|,;=]{{0,60}}?))\s*"
)
_LABEL = r"([A-Za-z][\w%/]*)[:=] *(\d[\d.,]*)((?: ?[^\W\d_]+(?:/\w+)?)?)(?![\w:=])"
_LABELLED = re.compile(rf"\s*(?P<name>[^\W\d_](?:.*?\S)??)(?P<pairs>(?:[\s,;:]+{_LABEL}){{2,}})[\s,;]*")
_LOOKED_AT = 100
_LONGEST = 300
"""No entry of a list has so many characters."""
_FEW = 3


def apart(line: str) -> list[str]:
    """Return the cells of a line that are held apart by two spaces or more.

    Examples
    --------
    >>> apart("zstd -1   510 MB/s  2.887")
    ['zstd -1', '510 MB/s', '2.887']
    """
    return _GAP.split(line.strip())


def plain(cell: str) -> str:
    """Return a cell without the marks of Markdown around it.

    Examples
    --------
    >>> plain(" **lz4** "), plain("_as a reference_"), plain("`_lru_`"), plain("[zstd](https://zstd.net) 1.5")
    ('lz4', 'as a reference', '_lru_', 'zstd 1.5')
    """
    text = _ITALIC.sub(r"\1", _REFERENCE.sub(r"\1", _LINK.sub(r"\1", cell.strip())))
    bare = _STRESSED.sub(r"\1\2\3", text).lstrip("*`")
    return _ESCAPED.sub(r"\1", re.sub(r"(?<![\\*`])[*`]+$", "", bare).strip())


def cut_at(starts: Sequence[int]) -> Callable[[str], list[str]]:
    """Return what cuts a line where columns start, but at two spaces or more where that would cut a cell."""

    def cut(line: str) -> list[str]:
        if any(len(line) > at and line[at - 1] > " " < line[at] for at in starts[1:]):
            return apart(line)
        return [plain(line[a:b]) for a, b in zip([0, *starts[1:]], [*starts[1:], None], strict=True)]

    return cut


def over_names(header: list[str], line: str, below: Sequence[str]) -> list[str]:
    """Return the cells of a heading; an empty one first where nothing stands over the names of the rows."""
    return ["", *header] if line[:1] == " " and len(below) == len(header) + 1 else header


def entry_in(line: str) -> tuple[str, dict[str, str]] | None:
    """Return the name and the numbers, by measure, of an entry of a list of times or rates; None of others.

    Examples
    --------
    >>> entry_in("- **npm**: 18.3s"), entry_in("25127.00 Requests/sec - koa.js"), entry_in("NATS 6 MiB")
    (('npm', {'duration': '18.3s'}), ('koa.js', {'throughput': '25127.00 Requests/sec'}), None)
    >>> entry_in("gorm:  1.07s  6982 B/op  143 allocs/op")
    ('gorm', {'duration': '1.07s', 'B/op': '6982 B/op', 'allocs/op': '143'})
    >>> entry_in("jemalloc 3.0 mem: 171652 duration: 4.25")
    ('jemalloc 3.0', {'mem': '171652', 'duration': '4.25'})
    """
    if len(line) > _LONGEST:
        return None
    if (labelled := _LABELLED.fullmatch(line)) is not None:
        pairs = re.findall(_LABEL, labelled["pairs"])
        return plain(labelled["name"]), {key: number.rstrip(".,") + unit for key, number, unit in pairs}
    found = _ENTRY.fullmatch(line)
    if found is None:
        return None
    name, cells = (found["name"], found["cells"]) if found["name"] else (found["last"], found["first"])
    numbers: dict[str, str] = {}
    units: set[str] = set()
    for cell in re.findall(_CELL, cells):
        number, words = re.findall(r"[\d.,]+|\D+$", re.sub(r" */ *", "/", cell.lstrip("~≈")))
        called = words.strip()
        unit = find(called)
        kind = "" if unit is None else unit.dimension
        measure = "duration" if kind == "time" else "throughput" if kind.endswith(" per time") else called
        measure = called if measure in numbers else measure
        if called in units:
            return None  # nothing says what each of two is
        units.add(called)
        numbers[measure] = number + words * (unit is not None)
    if "ns/op" in numbers and "duration" in numbers:  # how long the test ran is none
        numbers = {
            {"duration": "whole run", "ns/op": "duration"}.get(key, key): of for key, of in numbers.items()
        }
    if "  " in name or numbers.keys().isdisjoint(("duration", "throughput")):
        return None
    return plain(name), numbers


def may_be_heading(line: str) -> bool:
    """Say whether a line is no banner, has no number in a cell of its own, and more words than numbers.

    Examples
    --------
    >>> may_be_heading("Tool  p99"), may_be_heading("== lz4 ==="), may_be_heading("0 199 2241")
    (True, False, False)
    """
    words = line.split()
    numbers = sum(map(is_number, words))
    return 2 * numbers < len(words) and not _BANNER.search(line) and not any(map(is_number, apart(line)))


def spacing(lines: Sequence[str]) -> Callable[[str], list[str]] | None:
    """Return what parts a heading without numbers, and rows with some, into as many cells; None if nothing.

    Examples
    --------
    >>> lines = ["Tool Read Write", "dd    880   410", "fio  1204   980"]
    >>> list(map(spacing(lines), lines))
    [['Tool', 'Read', 'Write'], ['dd', '880', '410'], ['fio', '1204', '980']]
    """
    if len(lines) < 3 or not any(map(is_number, lines[1].split())):
        return None
    first = lines[:_LOOKED_AT]
    by_columns = _by_columns(first)
    for split, share in ((apart, 0.0), (by_columns, 0.5), (_by_ends(first), 0.5), (_words, 0.99)):
        if _parts(lines, split, share):
            return by_columns if split is apart and _is_finer(lines, by_columns) else split
    return _words if _is_even(lines) else None


def _is_finer(lines: Sequence[str], split: Callable[[str], list[str]]) -> bool:
    """Say whether narrower blanks part a table into more columns: `level file` over `1 py.src`."""
    header = split(lines[0])
    return len(header) > len(apart(lines[0])) and all(header) and _parts(lines, split, 0.5)


def _parts(lines: Sequence[str], split: Callable[[str], list[str]], share: float) -> bool:
    """Say whether something parts all lines into as many cells, of which in rows such a share are numbers."""
    header = over_names(split(lines[0]), lines[0], split(lines[1]))
    fewest, named = share * (len(header) - 1), lines[0][:1] != " "  # what nothing is over numbers rows
    return (
        len(header) > 1
        and all(map(_NAMED.search, header[1:]))
        and not any(map(is_number, header))
        and all(
            len(row) == len(header) and _of_numbers(row[named:]) > fewest for row in map(split, lines[1:])
        )
        and bool(split(lines[-1])[-1])  # a last line without may be cut
        and not any(_GAP.search(cell) for line in lines[:_LOOKED_AT] for cell in split(line))
    )


def _is_even(lines: Sequence[str]) -> bool:
    """Say whether single blanks part all lines into as many cells, which are numbers in the same columns."""
    width, numbers = len(_words(lines[0])), list(map(is_number, _words(lines[1])))
    if width < _FEW or len(lines) <= _FEW or len(numbers) != width or 2 * sum(numbers) <= width:
        return False
    return all(list(map(is_number, _words(line))) == numbers for line in lines[2:])


def _of_numbers(cells: Sequence[str]) -> int:
    """Return how many cells are numbers or empty, 0 where none is a number."""
    numbers = sum(map(is_number, cells))
    return numbers and numbers + cells.count("")


def _words(line: str) -> list[str]:
    """Return the words of a line; a unit in brackets belongs to the one before it."""
    return re.findall(r"\S+(?: \([^()]*\))?", line.removeprefix("# "))


def _by_columns(lines: Sequence[str]) -> Callable[[str], list[str]]:
    """Return what parts a heading, and rows where blanks go through all of them, however narrow.

    Cells one space behind others are a column only below a word of their own, and behind numbers.
    """
    head, *rows = lines
    spans = _spans(rows)
    named = _words_over(spans, head, rows)
    for i in range(len(spans) - 1, 0, -1):
        (start, before), (after, end) = spans[i - 1 : i + 1]
        near = named[i] and named[i - 1] and named[i][0].start() - named[i - 1][-1].end() == 1
        worded = near and not all(is_number(row[start:before]) for row in rows)
        if after - before == 1 and (not named[i] or worded):
            spans[i - 1 : i + 1], named[i - 1 : i + 1] = [(start, end)], [named[i - 1] + named[i]]
    cut, header = cut_at([start for start, _ in spans]), [" ".join(w[0] for w in words) for words in named]
    return lambda line: list(header) if line == head else cut(line)


def _by_ends(lines: Sequence[str]) -> Callable[[str], list[str]]:
    """Return what parts rows at their last numbers, where these end at the same places in all of them.

    Names may then reach up to the first number.
    """
    head, *rows = lines
    count = len(apart(head)) - (head[:1] != " ")
    last = re.compile(rf"(.*\S)?((?:\s+\S+){{{max(count, 1)}}})\s*")
    found = [last.fullmatch(row) for row in rows]
    behind = [list(_WORD.finditer(one.string, one.start(2))) for one in found if one is not None]
    ends = {tuple(word.end() for word in words) for words in behind if all(is_number(w[0]) for w in words)}
    if len(behind) < len(rows) or len(rows) < _FEW or len(ends) != 1:
        return apart

    def cut(line: str) -> list[str]:
        one = None if line == head else last.fullmatch(line)
        return apart(line) if one is None else [(one[1] or "").strip(), *one[2].split()]

    return cut


def _spans(rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the cells of rows begin and end; units that all of a column have are of what is before."""
    filled = (any(map(str.strip, column)) for column in zip_longest(*rows, fillvalue=" "))
    found = re.finditer("x+", "".join("x" if one else " " for one in filled))
    spans: list[tuple[int, int]] = []
    for start, end in (match.span() for match in found):
        unit = bool(spans) and start - spans[-1][1] == 1 and all(find(row[start:end]) for row in rows)
        spans[len(spans) - unit :] = [(spans[-1][0] if unit else start, end)]
    return spans


def _words_over(
    spans: Sequence[tuple[int, int]], head: str, rows: Sequence[str]
) -> list[list[re.Match[str]]]:
    """Return which words of a heading stand over each column.

    Words one space apart are one over a single column. A word belongs to the cells that it overlaps most,
    else to the nearest; of two to those on the right, but where they begin below a word of their own. A unit
    belongs to the word before it if either overlaps none.
    """
    begun = [
        all(row[a : a + 1].strip() for row in rows) and not all(row[b - 1 : b].strip() for row in rows)
        for a, b in spans
    ]
    words: list[re.Match[str]] = []
    for phrase in _PHRASE.finditer(head):
        several = sum(phrase.start() < b and a < phrase.end() for a, b in spans) > 1
        words += _WORD.finditer(head, *phrase.span()) if several else [phrase]
    places, over = [], []
    for i, word in enumerate(words):
        off = [max(word.start(), a) - min(word.end(), b) for a, b in spans]
        near = [at for at, by in enumerate(off) if by == min(off)]
        places.append(near[0] if begun[near[-1]] else near[-1])
        over.append(min(off) < 0)
        if i and find(word[0].strip("()")) is not None and word.start() - words[i - 1].end() == 1:
            if not over[i]:
                places[i] = places[i - 1]
            elif not over[i - 1]:
                places[i - 1] = places[i]
    return [[word for word, at in zip(words, places, strict=True) if at == i] for i in range(len(spans))]
