"""A case: one scenario with all that its decision was made from, so that it can be asked again otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.core.gate import Array
from ahp.decision.frame import Frame
from ahp.decision.scenes import Rules, Scene, gather
from ahp.errors import StudyError, quoted
from ahp.evidence.indices import Choice, check, choose, natural, relatives
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import Stated, stated
from ahp.evidence.study import Criterion, Study
from ahp.terms import Better, Index, Merit, Statistic


@dataclass(frozen=True)
class Case:
    """One scenario, ready to be decided.

    Attributes
    ----------
    measurements : Measurements
    study : Study
    scene : Scene
    index : Index
        What the caller asked for.
    statistic : Statistic
    frame : Frame
        How numbers become scores.
    choices : tuple of Choice
        The index of each criterion, and why.
    x : ndarray, shape (k, m)
        One number over the runs for each criterion and column.
    """

    measurements: Measurements
    study: Study
    scene: Scene
    index: Index
    statistic: Statistic
    frame: Frame
    choices: tuple[Choice, ...]
    x: Array


def case_of(
    measurements: Measurements, study: Study, scene: Scene, index: Index, statistic: Statistic
) -> Case:
    """Return the case of a scene.

    Raises
    ------
    StudyError
        If all criteria of a merit weigh nothing there, or an index that was asked for is not positive.
    """
    x = scene.over_runs(statistic)
    frame, choices = framed(measurements, study, scene, index, x)
    return Case(measurements, study, scene, index, statistic, frame, choices, x)


def asked_again(
    case: Case,
    *,
    study: Study | None = None,
    statistic: Statistic | None = None,
    competes: bool | None = None,
) -> Case:
    """Return the same case under another study, another statistic, or with the baseline in or out.

    Raises
    ------
    AHPError
        If it cannot be decided so.
    """
    scene = case.scene
    chosen = case.study if study is None else study
    if study is not None or competes is not None:
        inside = scene.baseline in scene.competitors if competes is None else competes
        rules = Rules(scene.baseline, case.index, inside, drop=True)
        scene = gather(case.measurements, chosen, scene.name, rules, scene.screened)
    return case_of(case.measurements, chosen, scene, case.index, statistic or case.statistic)


def stated_in(case: Case, criterion: Criterion) -> Stated:
    """Return how the numbers of a criterion leave: as the file of its first measure writes them."""
    kept = case.scene.units[case.scene.criteria.index(criterion)]
    return stated(case.measurements, criterion.measures[0], kept)


def framed(
    measurements: Measurements, study: Study, scene: Scene, index: Index, x: Array
) -> tuple[Frame, tuple[Choice, ...]]:
    """Return how the numbers of a scene, shape (k, m), become scores, and why by these indices."""
    weights = study.weights(scene.criteria)
    for merit in Merit:
        group = [w for c, w in zip(scene.criteria, weights, strict=True) if c.merit is merit]
        if group and not any(group):
            raise StudyError(f"scenario {quoted(scene.name)}: its {merit.value} criteria all weigh nothing")
    measures = [measurements.measure(criterion.measures[0]) for criterion in scene.criteria]
    chosen = [
        _indexed(measurements, scene, criterion, index, x[k]) for k, criterion in enumerate(scene.criteria)
    ]
    read = [(c.measures, c.transactions, c.combine, c.mix) for c in scene.criteria]
    frame = Frame(
        competitors=scene.competitors,
        columns=scene.columns,
        criteria=tuple(criterion.name for criterion in scene.criteria),
        measures=tuple(criterion.measure for criterion in scene.criteria),
        numbers=tuple(read.index(number) for number in read),
        weights=weights,
        is_cost=tuple(criterion.merit is Merit.COST for criterion in scene.criteria),
        straight=tuple(
            (measure.better is Better.HIGHER) == (criterion.merit is not Merit.COST)
            for criterion, measure in zip(scene.criteria, measures, strict=True)
        ),
        storage=tuple(measure.storage for measure in measures),
        indices=tuple(choice.index for choice, _, _ in chosen),
        naturals=tuple(natural for _, natural, _ in chosen),
        references=tuple(reference for _, _, reference in chosen),
    )
    return frame, tuple(choice for choice, _, _ in chosen)


def _indexed(
    measurements: Measurements, scene: Scene, criterion: Criterion, index: Index, x: Array
) -> tuple[Choice, Index | None, int | None]:
    """Return the index of a criterion, what the rule tries first if it chooses, and the reference."""
    measure = measurements.measure(criterion.measures[0])
    asked = criterion.index
    if asked is Index.AUTO:
        # `improvement` for a whole decision means each criterion's own gain: saving, improvement, overhead.
        asked = {Index.IMPROVEMENT: natural(criterion.merit, storage=measure.storage)}.get(index, index)
    check(asked, criterion.merit, criterion.name, storage=measure.storage)
    if asked is Index.AUTO and measure.needs_baseline and scene.baseline is None:
        return Choice(Index.VALUE, "value, as nothing is a baseline"), None, None
    column = None
    if asked is not Index.VALUE and measure.needs_baseline:
        assert scene.baseline is not None
        column = scene.columns.index(scene.baseline)
    reference = 1.0 if column is None else float(x[column])
    r = relatives(x[: len(scene.competitors)], reference, measure.better, criterion.merit)
    word = f"scenario {quoted(scene.name)}, criterion {quoted(criterion.name)}"
    choice = choose(asked, r, scene.competitors, merit=criterion.merit, storage=measure.storage, word=word)
    first = natural(criterion.merit, storage=measure.storage) if asked is Index.AUTO else None
    return choice, first, column
