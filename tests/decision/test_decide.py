import numpy as np

import ahp
from ahp.decision.case import case_of
from ahp.decision.confidence import Question
from ahp.decision.decide import decide
from ahp.decision.scenes import Rules, gather
from ahp.evidence.defaults import default_study
from ahp.terms import Index, Statistic

TABLE = {"alternative": ["none", "zle", "lz4"], "tps": [100.0, 110.0, 150.0], "cpu": [10.0, 11.0, 12.0]}


def test_a_scenario_is_decided_as_its_case_is():
    measurements = ahp.read(TABLE)
    study = default_study(measurements)
    scene = gather(measurements, study, "default", Rules("none", Index.AUTO))
    case = case_of(measurements, study, scene, Index.AUTO, Statistic.MEAN)
    decision = decide(case, Question(None))
    np.testing.assert_array_equal(case.frame.scores(case.frame.outcome(case.x)), decision.quotients)
    assert decision.confidence is None
