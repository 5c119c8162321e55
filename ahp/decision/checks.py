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
from ahp.decision.findings import Finding, audit, finding
from ahp.decision.index_checks import index_audits, rule_audit, saving_audit
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.rounding import Digits, digits_of
from ahp.errors import AHPError
from ahp.report.numbers import outward
from ahp.report.phrases.findings import Way
from ahp.terms import Statistic

Moved = tuple[tuple[str, str, str, float], ...]
"""Of each number that is moved its alternative, its measure, the digits that it then has, and what it is."""

_BEYOND = 1e-9  # of a change: how far beyond it a number is told, at which there is no tie any more
_MOST_COMPARED = 30  # matrices of more alternatives are not built to compare methods on them


def audits(matrix: DecisionMatrix, margin: Margin | None, drawn: Array | None) -> tuple[Finding, ...]:
    """Return the audits of one scenario; none without a margin, at a tie for first or without a rival.

    Parameters
    ----------
    matrix : DecisionMatrix
    margin : Margin or None
    drawn : ndarray, shape (draws, k, m), or None
        Measurements as the runs leave them open.
    """
    if margin is None:
        return ()
    winner = margin.winner
    return (
        *rule_audit(matrix, winner, drawn),
        *index_audits(matrix, winner),
        *([] if matrix.baseline is None else saving_audit(matrix, winner, matrix.baseline)),
        *_digits(matrix, margin),
        *_methods(matrix, winner),
        *_mode(matrix, winner),
        *_merits(matrix, winner),
        *_baseline(matrix, winner),
        *_reversal(matrix, winner),
        *_response_statistics(matrix, winner),
        *_statistics(matrix, winner),
    )


def _digits(matrix: DecisionMatrix, margin: Margin) -> list[Finding]:
    """Return whether the choice holds over all that the printed digits allow."""
    found = digits_of(matrix)
    if found is None:
        return []
    if found.to is None:
        return [finding("digits", "holds", winner=margin.winner, cells=(), edge=found.edge)]
    cells, to = _point(matrix, margin.changes, found)
    return [finding("digits", "flips", to=to, winner=to, cells=cells, edge=found.edge)]


def _point(matrix: DecisionMatrix, changes: tuple[Change, ...], found: Digits) -> tuple[Moved, str]:
    """Return a point at which it flips, and to whom: one number that suffices, if there is one."""
    (low, high), alone = matrix.ends, []
    for change in changes:
        c, j = matrix.criterion_names.index(change.criterion), matrix.columns.index(change.alternative)
        if change.change is not None and change.challenger is not None:
            value = matrix.x[c, j] * (1.0 + change.change * (1.0 + _BEYOND))
            if low[c, j] <= value <= high[c, j]:
                alone.append(
                    (abs(change.change), change.challenger, (change.alternative, change.criterion, value))
                )
    if alone:
        _, to, one = min(alone)
        return _moved(matrix, (one,), to), to
    return _moved(matrix, found.cells, found.to or ""), found.to or ""


def _moved(matrix: DecisionMatrix, cells: tuple[tuple[str, str, float], ...], to: str) -> Moved:
    """Return numbers moved as the file writes them, with as many digits as it takes that `to` leads."""
    places = [
        (matrix.criterion_names.index(criterion), matrix.columns.index(name)) for name, criterion, _ in cells
    ]
    written_so: list[tuple[str, str, str, float]] = []
    for digits in range(4, 16):
        moved, written_so = matrix.x.copy(), []
        for (name, _, value), (c, j) in zip(cells, places, strict=True):
            written = matrix.stated[c]
            now = written.value(float(matrix.x[c, j]))
            then = outward(written.value(value), now, digits)
            kept = written.inside(float(then))
            moved[matrix.readers(c), j] = value if kept is None else kept
            written_so.append((name, matrix.spoken(c), then, now))
        if (matrix.index_values(moved) > 0).all() and matrix.first(moved) == (to,):
            break
    return tuple(written_so)


