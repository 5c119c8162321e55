"""How far judgments contradict each other: λ_max, index, ratio (Saaty 1977), with gaps too; other measures.

With gaps it is the best completion that counts. The measures beside the ratio have each a source and a
threshold; all are functions of checked matrices `(..., n, n)`, and memory stays a few times that of the
batch. A triad is three items i < j < k, and t = a_ik / (a_ij · a_jk), 1 if their judgments agree; loops go
over one of the three items, never over the matrices of a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import geometric_mean, residuals, unit_columns
from ahp.core.eigenvector import perron
from ahp.core.gate import Array, bound_of, check_single, check_size, real_number, rounding_of, whole_number
from ahp.core.matrices import as_connected, as_pairwise
from ahp.core.random_index import DEFAULT_TABLE, INCOMPLETE_RANDOM_INDICES
from ahp.core.random_index import random_index as _random_index
from ahp.deprecation import FormerTuple, renamed
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace
from ahp.registry import Registry

if TYPE_CHECKING:
    from ahp.core.incomplete import Completion


def lambda_max(A: npt.ArrayLike) -> Array:
    """Return the principal eigenvalue of each matrix; at least n, and n exactly when consistent.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.

    Returns
    -------
    ndarray, shape (...)

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.

    Notes
    -----
    λ_max ≥ n holds for every reciprocal matrix (Saaty 1977, theorem 2); what rounding leaves below
    n is therefore returned as n.

    Examples
    --------
    >>> print(lambda_max([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(6))
    3.003695
    """
    return _lambda_max(as_pairwise(A))


def consistency_index(A: npt.ArrayLike) -> Array:
    """Return CI = (λ_max - n) / (n - 1) of each matrix; 0 for n ≤ 2 (Saaty 1977, section 2).

    Examples
    --------
    >>> print(consistency_index([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(6))
    0.001847
    """
    matrix = as_pairwise(A)
    return index_of(_lambda_max(matrix), matrix.shape[-1])


def consistency_ratio(A: npt.ArrayLike, *, random_index: str = DEFAULT_TABLE) -> Array:
    """Return CR = CI / RI(n) of each matrix; 0 for n ≤ 2, by definition.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.

    Returns
    -------
    ndarray, shape (...)
        Usually called acceptable up to 0.10.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.
    StudyError
        If the table is unknown or ends before n.

    Examples
    --------
    >>> print(consistency_ratio([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(6))
    0.003521
    """
    matrix = as_pairwise(A)
    scale = _random_index(matrix.shape[-1], random_index)
    return ratio_of(_lambda_max(matrix), matrix.shape[-1], scale)


def _lambda_max(A: Array) -> Array:
    return np.maximum(perron(A)[1], A.shape[-1])


def index_of(lambda_max: Array, n: int) -> Array:
    """Return the consistency index of matrices between n items from their principal eigenvalues."""
    return np.asarray((lambda_max - n) / (n - 1) if n > 2 else np.zeros_like(lambda_max))


def ratio_of(lambda_max: Array, n: int, scale: float) -> Array:
    """Return the consistency index by the random index `scale`; 0 where that is 0."""
    index = index_of(lambda_max, n)
    return np.asarray(index / scale if scale > 0 else np.zeros_like(index))


@dataclass(frozen=True)
class Principal(FormerTuple, NotebookFace):
    """What the principal eigenvector and eigenvalue of pairwise comparison matrices say (Saaty 1977).

    Attributes
    ----------
    priorities : ndarray, shape (..., n)
        Eigenvectors summing to 1.
    lambda_max : ndarray, shape (...)
        Principal eigenvalues, at least n.
    consistency_index : ndarray, shape (...)
        (λ_max - n) / (n - 1); 0 for n ≤ 2.
    consistency_ratio : ndarray, shape (...)
        Consistency index / random index; 0 for n ≤ 2.
    """

    priorities: Array
    lambda_max: Array
    consistency_index: Array
    consistency_ratio: Array


def principal(A: npt.ArrayLike, *, random_index: str = DEFAULT_TABLE) -> Principal:
    """Return eigenvector priorities, λ_max, consistency index and ratio of each matrix.

    The numbers are those of :func:`~ahp.core.priorities`, :func:`~ahp.core.lambda_max`,
    :func:`~ahp.core.consistency_index` and :func:`~ahp.core.consistency_ratio`, at the cost of one
    of them.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.

    Returns
    -------
    Principal

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.
    StudyError
        If the table is unknown or ends before n.

    Examples
    --------
    >>> found = principal([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]])
    >>> found.priorities.round(4)
    array([0.6483, 0.2297, 0.122 ])
    >>> print(found.consistency_ratio.round(6))
    0.003521
    """
    matrix = as_pairwise(A)
    n = matrix.shape[-1]
    scale = _random_index(n, random_index)
    vectors, values = perron(matrix)
    values = np.maximum(values, n)
    return Principal(vectors, values, index_of(values, n), ratio_of(values, n, scale))


def optimal_completion(A: npt.ArrayLike, *, bound: float | None = None) -> Completion:
    """Return each incomplete matrix with its missing judgments filled in so that λ_max is least.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices, of at most 100 items if there is a bound; NaN in both places of a
        missing judgment.
    bound : float, optional
        Only values between 1/bound and bound are filled in; any positive ones unless told.

    Returns
    -------
    Completion
        Matrix, priorities and λ_max. The optimum is unique (Bozóki, Fülöp & Rónyai 2010, theorem 2).

    Raises
    ------
    JudgmentError
        If a judgment is wrong, the judgments fall into unconnected groups, or there are too many items.
    StudyError
        If the bound is less than 1.

    Examples
    --------
    >>> nan = float("nan")
    >>> found = optimal_completion([[1, 1, 5, 2], [1, 1, 3, 4], [1/5, 1/3, 1, nan], [1/2, 1/4, nan, 1]])
    >>> print(found.matrix[2, 3].round(10), found.lambda_max.round(6))
    0.7302967433 4.092367
    """
    from ahp.core.incomplete import LARGEST_BOUNDED, completion_of

    bound = bound_of(bound)
    matrix = as_connected(A)
    if bound is not None:
        check_size(matrix.shape[-1], LARGEST_BOUNDED, "a bounded completion takes", "leave the bound out")
    return completion_of(matrix, bound)


def incomplete_consistency_index(A: npt.ArrayLike, *, bound: float | None = None) -> Array:
    """Return CI = (λ_max - n) / (n - 1) of the completion that makes it least.

    NaN where the judgments contain no circle: with n - 1 of them nothing can contradict anything, and
    consistency is not observed. 0 for n ≤ 2.

    Examples
    --------
    >>> nan = float("nan")
    >>> A = [[1, 1, 5, 2], [1, 1, 3, 4], [1/5, 1/3, 1, nan], [1/2, 1/4, nan, 1]]
    >>> print(incomplete_consistency_index(A).round(6))
    0.030789
    """
    matrix = as_connected(A)
    return _incomplete_index(matrix, optimal_completion(matrix, bound=bound))


def incomplete_consistency_ratio(A: npt.ArrayLike, *, random_index: str = "agoston-csato") -> Array:
    """Return CR = CI / RI(n, m), m judgments being missing, completed within the table's bounds.

    Dividing by the random index of complete matrices makes incomplete ones look better than they are.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a missing judgment.
    random_index : str
        A key of :data:`~ahp.core.more.INCOMPLETE_RANDOM_INDICES`.

    Returns
    -------
    ndarray, shape (...)
        NaN where the judgments contain no circle, so that consistency is not observed.

    Raises
    ------
    JudgmentError
        If a judgment is wrong or the judgments fall into unconnected groups.
    StudyError
        If the table is unknown or has no matrices of this size.

    Examples
    --------
    >>> nan = float("nan")
    >>> A = [[1, 1, 5, 2], [1, 1, 3, 4], [1/5, 1/3, 1, nan], [1/2, 1/4, nan, 1]]
    >>> print(incomplete_consistency_ratio(A).round(4))
    0.0528
    """
    table = INCOMPLETE_RANDOM_INDICES[random_index]
    matrix = as_connected(A)
    n = matrix.shape[-1]
    if n <= 2:
        return np.zeros(matrix.shape[:-2])
    index = _incomplete_index(matrix, optimal_completion(matrix, bound=table.bound))
    missing = np.isnan(matrix).sum(axis=(-2, -1)) // 2
    most = (n - 1) * (n - 2) // 2
    scale = np.array([table.value(n, m, random_index) for m in range(most + 1)])[missing]
    return np.asarray(index / np.where(scale > 0, scale, np.nan))


def _incomplete_index(matrix: Array, completion: Completion) -> Array:
    n = matrix.shape[-1]
    index = index_of(completion.lambda_max, n)
    # Of the n - 1 judgments that connect all items none contradicts another: they close no circle.
    circles = ((~np.isnan(matrix)).sum(axis=(-2, -1)) - n) // 2 - (n - 1)
    return np.where(circles > 0, index, np.nan) if n > 2 else index


_AGREE = 1e-9
Measure: TypeAlias = Callable[[Array], Array]
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Triad(FormerTuple, NotebookFace):
    """Three items whose judgments contradict each other.

    Attributes
    ----------
    items : tuple of int
        Positions (i, j, k).
    ratio : float
        t = a_ik / (a_ij · a_jk): how many times the direct judgment is what the chain says.
    """

    items: tuple[int, int, int]
    ratio: float


def worst_triads(A: npt.ArrayLike, *, count: int = 3) -> list[Triad]:
    """Return the triads of one matrix that contradict themselves most, the worst first.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix.
    count : int
        At most so many; triads that agree are left out.

    Raises
    ------
    JudgmentError
        If `A` is not one pairwise comparison matrix.

    Examples
    --------
    >>> worst_triads([[1, 2, 5], [1/2, 1, 3], [1/5, 1/3, 1]])
    [Triad(items=(0, 1, 2), ratio=0.8333333333333334)]
    """
    count = whole_number(count, "the number of triads", least=0)
    matrix = as_pairwise(A)
    check_single(matrix, "the triads of one matrix are")
    n = len(matrix)
    logs = np.log(matrix)
    agree = max(_AGREE, rounding_of(A))
    worst: list[tuple[float, int, int, int]] = []
    for i in range(n - 2 if count > 0 else 0):
        size = np.abs(_of_first(logs, i))
        least = max(agree, -worst[-1][0]) if len(worst) == count else agree
        if size.max() < least:
            continue
        upper = np.triu(size, 1).ravel()
        at = np.flatnonzero(upper >= least)
        if len(at) > count:
            at = at[np.argpartition(-upper[at], count - 1)[:count]]
        pairs = (divmod(place, len(size)) for place in at.tolist())
        worst += [(-float(size[j, k]), i, i + 1 + j, i + 1 + k) for j, k in pairs]
        worst = sorted(worst)[:count]
    return [Triad((i, j, k), _ratio(matrix, i, j, k)) for _, i, j, k in worst]


def triads_with(A: npt.ArrayLike, i: int, j: int) -> list[Triad]:
    """Return every triad of one matrix that a judgment belongs to, the one that disagrees most first.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix.
    i, j : int
        The positions of the judgment.

    Returns
    -------
    list of Triad
        Each (i, k, j) as given, so that `ratio` is a_ij / (a_ik · a_kj): below 1, the judgment is smaller
        than the way over k says.

    Examples
    --------
    >>> triads_with([[1, 2, 5], [1/2, 1, 3], [1/5, 1/3, 1]], 0, 2)
    [Triad(items=(0, 1, 2), ratio=0.8333333333333334)]
    """
    matrix = as_pairwise(A)
    check_single(matrix, "the triads of one matrix are")
    n = len(matrix)
    i, j = (whole_number(k, "the position of an item", least=0) for k in (i, j))
    if i == j or not (0 <= i < n and 0 <= j < n):
        raise JudgmentError(f"a judgment is between two of the items 0 to {n - 1}; found {i} and {j}")
    logs = np.log(matrix)
    size = np.abs(logs[i, j] - logs[i] - logs[:, j])
    others = [k for k in np.argsort(-size.round(12), kind="stable").tolist() if k not in (i, j)]
    return [Triad((i, k, j), _ratio(matrix, i, k, j)) for k in others]


@np.errstate(over="ignore", divide="ignore")  # beyond 1e308 it is infinite
def _ratio(matrix: Array, i: int, j: int, k: int) -> float:
    """Return a_ik / (a_ij · a_jk)."""
    return float(matrix[i, k] / (matrix[i, j] * matrix[j, k]))


def _of_first(logs: Array, i: int) -> Array:
    """Return ln(a_ij a_jk / a_ik) for all later j and k, `(..., n-1-i, n-1-i)`; antisymmetric."""
    own = logs[..., i, i + 1 :]
    return np.asarray(own[..., :, None] + logs[..., i + 1 :, i + 1 :] - own[..., None, :])


def mean_over_triads(A: Array, function: Callable[[Array], Array]) -> Array:
    """Return the mean of an even function of ln t, 0 at 0, over the triads of each matrix."""
    n = A.shape[-1]
    logs = np.log(A)
    total = np.zeros(A.shape[:-2])
    for i in range(n - 2):
        total += function(_of_first(logs, i)).sum(axis=(-2, -1))
    return np.asarray(total / 2.0 / (n * (n - 1) * (n - 2) / 6.0))


@dataclass(frozen=True)
class ConsistencyMeasure(NotebookFace):
    """A measure of consistency.

    Attributes
    ----------
    function : callable
        From checked matrices `(..., n, n)` to `(...)`.
    source : str
        Author and year.
    consistent : float
        Its value where no judgment contradicts another, 0 or 1.
    threshold : callable or None
        From n to the value up to which (down to which, where consistent is 1) judgments are called
        acceptable; None where the literature has none.
    threshold_source : str
        Where the threshold comes from.
    """

    function: Measure
    source: str
    consistent: float = 0.0
    threshold: Callable[[int], float] | None = None
    threshold_source: str = ""


def consistency(A: npt.ArrayLike, *, measure: str = "geometric") -> Array:
    """Return one of the measures of consistency of each matrix.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    measure : str
        A key of :data:`~ahp.core.CONSISTENCY_MEASURES`.

    Returns
    -------
    ndarray, shape (...)
        0 where judgments do not contradict each other; for `cosine` and `cavallo-dapuzzo`, 1. Fewer
        than three items never contradict each other.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.
    StudyError
        If the measure is unknown; the message lists those that are.

    Examples
    --------
    >>> A = [[1, 2, 5], [1/2, 1, 3], [1/5, 1/3, 1]]
    >>> print(consistency(A).round(6))
    0.01108
    >>> print(consistency(A, measure="koczkodaj").round(6))
    0.166667
    """
    chosen = CONSISTENCY_MEASURES[measure]
    matrix = as_pairwise(A)
    if matrix.shape[-1] < 3:
        return np.full(matrix.shape[:-2], chosen.consistent)
    return chosen.function(matrix)


def consistency_threshold(n: int, *, measure: str = "geometric") -> float:
    """Return the value up to which judgments between n items are called acceptable; NaN if none is known.

    Examples
    --------
    >>> consistency_threshold(4)
    0.35
    >>> consistency_threshold(4, measure="golden-wang")
    nan
    """
    threshold = CONSISTENCY_MEASURES[measure].threshold
    n = whole_number(n, "the number of items", least=1)
    return float("nan") if threshold is None else threshold(n)


@renamed(random_index_table="random_index")
def geometric_threshold(n: int, *, ratio: float = 0.10, random_index: str = DEFAULT_TABLE) -> float:
    """Return the geometric consistency index that corresponds to a consistency ratio.

    GCI ≈ 2n/(n-2) CI to second order in the errors, so 2n/(n-2) · RI(n) · ratio (Aguarón &
    Moreno-Jiménez 2003); 0 for n ≤ 2.

    Examples
    --------
    >>> [round(geometric_threshold(n), 3) for n in (3, 4, 5, 9)]
    [0.315, 0.353, 0.37, 0.373]
    """
    n = whole_number(n, "the number of items", least=1)
    share = real_number(ratio, "an acceptable consistency ratio", above=0.0)
    scale = _random_index(n, random_index)
    return 0.0 if n <= 2 else 2.0 * n / (n - 2) * scale * share


def saaty_limit(n: int) -> float:
    """Return the largest consistency ratio that Saaty (1994) accepts: 0.05, 0.08, then 0.10.

    Examples
    --------
    >>> [saaty_limit(n) for n in (3, 4, 5, 9)]
    [0.05, 0.08, 0.1, 0.1]
    """
    return {3: 0.05, 4: 0.08}.get(whole_number(n, "the number of items", least=1), 0.10)


def geometric_index(A: Array) -> Array:
    """Return GCI = 2/((n-1)(n-2)) Σ_{i<j} ln² e_ij, the residual variance of ln A.

    Its root is the standard deviation of a judgment's error (Crawford & Williams 1985).
    """
    n = A.shape[-1]
    squares = np.log(residuals(A, geometric_mean(A))) ** 2
    total: Array = squares.sum(axis=(-2, -1)) / ((n - 1) * (n - 2))
    return total


def koczkodaj(A: Array) -> Array:
    """Return the largest min(|1 - t|, |1 - 1/t|) over the triads, t = a_ik / (a_ij a_jk)."""
    logs, largest = np.log(A), np.zeros(A.shape[:-2])
    for i in range(A.shape[-1] - 2):
        np.maximum(largest, np.abs(_of_first(logs, i)).max(axis=(-2, -1)), out=largest)
    return np.asarray(-np.expm1(-largest))


def harmonic(A: Array) -> Array:
    """Return HCI = (HM - n)(n + 1)/(n(n - 1)), HM the harmonic mean of the column sums, times n."""
    n = A.shape[-1]
    mean = n / (1.0 / A.sum(axis=-2)).sum(axis=-1)
    return np.asarray(np.maximum(mean - n, 0.0) * (n + 1) / (n * (n - 1)))


def golden_wang(A: Array) -> Array:
    """Return the mean over the columns of Σ_i |ā_ij - g_i|, columns and geometric mean summing to 1."""
    n = A.shape[-1]
    columns = A / A.sum(axis=-2, keepdims=True)
    return np.asarray(np.abs(columns - geometric_mean(A)[..., None]).sum(axis=(-2, -1)) / n)


@np.errstate(over="ignore")  # 1 / (1 + R) is 0 then
def salo_hamalainen(A: Array) -> Array:
    """Return the mean over the pairs of (R - r)/((1 + R)(1 + r)).

    From r_ij to R_ij reach the values a_ik · a_kj that the chains of two judgments give.
    """
    n, logs = A.shape[-1], np.log(A)
    low, high = logs.copy(), logs.copy()
    for k in range(n):
        chained = logs[..., :, k, None] + logs[..., None, k, :]
        np.minimum(low, chained, out=low)
        np.maximum(high, chained, out=high)
    rows, columns = np.triu_indices(n, 1)
    r, R = np.exp(low[..., rows, columns]), np.exp(high[..., rows, columns])
    return np.asarray((1.0 / (1.0 + r) - 1.0 / (1.0 + R)).sum(axis=-1) * 2.0 / (n * (n - 1)))


def relative_error(A: Array) -> Array:
    """Return Σ ln² e_ij / Σ ln² a_ij, the share of ln A that no priorities explain; 0 for all ones."""
    squares = (np.log(residuals(A, geometric_mean(A))) ** 2).sum(axis=(-2, -1))
    total = (np.log(A) ** 2).sum(axis=(-2, -1))
    return np.asarray(squares / np.where(total > 0, total, 1.0))


def cosine(A: Array) -> Array:
    """Return the largest mean cosine between any one vector and the columns (Kou & Lin 2014)."""
    sums = unit_columns(A).sum(axis=-1)
    return np.asarray(np.minimum(np.sqrt((sums**2).sum(axis=-1)) / A.shape[-1], 1.0))


@np.errstate(over="ignore")  # beyond 1e308: infinite
def triad_determinant(A: Array) -> Array:
    """Return the mean over the triads of t + 1/t - 2, the determinant of the triad."""
    return mean_over_triads(A, lambda logs: 4.0 * np.sinh(logs / 2.0) ** 2)


@np.errstate(over="ignore")  # as above
def cavallo_dapuzzo(A: Array) -> Array:
    """Return the geometric mean over the triads of max(t, 1/t)."""
    return np.asarray(np.exp(mean_over_triads(A, np.abs)))


def congruence(A: Array) -> Array:
    """Return the mean of |ln a_ij - ln a_ik a_kj| over the pairs and the chains between them."""
    return mean_over_triads(A, np.abs)


def dissonance(A: Array) -> Array:
    """Return the share of chains a_ik · a_kj that say the opposite of the judgment a_ij."""
    logs = np.log(A)
    n = logs.shape[-1]
    opposite = np.zeros(A.shape[:-2])
    for k in range(n):
        chained = logs[..., :, k, None] + logs[..., None, k, :]
        opposite += (logs * chained < -_ROUNDING).sum(axis=(-2, -1))
    return np.asarray(opposite / (n * (n - 1) * (n - 2)))


CONSISTENCY_MEASURES: Registry[ConsistencyMeasure] = Registry(
    "measure of consistency",
    {
        "geometric": ConsistencyMeasure(
            geometric_index,
            "Crawford & Williams (1985), Aguarón & Moreno-Jiménez (2003)",
            threshold=lambda n: {1: 0.0, 2: 0.0, 3: 0.31, 4: 0.35}.get(n, 0.37),
            threshold_source="Aguarón & Moreno-Jiménez (2003), for a consistency ratio of 0.10",
        ),
        "koczkodaj": ConsistencyMeasure(
            koczkodaj,
            "Koczkodaj (1993)",
            threshold=lambda n: 1 / 3,
            threshold_source="the usual third, after Koczkodaj (1993)",
        ),
        "harmonic": ConsistencyMeasure(harmonic, "Stein & Mizzi (2007)"),
        "golden-wang": ConsistencyMeasure(golden_wang, "Golden & Wang (1989)"),
        "salo-hamalainen": ConsistencyMeasure(salo_hamalainen, "Salo & Hämäläinen (1997)"),
        "relative-error": ConsistencyMeasure(relative_error, "Barzilai (1998)"),
        "cosine": ConsistencyMeasure(
            cosine,
            "Kou & Lin (2014)",
            consistent=1.0,
            threshold=lambda n: 0.90,
            threshold_source="Kou & Lin (2014)",
        ),
        "triad-determinant": ConsistencyMeasure(triad_determinant, "Peláez & Lamata (2003)"),
        "cavallo-dapuzzo": ConsistencyMeasure(cavallo_dapuzzo, "Cavallo & D'Apuzzo (2009)", consistent=1.0),
        "congruence": ConsistencyMeasure(congruence, "Siraj, Mikhailov & Keane (2015)"),
        "dissonance": ConsistencyMeasure(dissonance, "Siraj, Mikhailov & Keane (2015)"),
    },
)
"""Measures by name."""
