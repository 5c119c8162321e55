"""How far a group agrees: consensus, compatibility, who stands apart, and Kendall's W of its rankings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import (
    RNG,
    Array,
    check_alike,
    draws_of,
    finite_array,
    generator_of,
    real_number,
    rounding_of,
)
from ahp.core.groups import checked_priorities, participant_weights
from ahp.core.matrices import as_pairwise
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

OUTLYING = 2.25
"""The :func:`~ahp.core.more.outlyingness` above which a participant stands apart; chosen by simulation.

Of eight people alike, in any number of items from three to eight and with judgments up to a factor of 2.8 off
(ln 2.8 = 1.5 ln 2, a standard deviation), somebody is called outlying in fewer than one group of ten.
"""


COMPATIBLE = 1.1
"""The largest compatibility index that Saaty (2005) calls compatible."""

_BLOCK = 1 << 18  # ranks drawn at a time
_STEP = float(np.log(2))  # of the scale, from 1 to 2
_TIE = 1e-12  # priorities that differ by less have one rank


@dataclass(frozen=True)
class Diversity(FormerTuple, NotebookFace):
    """The Shannon diversities of a group's priorities (Goepel 2018, section 9).

    Attributes
    ----------
    alpha, gamma : ndarray, shape (...)
        exp of the mean entropy of the participants, and of the entropy of their mean.
    beta : ndarray, shape (...)
        Gamma by alpha: the number of distinct opinions that the group amounts to.
    """

    alpha: Array
    beta: Array
    gamma: Array


def diversity(priorities: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Diversity:
    """Return the Shannon diversities of a group's priorities: within, between, and of all.

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)
        A priority vector for each participant.
    weights : array_like, shape (g,), optional
        How much each participant counts; equal unless given.

    Returns
    -------
    Diversity

    Examples
    --------
    >>> found = diversity([[0.5, 0.5], [0.5, 0.5]])
    >>> print(found.alpha.round(6), found.beta.round(6), found.gamma.round(6))
    2.0 1.0 2.0
    """
    p = checked_priorities(priorities)
    p = p / p.sum(axis=-1, keepdims=True)
    shares = participant_weights(weights, p.shape[-2])
    each = -(p * np.log(p)).sum(axis=-1)
    mean = np.einsum("g,...gn->...n", shares, p)
    alpha = np.einsum("g,...g->...", shares, each)
    gamma = -(mean * np.log(mean)).sum(axis=-1)
    return Diversity(np.exp(alpha), np.exp(gamma - alpha), np.exp(gamma))


def consensus(
    priorities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *, largest: float = 9.0
) -> Array:
    """Return the AHP consensus of a group: 1 for identical priorities, 0 for wholly opposed ones.

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)
        A priority vector for each participant.
    weights : array_like, shape (g,), optional
        How much each participant counts; equal unless given.
    largest : float
        The largest judgment of the scale, which bounds how far priorities from one matrix can differ.
        `numpy.inf` for global priorities and others that no scale bounds.

    Returns
    -------
    ndarray, shape (...)
        S* = (1/β - c) / (1 - c), where c is the 1/β of n participants each of whom puts another item first as
        strongly as the scale allows (Goepel 2018, equations 11 to 21). Fewer than n participants cannot reach
        0. For n = 1 it is 1.

    Raises
    ------
    StudyError
        If `largest` is not greater than 1.

    Examples
    --------
    >>> print(consensus([[0.9, 0.1], [0.1, 0.9]]).round(12) + 0.0)
    0.0
    >>> print(consensus([[0.7, 0.3], [0.7, 0.3]]).round(12))
    1.0
    """
    largest = real_number(largest, "the largest judgment of a scale", above=1.0, most=np.inf)
    p = checked_priorities(priorities)
    n = p.shape[-1]
    if n == 1:
        return np.ones(p.shape[:-2])
    beta = diversity(p, weights).beta
    first = 1.0 if np.isinf(largest) else largest / (n + largest - 1.0)
    rest = (1.0 - first) / (n - 1.0)
    entropy = -first * np.log(first) - ((1.0 - first) * np.log(rest) if rest > 0 else 0.0)
    opposed = float(np.exp(entropy)) / n
    return np.asarray((1.0 / beta - opposed) / (1.0 - opposed))


def similarity(priorities: npt.ArrayLike) -> Array:
    """Return 1/β of every two participants, between 1/2 (nothing in common) and 1 (the same).

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)

    Returns
    -------
    ndarray, shape (..., g, g)
        Symmetric, ones on the diagonal. Participants with high values form a cluster (Goepel 2018).

    Examples
    --------
    >>> print(similarity([[0.7, 0.3], [0.7, 0.3], [0.1, 0.9]]).round(3))
    [[1.    1.    0.815]
     [1.    1.    0.815]
     [0.815 0.815 1.   ]]
    """
    p = checked_priorities(priorities)
    p = p / p.sum(axis=-1, keepdims=True)
    each = -(p * np.log(p)).sum(axis=-1)
    g = p.shape[-2]
    found = np.ones((*p.shape[:-2], g, g))
    for one in range(g - 1):  # a row at a time: all pairs at once would hold g² vectors
        mean = (p[..., one : one + 1, :] + p[..., one + 1 :, :]) / 2
        gamma = -(mean * np.log(mean)).sum(axis=-1)
        found[..., one, one + 1 :] = np.exp((each[..., one : one + 1] + each[..., one + 1 :]) / 2 - gamma)
        found[..., one + 1 :, one] = found[..., one, one + 1 :]
    return found


def compatibility(A: npt.ArrayLike, B: npt.ArrayLike) -> Array:
    """Return Saaty's compatibility index of two matrices: the mean of a_ij b_ji.

    Parameters
    ----------
    A, B : array_like, shape (..., n, n)
        Pairwise comparison matrices; for priority vectors, those of their ratios
        (:func:`~ahp.core.from_values`).

    Returns
    -------
    ndarray, shape (...)
        At least 1, and 1 exactly for equal matrices; up to 1.10 is called compatible (Saaty 2005).

    Examples
    --------
    >>> print(compatibility([[1, 2], [1/2, 1]], [[1, 3], [1/3, 1]]).round(4))
    1.0417
    """
    a, b = as_pairwise(A), as_pairwise(B)
    if a.shape[-1] != b.shape[-1]:
        raise JudgmentError(
            f"compatible matrices compare the same items; found {a.shape[-1]} and {b.shape[-1]}"
        )
    check_alike("compatible matrices", a[..., 0], b[..., 0])
    return np.asarray(np.einsum("...ij,...ji->...", a, b) / a.shape[-1] ** 2)


def garuti_compatibility(p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
    """Return Garuti's compatibility index of two priority vectors: Σ (p_i + q_i)/2 · min / max of the two.

    Parameters
    ----------
    p, q : array_like, shape (..., n)
        Positive priorities, each summing to 1.

    Returns
    -------
    ndarray, shape (...)
        Above 0 and at most 1; 0.90 and more is called compatible (Garuti & Salomon 2012).

    Raises
    ------
    JudgmentError
        If a priority is not a positive finite number; the message names the item.

    Examples
    --------
    >>> print(garuti_compatibility([0.6, 0.4], [0.5, 0.5]).round(4))
    0.8183
    """
    x, y = finite_array(p, "priorities", above=0.0), finite_array(q, "priorities", above=0.0)
    check_alike("two priority vectors", x, y)
    return np.asarray(((x + y) / 2 * np.minimum(x, y) / np.maximum(x, y)).sum(axis=-1))


def geometric_compatibility(A: npt.ArrayLike, priorities: npt.ArrayLike) -> Array:
    """Return how far judgments lie from priorities that are not their own: a geometric consistency index.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Judgments, of a participant for instance.
    priorities : array_like, shape (..., n)
        Positive priorities, of the group for instance.

    Returns
    -------
    ndarray, shape (...)
        2 / ((n-1)(n-2)) Σ_{i<j} ln²(a_ij p_j / p_i); 0 for n ≤ 2. The mean over participants, weighted as
        they are, is the GCOMPI of Escobar, Aguarón & Moreno-Jiménez (2015); of one it is the GCCI of Dong et
        al. (2010).

    Examples
    --------
    >>> from ahp.core import (from_values)
    >>> print(geometric_compatibility(from_values([4.0, 2.0, 1.0]), [4/7, 2/7, 1/7]).round(12))
    0.0
    """
    matrix = as_pairwise(A)
    y = np.log(finite_array(priorities, "priorities", above=0.0))
    check_alike("judgments and priorities", matrix[..., 0], y)
    n = matrix.shape[-1]
    if n <= 2:
        return np.zeros(np.broadcast_shapes(matrix.shape[:-2], y.shape[:-1]))
    residuals = np.log(matrix) - y[..., :, None] + y[..., None, :]
    return np.asarray(np.square(residuals).sum(axis=(-2, -1)) / ((n - 1) * (n - 2)))


def outlyingness(priorities: npt.ArrayLike) -> Array:
    """Return how many times as far from the middle of the group as usual each participant stands.

    The middle is the componentwise median of the centred logarithms, which up to half of the group cannot
    move at will; the distance to it is that of Aitchison. Usual is the median distance, the median absolute
    deviation of the group (Rousseeuw & Croux 1993), but at least one step of the scale: those who agree
    better than they can answer do not make an outlier of somebody one step away.

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)
        A priority vector for each participant.

    Returns
    -------
    ndarray, shape (..., g)
        d / max(median d, ln 2); above :data:`~ahp.core.more.OUTLYING` a participant stands apart. With two
        items, one number for each participant, that would happen far too often by chance.

    Examples
    --------
    >>> print(outlyingness([[0.6, 0.4], [0.61, 0.39], [0.59, 0.41], [0.62, 0.38], [0.1, 0.9]]).round(1))
    [0.  0.  0.  0.1 2.7]
    """
    logs = np.log(checked_priorities(priorities))
    logs = logs - logs.mean(axis=-1, keepdims=True)
    distance = np.sqrt(np.square(logs - np.median(logs, axis=-2, keepdims=True)).sum(axis=-1))
    return np.asarray(distance / np.maximum(np.median(distance, axis=-1, keepdims=True), _STEP))


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
