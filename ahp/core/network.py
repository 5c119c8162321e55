"""Networks: what influences what, followed to the end (the analytic network process, Saaty 2005).

A supermatrix W has in column j the priorities with which the other nodes influence node j. Weighted by
clusters its columns sum to 1, and its powers follow influence along ever longer paths. Where these settle,
the limit of the powers is taken; where they turn in a circle, their mean over it. Both are one projection,
found by taking one node after the other out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, as_floats, finite_array, refuse_first, rounding_of, whole_number
from ahp.core.matrices import reached_by
from ahp.errors import ConvergenceError, JudgmentError, one_line

COLUMN_TOLERANCE = 1e-9
"""How far the sum of a column of a stochastic matrix may be from 1; in float32, as far as rounding goes."""


def weighted_supermatrix(
    supermatrix: npt.ArrayLike, clusters: npt.ArrayLike, cluster_weights: npt.ArrayLike | None = None
) -> Array:
    """Return the column-stochastic supermatrix: blocks times cluster weights, columns summing to 1.

    Parameters
    ----------
    supermatrix : array_like, shape (..., n, n)
        Local priorities: column j holds, cluster by cluster, the priorities of the nodes that influence node
        j; 0 where there is no influence. Each block of a column sums to 1 or 0.
    clusters : array_like of int, shape (n,)
        The cluster of each node, from 0.
    cluster_weights : array_like, shape (..., m, m), optional
        Column c holds how much each cluster influences cluster c. Equal unless given.

    Returns
    -------
    ndarray, shape (..., n, n)
        Weights count among the clusters that a column reaches (Saaty 2005): columns sum to 1, or to 0 for a
        node that nothing influences.

    Raises
    ------
    JudgmentError
        If the shapes do not fit, an entry is negative or not finite, or the clusters that influence a node
        have no weight.

    Examples
    --------
    >>> W = [[0, 0, 0.7], [0, 0, 0.3], [1, 1, 0]]
    >>> weighted_supermatrix(W, clusters=[0, 0, 1], cluster_weights=[[0, 1], [1, 0]])
    array([[0. , 0. , 0.7],
           [0. , 0. , 0.3],
           [1. , 1. , 0. ]])
    """
    W = _checked(supermatrix)
    n = W.shape[-1]
    of = _clusters(clusters, n)
    m = int(of.max()) + 1
    C = np.ones((m, m)) if cluster_weights is None else _checked(cluster_weights)
    if C.shape[-1] != m:
        raise JudgmentError(f"{m} clusters need {m} × {m} weights; found {C.shape[-2]} × {C.shape[-1]}")
    weighted = W * C[..., of[:, None], of[None, :]]
    sums = weighted.sum(axis=-2, keepdims=True)
    refuse_first(
        (sums[..., 0, :] == 0) & (W.sum(axis=-2) > 0),
        lambda at: (
            f"the clusters that influence node {at[-1]} all have weight 0 on its cluster; give one a weight"
        ),
        axes=("column",),
    )
    return np.asarray(np.divide(weighted, sums, out=np.zeros(weighted.shape), where=sums > 0))


def limit_matrix(stochastic: npt.ArrayLike) -> Array:
    """Return the limit of the powers of stochastic matrices, or of their mean where they turn in a circle.

    Parameters
    ----------
    stochastic : array_like, shape (..., n, n)
        Columns sum to 1. A column of zeros, a node that nothing influences, keeps its own priority: 1 is put
        on its diagonal, as for the alternatives of a hierarchy.

    Returns
    -------
    ndarray, shape (..., n, n)
        lim (1/k) Σ W^k, the projection on the eigenvalue 1 (the Cesàro limit): of a primitive W every column
        is its one priority vector; of an irreducible but periodic one likewise; of a reducible one with
        several final classes the columns differ, and that of the goal is to be read.

    Raises
    ------
    JudgmentError
        If an entry is negative or a column sums neither to 1 nor to 0.
    ConvergenceError
        If influence passes so rarely from one part to another that no number is small enough for it (less
        than once in 10³⁰⁰ steps). The message names the matrix.

    Notes
    -----
    State reduction (Grassmann, Taksar & Heyman 1985): a node is taken out, and what passes through it is
    given to those that it passes between. A node that passes nothing on to those left stands for a final
    class. Nothing is subtracted, so every entry has nearly all its digits however rarely influence passes,
    and what cannot be reached is exactly 0.

    Examples
    --------
    >>> limit_matrix([[0.0, 1.0], [1.0, 0.0]])
    array([[0.5, 0.5],
           [0.5, 0.5]])
    >>> limit_matrix([[1 - 1e-14, 2e-14], [1e-14, 1 - 2e-14]]).round(4)
    array([[0.6667, 0.6667],
           [0.3333, 0.3333]])
    """
    W = _stochastic(stochastic)
    found = np.empty(W.shape)
    for at in np.ndindex(W.shape[:-2]):
        try:
            found[at] = _limit(W[at])
        except FloatingPointError:
            where = f" {list(at)}" if at else ""
            raise ConvergenceError(
                f"influence passes too rarely from one part of the supermatrix{where} to another", W[at]
            ) from None
    return found


def _limit(W: Array) -> Array:
    """Return the limit of one matrix; raises FloatingPointError where a product is too small for a number."""
    n = len(W)
    passed = W.T.copy()  # from each to each
    onward, visits = np.zeros((n, n)), np.zeros((n, n))
    final: list[int] = []
    with np.errstate(under="raise", over="raise"):
        for k in range(n - 1, -1, -1):
            total = passed[k, :k].sum() + passed[k, final].sum()
            if total == 0.0:
                final.append(k)
                continue
            for left in (slice(k), final):
                onward[k, left] = passed[k, left] / total
                passed[:k, left] += passed[:k, k, None] * onward[k, left]
            visits[:k, k] = passed[:k, k] / total
        # Back in: in which final class each node's influence ends, and the priorities within each class.
        ends, shares = np.zeros((n, len(final))), np.zeros((len(final), n))
        ends[final, np.arange(len(final))] = shares[np.arange(len(final)), final] = 1.0
        for k in range(n):
            if k not in final:
                ends[k] = (onward[k, :, None] * ends).sum(axis=0)
                shares[:, k] = (shares * visits[:, k]).sum(axis=1)
        shares /= shares.sum(axis=1, keepdims=True)
    limit = (ends @ shares).T
    return np.asarray(limit / limit.sum(axis=0))


def with_influence(stochastic: npt.ArrayLike, node: int, share: npt.ArrayLike) -> Array:
    """Return the matrices in which one node has less, or more, of a say (row sensitivity of a network).

    Parameters
    ----------
    stochastic : array_like, shape (..., n, n)
        Columns sum to 1, or to 0.
    node : int
        Whose row moves.
    share : array_like, shape (...)
        0.5 leaves the row as it is; towards 0 it vanishes in proportion, towards 1 its complement does: every
        entry between 0 and 1 becomes 1.

    Returns
    -------
    ndarray, shape (..., n, n)
        What else influences a column keeps its proportions. Entries of 0 and of 1 stay: nothing is said of
        nodes that never had a say, and where nothing else has one there is none to give.

    Raises
    ------
    JudgmentError
        If a matrix is not stochastic, or a share lies beyond 0 and 1.
    StudyError
        If there is no such node.

    Examples
    --------
    >>> with_influence([[0.2, 0.5], [0.8, 0.5]], 0, [0.25, 0.75]).round(2)
    array([[[0.1 , 0.25],
            [0.9 , 0.75]],
    <BLANKLINE>
           [[0.6 , 0.75],
            [0.4 , 0.25]]])
    """
    W = _stochastic(stochastic)
    node = whole_number(node, "the position of a node", least=0, most=W.shape[-1] - 1)
    p = finite_array(share, "shares of influence", axes=0, least=0.0)
    refuse_first(p > 1.0, lambda at: f"a share of influence is at most 1; found {p[at]:g}", p)
    try:
        batch = np.broadcast_shapes(W.shape[:-2], p.shape)
    except ValueError:
        raise JudgmentError(
            f"there is a share of influence for each matrix; found {p.shape} and {W.shape[:-2]}"
        ) from None
    row, p = W[..., node, :], p[..., None]
    moved = np.where(p <= 0.5, 2.0 * p * row, 1.0 - 2.0 * (1.0 - p) * (1.0 - row))
    moved = np.where((row > 0.0) & (row < 1.0), moved, row)
    left = np.divide(1.0 - moved, 1.0 - row, out=np.ones(moved.shape), where=row < 1.0)
    found = np.broadcast_to(W, (*batch, *W.shape[-2:])) * left[..., None, :]
    found[..., node, :] = moved
    return np.asarray(found)


def is_periodic(stochastic: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Say of each column-stochastic matrix whether its powers turn in a circle instead of settling.

    Parameters
    ----------
    stochastic : array_like, shape (..., n, n)

    Returns
    -------
    ndarray of bool, shape (...)
        Whether the limit is not that of the powers themselves, only of their mean.

    Examples
    --------
    >>> print(is_periodic([[0.0, 1.0], [1.0, 0.0]]), is_periodic([[0.5, 1.0], [0.5, 0.0]]))
    True False
    """
    passed: npt.NDArray[np.bool_] = _stochastic(stochastic) > 0
    n = passed.shape[-1]
    reached = reached_by(passed | np.eye(n, dtype=bool))
    final = np.logical_not((reached & ~reached.swapaxes(-1, -2)).any(axis=-2, keepdims=True))
    # Within a class without a circle all reach all in (n - 1)² + 1 steps (Wielandt 1950), and in any more.
    for _ in range(2 * n.bit_length()):
        passed = np.asarray(passed.astype(np.float32) @ passed.astype(np.float32) > 0)
    alike = reached & reached.swapaxes(-1, -2) & final
    return np.asarray((alike & ~passed).any(axis=(-2, -1)))


