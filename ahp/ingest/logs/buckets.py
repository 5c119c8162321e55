"""The logarithmic histogram of response times: each is counted at the nearest number of seven binary digits.

The nearest number comes from three operations on doubles, Dekker's splitting (T. J. Dekker, A floating-point
technique for extending the available precision, Numerische Mathematik 18, 1971, section 5): with
c = v·(2^s + 1), c − (c − v) is v rounded to 53 − s binary digits. IEEE 754 fixes the result of each, so every
engine counts the same values together; a logarithm would differ in its last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import narwhals as nw

DIGITS = 7
"""Binary digits that are kept of a response time."""

RELATIVE_ERROR = 2.0**-DIGITS
"""The most by which a percentile differs from the response time it stands for, relative to it."""

SPLITTER = 2.0 ** (53 - DIGITS) + 1.0
CODES = 1 << 12
"""More than there are buckets."""


def nearest(response: nw.Expr, scaled: nw.Expr) -> nw.Expr:
    """Return the bucket of a response time: it, rounded to seven binary digits.

    Parameters
    ----------
    response, scaled : Expr
        Doubles: the response time, and it times :data:`SPLITTER`.
    """
    return scaled - (scaled - response)


def code_of(bucket: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the number of each bucket, which grows with it: 0 for 0, less than :data:`CODES`.

    Parameters
    ----------
    bucket : array (n,)
        Whole numbers of at most seven binary digits, not negative.

    Examples
    --------
    >>> code_of(np.array([0.0, 1.0, 127.0, 128.0, 130.0]))
    array([  0,  64, 511, 512, 513])
    """
    mantissa, exponent = np.frexp(bucket)
    steps = (mantissa * (1 << DIGITS)).astype(np.int64)
    half = 1 << (DIGITS - 1)
    return np.asarray(np.where(bucket > 0, exponent.astype(np.int64) * half + steps - half, 0))


def value_of(code: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the bucket of each number, the inverse of :func:`code_of`.

    Examples
    --------
    >>> value_of(np.array([0, 64, 511, 512, 513]))
    array([  0.,   1., 127., 128., 130.])
    """
    half = 1 << (DIGITS - 1)
    exponent, steps = np.divmod(code, half)
    return np.asarray(np.where(code > 0, np.ldexp((steps + half) / (1 << DIGITS), exponent), 0.0))
