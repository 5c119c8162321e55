"""Tables drawn in a text: where each begins and ends, and the cells of its rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from ahp.errors import InputError
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import names_a_kind, parse_heading
from ahp.ingest.tables.spaced import apart, cut_at, over_names, plain, spacing
from ahp.ingest.tables.two_headings import join_headings

RULER = re.compile(
    r"\s*+[|+]?\s*+:?[-=]++:?\s*+(?:[|+]\s*+:?[-=]++:?\s*+)+[|+]?\s*+"  # Markdown, psql, boxed
    r"|\s*+\|\s*+:?-++:?\s*+\|\s*+"
    r"|\s*+[-=]{2,}+(?:\s++[-=]{2,}+)+\s*+"  # one run of dashes over each column
    r"|\s*+[-=]{8,}+\s*+"  # or over all
)
"""A line of dashes under a heading: with bars, with crosses, or one run of dashes over each column."""

_BAR = re.compile(r"(?<!\\)\|")


def splitter(ruler: str) -> Callable[[str], list[str]]:
    """Return what parts a line into cells as the ruler says."""
    if "|" not in ruler and "+" not in ruler:
        starts = [match.start() for match in re.finditer(r"[-=]+", ruler)]
        if len(starts) == 1:
            return apart
        return cut_at(starts)
    edged, closed = ruler.strip()[0] in "|+", ruler.rstrip()[-1] == "|"
    corners = (
        [at for at, char in enumerate(ruler.rstrip()) if char == "+"] if ruler.lstrip()[0] == "+" else []
    )

    def split(line: str) -> list[str]:
        bars = [at for at in corners if line[at : at + 1] == "|"]
        if len(corners) > 2 and bars[:1] == corners[:1] and bars[-1:] == corners[-1:]:
            cells = {start: plain(line[start + 1 : end]) for start, end in pairwise(bars)}
            return [
                cells.get(at, "") for at in corners[:-1]
            ]  # bars within cells, or cells over several columns
        inner = line.strip().removeprefix("|") if edged else line
        inner = inner.rstrip().removesuffix("|") if edged or closed else inner
        return [plain(cell) for cell in _BAR.split(inner)]

    return split


_PART_OF_RULER = re.compile(
    r"[|+](?: +[|+]|-+[|+])*(?:-+\+)(?: +[|+]|-+[|+])*"
)  # below cells over several columns
_FOOTER = re.compile(r"\((\d+) rows?\)|(\d+) rows? in set.*", re.ASCII)
_BOX_FOOTER = re.compile(r"\| *(\d+) rows?(?: [^|]*)?\|", re.ASCII)
_SQL_TYPE = re.compile(
    r"varchar|u?(?:tiny|small|big|huge)?int(?:eger)?(?:\d+)?|float|double|decimal\(\d+,\d+\)|boolean|date|"
    r"time(?:stamp)?|interval"
)
_DASHED = re.compile(r"\s*-{8,}\s*")
_QUOTED = re.compile(r"(?:> ?)+")  # as mails and Markdown quote
_FOOTNOTE = re.compile(r" ?\[\^[^\[\]\s]{1,40}\]")  # Markdown's `[^2]`
_TAG = re.compile(r"<(/?)(b|i|em|strong|sub|sup|code|small|span|kbd|u|font|br)\b[^<>\n]*>", re.IGNORECASE)
_UNDERSCORES = re.compile(r"^[ |]*+_{3,}+[_ |]*+$", re.MULTILINE)
_LEADERS = re.compile(r" \.{3,}(?= )")  # from a name to its numbers
_PAINTED = re.compile("[\u2580-\u2593]+(?= )")  # bars beside numbers
_FOOTMARK = re.compile(r"<sup>[*†‡§]{1,3}</sup>")
_LOOKED_AT = 100
_BARS, _DASHES = "│┃║┆", "─━═"
_BOX = str.maketrans(
    dict.fromkeys(_BARS, "|") | dict.fromkeys(_DASHES, "-") | {chr(c): "+" for c in range(0x250C, 0x254C)}
    | {chr(c): "+" for c in range(0x2552, 0x2571)}
)  # fmt: skip


@dataclass(frozen=True)
class TextTable:
    """A table among other text.

    Attributes
    ----------
    header : tuple of str
        Its headings.
    rows : mapping of int to list of str
        The cells of the heading and of every row, by their lines.
    barred : bool
        Whether bars part its cells.
    end : int
        The first line below it, counted from 0.
    split : callable
        Parts a line into cells as the table does.
    above : tuple of str
        The cells of a second line of headings over the first; empty where there is none.
    """

    header: tuple[str, ...]
    rows: Mapping[int, list[str]]
    barred: bool
    end: int
    split: Callable[[str], list[str]]
    above: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        """The line of its heading."""
        return min(self.rows)

    @property
    def is_known(self) -> bool:
        """Whether headings name the alternatives and a measure, or most rows begin with a measure."""
        return _is_known(self.header) or self._is_transposed

    @property
    def _is_transposed(self) -> bool:
        rows = islice(self.rows.values(), 1, _LOOKED_AT)
        measures_first = [parse_heading(row[0]).measure is not None for row in rows]
        return 2 * sum(measures_first) > len(measures_first)


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text, without marks of quotations, notes and HTML, boxes of plain characters.

    Examples
    --------
    >>> lines_of("> │ codec │\n> ├───────┤"), lines_of("codec,MB\rlz4,5")
    (['| codec |', '+-------+'], ['codec,MB', 'lz4,5'])
    """
    if "\n" not in text:
        text = text.replace("\r", "\n")
    if any(bar in text for bar in _BARS):
        text = text.translate(_BOX)
    if "<" in text:
        text = _FOOTMARK.sub("", text)
        text = _TAG.sub(lambda tag: {"br": " ", "sup": "^"}.get(tag[2], "") if not tag[1] else "", text)
    if "...." in text:
        text = _LEADERS.sub(lambda dots: " " * len(dots[0]), text)
    if _PAINTED.search(text):
        text = _PAINTED.sub(lambda bar: " " * len(bar[0]), text)
    if "[^" in text:
        text = _FOOTNOTE.sub("", text)
    if "_|_" in text:
        text = _UNDERSCORES.sub(lambda ruler: ruler[0].replace("_", "-"), text)
    lines = [line.rstrip("\r") for line in text.split("\n")]
    if "shape: (" in text:  # Polars has dashes and types below its headings
        for at in range(2, len(lines) - 1):
            if set(lines[at]) == set("| -") and RULER.fullmatch(lines[at - 2]):
                lines[at - 1 : at + 2] = [lines[at - 2], lines[at - 2], lines[at - 1]]
    if "\n>" in text or text.startswith(">"):
        lines = [_QUOTED.sub("", line, count=1) if line[:1] == ">" else line for line in lines]
    _name_index(lines)
    _rule_dashes(lines)
    return lines


