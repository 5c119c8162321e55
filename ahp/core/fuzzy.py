"""Fuzzy judgments: triangular numbers, from the least to the largest ratio that is possible at all.

Saaty & Tran (2007) argue that fuzzifying judgments adds nothing to their validity. Where only the range of a
judgment is known, interval judgments say so more plainly.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array, as_floats, rounding_of
from ahp.core.reciprocity import RECIPROCITY_TOLERANCE
from ahp.core.vectors import finite_array
from ahp.errors import JudgmentError

LARGEST_CONSTRAINED = 7
"""Items up to which :func:`fuzzy_priorities` tries every corner: 2^15 for seven of them."""


def as_triangular(T: npt.ArrayLike) -> Array:
    """Return triangular fuzzy judgments as a float array after checking them.

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        For each pair the least, the most plausible and the largest ratio; for the turned pair the
        reciprocals in turned order; (1, 1, 1) on the diagonal.

    Returns
    -------
    ndarray, shape (..., n, n, 3)
        The same numbers; of float32, the nearest ones that are reciprocal.

    Raises
    ------
    JudgmentError
        If an entry is no triangular number, or contradicts that of the turned pair.

    Examples
    --------
    >>> as_triangular([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]])[0, 1]
    array([2., 3., 4.])
    """
    found = as_floats(T)
    if found.ndim < 3 or found.shape[-1] != 3 or found.shape[-2] != found.shape[-3] or found.shape[-2] == 0:
        raise JudgmentError(f"fuzzy judgments are n × n triples, (…, n, n, 3); found {found.shape}")
    rounding = rounding_of(T)
    tolerance = max(RECIPROCITY_TOLERANCE, rounding)
    with np.errstate(invalid="ignore", divide="ignore"):
        ordered = (found > 0).all(axis=-1) & np.isfinite(found).all(axis=-1)
        ordered &= (np.diff(found, axis=-1) >= 0).all(axis=-1)
        turned = np.abs(np.log(found) + np.log(found.swapaxes(-2, -3)[..., ::-1])).max(axis=-1) <= tolerance
    for right, problem in (
        (ordered, "is no triangular number: 0 < least ≤ plausible ≤ largest"),
        (turned, "contradicts that of the turned pair: needed are the reciprocals in turned order"),
    ):
        if not right.all():
            at = tuple(int(i) for i in np.argwhere(~right)[0])
            raise JudgmentError(
                f"a{list(at)} = {tuple(found[at].tolist())} {problem}", row=at[-2], column=at[-1]
            )
    return np.asarray(np.sqrt(found / found.swapaxes(-2, -3)[..., ::-1])) if rounding else found


def fuzzy_priorities(T: npt.ArrayLike) -> Array:
    """Return the fuzzy priorities by constrained arithmetic (Krejčí, Pavlačka & Talašová 2017).

    The least and the largest priority of an item are those over all reciprocal matrices inside the
    triangles, by row geometric means. Arithmetic on the triangles themselves (:func:`fuzzy_geometric_means`)
    forgets that a_ji is 1 / a_ij and that priorities sum to 1, and overstates the spread.

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments, n ≤ 7: every corner of the other items' judgments is tried.

    Returns
    -------
    ndarray, shape (..., n, 3)
        Least, most plausible and largest priority of each item; the most plausible ones sum to 1.

    Raises
    ------
    JudgmentError
        If a judgment is no triangular number, or n is larger than 7.

    Examples
    --------
    >>> fuzzy_priorities([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]]).round(4)
    array([[0.6667, 0.75  , 0.8   ],
           [0.2   , 0.25  , 0.3333]])
    """
    triangles = as_triangular(T)
    n = triangles.shape[-2]
    if n > LARGEST_CONSTRAINED:
        raise JudgmentError(
            f"constrained fuzzy arithmetic tries 2^((n-1)(n-2)/2) corners and takes at most "
            f"{LARGEST_CONSTRAINED} items; found {n}: use interval judgments, whose bounds have a closed form"
        )
    logs = np.log(triangles)
    modal = np.exp(logs[..., 1].mean(axis=-1))
    found = np.empty((*triangles.shape[:-3], n, 3))
    found[..., 1] = modal / modal.sum(axis=-1, keepdims=True)
    for i in range(n):
        others = [k for k in range(n) if k != i]
        # Low for item i makes the others' ratios to it high: w_i is least when its row is low and the sum of
        # the others' row means largest, a convex function of their judgments, so at a corner.
        for end, sign in ((0, 1.0), (2, -1.0)):
            row = logs[..., i, :, end].sum(axis=-1) / n
            sums = _other_rows(logs, i, others, end, sign)
            found[..., i, end] = np.exp(row) / (np.exp(row) + sums)
    return found


def _other_rows(logs: Array, i: int, others: list[int], end: int, sign: float) -> Array:
    """Return the extreme sum of the other items' row means, over all corners of their judgments."""
    n = logs.shape[-3]
    opposite = 2 - end
    base = logs[..., others, i, opposite]  # their judgments on item i, fixed by its row
    inner = [(a, b) for a in range(n - 1) for b in range(a + 1, n - 1)]
    best = np.full(logs.shape[:-3], -np.inf)
    for corner in product((0, 2), repeat=len(inner)):
        rows = base.copy()
        for (a, b), pick in zip(inner, corner, strict=True):
            judged = logs[..., others[a], others[b], pick]
            rows[..., a] += judged
            rows[..., b] -= judged
        np.maximum(best, sign * np.exp(rows / n).sum(axis=-1), out=best)
    return sign * best


