"""Where in the space of two or three weights each alternative is first."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array
from ahp.core.vectors import finite_array
from ahp.errors import JudgmentError

_EDGE = 1e-12


def winner_regions(scores: npt.ArrayLike) -> list[Array]:
    """Return for each alternative the weights with which no other scores more.

    Scores are linear in the weights, so each region is convex: the segment or triangle of all weights, cut
    by one half-plane for each rival.

    Parameters
    ----------
    scores : array_like, shape (n, d)
        The score of each alternative with all weight on each of d = 2 or 3 criteria.

    Returns
    -------
    list of ndarray, each of shape (corners, d)
        Corners as weights summing to 1, in order around the region; empty where it has no extent.

    Raises
    ------
    JudgmentError
        If the scores are no table of finite numbers with 2 or 3 columns.

    Examples
    --------
    >>> winner_regions([[3.0, 1.0], [1.0, 1.0], [1.0, 3.0]])[0]
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    table = finite_array(scores, "scores of the alternatives", axes=2)
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise JudgmentError(
            f"scores are a row for each alternative, with 2 or 3 criteria; found the shape {table.shape}"
        )
    n, d = table.shape
    near = _EDGE * np.abs(table).max(initial=0.0)
    found = []
    for i in range(n):
        leads = table[i] - table
        if (leads < -near).all(axis=1).any():  # somebody scores more whatever the weights
            found.append(np.empty((0, d)))
            continue
        corners, rival = np.eye(d), 0
        while len(corners) and rival < n:
            # What surely scores less at every corner cuts nothing off.
            doubtful = np.flatnonzero((leads[rival:] @ corners.T <= near).any(axis=1))
            if not len(doubtful):
                break
            rival += int(doubtful[0])
            if rival != i:
                corners = _clipped(corners, leads[rival])
            rival += 1
        found.append(corners if _extent(corners) > _EDGE else np.empty((0, d)))
    return found


def _clipped(corners: Array, normal: Array) -> Array:
    """Return the part of a convex region where normal · weights ≥ 0 (Sutherland & Hodgman 1974)."""
    side = corners @ normal
    kept = []
    for p, q, at, after in zip(corners, np.roll(corners, -1, 0), side, np.roll(side, -1), strict=True):
        if at >= 0:
            kept.append(p)
        if (at < 0) != (after < 0) and at != after:
            crossing = p + (q - p) * (at / (at - after))
            if not any(np.abs(crossing - corner).max() <= _EDGE for corner in kept):
                kept.append(crossing)
    return np.array(kept) if kept else np.empty((0, corners.shape[1]))


def _extent(corners: Array) -> float:
    """Return the length of a segment or twice the area of a polygon, over that of all weights."""
    if len(corners) < corners.shape[1]:
        return 0.0
    if corners.shape[1] == 2:
        return float(np.ptp(corners[:, 0]))
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)))


def region_shares(regions: list[Array]) -> Array:
    """Return the share of all weights that each region holds: how often each is first, weights being uniform.

    Returns
    -------
    ndarray, shape (n,)
    """
    return np.array([_extent(corners) for corners in regions])
