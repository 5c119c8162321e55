"""One choice over several scenarios: for the workload that is known, and for the one that is not.

Scenarios are compared by V (:mod:`ahp.decision.unknown_scenario`), of which the baseline has 1 everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ahp.core.choice import expected_value, hurwicz_choices, is_dominated, largest_regret, worst_case
from ahp.core.gate import Array
from ahp.decision.findings import Finding, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.trends import Line, Trend, lines_of, trend_of, ways_along
from ahp.decision.uncertainty import Question
from ahp.decision.unknown_scenario import (
    Numbers,
    Shares,
    Truths,
    UnknownMargin,
    comparable_value,
    for_the_unknown,
    not_worse,
    not_worse_by_digits,
    relatives_of,
    shares_of,
    unknown_margin,
    without_reference,
)
from ahp.errors import StudyError, listed
from ahp.evidence.study import Study
from ahp.notebook import NotebookFace
from ahp.report.phrases.choice import least_regret

if TYPE_CHECKING:
    from ahp.decision.results import ScenarioDecision
    from ahp.report.documents.decision import AcrossDocument, RuleDocument, UnknownMarginDocument

_SURE_OF = 0.95
"""How often the choice for the unknown scenario is first in the draws, to be sure."""


@dataclass(frozen=True)
class Rule(NotebookFace):
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
class Pessimism(NotebookFace):
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
class Across(NotebookFace):
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
    never_worse_open : tuple of str
        Of whom the runs, or without them the printed digits, leave open whether they are never worse.
    dominated : tuple of str
        Whom another equals or beats in every scenario.
    never_worse_share, dominated_share : tuple of float, or None
        How often each is so, over what the runs leave open; None where runs are lacking.
    maximin, minimax_regret, expected : Rule
    hurwicz : tuple of Pessimism
        The choice by degree of pessimism, from 0 to 1.
    known : tuple of (str, str or None)
        The choice for each scenario; None at a tie, and where no verdict is given.
    unknown : str
        The choice where the scenario is not known: the least regret, among those that are never worse than
        the baseline if there are any.
    because : str
        Why, in words.
    unknown_share : tuple of float, or None
        How often each would be that choice; None where runs are lacking.
    unknown_margin : UnknownMargin or None
        What would change that choice; None at a tie, without a rival, and of more than 8192 numbers.
    trends : tuple of Trend
    by : str
        What V is a quotient or a number of: `benefit_to_cost`, `benefit` or `cost`.
    """

    alternatives: tuple[str, ...]
    scenarios: tuple[str, ...]
    weights: Numbers
    values: tuple[Numbers, ...]
    never_worse: tuple[str, ...]
    never_worse_open: tuple[str, ...]
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
    unknown_margin: UnknownMargin | None
    trends: tuple[Trend, ...]
    by: str

    def _repr_html_(self) -> str:
        from ahp.report.html.notebook import across_html

        return across_html(across_document(self), self.by)


class UnknownStanding(NamedTuple):
    """How the choice for the unknown scenario stands: who it is, whether it is kept, and how surely."""

    name: str
    keeps: bool
    sure: bool


@dataclass(frozen=True, eq=False)
class Comparison(NotebookFace):
    """Scenarios that can be compared, and what is said over all of them once somebody looks.

    Attributes
    ----------
    decisions : tuple of ScenarioDecision
    names : tuple of str
        The alternatives that all scenarios have.
    weights : ndarray
        Of the scenarios, their sum 1.
    lines : tuple of Line
        Attributes along which the scenarios lie.
    """

    decisions: tuple[ScenarioDecision, ...]
    names: tuple[str, ...]
    weights: Array
    lines: tuple[Line, ...]

    @cached_property
    def across(self) -> Across:
        """What is said over all scenarios."""
        matrices = [decision.matrix for decision in self.decisions]
        question = self.decisions[0].question
        return _across(matrices, self.names, self.weights, self.lines, question, self._withheld())

    @cached_property
    def unknown_standing(self) -> UnknownStanding:
        """How the choice for the unknown scenario stands; what every scenario keeps is kept.

        As in a scenario it is sure by the draws, or without any by the noise that it bears; by each scenario
        where there are too many numbers to move. Where some scenarios keep the baseline it is not.
        """
        kept = [
            one.standing.names[0]
            for one in self.decisions
            if len(one.standing.names) == 1 and one.standing.names[0] not in one.alternatives
        ]
        surely, across = all(one.standing.sure for one in self.decisions), self.across
        if len(kept) == len(self.decisions):
            return UnknownStanding(kept[0], keeps=True, sure=surely)
        if across.unknown_share is not None:
            surely = across.unknown_share[across.alternatives.index(across.unknown)] >= _SURE_OF
        elif across.unknown_margin is not None:
            surely = across.unknown_margin.noise_95 > self.decisions[0].question.noise
        return UnknownStanding(across.unknown, keeps=False, sure=surely and not kept)

    @cached_property
    def beaten(self) -> tuple[Finding, ...]:
        """A finding for each choice of a scenario that another one beats in every scenario by V."""
        across, found = self.across, []
        values = dict(zip(across.alternatives, zip(*across.values, strict=True), strict=True))
        for name in across.dominated:
            where = [at for at, one in enumerate(self.decisions) if one.standing.names == (name,)]
            over = [other for other in across.alternatives if other != name and _covers(values, other, name)]
            if where and over:
                found.append(
                    finding(
                        "dominated",
                        "warns",
                        to=over[0],
                        choice=name,
                        over=over[0],
                        scenarios=tuple(across.scenarios[at] for at in where),
                        numbers=(values[over[0]][where[0]], values[name][where[0]]),
                        elsewhere=len(where) < len(across.scenarios),
                        by=across.by,
                    )
                )
        return tuple(found)

    def _withheld(self) -> frozenset[str]:
        """Return the scenarios on which no verdict is given."""
        measurements = self.decisions[0].measurements
        if measurements.twins is None and not measurements.disturbed:
            return frozenset()  # and nobody has to work out how sure they are
        return frozenset(one.scenario for one in self.decisions if one.withheld is not None)


