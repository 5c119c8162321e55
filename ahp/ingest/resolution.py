"""How finely a number was printed: half a unit of its last digit."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ahp.ingest.spelled import Spelled

_HALVES = np.array([0.5 * 10.0**-places for places in range(100)])
_DOT, _LINE_FEED = ord("."), ord("\n")


def resolution_of(printed: str) -> float:
    """Return half a unit of the last digit printed; 0 if `printed` is not plain digits.

    Examples
    --------
    >>> resolution_of("1.69"), resolution_of("9"), resolution_of("1.2e3")
    (0.005, 0.5, 50.0)
    """
    if isinstance(printed, Spelled):
        return printed.through(resolution_of)  # type: ignore[no-any-return]
    match = re.fullmatch(r"[+-]?\d*\.?(\d*)(?:[eE]([+-]?\d+))?", printed.strip())
    if match is None or not any(c.isdigit() for c in printed):
        return 0.0
    places = len(match.group(1)) if "." in printed else 0
    return 0.5 * 10.0 ** (int(match.group(2) or 0) - places)


def resolutions_of(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the resolution of each of many numbers, those without an exponent all at once.

    Examples
    --------
    >>> resolutions_of(["1.69", "27.5"]).tolist()
    [0.005, 0.05]
    """
    joined = "\n".join([*texts, ""]).encode()
    if joined.translate(None, b"0123456789.\n"):
        return np.array([resolution_of(text) for text in texts])
    characters = np.frombuffer(joined, np.uint8)
    ends, dots = np.flatnonzero(characters == _LINE_FEED), np.flatnonzero(characters == _DOT)
    places = np.zeros(len(texts), np.intp)
    whose = np.searchsorted(ends, dots)  # by its shape a number has one dot at the most
    places[whose] = ends[whose] - dots - 1
    return np.asarray(_HALVES[places])
