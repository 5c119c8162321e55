"""One choice over several scenarios: for the workload that is known, and for the one that is not.

Scenarios are compared by V, the relative benefit of an alternative over its relative cost: Σ w·r over
benefits divided by Σ w·r over costs. It is not normalised over the alternatives, so that the baseline is 1
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ahp.core.choice import (
    expected_value,
    hurwicz_choices,
    hurwicz_shares,
    is_dominated,
    largest_regret,
    worst_case,
)
from ahp.core.matrices import Array
from ahp.decision.case import Case
from ahp.decision.confidence import Question
from ahp.decision.samples import drawn, samples_of
from ahp.decision.trends import Trend, trends_of
from ahp.errors import listed
from ahp.evidence.study import Study
from ahp.terms import Index

_LEVEL = 1e-12

Numbers = tuple[float, ...]
Truths = npt.NDArray[np.bool_]
Positions = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Rule:
    """What one rule chooses.

    Attributes
    ----------
    choose : str
    values : tuple of float
        What it goes by, for each alternative.
    best : tuple of float, or None
        How often it would choose each, over what the runs leave open; None where runs are lacking.
    """

    choose: str
    values: Numbers
    best: Numbers | None


@dataclass(frozen=True)
class Pessimism:
    """Whom the rule of Hurwicz chooses between two degrees of pessimism.

    Attributes
    ----------
    start, end : float
        From 0, the best case alone, to 1, the worst.
    choose : str
    best : tuple of float, or None
        How often each would be chosen in between, the degrees spread evenly; None where runs are lacking.
    """

    start: float
    end: float
    choose: str
    best: Numbers | None


@dataclass(frozen=True)
class Across:
    """What is said over all scenarios; sequences are in the order of the alternatives.

    Attributes
    ----------
    alternatives, scenarios : tuple of str
    weights : tuple of float
        Of the scenarios, summing to 1.
    values : tuple of tuple of float
        V for each scenario and alternative.
    never_worse : tuple of str
        Who is at least as good as the baseline on every benefit measure in every scenario.
    dominated : tuple of str
        Whom another equals or beats in every scenario.
    never_worse_share, dominated_share : tuple of float, or None
        How often each is so, over what the runs leave open; None where runs are lacking.
    maximin, minimax_regret, expected : Rule
    hurwicz : tuple of Pessimism
        The choice by degree of pessimism, from 0 to 1.
    known : tuple of (str, str or None)
        The choice for each scenario; None at a tie.
    unknown : str
        The choice where the scenario is not known: the least regret, among those that are never worse than
        the baseline if there are any.
    because : str
        Why, in words.
    unknown_share : tuple of float, or None
        How often each would be that choice; None where runs are lacking.
    trends : tuple of Trend
    """

    alternatives: tuple[str, ...]
    scenarios: tuple[str, ...]
    weights: Numbers
    values: tuple[Numbers, ...]
    never_worse: tuple[str, ...]
    dominated: tuple[str, ...]
    never_worse_share: Numbers | None
    dominated_share: Numbers | None
    maximin: Rule
    minimax_regret: Rule
    expected: Rule
    hurwicz: tuple[Pessimism, ...]
    known: tuple[tuple[str, str | None], ...]
    unknown: str
    because: str
    unknown_share: Numbers | None
    trends: tuple[Trend, ...]


def across_of(
    cases: Sequence[Case], study: Study, question: Question
) -> tuple[Across | None, tuple[str, ...]]:
    """Return what is said over all scenarios, and warnings; None with one scenario or nothing to compare by.

    Parameters
    ----------
    cases : sequence of Case
        One for each scenario.
    study : Study
        Weights and attributes of scenarios.
    question : Question
        Without a level it asks for no confidence.
    """
    if len(cases) < 2:
        return None, ()
    everyone = dict.fromkeys(name for case in cases for name in case.frame.competitors)
    names = tuple(n for n in everyone if all(n in case.frame.competitors for case in cases))
    absent = [n for n in everyone if n not in names]
    warnings = [f"across scenarios {listed(absent)} is left out, it is not in all of them"] if absent else []
    if not names:
        return None, tuple(warnings)
    unlike = sorted({c for case in cases for c in _without_reference(case)})
    if unlike:
        why = f"scenarios are not compared: {listed(unlike)} has no baseline to be relative to"
        return None, (*warnings, why)
    relatives = [_relatives(case, case.x, names) for case in cases]
    values = np.stack([_merit(case, r) for case, r in zip(cases, relatives, strict=True)])
    safe = np.all([_not_worse(case, r) for case, r in zip(cases, relatives, strict=True)], axis=0)
    weights = _weights(cases, study)
    draws = _drawn(cases, names, study, question)
    unknown = int(_for_the_unknown(values, safe))
    return Across(
        alternatives=names,
        scenarios=tuple(case.scene.name for case in cases),
        weights=tuple(weights.tolist()),
        values=tuple(tuple(row.tolist()) for row in values),
        never_worse=_those(names, safe),
        dominated=_those(names, is_dominated(values)),
        never_worse_share=None if draws is None else _shares(draws.safe),
        dominated_share=None if draws is None else _shares(is_dominated(draws.values)),
        maximin=_rule(names, worst_case(values), None if draws is None else worst_case(draws.values)),
        minimax_regret=_rule(
            names, -largest_regret(values), None if draws is None else -largest_regret(draws.values)
        ),
        expected=_rule(
            names,
            expected_value(values, weights),
            None if draws is None else expected_value(draws.values, weights),
        ),
        hurwicz=_hurwicz(names, values, draws),
        known=tuple((case.scene.name, _alone(case.frame.first(case.x))) for case in cases),
        unknown=names[unknown],
        because=_because(safe),
        unknown_share=None if draws is None else _chosen(_for_the_unknown(draws.values, draws.safe), names),
        trends=trends_of(cases, relatives, None if draws is None else draws.relatives, names, study),
    ), tuple(warnings)


@dataclass(frozen=True)
class _Draws:
    """What the rules go by, over drawn measurements.

    Attributes
    ----------
    values : ndarray, shape (draws, s, n)
        V.
    safe : ndarray of bool, shape (draws, n)
        Who is never worse than the baseline.
    relatives : tuple of ndarray, shape (draws, k, n)
        For each scenario; empty where no attribute of scenarios asks for trends.
    """

    values: Array
    safe: Truths
    relatives: tuple[Array, ...]


def _without_reference(case: Case) -> list[str]:
    """Return the criteria compared as they are, which no baseline makes comparable between scenarios."""
    frame = case.frame
    known = len(frame.columns) > len(frame.competitors) or case.scene.baseline in frame.competitors
    return [
        name
        for c, name in enumerate(frame.criteria)
        if frame.indices[c] is Index.VALUE and not (known and not np.isnan(case.x[c, _baseline(case)]))
    ]


def _baseline(case: Case) -> int:
    baseline = case.scene.baseline
    return case.frame.columns.index(baseline) if baseline in case.frame.columns else -1


def _relatives(case: Case, x: Array, names: Sequence[str]) -> Array:
    """Return everything relative to the baseline, shape (..., k, n) for the alternatives named."""
    frame = case.frame
    references = tuple(
        _baseline(case) if index is Index.VALUE else reference
        for index, reference in zip(frame.indices, frame.references, strict=True)
    )
    r = replace(frame, references=references).relatives(x)
    return r[..., [frame.competitors.index(name) for name in names]]


def _merit(case: Case, r: Array) -> Array:
    """Return V from relatives of shape (..., k, n)."""
    weights, costs = np.array(case.frame.weights), np.array(case.frame.is_cost)
    value = np.ones(r.shape[:-2] + r.shape[-1:])
    if not costs.all():
        value = np.einsum("k,...kn->...n", weights[~costs], r[..., ~costs, :])
    if costs.any():
        value = value / np.einsum("k,...kn->...n", weights[costs], r[..., costs, :])
    return value


def _weights(cases: Sequence[Case], study: Study) -> Array:
    noted = {note.name.casefold(): note.weight for note in study.scenarios}
    weights = np.array([noted.get(case.scene.name.casefold(), 1.0) for case in cases])
    total = weights.sum()
    return np.asarray(weights / total if total > 0 else np.full(len(cases), 1.0 / len(cases)))


def _drawn(cases: Sequence[Case], names: Sequence[str], study: Study, question: Question) -> _Draws | None:
    """Return what the rules go by over drawn measurements; None where runs are lacking."""
    if question.level is None:
        return None
    samples = [samples_of(case.measurements, case.scene) for case in cases]
    if not all(found.repeated for found in samples):
        return None
    rng = np.random.default_rng(question.rng)
    values = np.empty((question.resamples, len(cases), len(names)))
    safe = np.ones((question.resamples, len(names)), dtype=bool)
    kept = []
    for at, (case, found) in enumerate(zip(cases, samples, strict=True)):
        x = drawn(found, case.x, case.statistic, question.resamples, rng, question.level)
        relatives = _relatives(case, x, names)
        values[:, at] = _merit(case, relatives)
        safe &= _not_worse(case, relatives)
        if any(note.attributes for note in study.scenarios):
            kept.append(relatives)
    return _Draws(values, safe, tuple(kept))


def _rule(names: Sequence[str], scores: Array, draws: Array | None) -> Rule:
    """Return what the largest score chooses; a regret comes in negative and leaves as it is."""
    best = None if draws is None else _chosen(draws.argmax(axis=1), names)
    return Rule(names[int(scores.argmax())], tuple(np.abs(scores).tolist()), best)


def _chosen(positions: Positions, names: Sequence[str]) -> Numbers:
    """Return in which share of the draws each is chosen."""
    return tuple((np.bincount(positions, minlength=len(names)) / len(positions)).tolist())


def _shares(said: Truths) -> Numbers:
    return tuple(said.mean(axis=0).tolist())


def _those(names: Sequence[str], said: Truths) -> tuple[str, ...]:
    return tuple(name for name, true in zip(names, said, strict=True) if true)


def _not_worse(case: Case, r: Array) -> Truths:
    """Return who is at least as good as the baseline on every benefit, from relatives (..., k, n)."""
    benefits = [not cost for cost in case.frame.is_cost]
    return np.asarray((r[..., benefits, :] >= 1.0 - _LEVEL).all(axis=-2))


def _for_the_unknown(values: Array, safe: Truths) -> Positions:
    """Return whom to choose where the scenario is not known, from tables (..., s, n): `Across.unknown`."""
    regret = largest_regret(values)
    among = np.where(safe.any(axis=-1, keepdims=True), safe, True)
    chosen: Positions = np.where(among, regret, np.inf).argmin(axis=-1)
    return chosen


def _because(safe: Truths) -> str:
    if not safe.any():
        return "the one of least regret; each is worse than the baseline somewhere"
    only = "the only one" if safe.sum() == 1 else "the one of least regret among those"
    return f"{only} never worse than the baseline in any benefit and scenario"


def _hurwicz(names: Sequence[str], values: Array, draws: _Draws | None) -> tuple[Pessimism, ...]:
    choices = hurwicz_choices(values)
    ends = [start for start, _ in choices[1:]] + [1.0]
    found = []
    for (start, chosen), end in zip(choices, ends, strict=True):
        best = None
        if draws is not None and start < end:
            best = tuple(hurwicz_shares(draws.values, start, end).mean(axis=0).tolist())
        found.append(Pessimism(start, end, names[chosen], best))
    return tuple(found)


def _alone(leaders: tuple[str, ...]) -> str | None:
    return leaders[0] if len(leaders) == 1 else None
