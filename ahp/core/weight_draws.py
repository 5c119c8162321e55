"""Weights drawn where they are not known: all that sum to 1, or those of a known order."""

from __future__ import annotations

import numpy as np

from ahp.core.arguments import RNG, generator_of, whole_number
from ahp.core.matrices import Array


def uniform_weights(criteria: int, draws: int, *, rng: RNG = None) -> Array:
    """Return weights spread evenly over all that sum to 1: normalised exponentials.

    Parameters
    ----------
    criteria, draws : int
        At least one of each.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> uniform_weights(3, 2).sum(axis=1)
    array([1., 1.])
    """
    criteria = whole_number(criteria, "the number of criteria", least=1)
    draws = whole_number(draws, "the number of draws", least=1)
    raw = generator_of(rng).standard_exponential((draws, criteria))
    raw /= raw.sum(axis=1, keepdims=True)
    return raw


def ordered_weights(criteria: int, draws: int, *, rng: RNG = None) -> Array:
    """Return weights spread evenly over those that fall: the first criterion matters most, the last least.

    Parameters
    ----------
    criteria, draws, rng
        As for :func:`uniform_weights`.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> ordered_weights(2, 10_000, rng=0).mean(axis=0).round(2)  # the rank-order centroid
    array([0.75, 0.25])
    """
    return np.asarray(np.sort(uniform_weights(criteria, draws, rng=rng), axis=1)[:, ::-1])
