"""Alternatives under benefits, opportunities, costs and risks, and what their scores can and cannot say."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ahp.core.gate import Array
from ahp.core.merits import MERIT_METHODS, MERITS, incremental_analysis, marginal_choices, merit_scores
from ahp.core.synthesis import ranking
from ahp.errors import AHPError, JudgmentError, StudyError, listed, quoted
from ahp.model.comparisons import Measured, shares_of
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy
from ahp.model.labels import amount_of, series_of, table_given
from ahp.model.matrix import PairwiseMatrix
from ahp.model.nested import comparison_in, nested, people_in
from ahp.notebook import NotebookFace
from ahp.report.phrases import doubts
from ahp.terms import Merit

if TYPE_CHECKING:
    import pandas as pd

Prioritised: TypeAlias = "Mapping[str, float] | pd.Series[float] | PairwiseMatrix | Group | Hierarchy"
"""Priorities by name, or what has some: a matrix, a group, a hierarchy."""


@dataclass(frozen=True)
class Increments(NotebookFace):
    """An incremental analysis: which alternative to choose, and the comparisons that lead there.

    Attributes
    ----------
    choose : str
        The alternative that remains.
    worth : float
        What a unit of benefit and opportunity was taken to be worth in units of cost and risk.
    steps : tuple of (str, str, float, bool)
        Defender, challenger, added benefit per added cost, and whether the challenger was accepted.
    """

    choose: str
    worth: float
    steps: tuple[tuple[str, str, float, bool], ...]


@dataclass(frozen=True, eq=False)
class Merits(NotebookFace):
    """The priorities of alternatives under up to four merits; immutable.

    Parameters
    ----------
    priorities : mapping of str to priorities
        For each merit (`"benefit"`, `"opportunity"`, `"cost"`, `"risk"`) priorities of the same
        alternatives: a mapping, a Series, or a matrix, group or hierarchy whose priorities are taken. Of
        costs and risks the larger is the worse: judge which costs *more*.
    weights : mapping of str to float, optional
        What the merits as wholes are worth in one unit: all benefits together 3, all costs together 2.
        Without them scores that add or subtract merits rest on an assumption, and :meth:`warnings` says so.

    Raises
    ------
    JudgmentError
        If the alternatives differ, or a priority is not positive.
    StudyError
        If a merit is unknown or a weight wrong.

    Examples
    --------
    >>> m = Merits({"benefit": {"x": 0.6, "y": 0.4}, "cost": {"x": 0.7, "y": 0.3}})
    >>> m.scores().round(3).to_dict()
    {'x': 0.857, 'y': 1.333}
    """

    alternatives: tuple[str, ...]
    """Names, in the order of the first merit."""
    parts: tuple[Array | None, Array | None, Array | None, Array | None]
    """Priorities under benefit, opportunity, cost and risk; None for a merit that has no part."""
    weights: tuple[float, float, float, float] | None
    """What the merits as wholes are worth; None where nobody said."""
    goal: str
    """What the decision is about."""
    hierarchies: Mapping[str, Hierarchy]
    """The hierarchies that some of the priorities are of, by merit."""

    def __init__(
        self,
        priorities: Mapping[str, Prioritised],
        weights: Mapping[str, float] | None = None,
        *,
        goal: str = "merits",
    ) -> None:
        given = _by_merit(priorities, "priorities by merit")
        found = {merit: _named(said) for merit, said in given.items()}
        if not found:
            raise JudgmentError("priorities of at least one merit are needed; found none")
        names = tuple(next(iter(found.values())))
        for merit, values in found.items():
            if set(values) != set(names):
                raise JudgmentError(
                    f"the {merit} is that of {listed(values)}, other merits speak of {listed(names)}; "
                    f"they must be the same"
                )
        parts = [_vector(found[m], names) if m in found else None for m in MERITS]
        object.__setattr__(self, "alternatives", names)
        object.__setattr__(self, "parts", tuple(parts))
        object.__setattr__(self, "weights", _merit_weights(weights, found))
        object.__setattr__(self, "goal", str(goal))
        behind = {merit: said for merit, said in given.items() if isinstance(said, Hierarchy)}
        object.__setattr__(self, "hierarchies", MappingProxyType(behind))
        try:
            merit_scores(*parts, weights=self.weights)
        except JudgmentError as error:
            if error.row is None:
                raise
            message = str(error).replace(f"alternative {error.row}", quoted(names[int(error.row)]))
            raise JudgmentError(message, row=names[int(error.row)], found=error.found) from None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Merits:
        """Return the merits that nested mappings describe, as in a TOML or JSON file.

        Parameters
        ----------
        data : mapping
            `merits`, by merit a hierarchy or a comparison of the alternatives as in
            :meth:`ahp.Hierarchy.from_dict`; what the merits as wholes are worth as `weights` or `judgments`,
            if anybody says so; `goal`; and `alternatives` and `participants` for all hierarchies.

        Raises
        ------
        JudgmentError
            If a key is unknown or a comparison wrong; the message names the way to it.

        Examples
        --------
        >>> Merits.from_dict({"merits": {
        ...     "benefit": {"judgments": [["x", "y", 1.5]]},
        ...     "cost": {"weights": {"x": 7, "y": 3}}}}).scores().round(3).to_dict()
        {'x': 0.857, 'y': 1.333}
        """
        keys = ("merits", "weights", "judgments", "goal", "alternatives", "participants")
        unknown = [key for key in data if key not in keys]
        if unknown:
            raise JudgmentError(f"merits have no key {listed(unknown)}; their keys are {listed(keys)}")
        common = {"alternatives": data["alternatives"]} if "alternatives" in data else {}
        counts = table_given(data.get("participants", {}), "how much participants count")
        given = {
            str(merit): table_given(said, f"the {merit}")
            for merit, said in table_given(data.get("merits"), "merits").items()
        }
        people = {merit: set(people_in(said)) for merit, said in given.items()}
        nowhere = [who for who in counts if not any(str(who) in there for there in people.values())]
        if nowhere:
            raise JudgmentError(f"{listed(nowhere)} has a weight but judges under no merit; leave it out")
        hierarchies = {}
        for merit, said in given.items():
            heard = {who: weight for who, weight in counts.items() if str(who) in people[merit]}
            counted = {"participants": heard} if heard else {}
            hierarchies[merit] = hierarchy_under(merit, {**common, **counted, **said})
        weights = data.get("weights")
        if "judgments" in data:
            worth = comparison_in(data, "the merits", list(hierarchies), {})
            weights = dict(zip(worth.labels, shares_of(worth).tolist(), strict=True))
        return cls(hierarchies, weights, goal=data.get("goal", "merits"))

    def given(self, priorities: Mapping[str, Mapping[str, float]]) -> Merits:
        """Return the merits with other priorities in place of those of some hierarchies."""
        found: dict[str, Prioritised] = {
            merit: dict(zip(self.alternatives, part.tolist(), strict=True))
            for merit, part in zip(MERITS, self.parts, strict=True)
            if part is not None
        }
        weights = None
        if self.weights is not None:
            weights = {m: w for m, w in zip(MERITS, self.weights, strict=True) if m in found}
        other = Merits({**found, **priorities}, weights, goal=self.goal)
        object.__setattr__(other, "hierarchies", self.hierarchies)
        return other

    def scores(self, method: str = "multiplicative") -> pd.Series[float]:
        """Return one score for each alternative; larger is better. See :func:`ahp.core.merit_scores`."""
        return series_of(self._scores(method), self.alternatives, "alternative", method)

    def _scores(self, method: str) -> Array:
        return merit_scores(*self.parts, weights=self.weights, method=method)

    def table(self) -> pd.DataFrame:
        """Return the scores of all methods: a row for each alternative, a column for each method."""
        import pandas as pd

        return pd.DataFrame(
            {method: self._scores(method) for method in self._methods()},
            index=pd.Index(self.alternatives, name="alternative"),
        )

    def _methods(self) -> list[str]:
        return [name for name in MERIT_METHODS if name != "probabilistic" or self._at_most_one()]

    def _at_most_one(self) -> bool:
        return all(p is None or bool((p <= 1).all()) for p in self.parts[2:])

    def ranking(self, method: str = "multiplicative") -> list[str]:
        """Return the alternatives, best first."""
        return [self.alternatives[i] for i in ranking(self._scores(method).tolist())]

    def warnings(self) -> tuple[str, ...]:
        """Return what the scores cannot say, one sentence each (Wijnmalen 2007); empty where all is well."""
        found = []
        good, bad = (any(p is not None for p in side) for side in (self.parts[:2], self.parts[2:]))
        if good and bad and self.weights is None:
            found.append(doubts.INCOMMENSURATE)
        if all(p is not None for p in self.parts[:2]) or all(p is not None for p in self.parts[2:]):
            found.append(doubts.NO_TOTAL)
        firsts: dict[str, list[str]] = {}
        for method in self._methods():
            firsts.setdefault(self.ranking(method)[0], []).append(method)
        if len(firsts) > 1:
            found.append(doubts.disagreeing(firsts))
        for merit in set(MERITS[2:]) & set(self.hierarchies):
            turned = [
                " / ".join(path)
                for path, node in self.hierarchies[merit].nodes()
                if isinstance(node, Measured) and node.better == "lower"
            ]
            if turned:
                found.append(doubts.turned(merit, turned))
        return tuple(found)

    def _sides(self) -> tuple[Array, Array]:
        """Return weighted benefits and opportunities, and weighted costs and risks."""
        weights = self.weights or (1.0, 1.0, 1.0, 1.0)
        terms = [None if p is None else w * p for w, p in zip(weights, self.parts, strict=True)]
        sides = [[term for term in pair if term is not None] for pair in (terms[:2], terms[2:])]
        if not all(sides):
            raise StudyError("benefits are compared with costs; give priorities of both")
        return np.asarray(sum(sides[0])), np.asarray(sum(sides[1]))

    def incremental(self, *, worth: float = 1.0) -> Increments:
        """Return the incremental analysis of mutually exclusive alternatives (Bernhard & Canada 1990).

        Parameters
        ----------
        worth : float
            What a unit of benefit is worth in units of cost, on top of the weights of the merits.
        """
        good, bad = self._sides()
        found = incremental_analysis(good, bad, worth=worth)
        names = self.alternatives
        return Increments(
            names[found.choice],
            worth,
            tuple((names[s.defender], names[s.challenger], s.ratio, s.accepted) for s in found.steps),
        )

    def by_worth(self) -> tuple[tuple[float, str], ...]:
        """Return who is chosen as a unit of benefit becomes worth more: (from which worth on, name)."""
        good, bad = self._sides()
        return tuple((start, self.alternatives[i]) for start, i in marginal_choices(good, bad))

    def to_dict(self) -> dict[str, Any]:
        """Return priorities, weights, scores by every method and warnings as plain data."""
        merits = zip(MERITS, self.parts, strict=True)
        return {
            "alternatives": list(self.alternatives),
            "priorities": {merit: p.tolist() for merit, p in merits if p is not None},
            "weights": None if self.weights is None else dict(zip(MERITS, self.weights, strict=True)),
            "scores": {method: self._scores(method).tolist() for method in self._methods()},
            "warnings": list(self.warnings()),
        }


def hierarchy_under(merit: str, data: Mapping[str, Any]) -> Hierarchy:
    """Return the hierarchy that nested mappings describe under one merit.

    Raises
    ------
    JudgmentError
        If it is none; the message names the merit.
    """
    try:
        return nested({"goal": merit, **data} if "children" in data else data)
    except AHPError as error:
        raise JudgmentError(f"{merit}: {error}") from None


def _by_merit(given: object, what: str) -> dict[str, Any]:
    """Return what is given for each merit, by the name that it has here."""
    found: dict[str, Any] = {}
    for name, said in table_given(given, what).items():
        merit = Merit.of(name).value
        if merit in found:
            raise StudyError(f"{what}: {quoted(merit)} is given twice; keep one")
        found[merit] = said
    return found


def _named(given: Prioritised) -> dict[str, float]:
    """Return priorities by name."""
    if isinstance(given, Hierarchy):
        return {str(k): float(v) for k, v in given.global_priorities().items()}
    if isinstance(given, PairwiseMatrix | Group):
        return {str(k): float(v) for k, v in given.priorities().items()}
    table = table_given(given, "priorities")
    return {
        str(name): _number(value, f"the priority of {quoted(str(name))}") for name, value in table.items()
    }


def _number(value: object, what: str) -> float:
    number = amount_of(value)
    if math.isnan(number):
        raise JudgmentError(f"{what} is a number; found {quoted(value)}", found=value)
    return number


def _vector(values: Mapping[str, float], names: tuple[str, ...]) -> Array:
    vector = np.array([values[name] for name in names])
    vector.setflags(write=False)
    return vector


def _merit_weights(
    given: Mapping[str, float] | None, found: Mapping[str, Any]
) -> tuple[float, float, float, float] | None:
    if given is None:
        return None
    by_merit = {
        merit: _number(weight, f"the weight of {quoted(merit)}")
        for merit, weight in _by_merit(given, "weights of merits").items()
    }
    if set(by_merit) != set(found):
        raise StudyError(
            f"the merits are {listed(found)}, weights are given for {listed(by_merit)}; give one each"
        )
    b, o, c, r = (by_merit.get(merit, 0.0) for merit in MERITS)
    return b, o, c, r
