"""Lists in a JSON document: of anything, of objects, of numbers."""

from __future__ import annotations

from typing import Any

from ahp.errors import InputError, one_line, quoted
from ahp.ingest.jsontext import Digits, item, line_of, number_at, object_at


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
    what = quoted(".".join(map(str, path))) if path else "the document"
    problem = "is empty" if found == [] else "is not a list"
    raise InputError(f"{what} {problem}", line=line_of(document), found=one_line(found, 60))


def objects_at(document: object, *path: str | int) -> list[dict[str, Any]]:
    """Return the objects in a list.

    Raises
    ------
    InputError
        If there is no such list, or something else is in it.
    """
    found = list_at(document, *path)
    return [object_at(found, position) for position in range(len(found))]


def numbers_at(document: object, *path: str | int) -> list[Digits]:
    """Return the numbers in a list, each of them finite.

    Raises
    ------
    InputError
        If there is no such list, or something else is in it.
    """
    found = list_at(document, *path)
    return [number_at(found, position) for position in range(len(found))]
