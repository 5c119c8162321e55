"""Draws of what repeated runs might have said: how the mean of few runs scatters.

With three to ten runs the plain percentile bootstrap is too sure of itself: it draws from the few values that
were seen, and never from between or beyond them. The draws here have the spread of Student's t.
"""

from __future__ import annotations

import numpy as np

from ahp.core.arguments import RNG, generator_of, level_of, whole_number
from ahp.core.matrices import Array, as_floats
from ahp.core.vectors import finite_array
from ahp.errors import JudgmentError

_BLOCK = 2**23  # normal numbers at once, 64 MiB
_ENDS = 0.4  # of what lies beyond an interval: as rare are the draws whose scale is held back


def t_displacements(
    deviations: Array, draws: int, *, runs: int, rng: RNG = None, level: float = 0.95
) -> Array:
    """Return draws of the mean of runs less its estimate, jointly t-distributed.

    With u the units that vary independently (runs, or blocks of runs) and e_u their deviations from the
    mean, a draw is Σ_u z_u e_u · √u / (runs · √χ²) with normal z and χ² of u - 1 degrees of freedom. Each
    component is then distributed as s/√u · t_(u-1), the posterior of a normal mean under the Jeffreys prior
    (Jeffreys 1961, section 3.4) and the distribution behind Student's interval (1908); components keep the
    correlation that the runs have, since all share z and χ². For sums over blocks of equal size it is the
    cluster-robust variance with u/(u - 1) (Liang & Zeger 1986).

    Two degrees of freedom put one draw in a thousand 22 standard errors away, where no measurement is. It
    has no bearing on an interval, but makes a gain that is far above the noise look as if it might be none.
    So no χ² is taken smaller than its quantile at 0.4 (1 - level): 2 % at 95 %, by which the interval of a
    single mean holds 94.8 % instead.

    Parameters
    ----------
    deviations : ndarray, shape (u, d)
        For each unit the sum over its runs of the deviation from the mean of all runs, in d components.
        NaN in a component that has no runs, whose draws are then NaN.
    draws : int
    runs : int
        How many runs the mean is over; u, unless units are blocks of several.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.
    level : float
        Of the intervals that will be made of the draws.

    Returns
    -------
    ndarray, shape (draws, d)
        A view in which the draws of a component lie next to each other in memory, as every later step over
        draws wants them.

    Examples
    --------
    >>> drawn = t_displacements(np.array([[-1.0], [0.0], [1.0]]), 100_000, runs=3, rng=0)
    >>> width = np.quantile(drawn, 0.975) * 3**0.5  # s = 1
    >>> bool(abs(width - 4.303) < 0.2)  # Student's t with 2 degrees of freedom
    True
    """
    deviations = _deviations(deviations, least=2)
    draws, generator = whole_number(draws, "the number of draws", least=1), generator_of(rng)
    runs, level = whole_number(runs, "the number of runs", least=1), level_of(level)
    units = len(deviations)
    step = max(1, _BLOCK // draws)  # the draws are the same but for rounding, however many are held at once
    drawn: Array = deviations[:step].T @ generator.standard_normal((min(step, units), draws))
    for start in range(step, units, step):
        block = deviations[start : start + step]
        drawn += block.T @ generator.standard_normal((len(block), draws))
    squares = generator.chisquare(units - 1, draws)
    np.maximum(squares, np.quantile(squares, _ENDS * (1.0 - level)), out=squares)
    drawn *= np.sqrt(units / squares) / runs
    return drawn.T


def bootstrap_displacements(deviations: Array, draws: int, *, rng: RNG = None) -> Array:
    """Return the same from the plain bootstrap: runs drawn with replacement (Efron 1979).

    It is here to be compared with; its intervals are too narrow for few runs.

    Parameters
    ----------
    deviations : ndarray, shape (runs, d)
    draws, rng
        As for :func:`t_displacements`.

    Returns
    -------
    ndarray, shape (draws, d)

    Examples
    --------
    >>> drawn = bootstrap_displacements(np.array([[-1.0], [1.0]]), 100, rng=0)
    >>> sorted(set(drawn[:, 0].tolist()))
    [-1.0, 0.0, 1.0]
    """
    deviations = _deviations(deviations, least=1)
    draws, generator = whole_number(draws, "the number of draws", least=1), generator_of(rng)
    runs = len(deviations)
    counts = generator.multinomial(runs, np.full(runs, 1.0 / runs), size=draws)
    drawn: Array = (counts @ deviations) / runs
    return drawn


def _deviations(given: Array, least: int) -> Array:
    found = as_floats(given)
    finite_array(np.where(np.isnan(found), 0.0, found), "deviations", axes=2)
    if found.ndim != 2 or len(found) < least:
        raise JudgmentError(f"deviations are (u, d), of at least {least} units; found {found.shape}")
    return found
