"""Negative priorities: gains and losses under one criterion."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import real_number
from ahp.core.matrices import Array
from ahp.core.vectors import LARGEST, check_alike, finite_array
from ahp.errors import JudgmentError


def signed_shares(values: npt.ArrayLike) -> Array:
    """Return signed values divided by the sum of their sizes: negative priorities (Saaty & Ozdemir 2003).

    Parameters
    ----------
    values : array_like, shape (..., n)
        Numbers of either sign in one unit with a true zero: gains, and losses below it.

    Returns
    -------
    ndarray, shape (..., n)
        Their sizes sum to 1; zeros where every value is 0.

    Raises
    ------
    JudgmentError
        If a value is not a finite number.

    Examples
    --------
    >>> signed_shares([3.0, -1.0])
    array([ 0.75, -0.25])
    """
    x = finite_array(values, "signed values")
    total = np.abs(x).sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(x, total, out=np.zeros(x.shape), where=total > 0))


def negative_priorities(gains: npt.ArrayLike, losses: npt.ArrayLike, *, magnitude: float) -> Array:
    """Return signed priorities from gains compared among gains and losses among losses.

    Judgments never compare a gain with a loss, so each side has priorities of its own; one more judgment says
    how large all gains together are beside all losses (Saaty & Ozdemir 2003). Signed priorities are added
    over criteria with their weights, never multiplied.

    Parameters
    ----------
    gains, losses : array_like, shape (..., n)
        Priorities among those who gain and among those who lose, 0 for the others; not both positive.
    magnitude : float
        How many times the total of the losses the total of the gains is.

    Returns
    -------
    ndarray, shape (..., n)
        Positive for gains, negative for losses, their sizes summing to 1.

    Raises
    ------
    JudgmentError
        If a priority is negative or not finite, or an alternative has both.
    StudyError
        If the magnitude is not positive.

    Examples
    --------
    >>> negative_priorities([0.75, 0.25, 0.0], [0.0, 0.0, 1.0], magnitude=4).round(3)
    array([ 0.6,  0.2, -0.2])
    """
    what = "how many times the losses the gains are"
    magnitude = real_number(magnitude, what, above=0.0, most=LARGEST)
    up = finite_array(gains, "priorities of gains", least=0.0)
    down = finite_array(losses, "priorities of losses (their sign is put on here)", least=0.0)
    check_alike("gains and losses", up, down)
    if ((up > 0) & (down > 0)).any():
        raise JudgmentError("an alternative gains or loses under a criterion, not both; split the criterion")
    totals = [side.sum(axis=-1, keepdims=True) for side in (up, down)]
    up, down = (
        np.divide(side, total, out=np.zeros(side.shape), where=total > 0)
        for side, total in zip((up, down), totals, strict=True)
    )
    return signed_shares(magnitude * up - down)
