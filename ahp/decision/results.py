"""What a decision is: frozen values that answer questions and render themselves.

Inside are tuples of labels and numbers, so that results compare, hash and cannot be changed; at the door
each property hands out a fresh pandas object.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.choice import is_dominated
from ahp.core.synthesis import ranking, tie_groups
from ahp.decision.break_even import Margin
from ahp.decision.competing import Screened
from ahp.decision.data_checks import data_findings
from ahp.decision.document import criterion_document, document, scenario_document
from ahp.decision.findings import WITHHELD, Finding, Findings
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.robustness import Scrutiny, Standing, scrutinise
from ahp.decision.scenarios import Across, Comparison
from ahp.decision.uncertainty import Confidence, Question
from ahp.errors import StudyError, listed, one_line, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.study import Criterion, Study
from ahp.model.consistency import Consistency
from ahp.notebook import NotebookFace
from ahp.report.render import render
from ahp.terms import NOISE, Index, Merit, Statistic

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ahp.decision.compare import Changes
    from ahp.report.documents.decision import DecisionDocument

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class CriterionDecision(NotebookFace):
    """One criterion in one scenario.

    Attributes
    ----------
    criterion : Criterion
        As the study states it.
    weight : float
        Its weight among the criteria of its merit in this scenario.
    index : Index
        The index that its values are.
    reason : str
        Why that index.
    space : bool
        Whether the measure speaks of space.
    unit : str
        Unit of the measure.
    alternatives : tuple of str
        Names, in the order of the numbers.
    measured : tuple of float
        The measure, one number over the runs.
    index_values : tuple of float
        The criterion's values.
    local_priorities : tuple of float
        Their shares, summing to 1.
    consistency : Consistency
        Of the matrix of their ratios.
    """

    criterion: Criterion
    weight: float
    index: Index
    reason: str
    space: bool
    unit: str
    alternatives: tuple[str, ...]
    measured: Numbers
    index_values: Numbers
    local_priorities: Numbers
    consistency: Consistency

    @property
    def name(self) -> str:
        """The criterion's name."""
        return self.criterion.name

    @property
    def values(self) -> pd.Series[float]:
        """The index values as a new Series."""
        return _series(self.alternatives, self.index_values, self.name)

    @property
    def priorities(self) -> pd.Series[float]:
        """The local priorities as a new Series, summing to 1."""
        return _series(self.alternatives, self.local_priorities, self.name)

    @property
    def matrix(self) -> pd.DataFrame:
        """The pairwise comparison matrix of the index values as a new DataFrame."""
        from ahp.model.matrix import PairwiseMatrix

        found = PairwiseMatrix.from_values(self.index_values, self.alternatives).to_frame()
        return found.rename_axis(index="alternative")

    def _repr_html_(self) -> str:
        from ahp.report.html.notebook import criterion_html

        return criterion_html(criterion_document(self))