def fuzzy_geometric_means(T: npt.ArrayLike) -> Array:
    """Return the fuzzy priorities of Buckley (1985): row geometric means of triangles, divided crosswise.

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments.

    Returns
    -------
    ndarray, shape (..., n, 3)
        (g_l / Σ g_u, g_m / Σ g_m, g_u / Σ g_l). The spread is overstated: the arithmetic forgets reciprocity
        and that priorities sum to 1 (:func:`fuzzy_priorities` does not).

    Examples
    --------
    >>> fuzzy_geometric_means([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]]).round(4)
    array([[0.5224, 0.75  , 1.0448],
           [0.1847, 0.25  , 0.3694]])
    """
    means = np.exp(np.log(as_triangular(T)).mean(axis=-2))
    return np.asarray(means / means.sum(axis=-2, keepdims=True)[..., ::-1])


def centroids(fuzzy: npt.ArrayLike) -> Array:
    """Return fuzzy priorities as plain ones: the centroids of the triangles, summing to 1.

    Parameters
    ----------
    fuzzy : array_like, shape (..., n, 3)

    Returns
    -------
    ndarray, shape (..., n)

    Examples
    --------
    >>> centroids([[0.6, 0.75, 0.9], [0.2, 0.25, 0.3]])
    array([0.75, 0.25])
    """
    triangles = finite_array(fuzzy, "fuzzy priorities", axes=2, above=0.0)
    if triangles.shape[-1] != 3:
        raise JudgmentError(f"fuzzy priorities are n triples, (…, n, 3); found {triangles.shape}")
    middle = triangles.mean(axis=-1)
    return np.asarray(middle / middle.sum(axis=-1, keepdims=True))


def extent_analysis(T: npt.ArrayLike) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the weights of Chang's extent analysis (1996), and which of them the method has lost.

    Only for comparison with results that others got by it. Its weights are degrees of possibility that an
    item is the largest, not its importance: it gives 0 to items that every judgment supports, and is not
    exact even where the judgments are consistent (Wang, Luo & Hua 2008).

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments.

    Returns
    -------
    weights : ndarray, shape (..., n)
        Summing to 1.
    lost : ndarray of bool, shape (..., n)
        Where the weight is 0 though no judgment gives the item a ratio of 0.

    Examples
    --------
    >>> T = [[[1, 1, 1], [2, 3, 4], [3, 4, 5]], [[1/4, 1/3, 1/2], [1, 1, 1], [1, 2, 3]],
    ...      [[1/5, 1/4, 1/3], [1/3, 1/2, 1], [1, 1, 1]]]
    >>> weights, lost = extent_analysis(T)
    >>> weights.round(5), lost
    (array([0.81635, 0.18365, 0.     ]), array([False, False,  True]))
    """
    triangles = as_triangular(T)
    rows = triangles.sum(axis=-2)
    extents = rows / rows.sum(axis=-2, keepdims=True)[..., ::-1]
    l_k, m_k = extents[..., None, :, 0], extents[..., None, :, 1]
    m_i, u_i = extents[..., :, None, 1], extents[..., :, None, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        overlap = (l_k - u_i) / ((m_i - u_i) - (m_k - l_k))
    possible = np.where(m_i >= m_k, 1.0, np.where(l_k >= u_i, 0.0, overlap))
    least = possible.min(axis=-1)
    weights = np.asarray(least / least.sum(axis=-1, keepdims=True))
    return weights, weights == 0
