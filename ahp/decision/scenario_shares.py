"""How often each rule over scenarios says what, over drawn measurements.

The draws of all scenarios are needed together, but never all draws: they are made in blocks, which together
take no more memory than the draws of one scenario do elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ahp.core.choice import expected_value, hurwicz_shares, is_dominated, largest_regret, worst_case
from ahp.core.gate import Array
from ahp.decision.draws import drawn
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.trends import Line, ways_along
from ahp.decision.uncertainty import Question
from ahp.decision.unknown_scenario import (
    Positions,
    Truths,
    comparable_value,
    for_the_unknown,
    not_worse,
    relatives_of,
)

_BLOCK = 2**23  # drawn numbers of all scenarios at once

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Shares:
    """In which share of the draws something is so, for each alternative; None where there are no draws.

    Attributes
    ----------
    never_worse, dominated : tuple of float, or None
    maximin, minimax_regret, expected, unknown : tuple of float, or None
        How often the rule chooses each.
    hurwicz : tuple of (tuple of float, or None)
        For each range of pessimism; None where it has no width, too.
    trends : tuple of (tuple of float, or None)
        For each line, how often each goes the way that it goes at the point.
    """

    hurwicz: tuple[Numbers | None, ...]
    trends: tuple[Numbers | None, ...]
    never_worse: Numbers | None = None
    dominated: Numbers | None = None
    maximin: Numbers | None = None
    minimax_regret: Numbers | None = None
    expected: Numbers | None = None
    unknown: Numbers | None = None


def shares_of(
    matrices: Sequence[DecisionMatrix],
    names: Sequence[str],
    weights: Array,
    pessimism: Sequence[tuple[float, float]],
    lines: Sequence[tuple[Line, Positions]],
    question: Question,
) -> Shares:
    """Return how often each rule says what; nothing where runs are lacking or no confidence is asked for.

    Parameters
    ----------
    matrices : sequence of DecisionMatrix
    names : sequence of str
        The alternatives that all of them have.
    weights : ndarray, shape (s,)
        Of the scenarios.
    pessimism : sequence of (float, float)
        Ranges of it.
    lines : sequence of (Line, ndarray of int)
        Along attributes of the scenarios, and which way each alternative goes at the point.
    question : Question
    """
    if question.level is None or not all(matrix.repeated for matrix in matrices):
        return Shares((None,) * len(pessimism), (None,) * len(lines))
    counted: list[Array] = []
    for values, safe, relatives in _blocks(matrices, names, question):
        said = [
            safe.sum(axis=0),
            is_dominated(values).sum(axis=0),
            _chosen(worst_case(values).argmax(axis=1), names),
            _chosen(largest_regret(values).argmin(axis=1), names),
            _chosen(expected_value(values, weights).argmax(axis=1), names),
            _chosen(for_the_unknown(values, safe), names),
            *(hurwicz_shares(values, *ends).sum(axis=0) for ends in pessimism if ends[0] < ends[1]),
            *((ways_along(line, relatives) == ways).sum(axis=0) for line, ways in lines),
        ]
        counted = said if not counted else [a + b for a, b in zip(counted, said, strict=True)]
    shares = [tuple((count / question.resamples).tolist()) for count in counted]
    never_worse, dominated, maximin, minimax_regret, expected, unknown, *others = shares
    wide = iter(others[: len(others) - len(lines)])
    return Shares(
        tuple(next(wide) if start < end else None for start, end in pessimism),
        tuple(others[len(others) - len(lines) :]),
        never_worse,
        dominated,
        maximin,
        minimax_regret,
        expected,
        unknown,
    )


def draws_at_once(numbers: Sequence[int], resamples: int) -> int:
    """Return how many draws a block has, of scenarios with so many numbers each.

    Examples
    --------
    >>> draws_at_once([20, 20], 10_000), draws_at_once([2000] * 10, 10_000)
    (10000, 1000)
    """
    return max(1, min(resamples, max(_BLOCK, resamples * max(numbers)) // sum(numbers)))


def _blocks(
    matrices: Sequence[DecisionMatrix], names: Sequence[str], question: Question
) -> Iterator[tuple[Array, Truths, list[Array]]]:
    """Yield V (draws, s, n), who is never worse (draws, n), and relatives (draws, k, n) of each scenario."""
    assert question.level is not None
    rng = np.random.default_rng(question.rng)
    step = draws_at_once([matrix.x.size for matrix in matrices], question.resamples)
    for start in range(0, question.resamples, step):
        draws = min(step, question.resamples - start)
        values = np.empty((draws, len(matrices), len(names)))
        safe = np.ones((draws, len(names)), dtype=bool)
        kept = []
        for at, matrix in enumerate(matrices):
            x = drawn(matrix, draws, rng, question.level)
            kept.append(relatives_of(matrix, x, names))
            values[:, at] = comparable_value(matrix, kept[-1])
            safe &= not_worse(matrix, kept[-1])
        yield values, safe, kept


def _chosen(positions: Positions, names: Sequence[str]) -> Array:
    """Return in how many of the draws each is chosen."""
    return np.bincount(positions, minlength=len(names)).astype(np.float64)