@dataclass(frozen=True)
class ScenarioDecision(NotebookFace):
    """The decision for one scenario; properties answer with pandas objects.

    Attributes
    ----------
    scenario : str
        Its name.
    alternatives : tuple of str
        Those that compete, in the order of the file.
    runs : tuple of (str, int)
        Number of runs of every alternative, the baseline's too.
    criterion_decisions : tuple of CriterionDecision
        In the order of the study.
    benefits, costs, quotients : tuple of float, or None
        Merits in the order of `alternatives`; None where a merit has no criterion.
    matrix : DecisionMatrix
        The numbers that they were computed from.
    measurements : Measurements
        What was measured, in the other scenarios too.
    question : Question
        How sure it was asked to be.
    changes : tuple
        For every alternative and criterion the change of its measure against the baseline.
    screened : tuple of Screened
        Who does not compete, because it fails a requirement of the study.
    """

    scenario: str
    alternatives: tuple[str, ...]
    runs: tuple[tuple[str, int], ...]
    criterion_decisions: tuple[CriterionDecision, ...]
    benefits: Numbers | None
    costs: Numbers | None
    quotients: Numbers | None
    matrix: DecisionMatrix = field(repr=False, compare=False)
    measurements: Measurements = field(repr=False, compare=False)
    question: Question = field(repr=False)
    changes: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = ()
    screened: tuple[Screened, ...] = ()

    @cached_property
    def measured(self) -> tuple[tuple[str, str, str, float, str], ...]:
        """Every number used, as (alternative, run, measure, value, unit)."""
        matrix = self.matrix
        return tuple(
            (alternative, run, criterion.measure, stated.value(value), stated.unit.symbol)
            for alternative, numbers in matrix.runs.items()
            for criterion, stated, values in zip(
                matrix.criteria, matrix.stated, numbers.tolist(), strict=True
            )
            if not math.isnan(values[0])
            for run, value in zip(matrix.labels[alternative], values, strict=True)
        )

    @cached_property
    def scrutiny(self) -> Scrutiny:
        """How sure it is, and what would change it; worked out when it is first looked at."""
        return scrutinise(self.matrix, self.question, data_findings(self.measurements, self.matrix))

    @property
    def confidence(self) -> Confidence | None:
        """How sure the ranking is; None if it was not asked for."""
        return self.scrutiny.confidence

    @property
    def withheld(self) -> Finding | None:
        """Why no verdict on the choice can be given; None where one is."""
        return next((finding for finding in self.scrutiny.findings if finding.verdict == WITHHELD), None)

    @property
    def standing(self) -> Standing:
        """How the choice stands in one word, which the headline says and a gate lets pass or not."""
        return self.scrutiny.standing

    @property
    def efficient(self) -> list[str]:
        """The alternatives that no other equals or beats in every criterion, and beats in one (Pareto)."""
        values = np.array([c.index_values for c in self.criterion_decisions])
        costs = [c.criterion.merit is Merit.COST for c in self.criterion_decisions]
        values[costs] *= -1.0
        return [name for name, out in zip(self.alternatives, is_dominated(values), strict=True) if not out]

    @property
    def margin(self) -> Margin | None:
        """What would change the choice; None at a tie for first and where there is no rival."""
        return self.scrutiny.margin

    @property
    def audit(self) -> Findings:
        """What in the method would change the choice, and what else is worth knowing."""
        return Findings(self.scrutiny.findings)

    @property
    def benefit(self) -> pd.Series[float] | None:
        """Benefit priorities as a new Series summing to 1; None without a benefit criterion."""
        return self._labelled(self.benefits, "benefit")

    @property
    def cost(self) -> pd.Series[float] | None:
        """Cost priorities as a new Series summing to 1; None without a cost criterion."""
        return self._labelled(self.costs, "cost")

    @property
    def benefit_to_cost(self) -> pd.Series[float] | None:
        """Benefit divided by cost as a new Series; None where either is missing."""
        return self._labelled(self.quotients, "benefit_to_cost")

    def _labelled(self, numbers: Numbers | None, name: str) -> pd.Series[float] | None:
        return None if numbers is None else _series(self.alternatives, numbers, name)

    @property
    def against_baseline(self) -> pd.DataFrame:
        """By how much each alternative differs from the baseline in what each criterion measures.

        A new frame with a row for each alternative; empty without a baseline. A change of 0.5 is half more.
        """
        import pandas as pd

        found = pd.DataFrame.from_dict(
            {name: dict(changes) for name, changes in self.changes}, orient="index"
        )
        return found.rename_axis(index="alternative", columns="criterion")

    @property
    def criteria(self) -> Mapping[str, CriterionDecision]:
        """The criteria by name."""
        return {decision.name: decision for decision in self.criterion_decisions}

    @property
    def by(self) -> str:
        """What the choice goes by, `benefit_to_cost` or the one merit that there is."""
        if self.quotients is not None:
            return "benefit_to_cost"
        return "benefit" if self.benefits is not None else "cost"

    @property
    def order(self) -> list[str]:
        """The alternatives, best first, by what the choice goes by; cheapest first where that is cost."""
        return [self.alternatives[i] for i in ranking(self._scores())]

    @property
    def winners(self) -> tuple[str, ...]:
        """The first of the order, or all that tie for first."""
        scores = self._scores()
        first = ranking(scores)[0]
        tied = next((group for group in tie_groups(scores) if first in group), [first])
        return tuple(self.alternatives[i] for i in tied)

    def _scores(self) -> Numbers:
        """Return numbers of which the largest is the best."""
        numbers = self._numbers(self.by) or ()
        return tuple(-number for number in numbers) if self.by == "cost" else numbers

    def _numbers(self, by: str) -> Numbers | None:
        known = {"benefit": self.benefits, "cost": self.costs, "benefit_to_cost": self.quotients}
        if by not in known:
            raise StudyError(f"{quoted(by)} is no ranking; use one of {listed(known)}")
        return known[by]

    def ranking(self, by: str = "benefit_to_cost") -> list[str] | None:
        """Return the alternatives, largest first; the cost ranking starts with the most expensive.

        Parameters
        ----------
        by : {"benefit_to_cost", "benefit", "cost"}

        Returns
        -------
        list of str or None
            None where the merit has no criterion. Tied names stand in the order of the file.
        """
        numbers = self._numbers(by)
        return None if numbers is None else [self.alternatives[i] for i in ranking(numbers)]

    def _repr_html_(self) -> str:
        from ahp.report.html.notebook import scenario_html

        return scenario_html(scenario_document(self))

    def ties(self, by: str = "benefit_to_cost") -> list[list[str]]:
        """Return the groups of alternatives that a ranking cannot tell apart."""
        numbers = self._numbers(by)
        groups = [] if numbers is None else tie_groups(numbers)
        return [[self.alternatives[i] for i in group] for group in groups]