def _covers(values: Mapping[str, Sequence[float]], other: str, name: str) -> bool:
    """Say whether another has at least as much in every scenario."""
    return all(more >= less for more, less in zip(values[other], values[name], strict=True))


def compared_over(
    decisions: tuple[ScenarioDecision, ...], study: Study
) -> tuple[Comparison | None, tuple[Finding, ...]]:
    """Return what can be said over all scenarios, and findings; None with one or with nothing to compare by.

    Parameters
    ----------
    decisions : tuple of ScenarioDecision
        One for each scenario.
    study : Study
        Weights and attributes of scenarios.

    Raises
    ------
    StudyError
        If all scenarios weigh nothing.
    """
    matrices = [decision.matrix for decision in decisions]
    if len(matrices) < 2:
        return None, ()
    competing = [dict.fromkeys(matrix.alternatives) for matrix in matrices]
    everyone = dict.fromkeys(name for names in competing for name in names)
    names = tuple(n for n in everyone if all(n in there for there in competing))
    absent = tuple(n for n in everyone if n not in set(names))
    findings = (finding("not-in-all", "warns", names=absent),) if absent else ()
    if not names:
        return None, findings
    unlike = sorted({c for matrix in matrices for c in without_reference(matrix)})
    if unlike:
        return None, (*findings, finding("not-compared", "warns", criteria=tuple(unlike)))
    weights = _weights(matrices, study)
    found = Comparison(decisions, names, weights, tuple(lines_of(matrices, study)))
    if decisions[0].question.seed is None:
        _ = found.across  # a generator draws what is next
    return found, findings


def _across(
    matrices: Sequence[DecisionMatrix],
    names: tuple[str, ...],
    weights: Array,
    along: Sequence[Line],
    question: Question,
    withheld: Collection[str],
) -> Across:
    relatives = [relatives_of(matrix, matrix.x, names) for matrix in matrices]
    values = np.stack([comparable_value(matrix, r) for matrix, r in zip(matrices, relatives, strict=True)])
    each = np.stack([not_worse(matrix, r) for matrix, r in zip(matrices, relatives, strict=True)])
    safe = np.asarray(each.all(axis=0))
    starts, hurwicz = zip(*hurwicz_choices(values), strict=True)
    pessimism = list(zip(starts, [*starts[1:], 1.0], strict=True))
    lines = [(line, ways_along(line, relatives)) for line in along]
    shares = shares_of(matrices, names, weights, pessimism, lines, question)
    unknown = int(for_the_unknown(values, safe))
    bases = {matrix.by for matrix in matrices}
    return Across(
        alternatives=names,
        scenarios=tuple(matrix.scenario for matrix in matrices),
        weights=tuple(weights.tolist()),
        values=tuple(tuple(row.tolist()) for row in values),
        never_worse=_those(names, safe),
        never_worse_open=_those(names, _open(matrices, names, question, shares)),
        dominated=_those(names, is_dominated(values)),
        never_worse_share=shares.never_worse,
        dominated_share=shares.dominated,
        maximin=_rule(names, worst_case(values), shares.maximin),
        minimax_regret=_rule(names, -largest_regret(values), shares.minimax_regret),
        expected=_rule(names, expected_value(values, weights), shares.expected),
        hurwicz=tuple(
            Pessimism(start, end, names[chosen], best)
            for (start, end), chosen, best in zip(pessimism, hurwicz, shares.hurwicz, strict=True)
        ),
        known=tuple(
            (one.scenario, None if one.scenario in withheld or len(one.winners) > 1 else one.winners[0])
            for one in matrices
        ),
        unknown=names[unknown],
        because=least_regret(int(safe.sum())),
        unknown_share=shares.unknown,
        unknown_margin=unknown_margin(matrices, names, values, each, np.random.default_rng(question.rng)),
        trends=tuple(
            trend_of(line, ways, relatives, names, best)
            for (line, ways), best in zip(lines, shares.trends, strict=True)
        ),
        by=bases.pop() if len(bases) == 1 else "benefit_to_cost",
    )


