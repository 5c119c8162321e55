"""How names are shown where there is little room, on a terminal, a page, in a figure: cut, and told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import TypeAlias

from ahp.printing import printable

LABEL, NAME = 20, 16
"""Columns of a scenario's name and of an alternative's."""

TIED = "\ue000"
"""Stands for a space that must not break; no name can hold it, it is not printable."""

NARROW = re.compile(f"[ -~\u00a1-\u00ac\u00ae-\u02ffΑ-ΡΣ-ω–—…−≤≥₀√→{TIED}]*")
"""Text whose characters take one column each."""

_METHOD = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_BROKEN_WORD = re.compile(r"[^\W_]*$")


def cell_width(text: str) -> int:
    """Return how many columns a text takes where nothing breaks it."""
    if NARROW.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def clipped(text: str, width: int) -> str:
    """Return a text of at most so many columns, cut at its end.

    Examples
    --------
    >>> clipped("a very long name", 8), clipped("short", 8)
    ('a very …', 'short')
    """
    if cell_width(text) <= width:
        return text
    kept = text[: max(0, width - 1)]
    while cell_width(kept) > width - 1:
        kept = kept[:-1]
    return f"{kept}…"


def clipped_words(text: str, width: int) -> str:
    """Return a text of at most so many columns, cut between two words.

    Examples
    --------
    >>> clipped_words("first in most draws", 14), clipped_words("short", 8)
    ('first in …', 'short')
    """
    found = clipped(text, width)
    return found if found == text else f"{found.rpartition(' ')[0]} …"


def name_within(name: str, width: int) -> str:
    """Return an alternative's name of at most so many columns, cut in its middle: most differ at their ends.

    Examples
    --------
    >>> name_within("zstd 1.5.6, level 19", 14), name_within("zstd 19", 14)
    ('zstd 1.…vel 19', 'zstd 19')
    >>> name_within("SerializerBench.serialize", 16)  # of a method the end tells most
    '…Bench.serialize'
    """
    text = printable(name)
    if cell_width(text) <= width:
        return text
    if _METHOD.fullmatch(text) is not None:
        return "…" + text[1 - width :]
    middle = len(text) // 2
    head, tail = text[: min(middle, width)], text[max(middle, len(text) - width) :]
    while cell_width(head) + cell_width(tail) >= width:
        if cell_width(head) > cell_width(tail):
            head = head[:-1]
        else:
            tail = tail[1:]
    return f"{head}…{tail}"


def name_among(name: str, width: int, others: Iterable[str]) -> str:
    """Return an alternative's name of at most so many columns, that of none of the others.

    Examples
    --------
    >>> models = [f"llama 7B {kind} - Medium" for kind in ("Q2_K", "Q4_K")]
    >>> [name_within(name, 16) for name in models]
    ['llama 7B… Medium', 'llama 7B… Medium']
    >>> [name_among(name, 16, models) for name in models]
    ['…Q2_K - Medium', '…Q4_K - Medium']
    """
    long = [text for text in dict.fromkeys(map(printable, others)) if cell_width(text) > width]
    text = printable(name)
    if text not in long or len({name_within(one, width) for one in long}) == len(long):
        return name_within(name, width)
    before, behind = shared_ends(long)
    told = f"…{text[before:]}" if before else text
    if behind and cell_width(told) > width:
        told = f"{told[: len(told) - behind]}…"
    return clipped(told, width)


def shared_ends(texts: Sequence[str]) -> tuple[int, int]:
    """Return how many characters all texts begin and end with, but for a word or number that goes on.

    Examples
    --------
    >>> shared_ends(["find/16/threads:8", "find/512/threads:8"])
    (5, 10)
    """
    before = _shared_beginning(texts)
    return before, _shared_beginning([text[before:][::-1] for text in texts])


def _shared_beginning(texts: Sequence[str]) -> int:
    same = _shared(texts)
    return 0 if same == min(map(len, texts), default=0) else len(_BROKEN_WORD.sub("", texts[0][:same]))


def labels_apart(names: Sequence[str]) -> list[str]:
    """Return labels that fit their column, of long names that begin alike both ends, or where they differ.

    Examples
    --------
    >>> labels_apart(["Order Entry", "Stress Test"])
    ['Order Entry', 'Stress Test']
    >>> labels_apart([f"BM_a_rather_long_name/{n}/threads:8" for n in (16, 512)])
    ['…16/threads:8', '…512/threads:8']
    >>> labels_apart(["A (half reads, half updates)", "B (95 % reads)"])
    ['A', 'B']
    """
    names = without_brackets(names)
    rest = differing(names)
    if max(map(cell_width, names)) > LABEL >= max(map(cell_width, rest)):
        return rest
    short = [clipped(name, LABEL) for name in names]
    ends = [
        name_within(name, LABEL) if short.count(label) > 1 else label
        for name, label in zip(names, short, strict=True)
    ]
    if len(set(ends)) == len(set(names)):
        return ends
    cut = [clipped(name, LABEL) for name in rest]
    return cut if len(set(cut)) == len(set(names)) else [clipped(name, LABEL) for name in _by_parts(names)]


def _by_parts(names: Sequence[str]) -> Sequence[str]:
    """Return names that are joined of several, each part without what all of its kind begin and end with."""
    parts = [name.split(":") for name in names]
    if len({len(own) for own in parts}) > 1:
        return names
    columns = []
    for column in zip(*parts, strict=True):
        each = list(dict.fromkeys(column))
        before, behind = shared_ends(each)
        short = (f"{'…' * bool(before)}{one[before : len(one) - behind]}{'…' * bool(behind)}" for one in each)
        columns.append(dict(zip(each, short, strict=True)))
    return [":".join(short[one] for short, one in zip(columns, own, strict=True)) for own in parts]


def without_brackets(names: Sequence[str]) -> Sequence[str]:
    """Return long names without what explains them in brackets, where the rest tells them apart."""
    bare = [name.partition(" (")[0] for name in names]
    long = any(cell_width(name) > LABEL for name in names)
    return bare if long and len(set(bare)) == len(set(names)) else names


def differing(names: Sequence[str]) -> list[str]:
    """Return names without what all of them begin with, and end with where there is no room for that."""
    before, behind = shared_ends(names)
    if max(map(len, names), default=0) - before < LABEL:
        behind = 0
    rest = [name[before : len(name) - behind] for name in names]
    return [f"{'…' if before else ''}{name}{'…' if behind else ''}" for name in rest]


def fitting_columns(widths: Sequence[float], named: int, room: float, gap: float) -> Iterator[list[int]]:
    """Yield which columns of a table stand together: as many as fit, behind those that name its rows.

    Examples
    --------
    >>> list(fitting_columns([10, 20, 20, 50], 1, 60, 2))
    [[0, 1, 2], [0, 3]]
    """
    names = list(range(named))
    left = room - sum(widths[:named]) - gap * (named - 1)
    block, taken = names, 0.0
    for at in range(named, len(widths)):
        if len(block) > named and taken + gap + widths[at] > left:
            yield block
            block, taken = names, 0.0
        block = [*block, at]
        taken += gap + widths[at]
    yield block


LONGEST = 80
"""Characters of a label beyond which a page shows its beginning, and once the whole."""

Shown: TypeAlias = Callable[[str], str]
"""What makes a text fit to be shown."""


def shown_by(labels: Iterable[str]) -> tuple[Shown, dict[str, str]]:
    r"""Return what makes a text fit to be shown, and the labels that it shortens, each with its short form.

    Control and direction characters become visible. A label of more than `LONGEST` characters is shortened
    wherever it stands in a text; a number tells two of the same beginning apart.

    Examples
    --------
    >>> show, shortened = shown_by(["lz4", "x" * 100])
    >>> show("lz4\u202e beats " + "x" * 100) == "lz4\\u202e beats " + "x" * 72 + "… (1)"
    True
    """
    seen = {printable(label) for label in labels}
    long = sorted((label for label in seen if len(label) > LONGEST), key=lambda label: (-len(label), label))
    short = {label: f"{label[: LONGEST - 8]}… ({number})" for number, label in enumerate(long, 1)}

    def show(text: str) -> str:
        found = printable(text)
        if len(found) > LONGEST:
            for whole, beginning in short.items():
                found = found.replace(whole, beginning)
        return found

    return show, short


LONGEST_LABEL = 26
"""Columns that the name of an alternative takes unless its place has less room, or more."""

_WORDS = (re.compile(r"([\s,;:/|=&+()\[\]{}]+)").split, re.compile(r"([\W_]+)").split)
"""What parts a name into words and what stands between them: first such as `zstd-2`, then within them."""

_ENDS = 13
"""Columns of a label of which both ends are alike in names that are cut where they differ."""

_READ = 1000
"""Characters of a name among which words are sought."""


def width(text: str) -> int:
    """Return how many columns a text takes; a wide character takes two, a mark over another none.

    Examples
    --------
    >>> width("lz4"), width("圧縮"), width("e\u0301")
    (3, 4, 1)
    """
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def label(text: str, limit: int = LONGEST_LABEL) -> str:
    r"""Return a name as a figure shows it; one that is too long loses its middle, since ends tell more.

    A dollar sign is escaped, because Matplotlib would set what stands between two of them as mathematics.

    Examples
    --------
    >>> label("a compressor with a name that never ends, level 3", 20)
    'a compress…, level 3'
    >>> print(label("$100"))
    \$100
    """
    name = printable(text[: 4 * limit] + text[-4 * limit :] if len(text) > 8 * limit else text)
    if width(name) > limit:
        half = (limit - 1) // 2
        name = f"{_start(name, limit - 1 - half)}…{_start(name[::-1], half)[::-1]}"
    return name.replace("$", r"\$")


def _start(text: str, room: int) -> str:
    taken = 0
    for position, character in enumerate(text):
        taken += _columns(character)
        if taken > room:
            return text[:position]
    return text


def plain(text: str) -> str:
    r"""Return what a label shows, without the escapes that keep it from being mathematics.

    Examples
    --------
    >>> plain(r"\$100")
    '$100'
    """
    return text.replace(r"\$", "$")


def labels(names: Iterable[str], limit: int = LONGEST_LABEL) -> dict[str, str]:
    """Return the label of each name, no two alike.

    Names whose ends are alike are cut to the words in which they differ; those that
    are alike even so are numbered.

    Examples
    --------
    >>> list(labels([f"recordsize=128K,compression={c},atime=off" for c in ("lz4", "zstd-2")], 18).values())
    ['…lz4…', '…zstd-2…']
    >>> list(labels(["lz4 with a window", "lz4 wide window"], 12).values())
    ['lz4 with a…', 'lz4 wide…']
    >>> list(labels(["abcdefgh1abcdefgh", "abcdefgh2abcdefgh"], 12).values())
    ['abcdef…defgh', 'abcd…fgh (2)']
    """
    found: dict[str, str] = {}
    numbers: dict[str, int] = {}
    taken: set[str] = set()
    for name, text in _told_apart(list(dict.fromkeys(names)), limit).items():
        first = shown = label(text, limit)
        while shown in taken:
            mark = f" ({numbers.setdefault(first, 2)})"
            shown = f"{label(text, max(limit - len(mark), 3))}{mark}"
            numbers[first] += 1
        taken.add(shown)
        found[name] = shown
    return found


def _told_apart(names: list[str], limit: int) -> dict[str, str]:
    """Return of each name what its label is made from: itself, or the words in which it differs."""
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(label(name, min(limit, _ENDS)), []).append(name)
    alike = [group for group in ends.values() if len(group) > 1]
    # Each group on its own says more of its words, all as one keep those of one group from another's.
    tried = [alike, [[name for group in alike for name in group]]] if alike else []
    whole = {name: name for name in names}
    ways = [whole | {n: t for group in way for n, t in _cut(group, limit).items()} for way in tried]
    return max([*ways, whole], key=lambda texts: _different(texts.values(), limit))


def _different(texts: Iterable[str], limit: int) -> int:
    return len({label(text, limit) for text in texts})


def _fits(name: str, limit: int) -> bool:
    return len(name) <= 8 * limit and width(printable(name)) <= limit


def _cut(names: Sequence[str], limit: int) -> dict[str, str]:
    """Return the words in which names differ: the most names told apart, then the most that fit."""
    printed = [printable(name[:_READ]) for name in names]
    ways = [
        _kept(_aligned([words(name) for name in printed]), before) for words in _WORDS for before in (2, 0)
    ]
    best = max(
        ways, key=lambda texts: (_different(texts, limit), sum(width(text) <= limit for text in texts))
    )
    return {name: text for name, text in zip(names, best, strict=True) if not _fits(name, limit)}


def _aligned(rows: list[list[str]]) -> list[list[str]]:
    """Return rows of one length: what is neither at the beginning nor at the end of all becomes one word."""
    if len({len(row) for row in rows}) == 1:
        return rows
    head = _shared(rows)
    tail = _shared([row[head:][::-1] for row in rows])
    return [[*row[:head], "".join(row[head : len(row) - tail]), *row[len(row) - tail :]] for row in rows]


def _shared(rows: Sequence[Sequence[str]]) -> int:
    """Return how many words, or characters, all rows begin with."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False)))


def _kept(rows: list[list[str]], before: int) -> list[str]:
    """Return rows without the words that all of them have, but for so many before one that differs."""
    places = [place for place, words in enumerate(zip(*rows, strict=True)) if len(set(words)) > 1]
    kept = sorted({near for place in places for near in range(max(place - before, 0), place + 1)})
    edges = [-1, *kept, len(rows[0])]
    gaps = ["…" if right - left > 1 else "" for left, right in pairwise(edges)]
    parts = ("".join(f"{gap}{row[at]}" for gap, at in zip(gaps, kept, strict=False)) for row in rows)
    return [f"{part}{gaps[-1]}".replace("……", "…") for part in parts]


def way(path: Sequence[str]) -> str:
    """Return the way from the goal to a criterion, in words.

    Examples
    --------
    >>> way(["price", "yearly"])
    'price / yearly'
    """
    return " / ".join(path)
