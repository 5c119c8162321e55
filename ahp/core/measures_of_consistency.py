"""Measures of consistency beside the consistency ratio, each with its source and its threshold.

All are functions of checked matrices `(..., n, n)`; memory stays a few times that of the batch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import real_number, whole_number
from ahp.core.closed_forms import residuals, unit_columns
from ahp.core.geometric_means import geometric_mean
from ahp.core.matrices import Array, as_pairwise
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.core.triads import largest_deviation, mean_over_triads, triad_extremes
from ahp.notebook import NotebookFace
from ahp.registry import Registry

Measure: TypeAlias = Callable[[Array], Array]


_ROUNDING = 1e-12


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
        A key of :data:`CONSISTENCY_MEASURES`.

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


def geometric_threshold(n: int, *, ratio: float = 0.10, random_index_table: str = DEFAULT_TABLE) -> float:
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
    scale = random_index(n, random_index_table)
    return 0.0 if n <= 2 else 2.0 * n / (n - 2) * scale * share


def saaty_limit(n: int) -> float:
    """Return the largest consistency ratio that Saaty (1994) accepts: 0.05, 0.08, then 0.10.

    Examples
    --------
    >>> [saaty_limit(n) for n in (3, 4, 5, 9)]
    [0.05, 0.08, 0.1, 0.1]
    """
    return {3: 0.05, 4: 0.08}.get(whole_number(n, "the number of items", least=1), 0.10)


def geometric(A: Array) -> Array:
    """Return GCI = 2/((n-1)(n-2)) Σ_{i<j} ln² e_ij, the residual variance of ln A.

    Its root is the standard deviation of a judgment's error (Crawford & Williams 1985).
    """
    n = A.shape[-1]
    squares = np.log(residuals(A, geometric_mean(A))) ** 2
    total: Array = squares.sum(axis=(-2, -1)) / ((n - 1) * (n - 2))
    return total


def koczkodaj(A: Array) -> Array:
    """Return the largest min(|1 - t|, |1 - 1/t|) over the triads, t = a_ik / (a_ij a_jk)."""
    return np.asarray(-np.expm1(-largest_deviation(A)))


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
    n = A.shape[-1]
    low, high = triad_extremes(A)
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
            geometric,
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
