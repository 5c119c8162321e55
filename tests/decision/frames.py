"""Random scenes for properties: frames of all indices, with and without a baseline that competes."""

from pathlib import Path

import numpy as np
from hypothesis import strategies as st

import ahp
from ahp.decision.case import framed
from ahp.decision.frame import Frame
from ahp.decision.scenes import Rules, gather
from ahp.evidence.defaults import default_study
from ahp.terms import Index, Statistic

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@st.composite
def frames(draw, most=5, criteria=4, competing=None):
    """A frame and the numbers of a point, shape (k, m), where every index is positive."""
    n = draw(st.integers(1, most))
    k = draw(st.integers(1, criteria))
    merits = draw(st.sampled_from(["both", "both", "benefit", "cost"]))
    is_cost = tuple(
        {"benefit": False, "cost": True}.get(merits, bool(c % 2) if k > 1 else False) for c in range(k)
    )
    competes = draw(st.booleans()) if competing is None else competing
    columns = tuple("abcdefgh"[:n]) + (() if competes else ("none",))
    reference = 0 if competes else n
    straight = tuple(draw(st.booleans()) for _ in range(k))
    kinds, references, storage = [], [], []
    for cost in is_cost:
        natural = Index.OVERHEAD if cost else draw(st.sampled_from([Index.IMPROVEMENT, Index.SAVING]))
        kind = Index.RELATIVE if competes else draw(st.sampled_from([natural, Index.RELATIVE, Index.VALUE]))
        kinds.append(kind)
        references.append(None if kind is Index.VALUE else reference)
        storage.append(kind is Index.SAVING or (not cost and draw(st.booleans())))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    x = np.empty((k, len(columns)))
    for c in range(k):
        gain = np.exp(rng.uniform(0.01, 2.0, len(columns)))  # every relative above 1: every index positive
        if kinds[c] in (Index.RELATIVE, Index.VALUE):
            gain = np.exp(rng.uniform(-1.5, 1.5, len(columns)))
        x[c] = (gain if straight[c] else 1 / gain) * np.exp(rng.uniform(-3, 3))
        if references[c] is not None:
            x[c, references[c]] = x[c, 0] / gain[0] if straight[c] else x[c, 0] * gain[0]
    weights = rng.uniform(0.05, 1.0, k)
    for merit in (True, False):
        group = [c for c in range(k) if is_cost[c] is merit]
        if group:
            weights[group] /= weights[group].sum()
    frame = Frame(
        competitors=tuple("abcdefgh"[:n]),
        columns=columns,
        criteria=tuple(f"c{c}" for c in range(k)),
        measures=tuple(f"m{c}" for c in range(k)),
        numbers=tuple(range(k)),
        weights=tuple(weights.tolist()),
        is_cost=is_cost,
        straight=straight,
        storage=tuple(storage),
        indices=tuple(kinds),
        naturals=(None,) * k,
        references=tuple(references),
    )
    return frame, x


def framed_at(measurements, scenario, baseline, statistic=Statistic.GEOMETRIC_MEAN):
    """The frame of a scenario under the default study, its numbers, and the scene that they come from."""
    study = default_study(measurements)
    scene = gather(measurements, study, scenario, Rules(baseline, Index.AUTO))
    x = scene.over_runs(statistic)
    return framed(measurements, study, scene, Index.AUTO, x)[0], x, scene


def study_frame(scenario):
    """The frame and the numbers of a scenario of the study of ZFS."""
    return framed_at(ahp.read(EXAMPLES / "zfs_oltp.csv"), scenario, "Baseline")[:2]
