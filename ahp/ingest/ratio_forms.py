"""The four forms in which programs print a compression ratio, and how each turns into original/stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

FORMS: Mapping[str, str] = {
    "r1": "original/stored",
    "r2": "stored/original",
    "r3": "100 stored/original",
    "r4": "1 - stored/original",
}
"""The forms of a ratio by the names that `--ratio-form` knows them by."""

READINGS = ", ".join(f"{name} {formula}" for name, formula in FORMS.items())


@dataclass(frozen=True)
class Form:
    """One way of printing how much smaller data became.

    Attributes
    ----------
    name : str
        One of :data:`FORMS`.
    whole : float
        What it prints of data that stayed as large as it was.
    ratio : callable
        Gives original/stored for a printed number.
    printed : callable
        Gives the printed number for original/stored.
    holds : callable
        Says whether any data has this printed number.
    slope : callable
        Gives how much original/stored moves when the printed number does.
    """

    name: str
    whole: float
    ratio: Callable[[float], float]
    printed: Callable[[float], float]
    holds: Callable[[float], bool]
    slope: Callable[[float], float]


R1 = Form("r1", 1.0, lambda v: v, lambda r: r, lambda v: True, lambda v: 1.0)
R2 = Form("r2", 1.0, lambda v: 1 / v, lambda r: 1 / r, lambda v: v > 0, lambda v: 1 / v**2)
R3 = Form("r3", 100.0, lambda v: 100 / v, lambda r: 100 / r, lambda v: v > 0, lambda v: 100 / v**2)
R4 = Form("r4", 0.0, lambda v: 1 / (1 - v), lambda r: 1 - 1 / r, lambda v: v < 1, lambda v: 1 / (1 - v) ** 2)
R4_PER_CENT = Form(
    "r4",
    0.0,
    lambda v: 100 / (100 - v),
    lambda r: 100 - 100 / r,
    lambda v: v < 100,
    lambda v: 100 / (100 - v) ** 2,
)
ALL = (R1, R2, R3, R4, R4_PER_CENT)
