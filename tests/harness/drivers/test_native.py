import sys

import numpy as np
import pytest

from ahp.errors import TrialError
from ahp.harness.drivers import native
from ahp.harness.drivers.native import recording, run
from ahp.harness.workloads.stress_test import STRESS_TEST


def test_the_processor_time_of_a_generator_is_its_own(tmp_path):
    code = "import time\nwhile time.process_time() < 0.5: pass\nprint('done')"
    used = run([sys.executable, "-c", code], tmp_path / "out", 1)
    assert 0.45 < used < 1.0
    assert (tmp_path / "out").read_text() == "done\n"


def test_a_generator_that_fails_is_told_by_its_error(tmp_path):
    code = "import sys; print('FATAL: no such table'); print('bye'); sys.exit(3)"
    with pytest.raises(TrialError, match="ended with 3: FATAL: no such table"):
        run([sys.executable, "-c", code], tmp_path / "out", 1)


def test_one_that_does_not_end_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(native, "GRACE_S", 0.1)
    with pytest.raises(TrialError, match=r"did not end within 0\.2 s"):
        run(["sleep", "60"], tmp_path / "out", 0.1)


def test_the_window_is_from_the_first_that_was_due_to_the_last_that_ended():
    kinds, took = np.array([0, 1, 0]), np.array([500, 100, 200])
    found = recording(STRESS_TEST, kinds, took, np.array([1_500, 2_000, 3_000]), 4, 0.5)
    assert found.seconds == 2_000 / 1e9
    assert [times.number for times in found.response_times.values()][:2] == [2, 1]
    assert (found.retries, found.client_cpu_s) == (4, 0.5)
    assert found.steady == pytest.approx(2.0)
    nothing = np.empty(0, np.int64)
    assert recording(STRESS_TEST, nothing, nothing, nothing, 0, 0.0).seconds == 0
