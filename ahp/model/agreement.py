"""How far the participants of a group agree, by name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ahp.core.agreement import (
    OUTLYING,
    compatibility,
    consensus,
    geometric_compatibility,
    kendall_w,
    kendall_w_test,
    outlyingness,
)
from ahp.core.gate import RNG, Array
from ahp.core.groups import dispersion, dispersion_test
from ahp.core.matrices import from_values
from ahp.model.results import Agreement, Dispersion

_FEWEST = 5  # of three or four, one is always far from the middle


def agreement_of(
    judgments: Array,
    labels: tuple[str, ...],
    participants: Mapping[str, float],
    *,
    own: Array,
    group: Array,
    largest: float,
    draws: int,
    rng: RNG,
) -> Agreement:
    """Return how far participants agree, and who stands apart; see :meth:`ahp.Group.agreement`.

    Parameters
    ----------
    judgments : ndarray, shape (g, n, n)
        NaN where somebody gave no judgment.
    labels : tuple of str
        Names of the items.
    participants : mapping of str to float
        How much each counts, summing to 1.
    own : ndarray, shape (g, n)
        The priorities of each.
    group : ndarray, shape (n,)
        Those of all together.
    largest : float
        The largest judgment of the scale.
    draws, rng
        How many random groups, and what they are drawn with.
    """
    weights = list(participants.values())
    # Where somebody gave no judgment, their own priorities speak for them.
    filled = np.where(np.isnan(judgments), own[:, :, None] / own[:, None, :], judgments)
    n = len(labels)
    spread, chance = dispersion(judgments), dispersion_test(judgments, draws=draws, rng=rng)
    near = compatibility(from_values(own), from_values(group)).tolist()
    far = outlyingness(own) > OUTLYING
    return Agreement(
        consensus=float(consensus(own, weights, largest=largest)),
        kendall_w=float(kendall_w(own)),
        kendall_p=float(kendall_w_test(own, draws=draws, rng=rng)),
        geometric_compatibility=float(np.dot(weights, geometric_compatibility(filled, group))),
        compatibility=tuple(zip(participants, near, strict=True)),
        dispersions=tuple(
            Dispersion(labels[i], labels[j], float(spread[i, j]), float(chance[i, j]))
            for i in range(n)
            for j in range(i + 1, n)
        ),
        outlying=tuple(
            name for name, apart in zip(participants, far, strict=True) if apart and len(far) >= _FEWEST
        ),
    )
