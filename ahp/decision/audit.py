"""What in the method, not in the data, would change the choice: each audit holds, or flips to somebody."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ahp.core.gate import Array
from ahp.core.matrices import from_values
from ahp.core.merits import subtractive
from ahp.core.priorities import PRIORITY_METHODS
from ahp.core.synthesis import ideal_priorities
from ahp.decision.break_even import Change, Margin
from ahp.decision.case import Case, asked_again, stated_in
from ahp.decision.findings import Finding, audit, finding
from ahp.decision.frame import Frame
from ahp.decision.index_audit import index_audits, rule_audit, saving_audit
from ahp.decision.rounding import Digits, digits_of
from ahp.decision.scenes import ends
from ahp.errors import AHPError
from ahp.evidence.measures import RESPONSE_STATISTICS
from ahp.report.findings import Way
from ahp.report.numbers import outward
from ahp.terms import Statistic

Moved = tuple[tuple[str, str, str, float], ...]
"""Of each number that is moved its alternative, its measure, the digits that it then has, and what it is."""

_BEYOND = 1e-9  # of a change: how far beyond it a number is told, at which there is no tie any more
_MOST_COMPARED = 30  # matrices of more alternatives are not built to compare methods on them


def audits(case: Case, margin: Margin | None, drawn: Array | None) -> tuple[Finding, ...]:
    """Return the audits of one scenario; none without a margin, at a tie for first or without a rival.

    Parameters
    ----------
    case : Case
    margin : Margin or None
    drawn : ndarray, shape (draws, k, m), or None
        Measurements as the runs leave them open.
    """
    if margin is None:
        return ()
    winner = margin.winner
    low, high = ends(case.measurements, case.scene, case.statistic)
    return (
        *rule_audit(case.frame, case.x, winner, low, high, drawn),
        *index_audits(case.frame, case.x, winner),
        *_savings(case, winner),
        *_digits(case, margin, low, high),
        *_methods(case, winner),
        *_mode(case, winner),
        *_merits(case, winner),
        *_baseline(case, winner),
        *_reversal(case, winner),
        *_response_statistics(case, winner),
        *_statistics(case, winner),
    )


def _savings(case: Case, winner: str) -> list[Finding]:
    baseline = case.scene.baseline
    return [] if baseline is None else saving_audit(case.frame, case.x, winner, baseline)


def _digits(case: Case, margin: Margin, low: Array, high: Array) -> list[Finding]:
    """Return whether the choice holds over all that the printed digits allow."""
    found = digits_of(case.frame, case.x, low, high)
    if found is None:
        return []
    if found.to is None:
        return [finding("digits", "holds", winner=margin.winner, cells=(), edge=found.edge)]
    cells, to = _point(case, margin.changes, found, low, high)
    return [finding("digits", "flips", to=to, winner=to, cells=cells, edge=found.edge)]


def _point(
    case: Case, changes: tuple[Change, ...], found: Digits, low: Array, high: Array
) -> tuple[Moved, str]:
    """Return a point at which it flips, and to whom: one number that suffices, if there is one."""
    frame = case.frame
    alone = []
    for change in changes:
        c, j = frame.criteria.index(change.criterion), frame.columns.index(change.alternative)
        if change.change is not None and change.challenger is not None:
            value = case.x[c, j] * (1.0 + change.change * (1.0 + _BEYOND))
            if low[c, j] <= value <= high[c, j]:
                alone.append(
                    (abs(change.change), change.challenger, (change.alternative, change.criterion, value))
                )
    if alone:
        _, to, one = min(alone)
        return _moved(case, (one,), to), to
    return _moved(case, found.cells, found.to or ""), found.to or ""


def _moved(case: Case, cells: tuple[tuple[str, str, float], ...], to: str) -> Moved:
    """Return numbers moved as the file writes them, with as many digits as it takes that `to` leads."""
    frame = case.frame
    places = [(frame.criteria.index(criterion), frame.columns.index(name)) for name, criterion, _ in cells]
    written_so: list[tuple[str, str, str, float]] = []
    for digits in range(4, 16):
        moved, written_so = case.x.copy(), []
        for (name, _, value), (c, j) in zip(cells, places, strict=True):
            written = stated_in(case, case.scene.criteria[c])
            now = written.value(float(case.x[c, j]))
            then = outward(written.value(value), now, digits)
            same = [other for other, number in enumerate(frame.numbers) if number == frame.numbers[c]]
            kept = written.inside(float(then))
            moved[same, j] = value if kept is None else kept
            written_so.append((name, frame.spoken(c), then, now))
        if (frame.index_values(moved) > 0).all() and frame.first(moved) == (to,):
            break
    return tuple(written_so)


def _methods(case: Case, winner: str) -> list[Finding]:
    """Return whether every priority method puts the same alternative first."""
    frame = case.frame
    if len(frame.competitors) > _MOST_COMPARED:
        return []
    matrices = from_values(frame.index_values(case.x))
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for method, function in PRIORITY_METHODS.items():
        if method == "singular-value-decomposition":  # to compare with; no choice is defended by it
            continue
        try:
            weighed = frame.with_weights(case.study.weights(case.scene.criteria, method=method))
            shares = function(matrices)
        except AHPError:  # more items than the method takes, or it does not settle on the judgments
            continue
        ways.append((("method", method), frame.leaders(frame.scores(weighed.merits(shares)))))
    return [audit("method", winner, ways)]


def _mode(case: Case, winner: str) -> list[Finding]:
    """Return whether the ideal mode of synthesis puts the same alternative first as the distributive one."""
    frame = case.frame
    local = frame.outcome(case.x).priorities
    weights, costs = np.array(frame.weights), np.array(frame.is_cost)
    scores = np.ones(len(frame.competitors))
    if not costs.all():
        scores = ideal_priorities(weights[~costs], local[~costs])
    if costs.any():
        scores = scores / ideal_priorities(weights[costs], local[costs])
    return [audit("mode", winner, [(("ideal",), frame.leaders(scores))])]


def _merits(case: Case, winner: str) -> list[Finding]:
    """Return whether benefit less cost puts the same alternative first as benefit to cost."""
    outcome = case.frame.outcome(case.x)
    if outcome.benefit is None or outcome.cost is None:
        return []
    leaders = case.frame.leaders(subtractive(outcome.benefit, outcome.cost))
    return [audit("merits", winner, [(("difference",), leaders)])]


def _baseline(case: Case, winner: str) -> list[Finding]:
    """Return whether the choice stays where the baseline competes too, or where it does not."""
    scene = case.scene
    if scene.baseline is None:
        return []
    inside = scene.baseline in scene.competitors
    if inside and (winner == scene.baseline or len(scene.competitors) < 3):
        return []
    try:
        other = asked_again(case, competes=not inside)
    except AHPError:  # the study asks for an index that a baseline cannot have
        return []
    way = ("without" if inside else "with", scene.baseline)
    return [audit("baseline", winner, [(way, other.frame.first(other.x))])]


def _reversal(case: Case, winner: str) -> list[Finding]:
    """Return whether leaving an alternative out, or adding a copy of one, changes who is first.

    Where the rule chooses the index, it does so again for those that are left.
    """
    frame = case.frame
    r = frame.relatives(case.x)
    everyone = list(range(len(frame.competitors)))
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for i, name in enumerate(frame.competitors):
        if name != winner:
            rest = [j for j in everyone if j != i]
            ways.append((("without", name), _leaders(frame, rest, _scores(frame, r[:, rest]))))
        twice = _scores(frame, np.concatenate([r, r[:, [i]]], axis=1))
        ways.append((("copy", name), _leaders(frame, everyone, twice[:-1])))
    return [audit("reversal", winner, ways)]


def _scores(frame: Frame, r: Array) -> Array:
    return frame.scores(frame.merits(frame.turned(r)))


def _leaders(frame: Frame, positions: list[int], scores: Array) -> tuple[str, ...]:
    some = replace(frame, competitors=tuple(frame.competitors[j] for j in positions))
    return some.leaders(scores)


def _response_statistics(case: Case, winner: str) -> list[Finding]:
    """Return whether other statistics of the response time, where all alternatives have them, agree."""
    known = {f"response_time_{s}" for s in RESPONSE_STATISTICS}
    ranked = {m for criterion in case.study.criteria for m in criterion.measures} & known
    if len(ranked) != 1:
        return []
    (now,) = ranked
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for other in RESPONSE_STATISTICS:
        name = f"response_time_{other}"
        if name == now or name not in case.measurements.measures(case.scene.name):
            continue
        criteria = tuple(
            replace(c, measures=(name,)) if c.measures == (now,) else c for c in case.study.criteria
        )
        try:
            tried = asked_again(case, study=replace(case.study, criteria=criteria))
        except AHPError:  # not all have it, or its types do not combine as the study says
            continue
        if tried.frame.competitors == case.frame.competitors:
            ways.append((("measure", name), tried.frame.first(tried.x)))
    return [audit("response-statistic", winner, ways)] if ways else []


def _statistics(case: Case, winner: str) -> list[Finding]:
    """Return whether other statistics over the runs agree; asked only where there are several."""
    if all(runs == 1 for _, runs in case.scene.runs):
        return []
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for statistic in Statistic:
        if statistic is case.statistic:
            continue
        try:
            tried = asked_again(case, statistic=statistic)
        except AHPError:
            continue
        ways.append((("statistic", statistic.value), tried.frame.first(tried.x)))
    return [audit("statistic", winner, ways)] if ways else []
