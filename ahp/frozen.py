"""Frozen dataclasses whose methods are closures: no source is executed where a module is imported.

`dataclasses.dataclass(frozen=True)` writes the source of seven methods for each class and executes it, which
is most of what it costs to import a package of many small classes. Here `dataclasses` finds the fields, so
that its `fields`, `replace` and `asdict` know the classes, and the methods are functions compiled before.
"""
# ruff: noqa: ANN401  (the fields of any class may hold anything)

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import field as field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

T = TypeVar("T")
Decorator = Callable[[type[T]], type[T]]
Fields = tuple[dataclasses.Field[Any], ...]

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        *, frozen: Literal[True], eq: bool = True, repr: bool = True
    ) -> Callable[[type[T]], type[T]]:
        """Return a decorator that makes a class a frozen dataclass, as that of `dataclasses` does.

        Parameters
        ----------
        frozen : True
            Written out, because type checkers read it.
        eq, repr : bool, optional
            Whether instances compare and hash by their fields, and show them. A method that the class defines
            itself stays.

        Examples
        --------
        >>> @dataclass(frozen=True)
        ... class Point:
        ...     x: float
        ...     y: float = 0.0
        >>> Point(1.0), Point(1.0) == Point(1.0, y=0.0), dataclasses.replace(Point(1.0), y=2.0)
        (Point(x=1.0, y=0.0), True, Point(x=1.0, y=2.0))
        >>> Point(1.0).x = 2.0
        Traceback (most recent call last):
        dataclasses.FrozenInstanceError: cannot assign to field 'x'
        """

        def made(cls: type[T]) -> type[T]:
            if any("__dataclass_fields__" in vars(base) for base in cls.__mro__[1:]):
                return dataclasses.dataclass(frozen=frozen, eq=eq, repr=repr)(cls)  # it knows how to inherit
            own = dict(vars(cls))
            cls.__doc__ = cls.__doc__ or cls.__name__  # else `dataclasses` inspects signatures to write one
            fields = dataclasses.fields(dataclasses.dataclass(init=False, repr=False, eq=False)(cls))
            cls.__dataclass_params__.frozen = frozen  # what inherits from it must be frozen too
            methods = {"__init__": _initialiser(cls, fields), "__setattr__": _assign, "__delattr__": _delete}
            if repr:
                methods["__repr__"] = _shown
            if eq:
                methods["__eq__"], methods["__hash__"] = _comparison(fields)
            for name, method in methods.items():
                if own.get(name) is None:  # a class with an `__eq__` and no hash of its own has None there
                    setattr(cls, name, method)
            if own.get("__init__") is None:
                cls.__signature__ = _Signature()
            return cls

        return made


def _initialiser(cls: type, fields: Fields) -> Callable[..., None]:
    absent = dataclasses.MISSING
    names = tuple(field.name for field in fields if field.init)
    count, finished = len(names), hasattr(cls, "__post_init__")
    defaults = {field.name: field.default for field in fields if field.default is not absent}
    makers = {field.name: field.default_factory for field in fields if field.default_factory is not absent}
    put = object.__setattr__

    def completed(values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        found, taken = list(values), 0
        for name in names[len(values) :]:
            if name in named:
                found.append(named[name])
                taken += 1
            elif name in defaults:
                found.append(defaults[name])
            elif name in makers:
                found.append(makers[name]())
        if taken < len(named) or len(found) != count:
            _refuse(cls, values, named)
        return found

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        given = completed(values, named) if named or len(values) != count else values
        for name, value in zip(names, given, strict=True):
            put(self, name, value)
        if finished:
            self.__post_init__()

    return __init__


def _refuse(cls: type, values: tuple[Any, ...], named: dict[str, Any]) -> NoReturn:
    from inspect import signature

    try:
        signature(cls).bind(*values, **named)
    except TypeError as error:
        raise TypeError(f"{cls.__qualname__}: {error}") from None
    raise AssertionError(f"{cls.__qualname__} takes what its signature refuses")


class _Signature:
    """The parameters that a class takes, made where somebody asks: documentation, `help`, an error."""

    def __get__(self, instance: object, cls: type) -> object:
        from inspect import Parameter, Signature

        absent, kind = dataclasses.MISSING, Parameter.POSITIONAL_OR_KEYWORD
        parameters = []
        for each in dataclasses.fields(cls):
            default = Parameter.empty if each.default is absent else each.default
            if each.default_factory is not absent:
                default = ...  # made anew for each instance
            if each.init:
                parameters.append(Parameter(each.name, kind, annotation=each.type, default=default))
        return Signature(parameters, return_annotation=None)


def _comparison(fields: Fields) -> tuple[Callable[[Any, object], bool], Callable[[Any], int]]:
    names = [field.name for field in fields if field.compare]

    def few(instance: Any) -> tuple[Any, ...]:
        return tuple([getattr(instance, name) for name in names])

    compared = attrgetter(*names) if len(names) > 1 else few  # of one name it would give no tuple

    def __eq__(self: Any, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(compared(self))

    return __eq__, __hash__


def _shown(self: Any) -> str:
    shown = (
        f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr
    )
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _assign(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
