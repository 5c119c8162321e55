"""JSON whose numbers keep their printed digits and their line; what is missing is told with a place.

A key that stands twice in an object is refused: of its two values nobody can say which one is meant.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Unpack

from ahp.errors import InputError, one_line, quoted
from ahp.ingest.readers.base import Row, RowNames, nothing_done, number

_TOKEN = re.compile(
    r'"(?:[^"\\]|\\.)*"|-?(?:[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|Infinity)|NaN', re.DOTALL
)

_BRACE_OR_STRING = re.compile(r'[{}]|("(?:[^"\\]|\\.)*")(\s*:)?', re.DOTALL)


class JsonNumber(NamedTuple):
    """A number as it stands in a file."""

    text: str
    line: int

    def __repr__(self) -> str:
        return self.text  # as it stands in messages, too

    @property
    def value(self) -> float:
        """The number."""
        return float(self.text)

    def row(self, measure: str, unit: str, **known: Unpack[RowNames]) -> Row:
        """Return its row.

        Raises
        ------
        InputError
            If it is a throughput of 0: the run did nothing.
        """
        if measure == "throughput" and self.value <= 0:
            raise nothing_done(self.line, self.text)
        return number(measure, self.value, unit, printed=self.text, line=self.line, **known)


def parse_json(text: str, *, again: frozenset[str] = frozenset()) -> Any:  # noqa: ANN401 - JSON is anything
    r"""Return the value of a whole JSON text, with :class:`JsonNumber` for its numbers.

    Parameters
    ----------
    text : str
    again : frozenset of str
        Names of objects in which a key may stand again; its last value counts.

    Raises
    ------
    InputError
        If it is not one whole JSON value, or a key stands twice; the message names the line.

    Examples
    --------
    >>> parse_json('{"iops":\n 10.50}')
    {'iops': 10.50}
    """
    try:
        return decoder_of(text, again).decode(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not whole JSON: {error.msg[:1].lower()}{error.msg[1:]}",
            line=error.lineno,
            found=one_line(_line(text, error.lineno).strip(), 60),
            advice="give the file as the program wrote it; it may be cut short, or two in one",
        ) from None
    except RecursionError:
        raise InputError("this JSON is nested too deeply", line=1, advice="give another file") from None


def decoder_of(text: str, again: frozenset[str] = frozenset()) -> json.JSONDecoder:
    """Return what decodes the values in a text as :func:`parse_json` does, each once and in their order."""
    lines = _lines_of_numbers(text)

    def digits(printed: str) -> JsonNumber:
        return JsonNumber(printed, next(lines, 1))  # numbers are met in the order in which they stand

    return json.JSONDecoder(
        parse_float=digits,
        parse_int=digits,
        parse_constant=digits,
        object_pairs_hook=distinct_keys(text, again=again),
    )


def distinct_keys(
    text: str, start: int = 1, again: frozenset[str] = frozenset()
) -> Callable[[Sequence[tuple[str, Any]]], dict[str, Any]]:
    r"""Return what makes the objects of a text from their keys and values, for a JSON decoder.

    It raises an InputError where a key stands twice in an object; the message names the line.

    Parameters
    ----------
    text : str
    start : int
        The line of its file on which it begins.
    again : frozenset of str
        As for :func:`parse_json`.

    Examples
    --------
    >>> text = '{"tps": 1,\n "tps": 2}'
    >>> json.loads(text, object_pairs_hook=distinct_keys(text))
    Traceback (most recent call last):
    ...
    ahp.errors.InputError: line 2: found 'tps': this key stands twice in an object; remove one of them
    """
    searched = False

    def object_of(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal searched
        found = dict(pairs)
        if len(found) < len(pairs) and not searched:
            searched = True
            _refuse_twice(text, start, again)
        return found

    return object_of


def _refuse_twice(text: str, start: int, again: frozenset[str]) -> None:
    """Refuse the first key that its object has already, unless it may stand there again."""
    objects: list[tuple[str, set[str]]] = [("", set())]
    before = ""  # the key that stands before an object is its name
    for token in _BRACE_OR_STRING.finditer(text):
        key = str(json.loads(token[1])) if token[2] is not None else ""
        if token[0] == "{":
            objects.append((before, set()))
        elif token[0] == "}" and len(objects) > 1:
            objects.pop()
        elif token[2] is not None:
            name, keys = objects[-1]
            if key in keys and name not in again:
                raise InputError(
                    "this key stands twice in an object",
                    line=start + text.count("\n", 0, token.start()),
                    found=key,
                    advice="remove one of them",
                )
            keys.add(key)
        before = key


def item(document: object, *path: str | int) -> Any:  # noqa: ANN401 - JSON is anything
    """Return what stands in a document under a path of keys.

    Raises
    ------
    InputError
        If nothing does.
    """
    found: Any = document
    for key in path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            raise InputError(
                f"{_path_text(path)} is missing", line=line_of(found) or line_of(document) or 1
            ) from None
    return found


def found_at(document: object, *path: str) -> Any:  # noqa: ANN401 - as above
    """Return what stands in a document under a path of keys; None where a part of it is missing.

    Examples
    --------
    >>> found_at({"read": {"iops": 5}}, "read", "iops"), found_at({}, "write", "iops")
    (5, None)
    """
    found: Any = document
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def number_at(document: object, *path: str | int) -> JsonNumber:
    """Return the number that stands in a document under a path of keys.

    Raises
    ------
    InputError
        If there is none, or it is not finite.

    Examples
    --------
    >>> number_at(parse_json('{"read": {"iops": 5}}'), "read", "iops").value
    5.0
    """
    found = item(document, *path)
    if not isinstance(found, JsonNumber):
        raise InputError(
            f"{_path_text(path)} is not a number", line=line_of(document) or 1, found=one_line(found, 60)
        )
    if not abs(found.value) < math.inf:
        raise InputError(f"{_path_text(path)} is not finite", line=found.line, found=found.text)
    return found


def object_at(document: object, *path: str | int) -> dict[str, Any]:
    """Return the object that stands in a document under a path of keys.

    Raises
    ------
    InputError
        If there is none.
    """
    found = item(document, *path)
    if not isinstance(found, dict):
        raise InputError(
            f"{_path_text(path)} is not an object", line=line_of(document) or 1, found=one_line(found, 60)
        )
    return found


def line_of(document: object) -> int | None:
    """Return the line of the first number in a document, or None if it has none."""
    if isinstance(document, JsonNumber):
        return document.line
    parts = (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    )
    return next((line for part in parts if (line := line_of(part)) is not None), None)


def _path_text(path: tuple[str | int, ...]) -> str:
    return quoted(".".join(map(str, path))) if path else "the document"


def _line(text: str, number: int) -> str:
    return text.split("\n", number)[number - 1]


def _lines_of_numbers(text: str) -> Iterator[int]:
    """Yield the line of each number."""
    return _lines_of(token for token in _TOKEN.finditer(text) if not token[0].startswith('"'))


def lines_of_objects(text: str) -> Iterator[int]:
    """Yield the line on which each object of a text begins, in their order."""
    return _lines_of(token for token in _BRACE_OR_STRING.finditer(text) if token[0] == "{")


def _lines_of(tokens: Iterable[re.Match[str]]) -> Iterator[int]:
    line, seen = 1, 0
    for token in tokens:
        line += token.string.count("\n", seen, token.start())
        seen = token.start()
        yield line


def list_at(document: object, *path: str | int) -> list[Any]:
    """Return the list that stands in a document under a path of keys, at least one item long.

    Raises
    ------
    InputError
        If there is none, or it is empty.

    Examples
    --------
    >>> list_at({"times": ["a", "b"]}, "times")
    ['a', 'b']
    """
    found = item(document, *path)
    if isinstance(found, list) and found:
        return found
    problem = "is empty" if found == [] else "is not a list"
    raise InputError(f"{_path_text(path)} {problem}", line=line_of(document), found=one_line(found, 60))


def objects_at(document: object, *path: str | int) -> list[dict[str, Any]]:
    """Return the objects in a list.

    Raises
    ------
    InputError
        If there is no such list, or something else is in it.
    """
    found = list_at(document, *path)
    return [object_at(found, position) for position in range(len(found))]


def numbers_at(document: object, *path: str | int) -> list[JsonNumber]:
    """Return the numbers in a list, each of them finite.

    Raises
    ------
    InputError
        If there is no such list, or something else is in it.
    """
    found = list_at(document, *path)
    return [number_at(found, position) for position in range(len(found))]
