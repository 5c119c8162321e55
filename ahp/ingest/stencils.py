"""What texts share that differ only in their numbers, and the numbers that a reader makes of many of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ahp.ingest.readers.base import resolution_of
from ahp.ingest.recorded import Recorded, Spelled, Step, Tape

_HALVES = np.array([0.5 * 10.0**-places for places in range(100)])
_DOT, _LINE_FEED = ord("."), ord("\n")
_NUMBERS = b"0123456789.+-eE"  # of what characters numbers are made, those of JSON too


def key_of(content: bytes) -> bytes:
    """Return what is left of a file without all that can be part of a number.

    Files of one stencil have one key; seldom has any other file.
    """
    return content.translate(None, _NUMBERS)


class Stencil:
    """A text with holes for the numbers that may be others, and what is made of those.

    Attributes
    ----------
    match : callable
        Gives the match of a text that has this stencil, None of any other; its groups are the numbers that
        anything is made of.
    """

    def __init__(self, tape: Tape) -> None:
        used = {step.token for step in tape.steps if step.token is not None} - tape.pinned
        self._group = {token: group for group, token in enumerate(sorted(used))}
        self._tape = tape
        self.match = re.compile("".join(self._pattern()), re.DOTALL).fullmatch

    def _pattern(self) -> Iterator[str]:
        text, at = self._tape.text, 0
        for i, (start, end, shape) in enumerate(self._tape.tokens):
            if i not in self._tape.pinned:
                yield re.escape(text[at:start])
                yield f"({shape})" if i in self._group else shape
                at = end
        yield re.escape(text[at:])

    def replayed(self, found: Sequence[tuple[str, ...]]) -> Replayed:
        """Return what is made of texts with this stencil.

        Parameters
        ----------
        found : sequence of tuple of str
            The groups of their matches.
        """
        return Replayed(self._tape, self._group, found)


class Replayed:
    """What a reader makes of some texts with one stencil.

    Attributes
    ----------
    fits : array of bool
        In which of the texts every decision goes as it went in the text that was read; of the others
        nothing is known.
    """

    def __init__(self, tape: Tape, group: dict[int, int], found: Sequence[tuple[str, ...]]) -> None:
        self._tape = tape
        self._texts = dict(zip(group, zip(*found, strict=True), strict=True)) if group else {}
        self.fits = np.ones(len(found), bool)
        self._made: list[Any] = []
        self._lists: dict[int, list[float]] = {}
        with np.errstate(all="ignore"):  # what divides by 0 does not fit
            for step in tape.steps:
                self._made.append(self._result(step))
        for step, result in zip(tape.steps, self._made, strict=True):
            if step.outcome is not None:
                self.fits &= np.asarray(result == step.outcome)

    def _result(self, step: Step) -> Any:  # noqa: ANN401 - an array, or one number of all texts
        if step.token is None:
            return step.function(
                *(self._made[one.at] if isinstance(one, Recorded) else one for one in step.arguments)
            )
        texts = self._texts.get(step.token)
        if texts is None:  # it is pinned
            start, end, _ = self._tape.tokens[step.token]
            return step.function(self._tape.text[start:end])
        if step.function is resolution_of:
            return _resolutions(texts)
        column = list(map(step.function, texts))
        made = np.array(column)
        if step.function is float:
            self.fits &= np.isfinite(made)
            self._lists[len(self._made)] = column
        return made

    def column(self, one: object) -> Iterable[object]:
        """Return what stands in each text for something that was made of the text that was read."""
        if isinstance(one, Spelled) and one.token in self._texts:
            return self._texts[one.token]
        if isinstance(one, Recorded):
            made: NDArray[np.generic] = np.broadcast_to(self._made[one.at], len(self.fits))
            return self._lists.get(one.at) or list(made.tolist())
        return repeat(_plain(one))

    def one(self, one: object, place: int) -> Any:  # noqa: ANN401 - of the type of `one`
        """Return what stands in one of the texts for something that was made of the text that was read."""
        return next(islice(self.column(one), place, None))


def _plain(one: object) -> object:
    return one.plain if isinstance(one, Spelled) else one


def _resolutions(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the resolution of each of many numbers, those with a fraction and no exponent all at once."""
    joined = "\n".join([*texts, ""]).encode()
    characters = np.frombuffer(joined, np.uint8)
    ends, dots = np.flatnonzero(characters == _LINE_FEED), np.flatnonzero(characters == _DOT)
    if joined.translate(None, b"0123456789.\n") or len(dots) != len(ends):
        return np.array([resolution_of(text) for text in texts])
    return np.asarray(_HALVES[ends - dots - 1])  # each of them has one dot: none has two by its shape
