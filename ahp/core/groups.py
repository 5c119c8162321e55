"""Several people's judgments made one: of judgments, of priorities, and whether that is fair to them.

A group is a stack of matrices `(..., g, n, n)`, one for each of g participants, or of their priority vectors
`(..., g, n)`. A judgment that a participant left out is NaN on both sides of the diagonal.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.gate import RNG, Array, as_floats, generator_of, refuse_first, rounding_of, whole_number
from ahp.core.matrices import as_pairwise, check_square, reciprocal_of
from ahp.core.scales import scale_values
from ahp.errors import JudgmentError, StudyError, quoted

_BLOCK = 1 << 16  # logarithms at a time: a block that stays in the cache


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
    step = max(1, _BLOCK // answers)
    for start in range(0, draws, step):
        size = min(step, draws - start)
        found[start : start + size] = logs[generator.integers(0, 17, (size, answers))].std(axis=-1, ddof=1)
    return found
