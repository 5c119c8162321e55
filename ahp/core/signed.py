"""Negative priorities: gains and losses under one criterion."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array, as_floats
from ahp.errors import JudgmentError, StudyError


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
    x = as_floats(values)
    if not np.isfinite(x).all():
        raise JudgmentError("signed values are finite numbers; found one that is not")
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
    if not (magnitude > 0 and np.isfinite(magnitude)):
        raise StudyError(f"gains are a positive number of times the losses; found {magnitude}")
    up, down = (as_floats(side) for side in (gains, losses))
    for side in (up, down):
        if not (np.isfinite(side).all() and (side >= 0).all()):
            raise JudgmentError("priorities of gains and of losses are 0 or more; the sign is put on here")
    if ((up > 0) & (down > 0)).any():
        raise JudgmentError("an alternative gains or loses under a criterion, not both; split the criterion")
    totals = [side.sum(axis=-1, keepdims=True) for side in (up, down)]
    up, down = (
        np.divide(side, total, out=np.zeros(side.shape), where=total > 0)
        for side, total in zip((up, down), totals, strict=True)
    )
    return signed_shares(magnitude * up - down)
