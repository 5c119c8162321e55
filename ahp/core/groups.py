"""Several people's judgments made one, and how far they agree: consensus, compatibility, who stands apart.

A group is a stack of matrices `(..., g, n, n)`, one for each of g participants, or of their priority vectors
`(..., g, n)`. A judgment that a participant left out is NaN on both sides of the diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.gate import (
    RNG,
    Array,
    as_floats,
    check_alike,
    draws_of,
    finite_array,
    generator_of,
    real_number,
    refuse_first,
    rounding_of,
    whole_number,
)
from ahp.core.matrices import as_pairwise, check_square, reciprocal_of
from ahp.core.scales import scale_values
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError, StudyError, quoted
from ahp.notebook import NotebookFace

_LOGARITHMS_AT_ONCE = 1 << 16  # logarithms at a time: a block that stays in the cache


def aggregate_judgments(A: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Array:
    """Return the group's judgments: the weighted geometric mean of those of its participants.

    It is the only aggregation that keeps reciprocity, unanimity and homogeneity (Aczél & Saaty 1983). It
    suits a group that acts as one; where participants keep their identities, aggregate their priorities
    (Forman & Peniwati 1998).

    Parameters
    ----------
    A : array_like, shape (..., g, n, n)
        A pairwise comparison matrix for each participant; NaN where one gave no judgment.
    weights : array_like, shape (g,), optional
        How much each participant counts; equal unless given. For each pair they are normalised over those who
        judged it.

    Returns
    -------
    ndarray, shape (..., n, n)
        NaN where nobody whose weight is positive judged the pair.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, or there is no participant.
    StudyError
        If the weights do not fit the participants.

    Examples
    --------
    >>> print(aggregate_judgments([[[1, 2], [1/2, 1]], [[1, 8], [1/8, 1]]]))
    [[1.   4.  ]
     [0.25 1.  ]]
    """
    matrices, missing = checked_group(A)
    parts = participant_weights(weights, matrices.shape[-3])
    logs = np.log(matrices)
    if missing is None:
        mean = np.einsum("g,...gij->...ij", parts, logs)
    else:
        known = np.einsum("g,...gij->...ij", parts, (~missing).astype(np.float64))
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.einsum("g,...gij->...ij", parts, logs) / known
    # exp(x) and exp(-x) may differ from reciprocals in the last digit; the lower half is set exactly.
    upper = np.exp(mean)
    group: Array = np.where(np.tri(matrices.shape[-1], k=-1, dtype=bool), 1.0 / upper.swapaxes(-1, -2), upper)
    return group


def checked_group(A: npt.ArrayLike) -> tuple[Array, npt.NDArray[np.bool_] | None]:
    """Return a group's matrices with 1 where judgments are missing, and where that is (None: nowhere).

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, a judgment is missing on one side of the diagonal
        only, or there is no participant.
    """
    matrices = as_floats(A)
    check_square(matrices.shape)
    if matrices.ndim < 3:
        raise JudgmentError(
            "a group has one matrix for each participant, (…, g, n, n); found a single matrix"
        )
    if matrices.shape[-3] == 0:
        raise JudgmentError("a group has at least one participant; found none")
    missing = np.isnan(matrices)
    if not missing.any():
        return as_pairwise(A), None
    lopsided = missing != missing.swapaxes(-1, -2)
    refuse_first(
        lopsided & missing,
        lambda at: f"a{list(at)} is missing (NaN), its mirror image is not; leave out both or neither",
    )
    known = np.where(missing, 1.0, matrices)
    return reciprocal_of(known, rounding_of(A)), missing


def participant_weights(weights: npt.ArrayLike | None, g: int) -> Array:
    """Return the weights of g participants, summing to 1; equal where none are given.

    Raises
    ------
    StudyError
        If there is not one weight for each participant, or one is negative or not finite, or all are 0.
    """
    if weights is None:
        return np.full(g, 1.0 / g)
    counts = as_floats(weights)
    if counts.shape != (g,):
        raise StudyError(f"{g} participants need {g} weights; found {counts.size}")
    if not (np.isfinite(counts).all() and (counts >= 0).all() and counts.any()):
        raise StudyError(
            f"weights of participants are finite, 0 or more, and not all 0; found {counts.tolist()}"
        )
    return shares(counts / counts.max())  # so that the sum of huge weights is a number


def aggregate_priorities(
    priorities: npt.ArrayLike, weights: npt.ArrayLike | None = None, *, mean: str = "geometric"
) -> Array:
    """Return the group's priorities: the mean of those of its participants.

    Parameters
    ----------
    priorities : array_like, shape (..., g, n)
        A positive priority vector for each participant.
    weights : array_like, shape (g,), optional
        How much each participant counts; equal unless given.
    mean : {"geometric", "arithmetic"}
        Forman & Peniwati (1998) find both fit for priorities. With priorities by the geometric mean method
        the geometric one equals the priorities of the aggregated judgments (Barzilai & Golany 1994).

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1.

    Raises
    ------
    JudgmentError
        If there is no participant, or a priority is not positive.
    StudyError
        If the weights do not fit, or the mean is unknown.

    Examples
    --------
    >>> aggregate_priorities([[0.5, 0.5], [0.8, 0.2]]).round(4)
    array([0.6667, 0.3333])
    >>> aggregate_priorities([[0.5, 0.5], [0.8, 0.2]], mean="arithmetic")
    array([0.65, 0.35])
    """
    p = checked_priorities(priorities)
    parts = participant_weights(weights, p.shape[-2])
    if not isinstance(mean, str) or mean not in ("arithmetic", "geometric"):
        raise StudyError(f"the mean of priorities is 'geometric' or 'arithmetic'; found {quoted(mean)}")
    if mean == "arithmetic":
        total = np.einsum("g,...gn->...n", parts, shares(p))
    else:
        logs = np.einsum("g,...gn->...n", parts, np.log(p))
        total = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return shares(total)


def checked_priorities(priorities: npt.ArrayLike) -> Array:
    """Return the participants' priorities `(..., g, n)` as floats.

    Raises
    ------
    JudgmentError
        If there is no participant, or a priority is not a positive finite number.
    """
    p = as_floats(priorities)
    if p.ndim < 2 or p.shape[-1] == 0 or p.shape[-2] == 0:
        raise JudgmentError(
            f"the priorities of a group are (…, participants, items), at least one of each; found {p.shape}"
        )
    refuse_first(
        ~((p > 0) & np.isfinite(p)),
        lambda at: (
            f"participant {at[-2]} gives item {at[-1]} the priority {p[at]}; priorities are positive numbers"
        ),
        p,
    )
    return p


def dispersion(A: npt.ArrayLike) -> Array:
    """Return the geometric standard deviation of the participants' answers to each judgment.

    Parameters
    ----------
    A : array_like, shape (..., g, n, n)
        A pairwise comparison matrix for each participant; NaN where one gave no judgment.

    Returns
    -------
    ndarray, shape (..., n, n)
        exp(s), s the standard deviation (divisor: answers - 1) of the logarithms; 1 where all agree, NaN
        where fewer than two answered.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.

    Examples
    --------
    >>> print(dispersion([[[1, 2], [1/2, 1]], [[1, 8], [1/8, 1]]]).round(4))
    [[1.     2.6651]
     [2.6651 1.    ]]
    """
    matrices, missing = checked_group(A)
    logs = np.log(matrices)
    known = np.ones(matrices.shape, dtype=bool) if missing is None else ~missing
    count = known.sum(axis=-3)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = logs.sum(axis=-3) / count  # a missing judgment stands as ln 1 = 0
        squares = (np.square(logs - mean[..., None, :, :]) * known).sum(axis=-3)
        spread = np.exp(np.sqrt(squares / np.where(count > 1, count - 1, np.nan)))
    diagonal = np.arange(matrices.shape[-1])
    spread[..., diagonal, diagonal] = 1.0
    return np.asarray(spread)


def dispersion_test(
    A: npt.ArrayLike,
    *,
    draws: int = 10_000,
    rng: RNG = None,
) -> Array:
    """Return how probable it is that random answers would lie as close together as the group's do.

    A large probability says that the group answers as if at random: its geometric mean then speaks for
    nobody, and one should rather split the group or let it discuss. Saaty & Vargas (2007) ask the same
    question and answer it with a distribution fitted to the geometric dispersion of random judgments; here
    the distribution is that of :func:`~ahp.core.more.dispersion` itself for as many answers, drawn
    independently and uniformly from the seventeen values of Saaty's scale.

    Parameters
    ----------
    A : array_like, shape (..., g, n, n)
        A pairwise comparison matrix for each participant; NaN where one gave no judgment.
    draws : int
        Random groups that the dispersion is compared with.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (..., n, n)
        (1 + random groups at most as dispersed) / (1 + draws); up to 0.05 the answers are usually called
        homogeneous. NaN where fewer than two answered, and on the diagonal.

    Examples
    --------
    >>> agreed = [[[1, 4], [1/4, 1]], [[1, 5], [1/5, 1]], [[1, 5], [1/5, 1]], [[1, 6], [1/6, 1]]]
    >>> float(dispersion_test(agreed, rng=0)[0, 1]) < 0.05
    True
    """
    draws = whole_number(draws, "the number of draws", least=1)
    generator = generator_of(rng)
    spread = dispersion(A)
    missing = checked_group(A)[1]
    g, n = np.shape(A)[-3], spread.shape[-1]
    rounding = max(1e-12, rounding_of(A))  # equal groups differ in the last digits by the order of their sums
    count = np.full(spread.shape, g) if missing is None else (~missing).sum(axis=-3)
    off_diagonal = ~np.eye(n, dtype=bool)
    probability = np.full(spread.shape, np.nan)
    for answers in np.unique(count[..., off_diagonal]):
        if answers < 2:
            continue
        random = np.exp(_random_spread(int(answers), draws, generator))
        here = (count == answers) & off_diagonal
        below = np.searchsorted(np.sort(random), spread[here] * (1 + rounding), side="right")
        probability[here] = (1 + below) / (1 + draws)
    return probability


def _random_spread(answers: int, draws: int, generator: np.random.Generator) -> Array:
    """Return the standard deviations of the logarithms of that many random answers, one for each draw."""
    logs = np.log(scale_values("linear", 2))
    found = np.empty(draws)
    step = max(1, _LOGARITHMS_AT_ONCE // answers)
    for start in range(0, draws, step):
        size = min(step, draws - start)
        found[start : start + size] = logs[generator.integers(0, 17, (size, answers))].std(axis=-1, ddof=1)
    return found


OUTLYING = 2.25
"""The :func:`~ahp.core.more.outlyingness` above which a participant stands apart; chosen by simulation.

Of eight people alike, in any number of items from three to eight and with judgments up to a factor of 2.8 off
(ln 2.8 = 1.5 ln 2, a standard deviation), somebody is called outlying in fewer than one group of ten.
"""


COMPATIBLE = 1.1
"""The largest compatibility index that Saaty (2005) calls compatible."""

_RANKS_AT_ONCE = 1 << 18  # ranks drawn at a time
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
    step = max(1, _RANKS_AT_ONCE // max(1, ranks.size))
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
