"""How fast, as ratios against a peer or a floor in the same run. `pytest -s tests/benchmarks` prints them."""

import ahpy
import numpy as np
import pytest
from benchmarks.timing import ratio_of_calls, ratio_of_processes, report

import ahp.core


@pytest.fixture(scope="module")
def matrix():
    scale = np.concatenate([1 / np.arange(9.0, 1, -1), np.arange(1.0, 10)])
    return ahp.core.from_judgments(np.random.default_rng(9).choice(scale, size=36), 9)


def _both(matrix):
    return ahp.core.priorities(matrix), ahp.core.consistency_ratio(matrix)


def test_one_9_by_9_call_with_validation_against_bare_eig(matrix):
    ratio = ratio_of_calls(lambda: _both(matrix), lambda: np.linalg.eig(matrix), calls=200)
    report("priorities + consistency_ratio of a 9×9 / numpy.linalg.eig", ratio, 2.5)
    assert ratio <= 2.5


def test_the_same_answer_three_times_faster_than_ahpy(matrix):
    n = len(matrix)
    comparisons = {(str(i), str(j)): float(matrix[i, j]) for i in range(n) for j in range(i + 1, n)}

    def theirs():
        return ahpy.Compare("criteria", comparisons, precision=8, random_index="saaty")

    weights = theirs().target_weights
    ours = ahp.core.priorities(matrix)
    np.testing.assert_allclose([weights[str(i)] for i in range(n)], ours, atol=1e-6)
    ratio = ratio_of_calls(lambda: _both(matrix), theirs, calls=50)
    report("priorities + consistency_ratio of a 9×9 / AHPy", ratio, 1 / 3)
    assert ratio <= 1 / 3


def test_a_batch_against_batched_eig():
    scale = np.concatenate([1 / np.arange(9.0, 1, -1), np.arange(1.0, 10)])
    batch = ahp.core.from_judgments(np.random.default_rng(1).choice(scale, size=(5000, 36)), 9)
    ratio = ratio_of_calls(
        lambda: ahp.core.priorities(batch), lambda: np.linalg.eig(batch), calls=1, rounds=5
    )
    report("priorities of 5000 matrices 9×9 / batched numpy.linalg.eig", ratio, 0.5)
    assert ratio <= 0.5


def test_the_command_takes_less_than_importing_pandas(root):
    ours = ["-m", "ahp.cli.rank", str(root / "examples" / "zfs_oltp.csv")]
    ratio = ratio_of_processes(ours, ["-c", "import pandas"])
    report("ahp-rank examples/zfs_oltp.csv / import pandas", ratio, 1.0)
    assert ratio < 1.0


def test_importing_costs_what_numpy_costs():
    ratio = ratio_of_processes(["-c", "import ahp"], ["-c", "import numpy"])
    report("import ahp / import numpy", ratio, 1.1)
    assert ratio <= 1.1


def test_importing_the_arrays_costs_little_more_than_numpy():
    ratio = ratio_of_processes(["-c", "import ahp; ahp.core.priorities"], ["-c", "import numpy"])
    report("import ahp.core / import numpy", ratio, 1.5)
    assert ratio <= 1.5
