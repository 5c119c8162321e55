"""What people hand over, in the shape that the labelled classes need, or refused by what it is instead."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ahp.errors import JudgmentError, StudyError, listed, quoted


def table_given(given: object, what: str) -> Mapping[Any, Any]:
    """Return a table with an entry for each name: a mapping, or a Series by its index.

    Raises
    ------
    JudgmentError
        If it is something else, or a Series has a name twice; `what` says what is needed.

    Examples
    --------
    >>> table_given(3, "weights")
    Traceback (most recent call last):
    ahp.errors.JudgmentError: weights are a table with one entry for each name; found 3
    """
    if isinstance(given, Mapping):
        return given
    if hasattr(given, "items") and hasattr(given, "index") and not hasattr(given, "columns"):
        names = [name for name, _ in given.items()]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise JudgmentError(f"labels name each item once; found {listed(twice)} more than once")
        return dict(given.items())
    raise JudgmentError(f"{what} are a table with one entry for each name; found {quoted(given)}")


def pairs_given(given: object) -> Mapping[tuple[Any, Any], Any]:
    """Return judgments by pair, of which there is at least one.

    Raises
    ------
    JudgmentError
        If there is none, or they are not a mapping from pairs.

    Examples
    --------
    >>> pairs_given({("x", "y"): 3})
    {('x', 'y'): 3}
    """
    found = table_given(given, "judgments by pair of items")
    if not found:
        raise JudgmentError("no judgments were given; compare at least two items")
    for pair in found:
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise JudgmentError(f"a judgment is named by a pair of items; found {quoted(pair)}")
    return found


def items_given(given: object, what: str) -> list[Any]:
    """Return the entries of anything that can be gone through.

    Raises
    ------
    JudgmentError
        If it cannot; `what` says what is needed.
    """
    try:
        return list(given)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise JudgmentError(f"{what} are a list; found {quoted(given)}") from None


def name_given(given: object, what: str, known: Iterable[str]) -> str:
    """Return a name if it is one of those that are known.

    Raises
    ------
    StudyError
        If it is another, or no text; `what` says what cannot be.

    Examples
    --------
    >>> name_given("ideal", "a mode", ("distributive", "ideal"))
    'ideal'
    """
    names: Collection[str] = tuple(known)
    if isinstance(given, str) and given in names:
        return given
    raise StudyError(f"{quoted(given)} is not {what}; use one of: {', '.join(names)}")
