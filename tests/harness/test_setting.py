import dataclasses

import pytest

from ahp.harness.drivers.base import Recording
from ahp.harness.setting import Outcome


def test_an_outcome_stays_as_it_is():
    outcome = Outcome({"throughput": 1.0}, {}, Recording({}, 1.0, 0, 0.0, None, 1.0), {}, ())
    with pytest.raises(dataclasses.FrozenInstanceError):
        outcome.flags = ("none",)
