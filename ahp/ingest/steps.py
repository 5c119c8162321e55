"""What a tape of a text holds: where its numbers stand, and what was done with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Token(NamedTuple):
    """Where a number stands in a text, and the pattern of what may stand there in another text."""

    start: int
    end: int
    shape: str


class Step(NamedTuple):
    """What was done: a function of numbers that are known by then; or of a token's text, if `token` is one.

    `outcome` is what came of it where the reader decided by it, else None.
    """

    function: Callable[..., Any]
    arguments: tuple[object, ...]
    token: int | None = None
    outcome: object = None