def _name_index(lines: list[str]) -> None:
    """Put the names of an index, which pandas prints below the headings, beside them."""
    for at in range(len(lines) - 2):
        upper, names, first = (line.rstrip() for line in lines[at : at + 3])
        if not names or names[0] == " " or len(names) >= len(upper) or any(map(is_number, names.split())):
            continue
        start = len(upper) - len(upper.lstrip())
        if not start:  # what the columns are stands before them
            if any(map(is_number, upper.split())):
                continue
            start = len(upper) - len(upper.partition("  ")[2].lstrip())
        if len(names) > start or len(first) != len(upper) or not is_number(first.split()[-1]):
            continue
        heading = upper[start:]
        if at and lines[at - 1].strip() and not lines[at - 1][: len(names) + 1].strip():
            heading = "  ".join(_under_levels(lines[at - 1], " " * start + heading))
            lines[at - 1] = ""
        lines[at], lines[at + 1] = "", names.ljust(start) + heading
        _part_levels(lines, at + 1, [match.start() for match in re.finditer(r"\S+", names)])


def _under_levels(above: str, below: str) -> list[str]:
    """Return the headings of a line, each with what pandas prints over it or over one to its left."""
    levels = list(re.finditer(r"\S+", above))
    return [
        " ".join((*(level[0] for level in levels if level.end() <= word.end()), word[0])[-2:])
        for word in re.finditer(r"\S+", below)
    ]


