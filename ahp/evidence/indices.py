"""Indices: how a measured value becomes a criterion value that grows with its merit.

Everything starts from r, the value relative to the baseline, turned so that it grows with the merit: more
benefit, or more cost (Suharjito & Kurnadi 2017, section 2.3, give the published rule).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ahp.core.gate import Array
from ahp.errors import StudyError, quoted
from ahp.report.phrases import study as phrases
from ahp.terms import Better, Index, Merit

NOTHING = 1e-12
"""A gain below this is rounding of equal values (0.1 + 0.2 against 0.3), not a gain."""


class Form(NamedTuple):
    """What an index is of a relative r: r + constant, or constant - 1/r where it is reciprocal."""

    constant: float = 0.0
    reciprocal: bool = False


FORMS = {
    Index.RELATIVE: Form(),
    Index.VALUE: Form(),
    Index.IMPROVEMENT: Form(-1.0),
    Index.OVERHEAD: Form(-1.0),
    Index.SAVING: Form(1.0, reciprocal=True),
}
"""How index values move with a measured number, which margins and digits are computed by."""


def relatives(x: Array, reference: Array | float, better: Better, merit: Merit) -> Array:
    """Return r: x/x₀ for a benefit where higher is better and a cost where lower is, x₀/x otherwise.

    Parameters
    ----------
    x : ndarray, shape (..., n)
        Positive values of the alternatives.
    reference : ndarray, shape (..., 1), or float
        The baseline's value; 1 where none is needed.

    Examples
    --------
    >>> relatives(np.array([40.0, 160.0]), 80.0, Better.LOWER, Merit.BENEFIT)
    array([2. , 0.5])
    """
    gain = merit in (Merit.BENEFIT, Merit.OPPORTUNITY)
    straight = (better is Better.HIGHER) == gain
    return np.asarray(x / reference if straight else reference / x)


def index_values(index: Index, r: Array) -> Array:
    """Return the index of relatives: r - 1, 1 - 1/r or r itself.

    Examples
    --------
    >>> index_values(Index.SAVING, np.array([1.6, 4.0]))
    array([0.375, 0.75 ])
    >>> index_values(Index.OVERHEAD, np.array([1.125]))
    array([0.125])
    """
    values = np.array(r)
    turn(index, values)
    return values


def turn(index: Index, r: Array) -> None:
    """Turn relatives into their index where they stand."""
    constant, reciprocal = FORMS[index]
    if reciprocal:
        np.divide(1.0, r, out=r)
        np.subtract(constant, r, out=r)
    elif constant:
        r += constant


def relatives_from(index: Index, values: Array) -> Array:
    """Return the relatives of which these are the index: the way back from :func:`index_values`.

    Examples
    --------
    >>> relatives_from(Index.SAVING, np.array([0.375, 0.75]))
    array([1.6, 4. ])
    """
    constant, reciprocal = FORMS[index]
    return np.asarray(1.0 / (constant - values) if reciprocal else values - constant)


def is_positive(index: Index, r: Array) -> bool:
    """Return whether an index of relatives, shape (n,), is positive for all, so that the rule takes it.

    Examples
    --------
    >>> is_positive(Index.SAVING, np.array([1.5, 2.0])), is_positive(Index.SAVING, np.array([1.0, 2.0]))
    (True, False)
    """
    return bool((index_values(index, r) > NOTHING).all())


def turn_by_rule(first: Index, r: Array) -> None:
    """Turn relatives, shape (..., n), where they stand, by the published rule in each batch by itself.

    They become the index that the rule tries first where it is positive for all n, and stay as they are else.

    Examples
    --------
    >>> r = np.array([[1.5, 2.0], [0.9, 2.0]])
    >>> turn_by_rule(Index.IMPROVEMENT, r)
    >>> r
    array([[0.5, 1. ],
           [0.9, 2. ]])
    """
    least = np.minimum.reduce(r, axis=-1, keepdims=True)
    turn(first, least)
    gained = least > NOTHING
    if gained.all():
        turn(first, r)
    elif gained.any():  # all are turned, and some kept: to turn some alone takes several times as long
        r[...] = np.where(gained, index_values(first, r), r)


def natural(merit: Merit, *, storage: bool) -> Index:
    """Return the index that the published rule tries first."""
    if merit is Merit.COST:
        return Index.OVERHEAD
    return Index.SAVING if storage else Index.IMPROVEMENT


def check(index: Index, merit: Merit, criterion: str, *, storage: bool) -> None:
    """Refuse an index that has no meaning for a criterion.

    Raises
    ------
    StudyError
        If `saving` is asked of a measure that is not space, `overhead` of a benefit, or `improvement` of a
        cost.
    """
    problem = None
    if index is Index.SAVING and (not storage or merit is not Merit.BENEFIT):
        problem = "is a benefit of space: compression_ratio, space_saving or bytes"
    elif index is Index.OVERHEAD and merit is not Merit.COST:
        problem = "belongs to a cost; a benefit has an improvement"
    elif index is Index.IMPROVEMENT and merit is not Merit.BENEFIT:
        problem = "belongs to a benefit; a cost has an overhead"
    if problem:
        raise StudyError(f"criterion {quoted(criterion)}: the index {index.value!r} {problem}")


def choose(
    asked: Index,
    r: Array,
    names: tuple[str, ...],
    *,
    merit: Merit,
    storage: bool,
    word: str,
) -> tuple[Index, str]:
    """Return the index of a criterion, from its relatives in one scenario, and why it is that one.

    Parameters
    ----------
    asked : Index
        What the study or the caller wants; `auto` is the published rule.
    r : ndarray, shape (n,)
        Relatives of the competing alternatives.
    names : tuple of str
        Their names, for the reason.
    word : str
        What the criterion is about, for the reason.

    Raises
    ------
    StudyError
        If the index asked for is not positive for some alternative, which is then named.
    """
    if asked in (Index.RELATIVE, Index.VALUE):
        return asked, phrases.as_asked(asked.value)
    first = natural(merit, storage=storage)
    index = first if asked is Index.AUTO else asked
    values = index_values(index, r)
    bad = [(name, float(value)) for name, value in zip(names, values, strict=True) if value <= NOTHING]
    if not bad:
        return index, phrases.positive(index.value)
    if asked is Index.AUTO:
        return Index.RELATIVE, phrases.relative_because(index.value, bad)
    raise StudyError(
        f"{word}: {phrases.not_positive(index.value, bad)}; the index {index.value!r} needs positive values, "
        "use 'relative' or 'auto'"
    )