def _methods(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether every priority method puts the same alternative first."""
    if len(matrix.alternatives) > _MOST_COMPARED:
        return []
    matrices = from_values(matrix.index_values(matrix.x))
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for method, function in PRIORITY_METHODS.items():
        if method == "singular-value-decomposition":  # to compare with; no choice is defended by it
            continue
        try:
            weighed = matrix.with_weights(matrix.study.weights(matrix.criteria, method=method))
            shares = function(matrices)
        except AHPError:  # more items than the method takes, or it does not settle on the judgments
            continue
        ways.append((("method", method), matrix.leaders(weighed.merits(shares).scores)))
    return [audit("method", winner, ways)]


def _mode(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether the ideal mode of synthesis puts the same alternative first as the distributive one."""
    local = matrix.at_point.priorities
    weights, costs = np.array(matrix.weights), np.array(matrix.is_cost)
    scores = np.ones(len(matrix.alternatives))
    if not costs.all():
        scores = ideal_priorities(weights[~costs], local[~costs])
    if costs.any():
        scores = scores / ideal_priorities(weights[costs], local[costs])
    return [audit("mode", winner, [(("ideal",), matrix.leaders(scores))])]


def _merits(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether benefit less cost puts the same alternative first as benefit to cost."""
    outcome = matrix.at_point
    if outcome.benefit is None or outcome.cost is None:
        return []
    leaders = matrix.leaders(subtractive(outcome.benefit, outcome.cost))
    return [audit("merits", winner, [(("difference",), leaders)])]


def _baseline(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether the choice stays where the baseline competes too, or where it does not."""
    baseline = matrix.baseline
    if baseline is None:
        return []
    inside = baseline in matrix.alternatives
    if inside and (winner == baseline or len(matrix.alternatives) < 3):
        return []
    if np.isnan(matrix.runs[baseline]).any():  # it was not measured in all that the alternatives were
        return []
    competing = tuple(name for name in matrix.runs if not (inside and name == baseline))
    try:
        other = replace(matrix, alternatives=competing).with_chosen_indices()
    except AHPError:  # the study asks for an index that a baseline cannot have
        return []
    way = ("without" if inside else "with", baseline)
    return [audit("baseline", winner, [(way, other.winners)])]


def _reversal(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether leaving an alternative out, or adding a copy of one, changes who is first.

    Where the rule chooses the index, it does so again for those that are left.
    """
    r = matrix.relatives(matrix.x)
    everyone = list(range(len(matrix.alternatives)))
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for i, name in enumerate(matrix.alternatives):
        if name != winner:
            rest = [j for j in everyone if j != i]
            ways.append((("without", name), _leaders(matrix, rest, _scores(matrix, r[:, rest]))))
        twice = _scores(matrix, np.concatenate([r, r[:, [i]]], axis=1))
        ways.append((("copy", name), _leaders(matrix, everyone, twice[:-1])))
    return [audit("reversal", winner, ways)]


def _scores(matrix: DecisionMatrix, r: Array) -> Array:
    return matrix.merits(matrix.turned(r)).scores


def _leaders(matrix: DecisionMatrix, positions: list[int], scores: Array) -> tuple[str, ...]:
    some = replace(matrix, alternatives=tuple(matrix.alternatives[j] for j in positions))
    return some.leaders(scores)


def _response_statistics(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether other statistics of the response time, where all alternatives have them, agree."""
    others = () if matrix.others is None else matrix.others()
    ways: list[tuple[Way, tuple[str, ...]]] = [(("measure", name), other.winners) for name, other in others]
    return [audit("response-statistic", winner, ways)] if ways else []


def _statistics(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return whether other statistics over the runs agree; asked only where there are several."""
    if all(len(matrix.labels[name]) == 1 for name in matrix.columns):
        return []
    ways: list[tuple[Way, tuple[str, ...]]] = []
    for statistic in Statistic:
        if statistic is matrix.statistic:
            continue
        try:
            tried = replace(matrix, statistic=statistic).with_chosen_indices()
        except AHPError:
            continue
        ways.append((("statistic", statistic.value), tried.winners))
    return [audit("statistic", winner, ways)] if ways else []