def _rule_dashes(lines: list[str]) -> None:
    """Make one line of a heading of bars that stands between lines of dashes, and a ruler of the second.

    A line of dashes without bars below a heading with some becomes a ruler too.
    """
    dashes = [at for at, line in enumerate(lines) if _DASHED.fullmatch(line)]
    for at in dashes:
        around = [line.count("|") for line in (*lines[at - 1 : at], *lines[at + 1 : at + 2])]
        if len(around) == 2 and around[0] == around[1] > 0 and not lines[at - 1].lstrip().startswith("|"):
            lines[at] = "|".join(["---"] * around[0] + ["" if lines[at - 1].rstrip()[-1] == "|" else "---"])
    for start, end in pairwise(dashes):
        heading = [_BAR.split(line.strip().strip("|")) for line in lines[start + 1 : end]]
        barred = all(
            line.lstrip().startswith("|") for line in lines[start + 1 : end + 2] if line != lines[end]
        )
        if not heading or not barred or len({len(cells) for cells in heading}) > 1 or end + 1 == len(lines):
            continue
        whole = [" ".join(filter(None, map(str.strip, column))) for column in zip(*heading, strict=True)]
        lines[start:end] = [""] * (end - start - 1) + [f"| {' | '.join(whole)} |"]
        lines[end] = "|---" * len(whole) + "|"


def _part_levels(lines: list[str], header: int, starts: Sequence[int]) -> None:
    """Hold the levels of an index apart by two spaces, and repeat those that stand once for several rows."""
    levels = [""] * (len(starts) - 1)
    for at in range(header, len(lines)):
        if not lines[at].strip():
            return
        found = [lines[at][start:end] for start, end in pairwise(starts)]
        named = next((level for level, text in enumerate(found) if text.strip()), len(found))
        levels = [*levels[:named], *found[named:]]
        lines[at] = "  ".join([*levels, lines[at][starts[-1] :]])


def tables_in(lines: list[str]) -> Iterator[TextTable]:
    """Yield the tables of a text: what stands above and below a ruler, and columns with known headings."""
    at = 0
    while at < len(lines):
        starts = not at or not lines[at - 1].strip()
        below = "".join(lines[at + 1 : at + 2])
        second = starts and not any(map(is_number, apart(below)))  # of two lines of headings
        ruled = starts and any(RULER.fullmatch(one) for one in (below, *lines[at + 2 : at + 2 + second]))
        if at and RULER.fullmatch(lines[at]):
            lines[at] = _over_names(lines[at], "".join(lines[at + 1 : at + 2]))
        # Between two rulers one cell over all columns is the title.
        titled = len(lines) > at + 2 and RULER.fullmatch(lines[at + 2]) is not None
        header = _heading(lines, at) if at and RULER.fullmatch(lines[at]) else []
        if header and not (titled and sum(map(bool, header)) == 1 < len(header)):
            above = _level_above(lines, at, len(header))
            if (whole := with_upper(lines, at - 1, header, splitter(lines[at]))) is not None:
                header, above = whole, ()
            at, found = _below(lines, at, header, splitter(lines[at]))
            yield replace(found, above=above) if above else found
        elif starts and not ruled and "|" not in lines[at] and _is_known(header := apart(lines[at])):
            if (whole := with_upper(lines, at + 1, ["", *apart(below)], apart)) is not None:
                header, at = whole, at + 1
            end = next((i for i in range(at, len(lines)) if not lines[i].strip()), len(lines))
            split = apart if whole is not None else spacing(lines[at:end]) or apart
            header = whole or over_names(split(lines[at]), lines[at], split(below))
            at, found = _below(lines, at, header, split)
            yield found
        else:
            at += 1


def with_upper(
    lines: Sequence[str], at: int, header: Sequence[str], split: Callable[[str], list[str]]
) -> list[str] | None:
    """Return a heading whose units and statistics stand below its words; None where no such line is above."""
    if not 0 < at < len(lines) or not all(map(str.strip, lines[at - 1 : at + 1])):
        return None
    if RULER.fullmatch(lines[at - 1]) or "|" in lines[at]:
        return None
    cells = split(lines[at - 1])
    if split is apart:
        upper, lower = (list(re.finditer(r"\S+(?: \S+)*", line)) for line in lines[at - 1 : at + 1])
        cells = [match[0] for match in upper]
        placed = [""] * len(upper)
        named = len(lower) == len(upper) + 1 and lower[0].end() <= upper[0].start()  # over the names alone
        for match in lower[named:]:
            placed[_nearest(match, upper)] += match[0]
        header = [lower[0][0], *placed] if named else placed
        cells = ["", *cells] if named else cells
    return (
        list(join_headings(cells, header)) or None if len(cells) == len(header) and all(cells[1:]) else None
    )


