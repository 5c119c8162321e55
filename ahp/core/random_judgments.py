"""Random judgments, and the mean consistency index of matrices made of them, for any size and graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.consistency_ratio import index_of
from ahp.core.gate import RNG, Array, bound_of, draws_of, finite_array, generator_of, whole_number
from ahp.core.incomplete import completion_of
from ahp.core.matrices import blocks, reached_by
from ahp.core.measures_of_consistency import CONSISTENCY_MEASURES
from ahp.core.scales import scale_values
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
        A key of :data:`~ahp.core.measures_of_consistency.CONSISTENCY_MEASURES`, whose mean is wanted in
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
