"""How results show themselves in a notebook: small tables, without a style sheet and without a script."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, ClassVar

from ahp.printing import shortened

_LONGEST = 300
_WORD = re.compile(r"[^\W\d_]")
_SEVERAL = 6
"""Matrices of one thing that are shown."""
_MOST = 30
"""Entries of a tuple, and rows and columns of a table, that are shown."""


class NotebookFace:
    """What a dataclass shows of itself in a notebook: its fields, those that say something.

    A square array has the names of its items (the field `labels`, or `alternatives`). A tuple or a mapping of
    dataclasses is a table with a row for each.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Ratio(NotebookFace):
    ...     ratio: float
    ...     table: str = ""
    >>> Ratio(0.1)._repr_html_()
    '<table><caption>Ratio</caption><tbody><tr><th scope="row">ratio</th><td>0.1</td></tr></tbody></table>'
    """

    _shown: ClassVar[tuple[str, ...]] = ()
    """What is shown in place of the fields, where that says more."""

    def _repr_html_(self) -> str:
        name = type(self).__name__
        shown = {field: value for field, value in _told(self) if not field.startswith("_")}
        labelling = "labels" if "labels" in shown else "alternatives"
        labels = tuple(shown.get(labelling, ()))
        parts, facts = [], []
        for field, value in shown.items():
            square = _squares(value, len(labels), shown.get("participants", ()))
            if square:
                parts += [_matrix(f"{name}: {field}{of}", labels, cells) for of, cells in square]
            elif _is_table(value):
                parts.append(_rows(f"{name}: {field}", value))
            elif named := _named(value):
                parts.append(table_html(f"{name}: {field}", (), _first(named)))
            elif field != labelling or not parts:
                facts.append((field, said(value)))
        return "".join([*([table_html(name, (), facts)] if facts else []), *parts])


def _told(thing: object) -> list[tuple[str, Any]]:
    """Return the fields of a dataclass that say something, by name."""
    named = [(name, getattr(thing, name)) for name in _heads(thing)]
    return [(name, value) for name, value in named if value is not None and _size(value) != 0]


def _heads(thing: object) -> Sequence[str]:
    """Return the names of what a dataclass shows of itself."""
    return getattr(thing, "_shown", ()) or [field.name for field in fields(thing)]  # type: ignore[arg-type]


def _size(value: object) -> int | None:
    return len(value) if isinstance(value, str | tuple | list | frozenset | Mapping) else None


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and all(
        is_dataclass(entry) and type(entry) is type(value[0]) for entry in value
    )


def _rows(caption: str, things: Sequence[object]) -> str:
    """Return dataclasses of one class as a table, its columns the fields that some of them have."""
    told = [dict(_told(thing)) for thing in things]
    heads = [head for head in _heads(things[0]) if any(head in one for one in told)]
    lines = ([said(one.get(head)) for head in heads] for one in told)
    return table_html(caption, heads, _first(lines))


def _named(value: object) -> list[tuple[str, str]]:
    """Return the dataclasses of a mapping, or of pairs, in a few words each with its name; else nothing."""
    pairs: Any = list(value.items()) if isinstance(value, Mapping) else value
    if not isinstance(pairs, tuple | list) or not all(
        isinstance(pair, tuple) and len(pair) == 2 and is_dataclass(pair[1]) for pair in pairs
    ):
        return []
    return [(name if isinstance(name, str) else " / ".join(name) or "the goal", said(t)) for name, t in pairs]


def _first(lines: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    found = list(lines)
    more = [[f"and {len(found) - _MOST} more"]] if len(found) > _MOST else []
    return [*found[:_MOST], *more]


def _squares(value: Any, n: int, names: Sequence[str]) -> list[tuple[str, list[list[Any]]]]:  # noqa: ANN401 - any field
    """Return the matrices of n items in an array, each with whose it is; a cell may be several numbers."""
    shape: tuple[int, ...] = getattr(value, "shape", ())
    if len(shape) == 3 and shape[1:] == (n, n) and len(names) == shape[0]:
        return [(f", {name}", one) for name, one in zip(names[:_SEVERAL], value.tolist(), strict=False)]
    return [("", value.tolist())] if shape[:2] == (n, n) and len(shape) <= 3 else []


def said(value: object) -> str:
    """Return a value in a few words: a number with six digits, a long list with its beginning.

    Examples
    --------
    >>> said(1 / 3), said(None), said(("a", 2)), said({"a": 0.5}), said((("a", 0.5),))
    ('0.333333', '–', 'a, 2', 'a: 0.5', 'a: 0.5')
    """
    if value is None:
        return "–"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return _several(f"{said(key)}: {said(entry)}" for key, entry in value.items())
    if isinstance(value, tuple | list | frozenset):
        if value and all(_is_pair(entry) for entry in value):
            return _several(f"{said(name)}: {said(number)}" for name, number in value)
        if isinstance(value, tuple) and value and _is_table(value) and not hasattr(value[0], "name"):
            return f"{len(value)} × {type(value[0]).__name__}"
        nested = any(isinstance(entry, tuple | list) for entry in value)
        return _several((f"({said(entry)})" if nested else said(entry)) for entry in value)
    if is_dataclass(value):
        return _called(value)
    if callable(value):
        return str(getattr(value, "__name__", type(value).__name__))  # without the place in memory
    return shortened(str(value), _LONGEST)


def _is_pair(entry: object) -> bool:
    return (
        isinstance(entry, tuple)
        and len(entry) == 2
        and isinstance(entry[0], str)
        and isinstance(entry[1], float)
    )


def _called(thing: object) -> str:
    """Return a dataclass that is a part of another in a few words: its name, its items, or its fields."""
    told = dict(_told(thing))
    for word in ("name", "symbol"):
        if isinstance(told.get(word), str):
            return shortened(told[word], _LONGEST)
    if "labels" in told:
        return f"{type(thing).__name__} of {said(told['labels'])}"
    return _several(f"{name} {said(value)}" for name, value in told.items() if not name.startswith("_"))


def _several(entries: Iterable[str]) -> str:
    found = list(entries)
    more = f", and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return shortened(", ".join(found[:_MOST]), _LONGEST) + more if found else "none"


def table_html(
    caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], longest: int = _LONGEST
) -> str:
    """Return a table of texts, none with more characters than told; the first cell of a row is its heading.

    Examples
    --------
    >>> table_html("<b>", (), [("a", "1")])
    '<table><caption>&lt;b&gt;</caption><tbody><tr><th scope="row">a</th><td>1</td></tr></tbody></table>'
    """
    lines = [list(row) for row in rows]
    words = {at for line in lines for at, cell in enumerate(line) if at and _WORD.match(cell)}
    head = "".join(f'<th{_side(at, words)} scope="col">{_text(cell)}</th>' for at, cell in enumerate(heads))
    body = ""
    for first, *rest in lines:
        cells = (f"<td{_side(at, words)}>{_text(cell, longest)}</td>" for at, cell in enumerate(rest, 1))
        body += f'<tr><th scope="row">{_text(first)}</th>{"".join(cells)}</tr>'
    named = f"<caption>{_text(caption)}</caption>" if caption else ""
    top = f"<thead><tr>{head}</tr></thead>" if heads else ""
    return f"<table>{named}{top}<tbody>{body}</tbody></table>"


def _side(column: int, words: Container[int]) -> str:
    """Return how a column of words is set: notebooks put everything at the right, as suits numbers."""
    return ' style="text-align:left"' if column in words else ""


def lines_html(sentences: Iterable[str]) -> str:
    """Return sentences below a table, a line each.

    Examples
    --------
    >>> lines_html(["a < b.", "c."]), lines_html([])
    ('<p>a &lt; b.<br>c.</p>', '')
    """
    lines = "<br>".join(map(_text, sentences))
    return f"<p>{lines}</p>" if lines else ""


def _text(text: str, longest: int = _LONGEST) -> str:
    from html import escape

    return escape(shortened(text, longest))


def _matrix(caption: str, labels: Sequence[str], lines: Sequence[Sequence[Any]]) -> str:
    """Return a matrix of judgments; what is missing is a question mark."""
    shown = labels[:_MOST]
    rows = [[label, *map(_cell, line[:_MOST])] for label, line in zip(shown, lines, strict=False)]
    more = f", the first {_MOST} of {len(labels)}" if len(labels) > _MOST else ""
    return table_html(f"{caption}{more}", ["item", *shown], rows)


def _cell(judged: float | list[float]) -> str:
    """Return a judgment, or the numbers that one is made of."""
    if isinstance(judged, list):
        return " ".join(map(_cell, judged))
    return "?" if judged != judged else f"{judged:.4g}"
