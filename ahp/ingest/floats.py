"""Many printed numbers become floats at once, each exactly the one that :class:`float` gives.

The digits of a number without its point are a whole number, which is divided by a power of ten. Where both
are floats that quotient is the nearest float (Clinger 1990). Of more digits it is taken in a longer float and
rounded again; only one that lies in the middle between two floats is left to :class:`float`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ahp.ingest.digits import joined
from ahp.ingest.resolution import resolution_of

_DOT, _LINE_FEED = ord("."), ord("\n")
_WORD, _BEFORE = 8, 24  # characters that are looked at together, and before the end of a number
_MOST = 18  # digits that fit 64 bits, whichever they are
_EXACT = 2**53  # whole numbers up to here are floats
_TENS = 10 ** np.arange(_MOST + 1, dtype=np.int64)
_FLOAT_TENS, _LONG_TENS = _TENS.astype(np.float64), _TENS.astype(np.longdouble)  # all of them exact
_LONG = np.finfo(np.longdouble).nmant >= 63  # whether a whole number of 18 digits is one of the longer floats
_HALVES = np.array([0.5 * 10.0**-places for places in range(100)])


class Numbers:
    """Numbers as they are printed: of digits with at most one point among them, or any that Python reads.

    Examples
    --------
    >>> numbers = Numbers(["1.69", "27.5"])
    >>> numbers.values().tolist(), numbers.resolutions().tolist()
    ([1.69, 27.5], [0.005, 0.05])
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._lines = "\n".join([*texts, ""]).encode()
        characters = np.frombuffer(self._lines, np.uint8)
        self._ends, dots = np.flatnonzero(characters == _LINE_FEED), np.flatnonzero(characters == _DOT)
        whose = np.searchsorted(self._ends, dots)
        self._points = np.searchsorted(dots, self._ends)  # up to the end of each
        self._places = np.zeros(len(texts), np.intp)
        self._places[whose] = self._ends[whose] - dots - 1
        foreign = self._lines.translate(None, b"0123456789.\n")
        self._plain = not foreign and bool((whose[1:] != whose[:-1]).all())

    def values(self) -> NDArray[np.float64]:
        """Return the numbers.

        Raises
        ------
        ValueError
            If one is no number.
        """
        if not self._plain:
            return np.array(list(map(float, self._texts)))
        block = b"0" * _BEFORE + self._lines.replace(b".", b"")
        ends = self._ends - self._points + _BEFORE
        widths = np.diff(ends, prepend=_BEFORE - 1)  # with the line feed
        words = np.ndarray(len(block) - _WORD + 1, "<u8", block, 0, (1,))
        whole = joined(words[ends - _WORD], np.minimum(widths, _WORD + 1))
        for before in range(_WORD, min(int(widths.max()), _MOST + 1) - 1, _WORD):
            digits = np.clip(widths - before, 1, _WORD + 1)
            whole = whole + _TENS[before] * joined(words[ends - before - _WORD], digits)
        readable = (widths > 1) & (widths <= _MOST + 1)
        places = np.minimum(self._places, _MOST)
        found = whole / _FLOAT_TENS[places]
        found, sure = _long_quotients(found, whole, places, readable)
        for i in np.flatnonzero(~sure).tolist():
            found[i] = float(self._texts[i])
        return found

    def resolutions(self) -> NDArray[np.float64]:
        """Return half a unit of the last digit of each."""
        if not self._plain or self._places.max(initial=0) >= len(_HALVES):
            return np.array([resolution_of(text) for text in self._texts])
        return np.asarray(_HALVES[self._places])


def _long_quotients(
    found: NDArray[np.float64],
    whole: NDArray[np.int64],
    places: NDArray[np.intp],
    readable: NDArray[np.bool_],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return quotients, those of many digits by the longer float, and which of them are certain."""
    sure = readable & (whole <= _EXACT)
    many = np.flatnonzero(readable & ~sure)
    if _LONG and len(many):
        quotients = whole[many] / _LONG_TENS[places[many]]
        found[many] = quotients
        apart, half = np.abs(quotients - found[many]), np.spacing(found[many]) / 2
        sure[many] = (apart != half) & (apart != half / 2)  # below a power of two floats are closer
    return found, sure
