import numpy as np

import ahp
from ahp.decision.case import framed
from ahp.decision.scenes import Rules, gather
from ahp.evidence.defaults import default_study
from ahp.terms import Index, Statistic

TABLE = {
    "alternative": ["none", "zle", "lz4"],
    "tps": [100.0, 110.0, 150.0],
    "cpu": [10.0, 11.0, 12.0],
}


def test_the_frame_at_the_point_is_the_ranking():
    measurements = ahp.read(TABLE)
    study = default_study(measurements)
    scene = gather(measurements, study, "default", Rules("none", Index.AUTO))
    x = scene.over_runs(Statistic.GEOMETRIC_MEAN)
    frame, _ = framed(measurements, study, scene, Index.AUTO, x)
    decision = ahp.rank(measurements)["default"]
    np.testing.assert_array_equal(frame.scores(frame.outcome(x)), decision.quotients)
    assert frame.columns == ("zle", "lz4", "none")
    assert frame.indices == (Index.IMPROVEMENT, Index.OVERHEAD)
    assert frame.references == (2, 2)


def test_a_competing_baseline_has_one_column():
    measurements = ahp.read(TABLE)
    study = default_study(measurements)
    scene = gather(measurements, study, "default", Rules("none", Index.AUTO, competes=True))
    x = scene.over_runs(Statistic.MEAN)
    frame, choices = framed(measurements, study, scene, Index.AUTO, x)
    assert frame.columns == frame.competitors == ("none", "zle", "lz4")
    assert frame.references == (0, 0)
    assert {choice.index for choice in choices} == {Index.RELATIVE}
