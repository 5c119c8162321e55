"""Values that are worked out when somebody first looks at them: of a large study most never are.

To whoever looks, a field that holds one is the value itself: it compares, hashes, shows and pickles as such.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Later(Generic[T_co]):
    """What a :class:`LaterField` is given in place of a value.

    Parameters
    ----------
    make : callable
        Gives the value; it is called once at the most.
    """

    def __init__(self, make: Callable[[], T_co]) -> None:
        self._make = make

    @cached_property
    def value(self) -> T_co:
        """The value, made when it is first asked for."""
        made = self._make()
        del self._make  # which lets go of what it was made from
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Later, (partial(_itself, self.value),)


def _itself(value: T) -> T:
    return value


class LaterField(Generic[T]):
    """A field of a frozen dataclass that takes a value, or what gives it later, and hands out the value.

    Parameters
    ----------
    default : object
        The value of a field that is not given.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Study:
    ...     name: str
    ...     answer: LaterField[int] = LaterField(0)
    >>> Study("deep", Later(lambda: 6 * 7)) == Study("deep", 42), Study("none").answer
    (True, 0)
    """

    def __init__(self, default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> T: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> T:
        if instance is None:
            return self._default
        found: T | Later[T] = vars(instance)[self._name]
        return found.value if isinstance(found, Later) else found

    def __set__(self, instance: object, value: T | Later[T]) -> None:
        vars(instance)[self._name] = value
