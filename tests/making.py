"""Decision matrices from plain arrays, as no file would give them."""

from ahp.decision.matrix import DecisionMatrix
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Stated
from ahp.evidence.study import Criterion, Study
from ahp.terms import Better, Index, Merit, Statistic
from ahp.units import NONE


def made(runs, measures, *, is_cost, straight, storage, weights, indices, naturals, references, names=None):
    """A matrix of runs, (k, R) for each name; the last is a baseline that does not compete where all are relative to it.

    What each criterion is, is said by flags: whether a cost, whether x/x₀ grows with the merit, whether of space.
    """
    criteria = tuple(
        Criterion(name, Merit.COST if cost else Merit.BENEFIT, (measure,))
        for name, measure, cost in zip(names or measures, measures, is_cost, strict=True)
    )
    stated = tuple(
        Stated(Measure(measure, Better.HIGHER if up is not cost else Better.LOWER, NONE, space), NONE, NONE)
        for measure, up, cost, space in zip(measures, straight, is_cost, storage, strict=True)
    )
    everyone = tuple(runs)
    return DecisionMatrix(
        scenario="s",
        alternatives=everyone if everyone[-1] != "none" else everyone[:-1],
        baseline="none" if everyone[-1] == "none" else None,
        criteria=criteria,
        stated=stated,
        runs=runs,
        labels={name: tuple(map(str, range(own.shape[1]))) for name, own in runs.items()},
        blocks={name: ("",) * own.shape[1] for name, own in runs.items()},
        study=Study(
            criteria, measures=tuple(one.measure for one in stated if one.measure.name not in MEASURES)
        ),
        index=Index.AUTO,
        statistic=Statistic.GEOMETRIC_MEAN,
        weights=weights,
        indices=indices,
        naturals=naturals,
        references=references,
    )
