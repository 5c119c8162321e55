"""Judgments drawn: at random from a scale, as random indices need, or around those that were given.

The row geometric mean is linear in the logarithms, so that a matrix need never be written out: the logarithms
above its diagonal are drawn, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.consistency import CONSISTENCY_MEASURES, index_of
from ahp.core.gate import (
    LARGEST,
    RNG,
    Array,
    bound_of,
    draws_of,
    finite_array,
    generator_of,
    real_number,
    whole_number,
)
from ahp.core.incomplete import completion_of
from ahp.core.matrices import as_pairwise, blocks, from_upper, reached_by
from ahp.core.priorities import PRIORITY_METHODS
from ahp.core.scales import scale_values
from ahp.core.uncertain import as_interval_judgments, as_triangular
from ahp.deprecation import renamed
from ahp.errors import JudgmentError, StudyError, quoted
from ahp.notebook import NotebookFace

SAATY_SCALE: tuple[float, ...] = tuple(scale_values("linear", 2).tolist())
"""The seventeen values of Saaty's scale, 1/9 to 9."""

_MASKED = 1 << 22  # judgments at a time of which it is drawn whether they are missing


@dataclass(frozen=True)
class SimulatedIndex(NotebookFace):
    """A random index from a simulation.

    Attributes
    ----------
    mean : float
        Mean consistency index of the random matrices: the random index.
    standard_error : float
        Its standard error.
    count : int
        How many matrices were drawn.
    """

    mean: float
    standard_error: float
    count: int


@renamed(count="draws")
def random_matrices(n: int, draws: int, *, rng: RNG = None, scale: npt.ArrayLike = SAATY_SCALE) -> Array:
    """Return reciprocal matrices whose judgments are drawn independently from the values of a scale.

    Parameters
    ----------
    n : int
        Size of the matrices.
    draws : int
        How many.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.
    scale : array_like of float
        The values, each as likely as the others; Saaty's seventeen unless told.

    Returns
    -------
    ndarray, shape (draws, n, n)

    Examples
    --------
    >>> random_matrices(3, 1, rng=1)[0].round(3)
    array([[1. , 1. , 1. ],
           [1. , 1. , 5. ],
           [1. , 0.2, 1. ]])
    """
    n, draws = whole_number(n, "the number of items", least=1), draws_of(draws, least=0)
    values = finite_array(scale, "the values of a scale", above=0.0)
    if values.ndim != 1:
        raise JudgmentError(f"the values of a scale are one list; found {values.shape}")
    rows, columns = np.triu_indices(n, 1)
    drawn = generator_of(rng).choice(values, (draws, len(rows)))
    matrices = np.ones((draws, n, n))
    matrices[:, rows, columns] = drawn
    matrices[:, columns, rows] = 1.0 / drawn
    return matrices


@renamed(count="draws")
def simulated_random_index(
    n: int,
    *,
    missing: int | npt.ArrayLike = 0,
    bound: float | None = None,
    measure: str | None = None,
    draws: int = 10_000,
    rng: RNG = None,
    scale: npt.ArrayLike = SAATY_SCALE,
) -> SimulatedIndex:
    """Return the mean consistency index of random matrices of any size, with its standard error.

    Parameters
    ----------
    n : int
        Size of the matrices, at least 3.
    missing : int or array_like of bool, shape (n, n)
        How many judgments above the diagonal are missing, drawn anew for each matrix among the sets that
        leave all items connected; or which ones, the same for all. The index is then that of the
        eigenvalue-optimal completion (Ágoston & Csató 2022).
    bound : float, optional
        Completions between 1/bound and bound only. Ágoston & Csató's published values are those of 9.
    measure : str, optional
        A key of :data:`~ahp.core.consistency.CONSISTENCY_MEASURES`, whose mean is wanted in
        place of the consistency index; for complete matrices.
    draws : int
        How many matrices; the standard error falls with the root of it.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.
    scale : array_like of float
        The judgments' values; Saaty's unless told. A random index belongs to its scale.

    Returns
    -------
    SimulatedIndex

    Raises
    ------
    StudyError
        If n is less than 3, `draws` less than 2, or the missing judgments leave items unconnected.

    Examples
    --------
    >>> found = simulated_random_index(4, draws=5000, rng=0)
    >>> round(found.mean, 2), round(found.standard_error, 3)
    (0.89, 0.009)
    >>> round(simulated_random_index(4, measure="harmonic", draws=5000, rng=0).mean, 2)
    0.87
    """
    function = None if measure is None else CONSISTENCY_MEASURES[measure].function
    n = whole_number(n, "the number of items of a random index", least=3)
    draws = draws_of(draws, least=2)
    bound = bound_of(bound)
    generator = generator_of(rng)
    masks = _masks(n, missing, draws, generator)
    if masks is not None and function is not None:
        raise StudyError(f"{quoted(measure)} is measured on complete matrices; leave `missing` out")
    total = squares = 0.0
    for block in blocks(draws, n):
        A = random_matrices(n, block.stop - block.start, rng=generator, scale=scale)
        if masks is not None:
            A[masks[block]] = np.nan
        index = function(A) if function else index_of(completion_of(A, bound).lambda_max, n)
        total += float(index.sum())
        squares += float((index**2).sum())
    mean = total / draws
    variance = max(squares / draws - mean**2, 0.0) * draws / (draws - 1)
    return SimulatedIndex(mean, float(np.sqrt(variance / draws)), draws)


