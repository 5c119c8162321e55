"""Benchmark measurements in, a defended choice out.

>>> import ahp
>>> a = ahp.PairwiseMatrix.from_judgments({("x", "y"): 3, ("x", "z"): 5, ("y", "z"): 2})
>>> round(a.consistency().ratio, 4)
0.0035

Every name loads on first use, so that importing the package costs nothing that is not needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ahp import core, report
    from ahp._version import __version__
    from ahp.errors import (
        AHPError,
        BaselineError,
        ConvergenceError,
        InputError,
        JudgmentError,
        MeasureError,
        OutputError,
        ReaderError,
        StudyError,
        UnitError,
    )
    from ahp.model.matrix import PairwiseMatrix

_HOMES = {
    "ahp._version": ("__version__",),
    "ahp.errors": (
        "AHPError",
        "BaselineError",
        "ConvergenceError",
        "InputError",
        "JudgmentError",
        "MeasureError",
        "OutputError",
        "ReaderError",
        "StudyError",
        "UnitError",
    ),
    "ahp.model.matrix": ("PairwiseMatrix",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}
_ROOMS = ("core", "report")

__all__ = sorted([*_HOME, *_ROOMS])  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    elif name in _ROOMS:
        value = import_module(f"ahp.{name}")
    else:
        raise AttributeError(f"module 'ahp' has no attribute {name!r}")
    globals()[name] = value  # the next look-up finds it without coming here
    return value


def __dir__() -> list[str]:
    return [*__all__]
