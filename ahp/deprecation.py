"""Old ways to call that work for one more release, with a warning that says the new one."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def renamed(**names: str) -> Callable[[F], F]:
    """Let a function take parameters by their old names: `old="new"`, or `old=""` where none took its place.

    Examples
    --------
    >>> @renamed(count="draws")
    ... def drawn(draws):
    ...     return draws
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     print(drawn(count=3), told[0].message)
    3 count= is called draws= now
    """

    def decorate(function: F) -> F:
        @wraps(function)
        def call(*args: object, **given: object) -> object:
            for old in [name for name in given if name in names]:
                value, new = given.pop(old), names[old]
                told = f"{old}= is called {new}= now" if new else f"{old}= has no effect; leave it out"
                warnings.warn(told, DeprecationWarning, stacklevel=2)
                if new in given:
                    raise TypeError(f"{function.__name__}() got both {old}= and {new}=, which are one")
                given |= {new: value} if new else {}
            return function(*args, **given)

        return cast(F, call)

    return decorate


class FormerTuple:
    """A result that used to be a tuple, a base of dataclasses: it can still be taken apart, in order."""

    def __iter__(self) -> Iterator[Any]:
        return iter(_parts(self))

    def __getitem__(self, index: int) -> Any:  # noqa: ANN401 - of whatever kind the field is
        return _parts(self)[index]


def _parts(result: Any) -> list[Any]:  # noqa: ANN401 - any dataclass
    names = [field.name for field in fields(result)]
    told = f"{type(result).__name__} is no tuple any more; take its {', '.join(map('.{}'.format, names))}"
    warnings.warn(told, DeprecationWarning, stacklevel=3)
    return [getattr(result, name) for name in names]
