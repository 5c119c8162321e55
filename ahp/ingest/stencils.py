"""What texts share that differ only in their numbers, and the numbers that a reader makes of many of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ahp.ingest.floats import Numbers
from ahp.ingest.recorded import Recorded, Tape
from ahp.ingest.resolution import resolution_of
from ahp.ingest.spelled import Spelled
from ahp.ingest.steps import Step

_NUMBERS = b"0123456789.+-eE"  # of what characters numbers are made, those of JSON too


def key_of(content: bytes) -> bytes:
    """Return what is left of a file without all that can be part of a number.

    Files of one stencil have one key; seldom has any other file.
    """
    return content.translate(None, _NUMBERS)


class Stencil:
    """A text with holes for the numbers that may be others, and what is made of those.

    Parameters
    ----------
    tape : Tape
        What was done with the numbers of one of the texts.
    kept : iterable of Spelled
        Those that are kept as they are spelled.

    Attributes
    ----------
    match : callable
        Gives the match of a text that has this stencil, None of any other; its groups are the numbers that
        anything is made of.
    """

    def __init__(self, tape: Tape, kept: Iterable[Spelled] = ()) -> None:
        used = {step.token for step in tape.steps if step.token is not None}
        used |= {text.token for text in kept}
        used -= tape.pinned
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
        self._numbers: dict[int, Numbers] = {}
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
        if step.function is float or step.function is resolution_of:
            if step.token not in self._numbers:
                self._numbers[step.token] = Numbers(texts)
            numbers = self._numbers[step.token]
            if step.function is resolution_of:
                return numbers.resolutions()
            made = numbers.values()
            self.fits &= np.isfinite(made)
            return made
        known = {text: step.function(text) for text in set(texts)}
        return np.array([known[text] for text in texts])

    def column(self, one: object) -> Iterable[object]:
        """Return what stands in each text for something that was made of the text that was read."""
        if isinstance(one, Spelled) and one.token in self._texts:
            return self._texts[one.token]
        if isinstance(one, Recorded):
            made: NDArray[np.generic] = np.broadcast_to(self._made[one.at], len(self.fits))
            return list(made.tolist())
        return repeat(_plain(one))

    def one(self, one: object, place: int) -> Any:  # noqa: ANN401 - of the type of `one`
        """Return what stands in one of the texts for something that was made of the text that was read."""
        if isinstance(one, Spelled) and one.token in self._texts:
            return self._texts[one.token][place]
        if isinstance(one, Recorded):
            return np.broadcast_to(self._made[one.at], len(self.fits))[place].item()
        return _plain(one)


def _plain(one: object) -> object:
    return one.plain if isinstance(one, Spelled) else one
