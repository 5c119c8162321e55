"""Texts that know where they stand on a tape, and those of them that are numbers.

A program that parts a text into lines, cells or items hands these out where the text is a :class:`Passage`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ahp.ingest.steps import Step, Token

if TYPE_CHECKING:
    from ahp.ingest.recorded import Tape

T = TypeVar("T")

INTEGER, DECIMAL = r"[0-9]{1,99}+", r"[0-9]{1,99}+\.[0-9]{1,99}+"
"""The shapes of plain numbers; one of them never turns into the other. No digit follows either, so there is
nothing to go back for, which takes a third of the time."""

_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?")


class Spelled(str):
    """The text of a number that records what becomes of it."""

    __slots__ = ("tape", "token")
    tape: Tape
    token: int

    @classmethod
    def of(cls, tape: Tape, token: int) -> Spelled:
        """Return the text of a number of a tape."""
        start, end, _ = tape.tokens[token]
        made = str.__new__(cls, tape.text[start:end])
        made.tape, made.token = tape, token
        return made

    @property
    def plain(self) -> str:
        """The text itself, for what makes no difference elsewhere."""
        return str.__str__(self)

    def through(self, function: Callable[[str], float]) -> Any:  # noqa: ANN401 - a float to whoever asked
        """Return the number that a function makes of the text."""
        step = Step(function, (), self.token)
        return self.tape.number(function(self.plain), frozenset({self.token}), step)

    def says(self, function: Callable[[str], T], shapes: Mapping[T, str]) -> T:
        """Return what a function says of the text; others must have the shape of which it says the same.

        Without a shape the number is pinned.
        """
        outcome, tokens = function(self.plain), self.tape.tokens
        if outcome in shapes:
            tokens[self.token] = tokens[self.token]._replace(shape=shapes[outcome])
        else:
            self.tape.pinned.add(self.token)
        return outcome

    def __bool__(self) -> bool:
        return True

    def __float__(self) -> float:
        return float(str(self))

    def __int__(self) -> int:
        return int(str(self))

    def __hash__(self) -> int:
        return 0  # so that two are always compared, never told apart by their hashes alone

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Spelled):
            mine, theirs = frozenset({self.token}), frozenset({other.token})
            texts = self.tape.number(self.plain, mine, Step(str, (), self.token))
            others = self.tape.number(other.plain, theirs, Step(str, (), other.token))
            return texts == others
        return isinstance(other, str) and str(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __str__(self) -> str:
        self.tape.pinned.add(self.token)
        return self.plain


def _pinning(name: str) -> Callable[..., Any]:
    method = getattr(str, name)

    def pinned(self: Spelled, *arguments: object) -> Any:  # noqa: ANN401 - as the method of str
        return method(str(self), *arguments)

    return pinned


for _name in (
    *("__add__", "__contains__", "__format__", "__getitem__", "__gt__", "__iter__", "__len__", "__lt__"),
    *("__repr__", "casefold", "count", "encode", "endswith", "find", "index", "isdigit", "lower", "lstrip"),
    *("partition", "replace", "rpartition", "rsplit", "rstrip", "split", "startswith", "strip", "translate"),
    *("upper", "zfill"),
):
    setattr(Spelled, _name, _pinning(_name))


def spelled(tape: Tape, start: int, end: int) -> str:
    """Return a part of a text: as that of a number if it is just one, else pinned."""
    token = tape.token_at(start, end)
    if token is not None:
        return Spelled.of(tape, token)
    tape.pin(start, end)
    return tape.text[start:end]


class Passage(str):
    """A text, or a line of it, that knows where it stands on a tape."""

    __slots__ = ("start", "tape")
    tape: Tape
    start: int

    @classmethod
    def of(cls, tape: Tape, start: int = 0, end: int | None = None) -> Passage:
        """Return a part of the text of a tape."""
        made = str.__new__(cls, tape.text[start:end])
        made.tape, made.start = tape, start
        return made

    def parted(self, by: re.Pattern[str]) -> list[Passage]:
        """Return the parts between the places where a pattern matches."""
        ends = [(found.start(), found.end()) for found in by.finditer(self)]
        starts = [0, *(end for _, end in ends)]
        return [
            Passage.of(self.tape, self.start + start, self.start + end)
            for start, end in zip(starts, [*(start for start, _ in ends), len(self)], strict=True)
        ]

    def pin(self) -> None:
        """Note that it is looked at as it stands."""
        self.tape.pin(self.start, self.start + len(self))


def said(text: str, function: Callable[[str], T], shapes: Mapping[T, str]) -> T:
    """Return what a function says of a text, whether or not that is recorded.

    Parameters
    ----------
    shapes : mapping
        For what it may say of a number the pattern of those of which it says so.

    Examples
    --------
    >>> said("17", str.isdigit, {True: INTEGER})
    True
    """
    return text.says(function, shapes) if isinstance(text, Spelled) else function(text)


def pin(texts: Iterable[object]) -> None:
    """Pin the numbers among some texts: they are looked at as they stand."""
    for text in texts:
        if isinstance(text, Spelled):
            str(text)


def spelled_in(match: re.Match[str], group: int | str) -> str:
    """Return the text of a group of a match, as that of a number if what was searched is on a tape.

    Examples
    --------
    >>> spelled_in(re.match("(a)|(b)", "b"), 1), spelled_in(re.match("(a)|(b)", "b"), 2)
    ('', 'b')
    """
    start, end = match.span(group)
    if start < 0 or not isinstance(match.string, Passage):
        return match[group] or ""
    return spelled(match.string.tape, match.string.start + start, match.string.start + end)


def plain_number_at(text: str, start: int, end: int) -> Token | None:
    """Return the plain number that a part of a text is; None if it is none.

    Examples
    --------
    >>> plain_number_at("a,12", 2, 4), plain_number_at("a,12", 0, 1)
    (Token(start=2, end=4, shape='[0-9]{1,99}+'), None)
    """
    found = _PLAIN.fullmatch(text, start, end)
    return None if found is None else Token(start, end, DECIMAL if found[1] else INTEGER)


def plain_numbers(text: str) -> Iterator[Token]:
    """Yield every run of digits of a text, with a fraction if it has one.

    Examples
    --------
    >>> [text[1:] for text in map(str, plain_numbers("a 12 b"))]
    ["oken(start=2, end=4, shape='[0-9]{1,99}+')"]
    """
    for found in _PLAIN.finditer(text):
        yield Token(found.start(), found.end(), DECIMAL if found[1] else INTEGER)