def cluster_priorities(limit: npt.ArrayLike, clusters: npt.ArrayLike) -> Array:
    """Return priorities normalised within each cluster.

    Parameters
    ----------
    limit : array_like, shape (..., n)
        Priorities of all nodes: a column of the limit matrix.
    clusters : array_like of int, shape (n,)
        The cluster of each node, from 0.

    Returns
    -------
    ndarray, shape (..., n)
        Summing to 1 within each cluster that has any priority, 0 throughout one that has none.

    Examples
    --------
    >>> cluster_priorities([0.1, 0.3, 0.6], [0, 0, 1])
    array([0.25, 0.75, 1.  ])
    """
    p = finite_array(limit, "priorities of nodes", least=0.0)
    of = _clusters(clusters, p.shape[-1])
    found = np.zeros(p.shape)
    for cluster in np.unique(of):
        here = of == cluster
        sums = p[..., here].sum(axis=-1, keepdims=True)
        found[..., here] = np.divide(p[..., here], sums, out=np.zeros(p[..., here].shape), where=sums > 0)
    return found


def _clusters(given: npt.ArrayLike, n: int) -> npt.NDArray[np.intp]:
    """Return the cluster of each of n nodes."""
    found = as_floats(given)
    if found.shape != (n,) or not ((found >= 0) & (found < n)).all() or (found % 1 != 0).any():
        raise JudgmentError(
            f"{n} nodes need {n} clusters, whole numbers from 0 to {n - 1}; found {one_line(given, 60)}"
        )
    return found.astype(np.intp)


