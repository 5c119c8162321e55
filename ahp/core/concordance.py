"""How far the rankings of a group agree: Kendall's W, and how probable so much is by chance."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import RNG, draws_of, generator_of
from ahp.core.groups import checked_priorities
from ahp.core.matrices import Array, rounding_of

_BLOCK = 1 << 18  # ranks drawn at a time
_TIE = 1e-12  # priorities that differ by less have one rank


def kendall_w(priorities: npt.ArrayLike) -> Array:
    """Return Kendall's coefficient of concordance of the participants' rankings, with mid-ranks for ties.

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)
        Anything that ranks n items for each of g participants.

    Returns
    -------
    ndarray, shape (...)
        0 to 1, 1 where all rank alike (Kendall & Babington Smith 1939). NaN where there is one item, or every
        participant ties all.

    Examples
    --------
    >>> print(kendall_w([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.7, 0.2, 0.1]]))
    1.0
    """
    p = checked_priorities(priorities)
    g, n = p.shape[-2:]
    ranks, ties = _mid_ranks(p, max(_TIE, rounding_of(priorities)))
    sums = ranks.sum(axis=-2)
    squares = np.square(sums - g * (n + 1) / 2).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(12.0 * squares / (g * g * (n**3 - n) - g * ties.sum(axis=-1)))


def kendall_w_test(priorities: npt.ArrayLike, *, draws: int = 10_000, rng: RNG = None) -> Array:
    """Return how probable so high a concordance is among participants who rank independently, at random.

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)
    draws : int
        Random groups, each a permutation of every participant's own ranks.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (...)
        For n > 7 from χ² = g (n - 1) W with n - 1 degrees of freedom (Kendall 1970); for fewer items, where
        that is too rough, (1 + random groups at least as concordant) / (1 + draws).

    Examples
    --------
    >>> print(kendall_w_test([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1]], rng=0).round(2))
    0.17
    """
    draws = draws_of(draws)
    generator = generator_of(rng)
    p = checked_priorities(priorities)
    g, n = p.shape[-2:]
    w = kendall_w(p)
    if n > 7:
        from scipy.special import chdtrc

        return np.asarray(chdtrc(n - 1, g * (n - 1) * w))
    ranks, ties = _mid_ranks(p, max(_TIE, rounding_of(priorities)))
    scale = g * g * (n**3 - n) - g * ties.sum(axis=-1)
    above = np.zeros(w.shape)
    step = max(1, _BLOCK // max(1, ranks.size))
    for start in range(0, draws, step):
        several = np.broadcast_to(ranks, (min(step, draws - start), *ranks.shape))
        sums = generator.permuted(several, axis=-1).sum(axis=-2)
        squares = np.square(sums - g * (n + 1) / 2).sum(axis=-1)
        above += (12.0 * squares >= (w - 1e-12) * scale).sum(axis=0)
    return np.where(np.isnan(w), np.nan, (1 + above) / (1 + draws))


def _mid_ranks(p: Array, tie: float) -> tuple[Array, Array]:
    """Return the ranks `(..., g, n)` from 1, ties sharing their mean, and Σ(t³ - t) of each ranking."""
    order = np.argsort(p, axis=-1)
    ordered = np.take_along_axis(p, order, axis=-1)
    n = p.shape[-1]
    # The n values of a ranking in order: where a new value begins, and how long it lasts.
    new = np.ones(p.shape, dtype=bool)
    new[..., 1:] = ordered[..., 1:] > ordered[..., :-1] * (1 + tie)
    place = np.arange(1, n + 1)
    first = np.maximum.accumulate(np.where(new, place, 0), axis=-1)
    last = np.ones(p.shape, dtype=bool)
    last[..., :-1] = new[..., 1:]
    final = np.minimum.accumulate(np.where(last, place, n)[..., ::-1], axis=-1)[..., ::-1]
    ranks = np.empty(p.shape)
    np.put_along_axis(ranks, order, (first + final) / 2, axis=-1)
    size = (final - first + 1).astype(np.float64)
    return ranks, (np.square(size) - 1).sum(axis=-1)  # each of t tied items adds (t³ - t) / t
