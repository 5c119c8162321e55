"""What stands beside the arrays of a call: single numbers, counts and seeds, checked at the door."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from numbers import Integral, Real
from typing import TypeAlias

import numpy as np

from ahp.errors import StudyError, quoted

LARGEST_NUMBER = sys.float_info.max
"""The largest finite number."""

RNG: TypeAlias = (
    int | Sequence[int] | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None
)
"""What :func:`numpy.random.default_rng` takes: a seed, a source of random numbers, or None for a new one."""

MOST_DRAWS = 10_000_000
"""Half a gigabyte for three alternatives; what a million draws do not tell, more runs do."""


def real_number(
    value: object,
    what: str,
    *,
    above: float = -np.inf,
    least: float = -np.inf,
    below: float = np.inf,
    most: float = LARGEST_NUMBER,
) -> float:
    """Return a number as a float if it lies within the bounds.

    Parameters
    ----------
    value : object
        What was given.
    what : str
        What it is, for the message.
    above, least, below, most : float
        Bounds: greater than, at least, less than, at most. Infinity is let in by `most`.

    Raises
    ------
    StudyError
        If it is no real number, or beyond a bound.

    Examples
    --------
    >>> real_number(2, "the worth", above=0)
    2.0
    >>> real_number("2", "the worth", above=0)
    Traceback (most recent call last):
    ahp.errors.StudyError: the worth is a number greater than 0; found '2'
    """
    plain = _plain(value)
    if isinstance(plain, Real):
        try:
            number = float(plain)
        except OverflowError:  # an integer of many digits
            number = np.nan
        if above < number and least <= number <= most and (number < below or below == np.inf):
            return number
    words = {"greater than": above, "at least": least, "less than": below, "at most": most}
    bounds = [
        f"{word} {bound:g}" for word, bound in words.items() if np.isfinite(bound) and bound < LARGEST_NUMBER
    ]
    kind = " ".join(["a number" if bounds else "a finite number", " and ".join(bounds)]).strip()
    raise StudyError(f"{what} is {kind}; found {quoted(value)}")


def _plain(value: object) -> object:
    """Return what an array of one number holds, and None for what is true or false: that is no number."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    return None if isinstance(value, bool | np.bool_) else value


def whole_number(value: object, what: str, *, least: int, most: float = sys.maxsize) -> int:
    """Return a whole number within the bounds as an int.

    Raises
    ------
    StudyError
        If it is no whole number, or beyond a bound.

    Examples
    --------
    >>> whole_number(3, "the number of draws", least=1)
    3
    >>> whole_number(2.5, "the number of draws", least=1)
    Traceback (most recent call last):
    ahp.errors.StudyError: the number of draws is a whole number, at least 1; found 2.5
    """
    plain = _plain(value)
    if isinstance(plain, Integral) and least <= int(plain) <= most:
        return int(plain)
    bounded = most < sys.maxsize or (isinstance(plain, Integral) and int(plain) > most)
    bound = f"from {least} to {most}" if bounded else f"at least {least}"
    raise StudyError(f"{what} is a whole number, {bound}; found {quoted(value)}")


def draws_of(draws: object, *, least: int = 1) -> int:
    """Return how many random draws are asked for, of which memory holds no end.

    Raises
    ------
    StudyError
        If it is no whole number, less than `least` or more than :data:`MOST_DRAWS`.

    Examples
    --------
    >>> draws_of(10**12)
    Traceback (most recent call last):
    ahp.errors.StudyError: the number of draws is a whole number, from 1 to 10000000; found 1000000000000
    """
    return whole_number(draws, "the number of draws", least=least, most=MOST_DRAWS)


def generator_of(rng: object) -> np.random.Generator:
    """Return the generator of random numbers that :func:`numpy.random.default_rng` makes of it.

    Raises
    ------
    StudyError
        If it is neither None, a whole number, 0 or more, or several, nor a source of random numbers.

    Examples
    --------
    >>> print(generator_of(0).integers(10), generator_of(np.random.default_rng(0)).integers(10))
    8 8
    """
    given = rng.item() if isinstance(rng, np.ndarray) and rng.ndim == 0 else rng
    parts = given if isinstance(given, Sequence | np.ndarray) else [given]
    # NumPy reads digits in text, counts True as 1 and flattens what is nested.
    odd = isinstance(given, bytes) or any(
        isinstance(part, str | bool | np.bool_ | Sequence | np.ndarray) for part in parts
    )
    if not odd:
        try:
            return np.random.default_rng(given)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            pass
    raise StudyError(
        f"rng is None, a seed (a whole number, 0 or more, or several), or a SeedSequence, BitGenerator or "
        f"Generator of numpy.random; found {quoted(rng)}"
    )


def workers_of(workers: object) -> int:
    """Return how many threads may work: for None as many as processors that this process may use.

    Raises
    ------
    StudyError
        If it is neither None nor a whole number of at least 1.

    Examples
    --------
    >>> workers_of(2)
    2
    """
    if workers is not None:
        return whole_number(workers, "the number of workers", least=1)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def level_of(level: object) -> float:
    """Return the level of an interval, strictly between 0 and 1.

    Raises
    ------
    StudyError
        If it is something else.
    """
    return real_number(level, "the level of an interval", above=0.0, below=1.0)


def bound_of(bound: object) -> float | None:
    """Return the bound of a completion, at least 1; None where there is none.

    Raises
    ------
    StudyError
        If it is something else.
    """
    return None if bound is None else real_number(bound, "the bound of a completion", least=1.0)
