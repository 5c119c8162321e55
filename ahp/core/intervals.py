"""From draws of scores to statements: intervals, probabilities of ranks, and simultaneous sets of ranks."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array

_ROWS = 4_000_000  # comparisons at once: a batch of draws small enough to stay in memory


def equal_tailed(draws: Array, level: float) -> tuple[Array, Array]:
    """Return the ends between which the middle `level` of the draws lies, over the first axis.

    Parameters
    ----------
    draws : ndarray, shape (draws, ...)
    level : float
        Between 0 and 1.

    Returns
    -------
    (ndarray, ndarray), each of shape (...)

    Examples
    --------
    >>> low, high = equal_tailed(np.arange(101.0), 0.5)
    >>> float(low), float(high)
    (25.0, 75.0)
    """
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(draws, (tail, 1.0 - tail), axis=0)
    return low, high


def rank_probabilities(scores: Array) -> tuple[Array, Array]:
    """Return how often each alternative has each rank, and how often each beats each other.

    The rank acceptabilities and pairwise winning indices of SMAA (Lahdelma & Salminen 2001; Leskinen et al.
    2006), over draws. Those that tie share their ranks equally.

    Parameters
    ----------
    scores : ndarray, shape (draws, n)
        The largest is the best.

    Returns
    -------
    ranks : ndarray, shape (n, n)
        Share of the draws in which alternative i has rank j; rows and columns sum to 1.
    wins : ndarray, shape (n, n)
        Share of the draws in which i scores more than j, a tie counting half; wins + winsᵀ = 1.

    Examples
    --------
    >>> ranks, wins = rank_probabilities(np.array([[3.0, 2.0], [1.0, 2.0], [5.0, 1.0], [2.0, 1.0]]))
    >>> ranks
    array([[0.75, 0.25],
           [0.25, 0.75]])
    >>> float(wins[0, 1])
    0.75
    """
    draws, n = scores.shape
    ranks, wins = np.zeros((n, n)), np.zeros((n, n))
    places = np.arange(n)
    for start in range(0, draws, max(1, _ROWS // (n * n))):
        part = scores[start : start + max(1, _ROWS // (n * n))]
        more = part[:, None, :] > part[:, :, None]  # draw, alternative, the one that beats it
        same = part[:, None, :] == part[:, :, None]
        wins += (more.sum(axis=0) + 0.5 * same.sum(axis=0)).T
        above, tied = more.sum(axis=-1), same.sum(axis=-1)
        if (tied == 1).all():
            for i in range(n):
                ranks[i] += np.bincount(above[:, i], minlength=n)
            continue
        inside = (places >= above[..., None]) & (places < (above + tied)[..., None])
        ranks += (inside / tied[..., None]).sum(axis=0)
    np.fill_diagonal(wins, 0.5 * draws)
    return ranks / draws, wins / draws


def rank_sets(estimates: Array, draws: Array, level: float) -> Array:
    """Return for each alternative the best and the worst rank that the draws leave open, all at once.

    Simultaneous intervals for all differences of two scores, from the largest standardised displacement in
    each draw; whoever is surely better or worse than an alternative bounds its rank (Mogstad, Romano, Shaikh
    & Wilhelm 2024, section 3, with their step-down). Each difference is standardised by the width that its
    own interval would have, which needs no variance: a t-distribution with two degrees of freedom has none.

    Parameters
    ----------
    estimates : ndarray, shape (n,)
        Scores, or their logarithms; the largest is the best.
    draws : ndarray, shape (draws, n)
        The same, drawn.
    level : float
        The probability that all sets hold the true ranks.

    Returns
    -------
    ndarray of int, shape (n, 2)
        Ranks from 1.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = np.array([3.0, 1.0, 1.1])
    >>> rank_sets(scores, scores + 0.1 * rng.standard_normal((1000, 3)), 0.95)
    array([[1, 1],
           [2, 3],
           [2, 3]])
    """
    n = len(estimates)
    difference = estimates[:, None] - estimates[None, :]
    width = np.zeros((n, n))
    for i in range(n - 1):
        moved = np.abs(draws[:, i, None] - draws[:, i + 1 :] - difference[i, i + 1 :])
        width[i, i + 1 :] = np.quantile(moved, level, axis=0)
    upper = np.triu(np.ones((n, n), dtype=bool), 1)
    apart = upper & (width <= 0) & (np.abs(difference) > 0)  # without noise a difference is a difference
    open_ = upper & (width > 0)
    while open_.any():
        largest = np.zeros(len(draws))
        for i in range(n - 1):
            rivals = np.flatnonzero(open_[i])
            if rivals.size:
                moved = np.abs(draws[:, i, None] - draws[:, rivals] - difference[i, rivals])
                np.maximum(largest, (moved / width[i, rivals]).max(axis=1), out=largest)
        found = open_ & (np.abs(difference) > np.quantile(largest, level) * width)
        if not found.any():
            break
        apart |= found
        open_ &= ~found
    apart |= apart.T
    better = (apart & (difference < 0)).sum(axis=1)
    worse = (apart & (difference > 0)).sum(axis=1)
    return np.stack([1 + better, n - worse], axis=1)