def _weights(matrices: Sequence[DecisionMatrix], study: Study) -> Array:
    noted = {note.name.casefold(): note.weight for note in study.scenarios}
    weights = np.array([noted.get(matrix.scenario.casefold(), 1.0) for matrix in matrices])
    if not weights.any():
        names = listed([matrix.scenario for matrix in matrices])
        raise StudyError(f"the weights of the scenarios {names} are all zero; raise one")
    weights = np.ldexp(weights, -np.frexp(weights.max())[1])  # or the sum of huge weights is no number
    return np.asarray(weights / weights.sum())


def _rule(names: Sequence[str], scores: Array, best: Numbers | None) -> Rule:
    """Return what the largest score chooses; a regret comes in negative and leaves as it is."""
    return Rule(names[int(scores.argmax())], tuple(np.abs(scores).tolist()), best)


def _those(names: Sequence[str], said: Truths) -> tuple[str, ...]:
    return tuple(name for name, true in zip(names, said, strict=True) if true)


def _open(
    matrices: Sequence[DecisionMatrix], names: Sequence[str], question: Question, shares: Shares
) -> Truths:
    """Return of whom it is open whether they are never worse than the baseline."""
    if shares.never_worse is not None and question.level is not None:
        share = np.array(shares.never_worse)
        return np.asarray((share > 1.0 - question.level) & (share < question.level))
    surely, maybe = zip(*(not_worse_by_digits(matrix, names) for matrix in matrices), strict=True)
    return np.asarray(np.all(maybe, axis=0) & ~np.all(surely, axis=0))


def across_document(across: Across) -> AcrossDocument:
    """Return `across_scenarios` of a decision's document."""
    names = across.alternatives

    def named(shares: Numbers | None) -> dict[str, float] | None:
        return None if shares is None else dict(zip(names, shares, strict=True))

    def rule(found: Rule) -> RuleDocument:
        return {
            "choose": found.choose,
            "values": dict(zip(names, found.values, strict=True)),
            "best": named(found.best),
        }

    return {
        "alternatives": list(names),
        "weights": dict(zip(across.scenarios, across.weights, strict=True)),
        "values": {
            scenario: dict(zip(names, row, strict=True))
            for scenario, row in zip(across.scenarios, across.values, strict=True)
        },
        "never_worse": list(across.never_worse),
        "never_worse_open": list(across.never_worse_open),
        "dominated": list(across.dominated),
        "never_worse_share": named(across.never_worse_share),
        "dominated_share": named(across.dominated_share),
        "maximin": rule(across.maximin),
        "minimax_regret": rule(across.minimax_regret),
        "expected": rule(across.expected),
        "hurwicz": [
            {"from": s.start, "to": s.end, "choose": s.choose, "best": named(s.best)} for s in across.hurwicz
        ],
        "recommended": {
            "known": dict(across.known),
            "unknown": across.unknown,
            "because": across.because,
            "best": named(across.unknown_share),
            "margin": unknown_margin_document(across.unknown_margin),
        },
        "trends": [
            {
                "attribute": trend.attribute,
                "criterion": trend.criterion,
                "scenarios": list(trend.scenarios),
                "points": {name: [list(point) for point in line] for name, line in trend.points},
                "directions": dict(zip(names, trend.directions, strict=True)),
                "best": named(trend.best),
            }
            for trend in across.trends
        ],
    }


def unknown_margin_document(found: UnknownMargin | None) -> UnknownMarginDocument | None:
    """Return what would change the choice for the scenario that is not known; null where nothing is asked."""
    if found is None:
        return None
    critical = found.critical
    return {
        "scenario": found.scenario,
        "alternative": None if critical is None else critical.alternative,
        "criterion": None if critical is None else critical.criterion,
        "change": None if critical is None else critical.change,
        "challenger": None if critical is None else critical.challenger,
        "noise_95": found.noise_95,
        "holds_95": list(found.holds_95),
    }
