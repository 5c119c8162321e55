"""Whether a choice changed by more than noise, and whether it got worse than the previous one was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.synthesis import TIE
from ahp.decision.evaluate import evaluate
from ahp.decision.measure_changes import MeasureChange, comparable, measure_change, surely_worse
from ahp.evidence.indices import relatives_from
from ahp.report.phrases import changes as phrases
from ahp.report.phrases.scenario import kept, no_verdict
from ahp.terms import SURE, Index, Merit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ahp.decision.measure_changes import Key, Runs
    from ahp.report.documents.decision import ScenarioDocument


@dataclass(frozen=True)
class Pair:
    """One scenario in two decisions.

    Attributes
    ----------
    then, new : ScenarioDocument
        Before and now.
    before, now : dict
        Their runs, from :func:`ahp.decision.measure_changes.runs_of`.
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
    return phrases.other_indices(moved, same, then, new)


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
