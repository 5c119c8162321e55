"""What changed from one decision to a later one beyond noise: each measure, the choice, what got worse."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ahp.core.inference import log_ratio, log_ratio_interval
from ahp.core.synthesis import TIE
from ahp.decision.evaluate import evaluate
from ahp.evidence.indices import relatives_from
from ahp.evidence.measures import MEASURES
from ahp.notebook import NotebookFace
from ahp.report.phrases import changes as phrases
from ahp.report.phrases.scenario import kept, no_verdict
from ahp.report.phrases.scrutiny import titles_of
from ahp.terms import SURE, Index, Merit
from ahp.units import NONE, Unit, convert, find

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ahp.report.documents.decision import DecisionDocument, ScenarioDocument

_LEAST = 1e-300  # what is smaller, or larger than its reciprocal, leaves the floats on its way

Key: TypeAlias = tuple[str, str, int]
"""An alternative, a measure, and which of the criteria with that measure it is."""


@dataclass(frozen=True)
class Runs(NotebookFace):
    """The runs of one measure of one alternative.

    Attributes
    ----------
    alternative, criterion, measure, unit : str
    higher : bool
        Whether more of it is better.
    stated : tuple of float
        As they stand, in that unit.
    """

    alternative: str
    criterion: str
    measure: str
    unit: str
    higher: bool
    stated: tuple[float, ...]

    @property
    def values(self) -> tuple[float, ...]:
        """Positive numbers that compare across units: in the base unit, a printed index as its relative."""
        unit = _unit(self.unit)
        base = (convert(value, unit, Unit("", unit.dimension)) for value in self.stated)
        return tuple(_inside(self.measure, value) for value in base)

    @property
    def dimension(self) -> str:
        """What the unit counts; numbers of one dimension compare."""
        return dimension_of(self.unit)

    def mean_in(self, symbol: str) -> float:
        """Return their geometric mean in a unit of the same dimension; an index as the index that it was."""
        if self.unit == symbol and len(set(self.stated)) == 1:
            return self.stated[0]  # there and back again costs the last bits
        found, known = float(np.exp(np.log(self.values).mean())), MEASURES.get(self.measure)
        unit = _unit(symbol)
        outside = found if known is None else float(known.outside(found))
        return convert(outside, Unit("", unit.dimension), unit)


@dataclass(frozen=True)
class MeasureChange(NotebookFace):
    """How one measure of one alternative changed.

    Attributes
    ----------
    alternative, criterion, measure, unit : str
    before, now : float
        Geometric means of the runs, both in the present unit; a printed index as the index it was.
    change : float
        now / before - 1; of a printed index as its relative: a gain g counts as 1 + g, a saving as
        1 / (1 - saving).
    interval : (float, float) or None
        Of the change, at the level of confidence; None where a side has one run.
    better : bool
        Whether it did not get worse.
    beyond_noise : bool
        Whether the interval leaves out no change; without one, whether the change is more than noise in both
        numbers makes.
    """

    alternative: str
    criterion: str
    measure: str
    unit: str
    before: float
    now: float
    change: float
    interval: tuple[float, float] | None
    better: bool
    beyond_noise: bool


def runs_of(document: DecisionDocument, scenario: ScenarioDocument) -> dict[Key, Runs]:
    """Return the runs of every alternative and measure of a scenario.

    Numbers that are not positive have no logarithm and are left out. Where several criteria have one measure
    (of several transaction types) the document lists its numbers in the order of the criteria.
    """
    better = {c["name"]: c["better"] for c in document["study"]["criteria"]}
    named = _criteria(scenario)
    seen: Counter[tuple[str, str, int | str]] = Counter()
    units: dict[Key, str] = {}
    stated: dict[Key, list[float]] = {}
    for entry in scenario["measurements"]:
        own = entry["alternative"], entry["measure"], entry["run"]
        key = own[0], own[1], seen[own]
        seen[own] += 1
        units[key] = entry["unit"]
        stated.setdefault(key, []).append(entry["value"])
    found = {}
    for key, numbers in stated.items():
        alternative, measure, which = key
        name = named.get((measure, which))
        if name is None:
            continue
        runs = Runs(alternative, name, measure, units[key], better.get(name) != "lower", tuple(numbers))
        if min(runs.values) > _LEAST and max(runs.values) < 1.0 / _LEAST:
            found[key] = runs
    return found


def _criteria(scenario: ScenarioDocument) -> dict[tuple[str, int], str]:
    """Return the criteria by their measure and which of those with that measure each is."""
    times: Counter[str] = Counter()
    found = {}
    for criterion in scenario["criteria"]:
        found[criterion["measure"], times[criterion["measure"]]] = criterion["name"]
        times[criterion["measure"]] += 1
    return found


def dimension_of(symbol: str) -> str:
    """Return what a unit counts: units of one dimension convert into each other.

    Examples
    --------
    >>> dimension_of("ms") == dimension_of("s"), dimension_of("qps") == dimension_of("tps")
    (True, False)
    """
    return _unit(symbol).dimension


def _unit(symbol: str) -> Unit:
    return find(symbol) or Unit(symbol, symbol or NONE.dimension)


def _inside(measure: str, value: float) -> float:
    """Return the relative behind a printed index, other numbers as they are."""
    published = MEASURES[measure].published if measure in MEASURES else None
    if published in (Index.IMPROVEMENT, Index.OVERHEAD):
        return 1.0 + value
    if published is Index.SAVING:
        return 1.0 / (1.0 - value) if value < 1.0 else -1.0
    return value


def comparable(
    before: dict[Key, Runs], now: dict[Key, Runs], names: dict[str, str]
) -> list[tuple[Runs, Runs]]:
    """Return the runs of both sides for each measure that both have, in units that convert.

    Parameters
    ----------
    before, now : dict
        From :func:`runs_of`.
    names : dict of str to str
        For an alternative now, the one before that it is compared with.
    """
    found = []
    for (alternative, measure, which), runs in now.items():
        earlier = before.get((names.get(alternative, ""), measure, which))
        if earlier is not None and earlier.dimension == runs.dimension:
            found.append((earlier, runs))
    return found


def measure_change(before: Runs, now: Runs, level: float, noise: float) -> MeasureChange:
    """Return how a measure changed.

    With two or more runs on both sides the interval is that of
    :func:`ahp.core.inference.log_ratio_interval`. With one run each of the two numbers may be off by a
    factor of exp(±noise), so that noise alone can make a change of exp(±2 noise).

    Examples
    --------
    >>> then = Runs("lz4", "throughput", "throughput", "1/s", True, (100.0,))
    >>> now = Runs("lz4", "throughput", "throughput", "1/s", True, (70.0,))
    >>> change = measure_change(then, now, 0.95, 0.05)
    >>> round(change.change, 6), change.interval, change.better, change.beyond_noise
    (-0.3, None, False, True)
    """
    logarithm = log_ratio(np.array(before.values), np.array(now.values))
    ends = _ends(before, now, level)
    low, high = (logarithm - 2.0 * noise, logarithm + 2.0 * noise) if ends is None else ends
    return MeasureChange(
        alternative=now.alternative,
        criterion=now.criterion,
        measure=now.measure,
        unit=now.unit,
        before=before.mean_in(now.unit),
        now=now.mean_in(now.unit),
        change=_relative(logarithm),
        interval=None if ends is None else (_relative(ends[0]), _relative(ends[1])),
        better=logarithm >= 0.0 if now.higher else logarithm <= 0.0,
        beyond_noise=low > 0.0 or high < 0.0,
    )


def surely_worse(before: Runs, now: Runs, level: float, noise: float) -> bool:
    """Say whether a measure got worse by more than `noise`, whatever its runs leave open.

    With two or more runs on both sides the whole interval of the change lies beyond exp(±noise) on the worse
    side. With one run the change does lie beyond exp(±2 noise), since both numbers may be off.

    Examples
    --------
    >>> then = Runs("lz4", "cpu_overhead", "cpu", "%", False, (10.0,))
    >>> [surely_worse(then, Runs("lz4", "cpu_overhead", "cpu", "%", False, (cpu,)), 0.95, 0.05)
    ...  for cpu in (11.0, 11.1, 5.0)]
    [False, True, False]
    """
    sign = -1.0 if now.higher else 1.0
    ends = _ends(before, now, level)
    if ends is None:
        return sign * log_ratio(np.array(before.values), np.array(now.values)) > 2.0 * noise
    return min(sign * end for end in ends) > noise


def _ends(before: Runs, now: Runs, level: float) -> tuple[float, float] | None:
    if min(len(before.values), len(now.values)) < 2:
        return None
    return log_ratio_interval(np.array(before.values), np.array(now.values), level)


def _relative(logarithm: float) -> float:
    """Return exp - 1; the interval of two runs reaches beyond every float."""
    return math.expm1(min(logarithm, 700.0))


@dataclass(frozen=True)
class Pair:
    """One scenario in two decisions.

    Attributes
    ----------
    then, new : ScenarioDocument
        Before and now.
    before, now : dict
        Their runs, from :func:`ahp.decision.changes.runs_of`.
    """

    then: ScenarioDocument
    new: ScenarioDocument
    before: dict[Key, Runs]
    now: dict[Key, Runs]

    @property
    def names(self) -> dict[str, str]:
        """Alternatives that compete now, and what they were called when they did before."""
        return same_names(self.then["alternatives"], self.new["alternatives"])

    @property
    def measured(self) -> dict[str, str]:
        """Alternatives that are measured now, the baseline too, and what they were called before."""
        return same_names([key[0] for key in self.before], [key[0] for key in self.now])

    @property
    def still(self) -> list[str]:
        """Those first now who were first before, or the baseline that is kept as before."""
        was, now = kept(self.then), kept(self.new)
        if was is not None or now is not None:
            return [now] if was is not None and now is not None else []
        names = self.names
        return [name for name in self.new["choose"] if names.get(name) in self.then["choose"]]


def first_place(pair: Pair, noise: float) -> tuple[bool | None, str]:
    """Return whether a change of the first place is more than noise, and why; with any index that is another.

    Parameters
    ----------
    pair : Pair
    noise : float
        That one run is taken to have.

    Returns
    -------
    (bool or None, str)
        False where it did not change; None where it cannot be said.
    """
    beyond, reason = _first_place(pair, noise)
    indices = _other_indices(pair)
    return beyond, reason if indices is None else f"{reason}; {indices}"


def _other_indices(pair: Pair) -> str | None:
    """Return in words which criteria have another index than before, and who is first with the same one.

    The same is relative, which is positive whatever the numbers are.
    """
    was = {criterion["name"]: criterion["index"] for criterion in pair.then["criteria"]}
    moved = {
        criterion["name"]: (was[criterion["name"]], criterion["index"])
        for criterion in pair.new["criteria"]
        if was.get(criterion["name"], criterion["index"]) != criterion["index"]
    }
    if not moved:
        return None
    then, new = (_first_relative(scenario, set(moved)) for scenario in (pair.then, pair.new))
    same = [name for name in new if pair.names.get(name) in then]
    titles = titles_of(pair.new["criteria"])
    return phrases.other_indices({titles[name]: ends for name, ends in moved.items()}, same, then, new)


def _first_relative(scenario: ScenarioDocument, names: set[str]) -> list[str]:
    """Return who is first where some criteria are relative and the others as they are."""
    criteria, alternatives = scenario["criteria"], scenario["alternatives"]
    values = np.array([[criterion["values"][name] for name in alternatives] for criterion in criteria])
    for row, criterion in zip(values, criteria, strict=True):
        if criterion["name"] in names:
            row[:] = relatives_from(Index(criterion["index"]), row)
    is_cost = tuple(criterion["merit"] == Merit.COST.value for criterion in criteria)
    outcome = evaluate(values, np.array([criterion["weight"] for criterion in criteria]), is_cost)
    scores = outcome.quotient if outcome.quotient is not None else outcome.benefit
    if scores is None:
        assert outcome.cost is not None
        scores = 1.0 / outcome.cost
    best = float(scores.max()) * (1.0 - TIE)
    return [name for name, score in zip(alternatives, scores.tolist(), strict=True) if score >= best]


def _first_place(pair: Pair, noise: float) -> tuple[bool | None, str]:
    then, new, still = pair.then, pair.new, pair.still
    if (of_baseline := _keeping_changed(then, new)) is not None:
        return of_baseline
    if still:
        return False, phrases.first_as_before(still)
    both = then["choose"], new["choose"]
    old = [name for name, earlier in pair.names.items() if earlier in then["choose"]]
    if not old:
        return True, phrases.chosen_no_more(*both)
    reason = no_verdict(new)
    if reason is not None:
        return None, phrases.without_verdict(*both, reason)
    confidence, margin = new["confidence"], new["margin"]
    if repeated(new):
        assert confidence is not None
        sets, level = confidence["rank_sets"], confidence["level"]
        if sets is None or level is None:
            return None, phrases.left_open(*both)
        ranks = {name: sets[name] for name in old}
        beyond = all(best > 1 for best, _ in ranks.values())
        settled = confidence["verdict"] != "unknown"
        return beyond, phrases.by_ranks(*both, ranks, level, beyond=beyond, settled=settled)
    if margin is None:
        return None, phrases.by_a_tie(*both)
    return margin["noise_95"] > noise, phrases.by_noise(*both, margin["noise_95"], noise)


def _keeping_changed(then: ScenarioDocument, new: ScenarioDocument) -> tuple[bool | None, str] | None:
    """Return whether a change to or from a kept baseline is more than noise, and why; None: none is kept."""
    was, now = kept(then), kept(new)
    if was is None and now is None:
        return None
    if was is not None and now is not None:
        return False, phrases.kept_as_before(now)
    unsure = [when for when, one in (("then", then), ("now", new)) if not _is_sure(one)]
    return None if unsure else True, phrases.keeping_changed(was, now, then["choose"], new["choose"], unsure)


def _is_sure(scenario: ScenarioDocument) -> bool:
    standing = scenario.get("standing")
    return standing is not None and standing["word"] in SURE


def repeated(scenario: ScenarioDocument) -> bool:
    """Say whether the confidence of a scenario speaks from runs, rather than its margin from one."""
    confidence = scenario["confidence"]
    return confidence is not None and (confidence["ranks"] is not None or bool(confidence["left_out"]))


def worse_measures(pair: Pair, joint: float, noise: float) -> tuple[MeasureChange, ...] | None:
    """Return by which measures the choice is surely worse than the previous choice was.

    The present choice is first, so it is at least as good as the previous one is now; what remains is that
    the previous one is not worse than it was. If it is, the present choice itself is held against the
    previous one as it was, measure by measure.

    Parameters
    ----------
    pair : Pair
    joint : float
        Level of each interval, such that all of them hold at once.
    noise : float
        What is not minded.

    Returns
    -------
    tuple of MeasureChange, or None
        Empty where one of the two is surely worse by no measure; None where nothing can be compared.
    """
    told: list[tuple[MeasureChange, ...]] = []
    for runs in _candidates(pair):
        worse = [both for both in runs if surely_worse(*both, joint, noise)]
        told.append(tuple(measure_change(*both, joint, noise) for both in worse))
    if not told:
        return None
    return () if any(not worse for worse in told) else told[0]


def number_tested(pair: Pair) -> int:
    """Return how many measures are looked at for the first candidate that has any."""
    return len(next(iter(_candidates(pair)), []))


def _candidates(pair: Pair) -> list[list[tuple[Runs, Runs]]]:
    """Return for the previous choice, and then for the present one, their runs against the previous then.

    Those of whom no measure compares are left out.
    """
    then, new = pair.then["choose"], pair.new["choose"]
    previous = [(name, earlier) for name, earlier in pair.measured.items() if earlier in then]
    others = [(name, old) for name in new for old in then if (name, old) not in previous]
    found = (comparable(pair.before, pair.now, {name: old}) for name, old in (*previous, *others))
    return [runs for runs in found if runs]


def same_names(before: Iterable[str], now: Iterable[str]) -> dict[str, str]:
    """Return for each name now the one before that differs in the case of letters at most."""
    earlier = {folded(name): name for name in before}
    return {name: earlier[folded(name)] for name in now if folded(name) in earlier}


def folded(name: str) -> str:
    """Return a name as it is compared: in lower case."""
    return name.strip().casefold()