def _masks(
    n: int, missing: int | npt.ArrayLike, count: int, generator: np.random.Generator
) -> npt.NDArray[np.bool_] | None:
    """Return which judgments of each matrix are missing, `(count, n, n)`; None where none are."""
    if isinstance(missing, list | tuple) or np.ndim(missing) > 0:
        numbers = np.asarray(missing, dtype=object)  # true and false, or 1 and 0
        pattern = (numbers == 1).astype(bool)
        if numbers.shape != (n, n) or not (pattern | (numbers == 0)).all():
            pattern = np.ones((n, n), dtype=bool)  # which leaves nothing
        symmetric = pattern | pattern.T
        if not reached_by(~symmetric | np.eye(n, dtype=bool)).all():
            raise StudyError(
                f"the missing judgments are a mask of {n} × {n} that leaves all items connected; "
                f"found another"
            )
        return np.broadcast_to(symmetric, (count, n, n)) if symmetric.any() else None
    largest = (n - 1) * (n - 2) // 2
    number = whole_number(
        missing, f"how many of the judgments of {n} items are missing", least=0, most=largest
    )
    if not number:
        return None
    return np.concatenate(list(_connected_masks(n, number, count, generator)))[:count]


def _connected_masks(
    n: int, number: int, count: int, generator: np.random.Generator
) -> Iterator[npt.NDArray[np.bool_]]:
    """Return batches of random sets of missing judgments, those that disconnect items left out."""
    rows, columns = np.triu_indices(n, 1)
    found, size = 0, max(1, min(1024, _MASKED // (n * n)))
    while found < count:
        order = generator.random((size, len(rows))).argsort(axis=-1)[:, :number]
        drawn = np.zeros((size, n, n), dtype=bool)
        at = np.arange(size)[:, None]
        drawn[at, rows[order], columns[order]] = drawn[at, columns[order], rows[order]] = True
        kept = drawn[reached_by(~drawn).all(axis=(-2, -1))]
        found += len(kept)
        yield kept


_LARGEST_NOISE = 10.0  # the logarithm of 9 is 2.2: judgments with ten times that say nothing
_BLOCK = 1 << 14  # matrices at a time where a method needs them whole
Noise: TypeAlias = Callable[[np.random.Generator, tuple[int, int]], Array]
_DENSE = 32  # items up to which one product with a matrix of n columns beats a sum for each row
_PART = 12_500  # draws from one stream of random numbers
_TAME = 300.0  # logarithms up to here neither overflow nor vanish
_PRODUCTS = 250_000  # at once: the noise stays in the cache


@renamed(workers="")
def lognormal_draws(
    A: npt.ArrayLike,
    sigma: float,
    *,
    draws: int,
    rng: RNG = None,
    method: str = "geometric-mean",
) -> Array:
    """Return priorities under log-normal noise: each judgment times exp(σ z), z standard normal, independent.

    Parameters
    ----------
    A : array_like, shape (n, n)
        A pairwise comparison matrix.
    sigma : float
        Standard deviation of the logarithm of a judgment, at most 10. The square root of the geometric
        consistency index estimates it from the judgments themselves (Crawford & Williams 1985).
    draws : int
        How many matrices.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.
    method : str
        A key of :data:`~ahp.core.PRIORITY_METHODS`.

    Returns
    -------
    ndarray, shape (draws, n)
        Summing to 1; reciprocity is kept in every draw.

    Examples
    --------
    >>> p = lognormal_draws([[1, 3], [1/3, 1]], 0.1, draws=10_000, rng=0)
    >>> print(np.median(p[:, 0]).round(2))
    0.75
    """
    sigma = real_number(sigma, "the noise of judgments", least=0.0, most=_LARGEST_NOISE)
    draws, generator = draws_of(draws, least=0), generator_of(rng)
    compute = PRIORITY_METHODS[method]
    matrix = as_pairwise(A)
    logs, n = _upper_logs(matrix), matrix.shape[-1]
    if method == "geometric-mean":
        scale = np.full(len(logs), sigma)
        return _drawn(np.random.Generator.standard_normal, logs, scale, n, draws, generator)
    return _by(compute, logs + sigma * generator.standard_normal((draws, len(logs))), n)


def step_draws(
    A: npt.ArrayLike,
    steps: float = 1.0,
    *,
    draws: int,
    rng: RNG = None,
    method: str = "geometric-mean",
    largest: float = 9.0,
) -> Array:
    """Return priorities if every judgment could have been up to some steps of its scale higher or lower.

    The steps are those of 1/9, …, 1/2, 1, 2, …, 9: from 1/2 one step up is 1. Each judgment moves uniformly
    and independently within `steps` on either side, and stays on the scale.

    Parameters
    ----------
    A : array_like, shape (n, n)
        A pairwise comparison matrix.
    steps : float
        How many steps at most; 0.5 is the rounding of whole judgments (Goepel 2018).
    draws : int
        How many matrices.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.
    method : str
        A key of :data:`~ahp.core.PRIORITY_METHODS`.
    largest : float
        The end of the scale; a judgment that lies beyond it may stay there.

    Returns
    -------
    ndarray, shape (draws, n)
        Summing to 1. No draw is left out, however inconsistent.

    Examples
    --------
    >>> p = step_draws([[1, 3], [1/3, 1]], draws=10_000, rng=0)
    >>> print(p[:, 0].min().round(2), p[:, 0].max().round(2))
    0.67 0.8
    """
    draws, generator = draws_of(draws, least=0), generator_of(rng)
    compute = PRIORITY_METHODS[method]
    matrix = as_pairwise(A)
    drawn, n = _stepped(_upper_logs(matrix), steps, largest, draws, generator), matrix.shape[-1]
    return priorities_of_logs(drawn, n) if method == "geometric-mean" else _by(compute, drawn, n)


def _stepped(logs: Array, steps: float, largest: float, draws: int, generator: np.random.Generator) -> Array:
    """Return logarithms of judgments `(draws, m)` that moved by up to some steps of their scale."""
    steps = real_number(steps, "the number of steps", least=0.0, most=LARGEST)
    largest = real_number(largest, "the end of the scale", above=1.0)
    sizes = np.expm1(np.abs(logs))
    place = np.sign(logs) * sizes  # 3 is two steps above 1, 1/3 two below
    end = np.maximum(largest - 1.0, sizes)
    moved = generator.uniform(-steps, steps, (draws, len(logs)))
    moved += place
    np.clip(moved, -end, end, out=moved)
    return np.asarray(np.sign(moved) * np.log1p(np.abs(moved)))


def noisy_judgments(
    A: Array, *, sigma: float | None, steps: float | None, draws: int, rng: np.random.Generator
) -> Array:
    """Return matrices `(draws, n, n)` with noise as in `lognormal_draws` or `step_draws`.

    What is missing, NaN in both places, is missing in all of them.
    """
    rows, columns = np.nonzero(np.triu(~np.isnan(A), 1))
    logs = np.log(A[rows, columns])
    if sigma is not None:
        sigma = real_number(sigma, "the noise of judgments", least=0.0, most=_LARGEST_NOISE)
        logs = logs + sigma * rng.standard_normal((draws, len(logs)))
    else:
        logs = _stepped(logs, steps or 0.0, 9.0, draws, rng)
    found = np.repeat(A[None], draws, axis=0)
    found[:, rows, columns], found[:, columns, rows] = np.exp(logs), np.exp(-logs)
    return found


@renamed(workers="")
def interval_draws(low: npt.ArrayLike, high: npt.ArrayLike, *, draws: int, rng: RNG = None) -> Array:
    """Return priorities of matrices drawn from interval judgments: log-uniform, each judgment independently.

    Parameters
    ----------
    low, high : array_like, shape (n, n)
        Interval judgments of one matrix.
    draws : int
        How many matrices.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (draws, n)
        Row geometric means, summing to 1. The judgments that are drawn need not be consistent, so their
        priorities may leave the intervals of :func:`~ahp.core.more.interval_priorities` (Saaty & Vargas 1987
        simulate alike).

    Examples
    --------
    >>> p = interval_draws([[1, 2], [0.25, 1]], [[1, 4], [0.5, 1]], draws=1000, rng=0)
    >>> print(p[:, 0].min() > 2/3, p[:, 0].max() < 0.8)
    True True
    """
    draws, generator = draws_of(draws, least=0), generator_of(rng)
    judged = as_interval_judgments(low, high)
    start = _upper_logs(judged.low)
    width = _upper_logs(judged.high) - start
    return _drawn(np.random.Generator.random, start, width, len(judged.low), draws, generator)


def triangular_draws(T: npt.ArrayLike, *, draws: int, rng: RNG = None) -> Array:
    """Return priorities of matrices drawn from triangular fuzzy judgments, each judgment independently.

    Parameters
    ----------
    T : array_like, shape (n, n, 3)
        For each pair the least, the most plausible and the largest ratio.
    draws : int
        How many matrices.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (draws, n)
        Row geometric means, summing to 1; the logarithm of a judgment has a triangular distribution.

    Examples
    --------
    >>> T = [[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]]
    >>> p = triangular_draws(T, draws=10_000, rng=0)
    >>> print(p[:, 0].min() >= 2/3, p[:, 0].max() <= 0.8, np.median(p[:, 0]).round(2))
    True True 0.74
    """
    draws, generator = draws_of(draws, least=0), generator_of(rng)
    triangles = as_triangular(T)
    least, modal, largest = (_upper_logs(triangles[..., k]) for k in range(3))
    wide = largest > least
    logs = np.broadcast_to(modal, (draws, len(modal))).copy()
    logs[:, wide] = generator.triangular(
        least[wide], modal[wide], largest[wide], (draws, np.count_nonzero(wide))
    )
    return priorities_of_logs(logs, triangles.shape[0])


def _upper_logs(matrix: Array) -> Array:
    """Return the logarithms above the diagonal of one matrix."""
    if matrix.ndim != 2:
        raise JudgmentError(f"draws are made from one matrix at a time; found {matrix.shape}")
    return np.log(matrix[np.triu_indices(len(matrix), 1)])


def _by(compute: Callable[[Array], Array], logs: Array, n: int) -> Array:
    found = np.empty((len(logs), n))
    for start in range(0, len(logs), _BLOCK):
        block = slice(start, start + _BLOCK)
        found[block] = compute(from_upper(np.exp(logs[block]), n))
    return found


def _drawn(noise: Noise, start: Array, scale: Array, n: int, draws: int, rng: np.random.Generator) -> Array:
    """Return the row geometric means of matrices whose logarithms are start + scale · noise, `(draws, n)`.

    `start` and `scale` are for each judgment above the diagonal. Every `_PART` draws have a stream of random
    numbers of their own.
    """
    # The mean of start + scale · noise is linear in the noise: nothing is written but the noise itself.
    middle = _row_sums(start, n)[:, None] / n
    to_items = np.ascontiguousarray((scale[:, None] * _row_means(n)).T) if n <= _DENSE else None
    # Noise beyond 20, which is never drawn, would not be enough to overflow.
    wide = (np.abs(middle) + 20.0 * np.abs(scale).max(initial=0.0)).max(initial=0.0) > _TAME
    step = max(16, _PRODUCTS // max(len(start) * min(n, _DENSE), 1))
    found = np.empty((draws, n))
    parts = [found[at : at + _PART] for at in range(0, draws, _PART)]
    for part, stream in zip(parts, [rng, *rng.spawn(max(len(parts) - 1, 0))], strict=False):
        for at in range(0, len(part), step):
            block = part[at : at + step]
            z = noise(stream, (len(block), len(start)))
            # Items first: sums over a short last axis are slow.
            y = (
                to_items @ z.T
                if to_items is not None
                else np.ascontiguousarray(_row_sums(scale * z, n).T) / n
            )
            y += middle
            if wide:
                y -= y.max(axis=0)
            np.exp(y, out=y)
            y /= y.sum(axis=0)
            block[...] = y.T
    return found


def priorities_of_logs(logs: Array, n: int) -> Array:
    """Return the row geometric means of matrices given by the logarithms above their diagonals `(..., m)`."""
    y = np.asarray(logs @ _row_means(n)) if n <= _DENSE else _row_sums(logs, n) / n
    y -= y.max(axis=-1, keepdims=True)
    np.exp(y, out=y)
    y /= y.sum(axis=-1, keepdims=True)
    return y


def _row_means(n: int) -> Array:
    """Return the matrix (m, n) from the logarithms above a diagonal to the means of the rows."""
    rows, columns = np.triu_indices(n, 1)
    found = np.zeros((len(rows), n))
    at = np.arange(len(rows))
    found[at, rows], found[at, columns] = 1.0 / n, -1.0 / n
    return found


def _row_sums(logs: Array, n: int) -> Array:
    """Return the row sums `(..., n)` of antisymmetric matrices given above the diagonal, `(..., m)`."""
    sums = np.zeros((*logs.shape[:-1], n))
    at = 0
    for i in range(n - 1):
        row = logs[..., at : at + n - 1 - i]
        sums[..., i] += row.sum(axis=-1)
        sums[..., i + 1 :] -= row
        at += n - 1 - i
    return sums