def spanning(lines: Sequence[str], at: int, header: Sequence[str]) -> tuple[str, ...]:
    """Return the words above headings that repeat, over each that they span; empty where there are none."""
    lower = list(re.finditer(r"\S+(?: \S+)*", lines[at]))
    upper = list(re.finditer(r"\S+(?: \S+)*", lines[at - 1])) if at else []
    if len({*header}) == len(header) or [word[0] for word in lower] != list(header) or len(upper) < 2:
        return ()
    above = ["", *(upper[_nearest(word, upper)][0] for word in lower[1:])]
    crossed = len({*zip(above, header, strict=True)}) == len(header)
    return tuple(above) if crossed else ()


def _nearest(word: re.Match[str], upper: Sequence[re.Match[str]]) -> int:
    """Return which of the words of the line above a word overlaps most, or is nearest to."""
    apart_by = [max(word.start(), one.start()) - min(word.end(), one.end()) for one in upper]
    return apart_by.index(min(apart_by))


def _over_names(ruler: str, below: str) -> str:
    """Return a ruler of runs of dashes; of one that leaves the names of the rows out, with one over them."""
    start = len(ruler) - len(ruler.lstrip())
    bare = not set(ruler.strip()) - set("-= ") and " " in ruler.strip()
    return "-" * (start - 1) + ruler[start - 1 :] if bare and start > 1 and below[:start].strip() else ruler


def form_of(text: str) -> str:
    r"""Return how the first table of a text is drawn, whole or not; empty where none is.

    Examples
    --------
    >>> form_of("a | b\n---+---\n1 | 2"), form_of("codec  tps\nlz4    5"), form_of("none")
    ('of bars as psql prints them', 'of columns that blanks hold apart', '')
    """
    lines = lines_of(text)
    try:
        found = next(tables_in(lines), None)
    except InputError:
        return ""
    if found is None or not found.barred:
        return "of columns that blanks hold apart" if found is not None else ""
    ruler = "".join(lines[found.line : found.line + 1]).strip()
    boxed = "boxed, as mysql and reStructuredText have it"
    return boxed if ruler[:1] == "+" else "of bars as psql prints them" if "+" in ruler else "Markdown"


def refuse_more(lines: list[str], found: TextTable) -> None:
    """Refuse a table below which, past an empty line or a sentence, stands what would be its next row."""
    _, *rows = found.rows.values()
    numbers = [i for i in range(1, len(found.header)) if all(is_number(cell) for cell in _column(rows, i))]
    below = (at for at in range(found.end, len(lines)) if lines[at].strip())
    others = {line for table in tables_in(lines) if found.barred for line in table.rows}
    for at in below:
        cells = found.split(lines[at])
        alike = len(cells) == len(found.header) and not cells[0].endswith(":") and at + 1 not in others
        if found.barred and alike:
            alike = "|" in lines[at]
        if alike and numbers and all(is_number(cells[i]) for i in numbers):
            raise InputError(
                f"this looks like a row of the table that ended on line {max(found.rows)}",
                line=at + 1,
                found=lines[at].strip(),
                advice="take out what stands between them, or the row",
            )
        if not found.barred:  # what blanks hold apart further down may be anything
            return


def _column(rows: list[list[str]], at: int) -> list[str]:
    return [cells[at] if at < len(cells) else "" for cells in rows]


def _heading(lines: list[str], at: int) -> list[str]:
    """Return the cells above a ruler; none where the ruler stands over a table, or under prose."""
    above, ruler = lines[at - 1], lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if not above.strip() or not below.strip() or RULER.fullmatch(above):
        return []
    if ("|" in above) != ("|" in ruler or "+" in ruler):
        return []
    cells = _over_lines(lines, at)
    if splitter(ruler) is apart:  # a heading of a text is underlined so too
        cells = over_names(cells, above, apart(below))
        return cells if len(cells) > 1 and len(apart(below)) == len(cells) else []
    return cells if len(cells) == len(splitter(ruler)(ruler.replace("+", "|"))) else []


