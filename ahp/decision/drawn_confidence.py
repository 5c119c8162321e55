"""How sure the ranking of repeated runs is: what the draws of the whole computation come to, summed up."""

from __future__ import annotations

import numpy as np

from ahp.core.gate import Array
from ahp.core.inference import best_of, equal_tailed, normal_quantile, rank_probabilities, separation
from ahp.core.synthesis import ranking
from ahp.decision.evaluate import Outcome
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.uncertainty import (
    MOST_LEFT_OUT,
    TIE,
    Confidence,
    Interval,
    Merits,
    Numbers,
    Question,
    drawn,
    unknown,
)

_ROUNDING = 1e-9


def drawn_confidence(
    matrix: DecisionMatrix, winner: str | None, question: Question, level: float
) -> Confidence:
    """Return how sure the ranking of repeated runs is (:func:`ahp.decision.uncertainty.confidence_of`)."""
    rng = np.random.default_rng(question.rng)
    moved = drawn(matrix, question.resamples, rng, level)
    values = matrix.index_values(moved)
    positive = (values > 0).all(axis=(-2, -1))
    left_out = int(question.resamples - positive.sum())
    share = left_out / question.resamples
    if share >= 0.5 * (1.0 - level) * (1.0 - _ROUNDING):  # 1 - level is rounded: 0.05 is a little more
        return unknown(matrix, winner, question, level, left_out)
    outcome = matrix.merits(values if left_out == 0 else values[positive])
    estimate = matrix.at_point.logarithms
    draws = outcome.logarithms
    separated = separation(estimate, draws, level / (1.0 - share))
    within = (level + share) / (1.0 - share)  # of the draws kept, with those left out at both ends
    often = rank_probabilities(draws)
    merits = _merit_intervals(outcome, within)
    best = best_of(estimate, draws, level / (1.0 - share))
    verdict = _verdict(estimate, draws, best.decisive and winner is not None, within)
    if share > MOST_LEFT_OUT:
        verdict = "unknown"
    more: tuple[tuple[str, int], ...] = ()
    if verdict == "leaning" and winner is not None:
        from ahp.decision.sample_size import more_runs

        more = more_runs(matrix, estimate, draws, best, rng)
    return Confidence(
        level=level,
        resamples=question.resamples,
        left_out=left_out,
        seed=question.seed,
        by=matrix.by,
        verdict=verdict,
        winner=winner,
        alternatives=matrix.alternatives,
        best=_row(often.ranks[:, 0]),
        ranks=_rows(often.ranks),
        wins=_rows(often.wins),
        rank_sets=tuple((int(a), int(b)) for a, b in separated.rank_sets()),
        covariance=_covariance(
            outcome, level, merits if within == level else _merit_intervals(outcome, level)
        ),
        merits=merits,
        priorities=tuple(
            (name, _intervals(outcome.priorities[:, c], within))
            for c, name in enumerate(matrix.criterion_names)
        ),
        more_runs=more,
    )


def _verdict(estimate: Array, draws: Array, decisive: bool, level: float) -> str:
    if len(estimate) == 1:
        return "decisive"
    first, second = ranking(estimate.tolist())[:2]
    lead = equal_tailed(draws[:, first] - draws[:, second], level)
    if lead.low >= -TIE and lead.high <= TIE:
        return "tie"
    return "decisive" if decisive else "leaning"


def _covariance(
    outcome: Outcome, level: float, intervals: Merits
) -> tuple[tuple[Numbers, Numbers], ...] | None:
    """Return covariances whose normal intervals are as wide as those of the draws, and turn with them.

    Student's t with one or two degrees of freedom, which two or three runs leave, has no variance. The
    correlation is that of an elliptical distribution whose signs agree as often (Blomqvist 1950).
    """
    if outcome.benefit is None or outcome.cost is None:
        return None
    ends = dict(intervals)
    low, high = np.moveaxis(np.array([ends["benefit"], ends["cost"]]), -1, 0)
    deviations = (high - low) / (2.0 * normal_quantile(0.5 + 0.5 * level))
    both = np.array([outcome.benefit.T, outcome.cost.T])  # draws of a number next to each other
    middle = [(both.shape[-1] - 1) // 2, both.shape[-1] // 2]
    medians = np.partition(both, middle, axis=-1)[..., middle].mean(axis=-1, keepdims=True)
    above = both > medians
    agree = (above[0] == above[1]).mean(axis=-1)
    between = deviations[0] * deviations[1] * np.sin(0.5 * np.pi * (2.0 * agree - 1.0))
    return tuple(
        ((float(b**2), float(bc)), (float(bc), float(c**2)))
        for b, c, bc in zip(*deviations, between, strict=True)
    )


def _merit_intervals(outcome: Outcome, level: float) -> Merits:
    merits = {"benefit": outcome.benefit, "cost": outcome.cost, "benefit_to_cost": outcome.quotient}
    return tuple((name, _intervals(draws, level)) for name, draws in merits.items() if draws is not None)


def _intervals(draws: Array, level: float) -> tuple[Interval, ...]:
    found = equal_tailed(draws, level)
    return tuple(zip(found.low.tolist(), found.high.tolist(), strict=True))


def _row(numbers: Array) -> Numbers:
    return tuple(numbers.tolist())


def _rows(numbers: Array) -> tuple[Numbers, ...]:
    return tuple(_row(row) for row in numbers)
