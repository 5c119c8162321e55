"""Packages whose names load on first use: who takes one function does not pay for fifty."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def faces(
    package: str, homes: Mapping[str, str], others: Sequence[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package that loads its names on first use (PEP 562).

    Parameters
    ----------
    package : str
        Its `__name__`.
    homes : mapping of str to str
        The modules that hold its names, each with those it holds, between spaces. A name that is also a
        module of the package cannot be among them: whoever imports the module puts it in the name's place.
    others : sequence of str
        Its names that are subpackages, and those that it has loaded itself.

    Examples
    --------
    >>> load, names = faces("ahp", {"ahp.terms": "Better Merit"})
    >>> load("Merit"), names()
    (<enum 'Merit'>, ['Better', 'Merit'])
    >>> load("Merrit")
    Traceback (most recent call last):
    AttributeError: module 'ahp' has no attribute 'Merrit'
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def load(name: str) -> object:
        if name in home:
            value: object = getattr(import_module(home[name]), name)
        elif name in others:
            value = import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)  # the next look-up finds it without coming here
        return value

    return load, lambda: sorted([*home, *others])