def _over_lines(lines: list[str], ruler: int) -> list[str]:
    """Return the cells above a ruler; of a box, whose heading stands between rulers, those of all its lines.

    What stands over cells that are empty is a level of its own, and is left out.
    """
    split = splitter(lines[ruler])
    cells, at = split(lines[ruler - 1]), ruler - 2
    if at > 0 and not RULER.fullmatch(lines[at]) and _PART_OF_RULER.fullmatch(lines[at].strip()):
        return list(join_headings(split(lines[at - 1]), cells)) or cells
    if at >= 0 and all(map(_SQL_TYPE.fullmatch, cells)) and "|" in lines[at]:  # as DuckDB draws its boxes
        return split(lines[at])
    while at > 0 and "|" in lines[at] and len(upper := split(lines[at])) == len(cells) and all(upper[1:]):
        cells = [f"{over} {cell}".strip() for over, cell in zip(upper, cells, strict=True)]
        at -= 1
    return cells if at >= 0 and RULER.fullmatch(lines[at]) else split(lines[ruler - 1])


def _level_above(lines: list[str], ruler: int, width: int) -> tuple[str, ...]:
    """Return the cells of a first of two lines of headings: it begins the block, and has gaps in it."""
    at = ruler - 2
    if at < 0 or not lines[at].strip() or RULER.fullmatch(lines[at]) or (at and lines[at - 1].strip()):
        return ()
    cells = splitter(lines[ruler])(lines[at])
    return tuple(cells) if len(cells) == width and "" in cells[1:] and any(cells) else ()


def _below(
    lines: list[str], ruler: int, header: list[str], split: Callable[[str], list[str]]
) -> tuple[int, TextTable]:
    """Return where a table ends, and what stands in it."""
    boxed = lines[ruler].lstrip().startswith("+")
    barred = "|" in lines[ruler] or "+" in lines[ruler]
    spaced = RULER.fullmatch(lines[ruler]) is None
    opened = not barred and not spaced and ruler > 1 and RULER.fullmatch(lines[ruler - 2]) is not None
    rows = {(ruler + 1 if spaced else ruler): header}
    at, inside, closed = ruler + 1, None, False
    while at < len(lines) and lines[at].strip():
        if boxed and RULER.fullmatch(lines[at - 1]) and (inside := _BOX_FOOTER.fullmatch(lines[at].strip())):
            closed = set("".join(lines[at + 1 : at + 2]).strip()) == {"+", "-"}
            at += 2 if closed else 1
            break
        if RULER.fullmatch(lines[at]):
            if opened:  # as one stands over the heading, the next below it is the end
                at += 1
                break
        elif _is_outside(lines[at], barred) or (not boxed and _starts_another(lines, at, split)):
            break
        else:
            cells = split(lines[at])
            closes, numbers = "|" in lines[at].rstrip()[-1:], any(map(is_number, cells[1:]))
            if barred and not boxed and at + 1 < len(lines) and not (closes and numbers):
                cells += [""] * (len(header) - len(cells))  # as Markdown shows a row that says what is below
            if any(cells) or not barred:
                rows[at + 1] = cells
        at += 1
    if boxed and not closed and not RULER.fullmatch(lines[at - 1]):
        raise InputError("the box of this table is not closed", line=at, advice="give the whole table")
    footer = inside or (_FOOTER.fullmatch(lines[at].strip()) if at < len(lines) else None)
    stated = int(footer[1] or footer[2]) if footer else len(rows) - 1
    if stated != len(rows) - 1:
        raise InputError(
            f"found {len(rows) - 1} rows", line=at + 1, found=lines[at].strip(), advice="give the whole table"
        )
    return at, TextTable(tuple(header), rows, barred, at, split)


def _is_outside(line: str, barred: bool) -> bool:
    return (barred and "|" not in line) or line.strip().startswith("```")


def _starts_another(lines: list[str], at: int, split: Callable[[str], list[str]]) -> bool:
    """Say whether a line is the heading of another table: over a ruler, and without a number."""
    ruled = at + 1 < len(lines) and RULER.fullmatch(lines[at + 1]) is not None
    return ruled and bool(_heading(lines, at + 1)) and not any(map(is_number, split(lines[at])))


def _is_known(cells: Sequence[str]) -> bool:
    """Say whether headings alone tell a table: one names the alternatives, another a measure."""
    if len(cells) < 2 or any(cell[:1].isdigit() for cell in cells):
        return False
    known = [parse_heading(cell) for cell in cells]
    named = names_a_kind(cells[0]) or any(h.role == "alternative" and h.strength < 2 for h in known)
    return named and any(heading.measure for heading in known)
