"""Numbers of a text that record what becomes of them, so that the same can be done with others at once.

Of ten thousand outputs of one program nearly all differ only in their numbers. One of them is read with these
in the place of its numbers: arithmetic is noted as a step, a comparison as a decision with the way it went.
A number that is used in any other way (written into a message, counted up to, looked up) is *pinned*: another
text must have the same one there. What a reader makes of another text then follows by the same steps, as long
as each decision goes the same way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, TypeVar

from ahp.ingest.steps import Step, Token

T = TypeVar("T")


class Tape:
    """What was done with the numbers of a text.

    Attributes
    ----------
    tokens : list of Token
        The numbers that its reader knows as such, in order; everything between them is the same elsewhere.
    pinned : set of int
        Those among them that another text must share.
    steps : list of Step
        In the order in which they were taken.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.pinned: set[int] = set()
        self.steps: list[Step] = []
        self._at: dict[int, int] = {}
        self._known: dict[object, Recorded | None] = {}

    def lex(self, tokens: Iterable[Token]) -> None:
        """Learn which numbers there are, from whoever parts the text into lines, cells or items.

        Raises
        ------
        ValueError
            If it has been parted in another way before.
        """
        found = list(tokens)
        if self.tokens and [token[:2] for token in self.tokens] != [token[:2] for token in found]:
            raise ValueError("two ways to part one text")
        self.tokens = self.tokens or found
        self._at = {token.start: i for i, token in enumerate(found)}

    def token_at(self, start: int, end: int) -> int | None:
        """Return which number the text there is, None if it is not just one."""
        token = self._at.get(start)
        return token if token is not None and self.tokens[token].end == end else None

    def pin(self, start: int, end: int) -> None:
        """Note that the text there is looked at as it stands."""
        self.pinned.update(
            i for i, token in enumerate(self.tokens) if token.start < end and start < token.end
        )

    def number(self, value: object, tokens: frozenset[int], step: Step) -> Recorded:
        """Return the number that a step makes of others; of a step that was taken before, the same."""
        key = self._key(step)
        found = self._known.get(key)
        if found is None:
            self.steps.append(step)
            found = self._known[key] = Recorded(self, len(self.steps) - 1, value, tokens)
        return found

    def decide(self, outcome: T, step: Step) -> T:
        """Return what came of a step after noting that the reader goes on by it."""
        key = (*self._key(step), outcome)
        if key not in self._known:
            self._known[key] = None
            self.steps.append(step._replace(outcome=outcome))
        return outcome

    def _key(self, step: Step) -> tuple[object, ...]:
        known = (("step", one.at) if isinstance(one, Recorded) else one for one in step.arguments)
        return (step.function, *known, step.token)


class Recorded:
    """A number that records what becomes of it; to a reader it is a float.

    Attributes
    ----------
    at : int
        The step that makes it.
    value : float
        What it is in the text that is being read.
    """

    def __init__(self, tape: Tape, at: int, value: Any, tokens: frozenset[int]) -> None:  # noqa: ANN401
        self.at = at
        self.value = value
        self._tape = tape
        self._tokens = tokens

    def __float__(self) -> float:
        self._tape.pinned |= self._tokens
        return float(self.value)

    def __getattr__(self, name: str) -> object:
        """Return what a float has and this has not, of the number pinned."""
        return getattr(float(self), name)

    def __hash__(self) -> int:
        return hash(float(self))

    def __str__(self) -> str:
        return str(float(self))

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(float(self), spec)

    def __pow__(self, other: float) -> float:
        return float(float(self) ** other)

    def __int__(self) -> int:
        return int(float(self))

    def __bool__(self) -> bool:
        return self != 0

    def _stepped(self, function: Callable[..., Any], *arguments: object) -> Recorded:
        values = [one.value if isinstance(one, Recorded) else one for one in arguments]
        tokens = frozenset().union(*(one._tokens for one in arguments if isinstance(one, Recorded)))
        return self._tape.number(function(*values), tokens, Step(function, arguments))

    def _decided(self, function: Callable[..., bool], other: object) -> bool:
        value = other.value if isinstance(other, Recorded) else other
        return self._tape.decide(bool(function(self.value, value)), Step(function, (self, other)))

    def __abs__(self) -> Recorded:
        return self._stepped(operator.abs, self)

    def __neg__(self) -> Recorded:
        return self._stepped(operator.neg, self)

    def __add__(self, other: object) -> Recorded:
        return self._stepped(operator.add, self, other)

    def __radd__(self, other: object) -> Recorded:
        return self._stepped(operator.add, other, self)

    def __sub__(self, other: object) -> Recorded:
        return self._stepped(operator.sub, self, other)

    def __rsub__(self, other: object) -> Recorded:
        return self._stepped(operator.sub, other, self)

    def __mul__(self, other: object) -> Recorded:
        return self._stepped(operator.mul, self, other)

    def __rmul__(self, other: object) -> Recorded:
        return self._stepped(operator.mul, other, self)

    def __truediv__(self, other: object) -> Recorded:
        bool(other)  # by 0 another number is not divided: that is a decision
        return self._stepped(operator.truediv, self, other)

    def __rtruediv__(self, other: object) -> Recorded:
        bool(self)
        return self._stepped(operator.truediv, other, self)

    def __eq__(self, other: object) -> bool:
        return self._decided(operator.eq, other)

    def __ne__(self, other: object) -> bool:
        return self._decided(operator.ne, other)

    def __lt__(self, other: object) -> bool:
        return self._decided(operator.lt, other)

    def __le__(self, other: object) -> bool:
        return self._decided(operator.le, other)

    def __gt__(self, other: object) -> bool:
        return self._decided(operator.gt, other)

    def __ge__(self, other: object) -> bool:
        return self._decided(operator.ge, other)


def summed(values: Iterable[float]) -> float:
    """Return the sum of numbers added one by one, which arrays of them give too.

    The builtin's is compensated for rounding from Python 3.12 on.

    Examples
    --------
    >>> summed([0.1, 0.2, 0.3])
    0.6000000000000001
    """
    return reduce(operator.add, values, 0.0)
