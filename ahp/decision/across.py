"""One choice over several scenarios: for the workload that is known, and for the one that is not.

Scenarios are compared by V, the relative benefit of an alternative over its relative cost: Σ w·r over
benefits divided by Σ w·r over costs. It is not normalised over the alternatives, so that the baseline is 1
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ahp.core.choice import dominated, expected, hurwicz_choices, largest_regret, worst
from ahp.core.matrices import Array
from ahp.decision.case import Case
from ahp.decision.confidence import Question
from ahp.decision.samples import drawn, samples_of
from ahp.decision.spectrum import Span
from ahp.errors import listed
from ahp.evidence.study import Study
from ahp.terms import Index

_LEVEL = 1e-12

Numbers = tuple[float, ...]


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
class Trend:
    """A measure along an attribute of the scenarios.

    Attributes
    ----------
    attribute, criterion : str
    scenarios : tuple of str
        Those that have the attribute and the criterion, by rising attribute.
    points : tuple of (str, points)
        For each alternative its (attribute, relative value), by rising attribute.
    directions : tuple of str
        For each alternative `rises`, `falls`, `level` or `mixed`.
    """

    attribute: str
    criterion: str
    scenarios: tuple[str, ...]
    points: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    directions: tuple[str, ...]


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
    maximin, minimax_regret, expected : Rule
    hurwicz : tuple of Span
        The choice by degree of pessimism, from 0 to 1.
    known : tuple of (str, str or None)
        The choice for each scenario; None at a tie.
    unknown : str
        The choice where the scenario is not known: the least regret, among those that are never worse than
        the baseline if there are any.
    because : str
        Why, in words.
    trends : tuple of Trend
    """

    alternatives: tuple[str, ...]
    scenarios: tuple[str, ...]
    weights: Numbers
    values: tuple[Numbers, ...]
    never_worse: tuple[str, ...]
    dominated: tuple[str, ...]
    maximin: Rule
    minimax_regret: Rule
    expected: Rule
    hurwicz: tuple[Span, ...]
    known: tuple[tuple[str, str | None], ...]
    unknown: str
    because: str
    trends: tuple[Trend, ...]


def across_of(
    cases: Sequence[Case], study: Study, question: Question | None
) -> tuple[Across | None, tuple[str, ...]]:
    """Return what is said over all scenarios, and warnings; None with one scenario or nothing to compare by.

    Parameters
    ----------
    cases : sequence of Case
        One for each scenario.
    study : Study
        Weights and attributes of scenarios.
    question : Question or None
        None asks for no confidence.
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
    relatives = [_relatives(case, case.x[None], names)[0] for case in cases]
    values = np.array([_merit(case, r[None])[0] for case, r in zip(cases, relatives, strict=True)])
    weights = _weights(cases, study)
    draws = _drawn(cases, names, question)
    never_worse = _never_worse(cases, relatives, names)
    regret = largest_regret(values)
    unknown, because = _unknown(names, never_worse, regret)
    return Across(
        alternatives=names,
        scenarios=tuple(case.scene.name for case in cases),
        weights=tuple(weights.tolist()),
        values=tuple(tuple(row.tolist()) for row in values),
        never_worse=never_worse,
        dominated=tuple(n for n, lost in zip(names, dominated(values), strict=True) if lost),
        maximin=_rule(names, worst(values), None if draws is None else worst(draws)),
        minimax_regret=_rule(names, -regret, None if draws is None else -largest_regret(draws)),
        expected=_rule(names, expected(values, weights), None if draws is None else expected(draws, weights)),
        hurwicz=_hurwicz(names, values),
        known=tuple((case.scene.name, _alone(case.frame.first(case.x))) for case in cases),
        unknown=unknown,
        because=because,
        trends=_trends(cases, relatives, names, study),
    ), tuple(warnings)


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


def _drawn(cases: Sequence[Case], names: Sequence[str], question: Question | None) -> Array | None:
    """Return V over drawn measurements, shape (draws, s, n); None where runs are lacking."""
    if question is None:
        return None
    samples = [samples_of(case.measurements, case.scene) for case in cases]
    if not all(found.repeated for found in samples):
        return None
    rng = np.random.default_rng(question.rng)
    return np.stack(
        [
            _merit(case, _relatives(case, drawn(s, case.x, case.statistic, question.resamples, rng), names))
            for case, s in zip(cases, samples, strict=True)
        ],
        axis=1,
    )


def _rule(names: Sequence[str], scores: Array, draws: Array | None) -> Rule:
    """Return what the largest score chooses; a regret comes in negative and leaves as it is."""
    best = None
    if draws is not None:
        best = tuple((np.bincount(draws.argmax(axis=1), minlength=len(names)) / len(draws)).tolist())
    return Rule(names[int(scores.argmax())], tuple(np.abs(scores).tolist()), best)


def _never_worse(cases: Sequence[Case], relatives: Sequence[Array], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        name
        for j, name in enumerate(names)
        if all(
            (r[[not cost for cost in case.frame.is_cost], j] >= 1.0 - _LEVEL).all()
            for case, r in zip(cases, relatives, strict=True)
        )
    )


def _unknown(names: Sequence[str], never_worse: Sequence[str], regret: Array) -> tuple[str, str]:
    among = [j for j, name in enumerate(names) if name in never_worse]
    if among:
        chosen = names[min(among, key=lambda j: regret[j])]
        only = "the only one" if len(among) == 1 else "the one of least regret among those"
        return chosen, f"{only} never worse than the baseline in any benefit and scenario"
    chosen = names[int(regret.argmin())]
    return chosen, "the one of least regret; each is worse than the baseline somewhere"


def _hurwicz(names: Sequence[str], values: Array) -> tuple[Span, ...]:
    choices = hurwicz_choices(values)
    ends = [start for start, _ in choices[1:]] + [1.0]
    return tuple(Span(start, end, names[j]) for (start, j), end in zip(choices, ends, strict=True))


def _alone(leaders: tuple[str, ...]) -> str | None:
    return leaders[0] if len(leaders) == 1 else None


def _trends(
    cases: Sequence[Case], relatives: Sequence[Array], names: Sequence[str], study: Study
) -> tuple[Trend, ...]:
    """Return each criterion along each attribute that two scenarios or more have."""
    noted = {note.name.casefold(): dict(note.attributes) for note in study.scenarios}
    attributes = dict.fromkeys(a for note in study.scenarios for a, _ in note.attributes)
    found = []
    for attribute in attributes:
        at = [
            (noted[case.scene.name.casefold()][attribute], case, r)
            for case, r in zip(cases, relatives, strict=True)
            if attribute in noted.get(case.scene.name.casefold(), {})
        ]
        at.sort(key=lambda entry: entry[0])
        for criterion in dict.fromkeys(name for _, case, _ in at for name in case.frame.criteria):
            with_it = [
                (case.scene.name, v, r[case.frame.criteria.index(criterion)])
                for v, case, r in at
                if criterion in case.frame.criteria
            ]
            if len(with_it) > 1:
                points = tuple(
                    (name, tuple((v, float(r[j])) for _, v, r in with_it)) for j, name in enumerate(names)
                )
                directions = tuple(_direction([r for _, r in line]) for _, line in points)
                those = tuple(scenario for scenario, _, _ in with_it)
                found.append(Trend(attribute, criterion, those, points, directions))
    return tuple(found)


def _direction(values: Sequence[float]) -> str:
    steps = np.diff(values)
    if (np.abs(steps) <= _LEVEL).all():
        return "level"
    return "rises" if (steps >= 0).all() else "falls" if (steps <= 0).all() else "mixed"