def _checked(given: npt.ArrayLike) -> Array:
    W = as_floats(given)
    if W.ndim < 2 or W.shape[-1] != W.shape[-2] or W.shape[-1] == 0:
        raise JudgmentError(f"a supermatrix is square, with at least one node; found {W.shape}")
    refuse_first(
        ~((W >= 0) & np.isfinite(W)),
        lambda at: f"w{list(at)} = {W[at]}; influence is a finite number, 0 or more",
        W,
    )
    return W


def _stochastic(given: npt.ArrayLike) -> Array:
    """Return matrices whose columns sum to 1 exactly, a node that nothing influences keeping its own."""
    W = _checked(given)
    n = W.shape[-1]
    sums = W.sum(axis=-2)
    idle = sums == 0
    # Whoever divides n numbers of few digits by their sum is off by as many roundings.
    tolerance = max(COLUMN_TOLERANCE, n * rounding_of(given))
    refuse_first(
        ~(idle | (np.abs(sums - 1.0) <= tolerance)),
        lambda at: (
            f"column {at[-1]} sums to {sums[at]:.10g}; columns of a stochastic matrix sum to 1, or to 0 for "
            f"a node that nothing influences; weight its clusters first"
        ),
        sums,
        axes=("column",),
    )
    found = W / np.where(idle, 1.0, sums)[..., None, :]
    diagonal = np.arange(n)
    found[..., diagonal, diagonal] += idle
    return np.asarray(found)
