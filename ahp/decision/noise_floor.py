"""Whether a choice stands above the noise that the table itself shows: measured twice, or disturbed.

Two measurements of one thing differ by nothing but noise. Where another would be first if some alternative
came out as far off as that, or where most runs were disturbed, no verdict is given, however little the runs
scatter.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ahp.core.gate import Array
from ahp.decision.case import Case
from ahp.decision.confidence import TIE, Confidence
from ahp.decision.findings import WITHHELD, Finding, finding
from ahp.decision.frame import Frame
from ahp.evidence.cells import Cell, aggregate, cell

_MOST_DISTURBED = 0.5
_NAMED = 3
_ROUNDING = 1e-9


def noise_findings(case: Case, confidence: Confidence | None) -> tuple[Finding, ...]:
    """Return what the table shows of its noise; a finding is `withheld` where it leaves no verdict.

    Parameters
    ----------
    case : Case
    confidence : Confidence or None
        What the runs say: of a tie, that two are within one per cent, more is asked than of a first place.
    """
    twins = case.measurements.twins
    found = _disturbed(case)
    if twins is not None and case.scene.name in twins.scenarios:
        slack = TIE if confidence is not None and confidence.verdict == "tie" else 0.0
        names = [name for name in twins.alternatives(case.scene.name) if name in case.scene.columns]
        found += [_twin(case, name, slack) for name in names]
    return tuple(found)


def without_verdict(confidence: Confidence | None, findings: tuple[Finding, ...]) -> Confidence | None:
    """Return how sure a ranking is, without its verdict where a finding leaves none."""
    if confidence is None or all(finding.verdict != WITHHELD for finding in findings):
        return confidence
    return replace(confidence, verdict=WITHHELD, more_runs=())


def _disturbed(case: Case) -> list[Finding]:
    scene = case.scene
    if not case.measurements.disturbed:
        return []
    runs = [(scene.name, name, run) for name in scene.columns for run in scene.labels[name]]
    number = sum(run in case.measurements.disturbed for run in runs)
    if not number:
        return []
    most = number > _MOST_DISTURBED * len(runs)
    verdict = WITHHELD if most else "warns"
    return [finding("disturbed", verdict, disturbed=number, runs=len(runs), most=most)]


def _twin(case: Case, name: str, slack: float) -> Finding:
    """Return whether the choice would be the same if any one were as far off as what was measured twice."""
    frame, ratios = case.frame, _ratios(case, name)
    apart = np.abs(np.log(ratios))
    overturning = _overturning(frame, case.x, ratios, slack)
    numbers = dict.fromkeys(frame.numbers[c] for c in overturning or range(len(ratios)))
    worst = sorted((c for c in numbers if apart[c] > _ROUNDING), key=lambda c: -apart[c])[:_NAMED]
    return finding(
        "twin",
        WITHHELD if overturning else "holds",
        alternative=None if name == case.scene.baseline else name,
        apart=tuple((frame.spoken(c), float(ratios[c]) - 1.0) for c in worst),
        leader=frame.first(case.x)[0] if overturning else None,
    )


def _ratios(case: Case, name: str) -> Array:
    """Return second over first measurement for each criterion, over the runs that have both; 1 without."""
    scene, twins = case.scene, case.measurements.twins
    assert twins is not None
    found = np.ones(len(scene.criteria))
    for k, criterion in enumerate(scene.criteria):
        again, own = cell(twins, scene.name, name, criterion), scene.numbers[name][k]
        if not isinstance(again, Cell) or np.isnan(own).any():
            continue
        first = dict(zip(scene.labels[name], own.tolist(), strict=True))
        second = dict(zip(again.runs, again.values, strict=True))
        both = [run for run in second if run in first]
        over = [np.array([some[run] for run in both or some]) for some in (second, first)]
        found[k] = np.divide(*(aggregate(values, case.statistic) for values in over))
    return found


def _overturning(frame: Frame, x: Array, ratios: Array, slack: float) -> list[int]:
    """Return the criteria in which the noise takes the first place away; all where it does so only together.

    Any one column is moved by the ratio, either way, in one number or in all: whoever was measured might as
    well have come out so. A move that leaves an index without a meaning takes the place away too.
    """
    leaders = frame.first(x)
    if len(leaders) > 1 or len(frame.competitors) < 2:
        return []
    first = frame.competitors.index(leaders[0])
    everything = range(len(ratios))
    kinds = [[c for c in everything if frame.numbers[c] == number] for number in dict.fromkeys(frame.numbers)]
    factors = np.array([np.where(np.isin(everything, kind), ratios, 1.0) for kind in (*kinds, everything)])
    lost = np.zeros(len(factors), dtype=bool)
    for column in range(x.shape[1]):
        for moves in (factors, 1.0 / factors):
            moved = np.repeat(x[None], len(moves), axis=0)
            moved[:, :, column] *= moves
            values = frame.index_values(moved)
            sound = (values > 0).all(axis=(-2, -1))
            values[~sound] = 1.0
            scores = frame.logarithms(frame.merits(values))
            lost |= ~sound | (scores.max(axis=-1) - scores[:, first] > slack + _ROUNDING)
    single = [c for kind, gone in zip(kinds, lost, strict=False) if gone for c in kind]
    return single or (list(everything) if lost[-1] else [])
