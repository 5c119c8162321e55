"""How names are shown where there is little room: cut at an end or in the middle, and told apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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
    same = next((at for at, found in enumerate(zip(*texts, strict=False)) if len(set(found)) > 1), None)
    return 0 if same is None else len(_BROKEN_WORD.sub("", texts[0][:same]))


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