@dataclass(frozen=True)
class Decision(NotebookFace):
    """The decision for every scenario, with what it was made from.

    Examples
    --------
    >>> from ahp.ingest.read import read
    >>> from ahp.decision.rank import rank
    >>> decision = rank(read({"alternative": ["none", "lz4", "zle"], "tps": [100, 150, 110]}))
    >>> decision["default"].ranking("benefit")
    ['lz4', 'zle']
    """

    scenarios: tuple[ScenarioDecision, ...]
    study: Study
    measurements: Measurements
    baseline: str | None
    index: Index
    statistic: Statistic
    noted: Findings = field(default=Findings(), repr=False)
    comparison: Comparison | None = field(default=None, repr=False, compare=False)
    changes: Changes | None = None
    noise: float = NOISE

    def __getitem__(self, scenario: str) -> ScenarioDecision:
        """Return the decision for a scenario."""
        for found in self.scenarios:
            if found.scenario == scenario:
                return found
        known = listed(found.scenario for found in self.scenarios)
        raise StudyError(f"{quoted(scenario)} is no scenario here; the scenarios are {known}")

    def __iter__(self) -> Iterator[ScenarioDecision]:
        return iter(self.scenarios)

    def __contains__(self, scenario: object) -> bool:
        return any(found.scenario == scenario for found in self.scenarios)

    def __len__(self) -> int:
        return len(self.scenarios)

    @property
    def across(self) -> Across | None:
        """What is said over all scenarios; None with one, and where nothing can be compared."""
        return None if self.comparison is None else self.comparison.across

    @cached_property
    def findings(self) -> Findings:
        """All that is to be known of the whole, choices that another beats in every scenario first."""
        return Findings((*(() if self.comparison is None else self.comparison.beaten), *self.noted))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is to be known of the whole, a sentence each; what of one scenario stands in its `audit`."""
        return tuple(found.detail for found in self.findings)

    def to_dict(self) -> DecisionDocument:
        """Return the decision as plain data, `ahp.decision/1` (the JSON of the command)."""
        return document(self)

    def report(self, format: str = "text", detail: str | None = None) -> str:
        """Return the report as text, `json`, `csv`, `markdown`, `html`, `html-fragment` or `latex`.

        Parameters
        ----------
        format : str
        detail : {"answer", "why", "all"}, optional
            How much the text tells: the answer on one screen, as without it; the why of each scenario below
            it (`ahp-rank --explain`); or all that is known (`--verbose`).

        Raises
        ------
        StudyError
            If the format or the detail is unknown; the message lists those that are.
        """
        return render(self.to_dict(), format, detail)

    def plot(self, kind: str, scenario: str | None = None, ax: Axes | None = None) -> Axes:
        """Draw a figure of a kind (a key of `ahp.report.figures.KINDS`).

        A scenario is needed where there are several and the kind has a figure for each. Without axes there
        is a new figure, without any state of pyplot, which the returned axes know as `figure`.

        Raises
        ------
        FigureError
            If the kind or the scenario is unknown, or the decision lacks what the figure shows.
        """
        from ahp.report.figures import draw

        return draw(self.to_dict(), kind, ax, scenario)

    def __str__(self) -> str:
        return self.report("text")

    def __repr__(self) -> str:
        chosen = ", ".join(f"{s.scenario}: {' = '.join(s.winners)}" for s in self.scenarios)
        return f"<Decision {one_line(chosen, 1000)}>"

    def _repr_markdown_(self) -> str:
        return self.report("markdown")

    def _repr_html_(self) -> str:
        from ahp.report.html.notebook import decision_html

        return decision_html(self.to_dict())


def _series(labels: tuple[str, ...], numbers: Numbers, name: str) -> pd.Series[float]:
    import pandas as pd

    return pd.Series(list(numbers), index=pd.Index(labels, name="alternative"), name=name, dtype="float64")
