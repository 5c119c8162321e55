"""How fast, as ratios against a peer or a floor in the same run. `pytest -m benchmark -s` prints them."""

import numpy as np
import pytest
from benchmarks.timing import in_fresh_process, ratio_of_best, ratio_of_calls, ratio_of_processes, report

import ahp.core

ahpy = pytest.importorskip("ahpy", reason="ahpy is not installed; it is in the extra test-all")


SCALE = np.concatenate([1 / np.arange(9.0, 1, -1), np.arange(1.0, 10)])


def _random_batch(n, count):
    return ahp.core.from_upper(np.random.default_rng(n).choice(SCALE, (count, n * (n - 1) // 2)), n)


def _near_batch(n, count):
    rng = np.random.default_rng(n)
    rows, columns = np.triu_indices(n, 1)
    w = rng.lognormal(0, 1, (count, n))
    return ahp.core.from_upper(w[:, rows] / w[:, columns] * rng.lognormal(0, 0.2, (count, len(rows))), n)


@pytest.fixture(scope="module")
def matrix():
    return _random_batch(9, 1)[0]


def _both(matrix):
    return ahp.core.priorities(matrix), ahp.core.consistency_ratio(matrix)


def test_one_9_by_9_call_with_validation_against_bare_eig(matrix):
    ratio = ratio_of_calls(lambda: _both(matrix), lambda: np.linalg.eig(matrix), calls=200)
    report("priorities + consistency_ratio of a 9×9 / numpy.linalg.eig", ratio, 2.5)
    ratio = ratio_of_calls(lambda: ahp.core.principal(matrix), lambda: np.linalg.eig(matrix), calls=200)
    report("principal of a 9×9, validation included / numpy.linalg.eig", ratio, 1.5)


def test_the_same_answer_three_times_faster_than_ahpy(matrix):
    n = len(matrix)
    comparisons = {(str(i), str(j)): float(matrix[i, j]) for i in range(n) for j in range(i + 1, n)}
    weights = _ahpy_of(comparisons, 8).target_weights
    np.testing.assert_allclose([weights[str(i)] for i in range(n)], ahp.core.priorities(matrix), atol=1e-6)
    ratio = ratio_of_calls(lambda: _both(matrix), lambda: _ahpy_of(comparisons, 8), calls=50)
    report("priorities + consistency_ratio of a 9×9 / AHPy", ratio, 1 / 3)


def test_a_batch_against_batched_eig():
    batch = _random_batch(9, 5000)
    ratio = ratio_of_calls(
        lambda: ahp.core.priorities(batch), lambda: np.linalg.eig(batch), calls=1, rounds=5
    )
    report("priorities of 5000 matrices 9×9 / batched numpy.linalg.eig", ratio, 0.5)


# As its output is read by another program, and as somebody reads it.
@pytest.mark.parametrize("terminal", [False, True], ids=["piped", "on a terminal"])
def test_the_command_against_importing_pandas(root, terminal):
    as_installed = "import sys; from ahp.cli.start import rank; sys.exit(rank())"
    ours = ["-c", as_installed, str(root / "examples" / "zfs_oltp.csv")]
    ratio = ratio_of_processes(ours, ["-c", "import pandas"], limit=0.8, terminal=terminal)
    where = "on a terminal" if terminal else "piped"
    report(f"ahp-rank examples/zfs_oltp.csv, {where} / import pandas", ratio, 0.8)


@pytest.mark.parametrize("command", ["rank", "judge", "bench"])
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_asking_what_a_command_is_against_python_alone(command, option):
    ratio = ratio_of_processes(["-m", f"ahp.cli.{command}", option], ["-c", "pass"], limit=5)
    report(f"ahp-{command} {option} / python -c pass", ratio, 5)


def test_importing_costs_little_more_than_numpy():
    ratio = ratio_of_processes(["-c", "import ahp; ahp.core.priorities"], ["-c", "import numpy"], limit=1.5)
    report("import ahp, and its arrays / import numpy", ratio, 1.5)


def _eig(batch):
    values, vectors = np.linalg.eig(batch)
    first = values.real.argmax(axis=-1)
    vector = np.take_along_axis(vectors.real, first[:, None, None], axis=-1)[..., 0]
    return vector / vector.sum(axis=-1, keepdims=True), values.real.max(axis=-1)


@pytest.mark.parametrize(
    ("n", "kind", "times"),
    [(9, _random_batch, 8), (9, _near_batch, 12), (5, _near_batch, 12), (5, _random_batch, 8)],
)
def test_priorities_and_ratio_of_100_000_matrices_against_batched_eig(n, kind, times):
    batch = kind(n, 100_000)
    found = ahp.core.principal(batch)
    vectors, values = _eig(batch[:5000])
    assert np.abs(found.priorities[:5000] / vectors - 1).max() < 1e-10
    assert np.abs(found.lambda_max[:5000] / values - 1).max() < 1e-10
    ratio = ratio_of_best(lambda: np.linalg.eig(batch), lambda: ahp.core.principal(batch), rounds=3)
    report(
        f"batched numpy.linalg.eig of 100 000 {n}×{n} ({kind.__name__}) / principal", ratio, times, "at least"
    )


def _geometric_by_numpy(batch):
    """The floor: logarithms of the upper triangles, one product by BLAS, the mean of (Aw)_i / w_i; by blocks."""
    n = batch.shape[-1]
    rows, columns = np.triu_indices(n, 1)
    shares = np.zeros((len(rows), n))
    shares[np.arange(len(rows)), rows] = 1 / n
    shares[np.arange(len(rows)), columns] = -1 / n
    vectors, means = np.empty(batch.shape[:2]), np.empty(len(batch))
    for start in range(0, len(batch), 2048):
        some = batch[start : start + 2048]
        w = np.exp(np.log(some.reshape(-1, n * n).take(n * rows + columns, axis=1)) @ shares)
        w /= w.sum(axis=1, keepdims=True)
        vectors[start : start + 2048] = w
        means[start : start + 2048] = ((some @ w[..., None])[..., 0] / w).mean(axis=1)
    return vectors, means


def geometric_by_plain_numpy(n: int) -> float:
    batch = _near_batch(n, 100_000)
    return ratio_of_best(
        lambda: ahp.core.more.geometric(batch), lambda: _geometric_by_numpy(batch), rounds=15
    )


# Ours checks every matrix first, the floor takes them as they are.
@pytest.mark.parametrize("n", [5, 9])
def test_geometric_means_and_lambda_of_100_000_matrices_against_plain_numpy(n):
    batch = _near_batch(n, 100_000)
    vectors, means = _geometric_by_numpy(batch)
    found = ahp.core.more.geometric(batch)
    np.testing.assert_allclose(found.priorities, vectors, rtol=1e-12)
    np.testing.assert_allclose(found.lambda_mean, means, rtol=1e-12)
    ratio = in_fresh_process(geometric_by_plain_numpy, n, limit=1.5)
    report(f"geometric means and λ of 100 000 {n}×{n}, validation included / plain NumPy", ratio, 1.5)


def test_a_thousand_items_against_eig():
    A = _near_batch(1000, 1)[0]
    ratio = ratio_of_best(lambda: np.linalg.eig(A), lambda: ahp.core.principal(A), rounds=2)
    report("numpy.linalg.eig of a 1000×1000 / principal", ratio, 100, "at least")


@pytest.fixture(scope="module")
def incomplete():
    """Matrices 8×8 with 11 of 28 judgments missing, and the same as AHPy takes them."""
    rng = np.random.default_rng(8)
    rows, columns = np.triu_indices(8, 1)
    found = []
    while len(found) < 4:
        A = ahp.core.from_upper(rng.choice(SCALE, 28), 8)
        out = rng.permutation(28)[:11]
        A[rows[out], columns[out]] = A[columns[out], rows[out]] = np.nan
        if len(ahp.core.more.connected_groups(A)) == 1:
            known = ((int(i), int(j)) for i, j in zip(rows, columns, strict=True) if not np.isnan(A[i, j]))
            found.append((A, {(str(i), str(j)): float(A[i, j]) for i, j in known}))
    return found


def _ahpy_of(pairs, precision=10):
    return ahpy.Compare("criteria", pairs, precision=precision, random_index="saaty")


def test_optimal_completion_against_ahpy(incomplete):
    for A, pairs in incomplete:
        theirs = _ahpy_of(pairs)
        filled = A.copy()
        for (i, j), value in theirs._missing_comparisons.items():
            filled[int(i), int(j)], filled[int(j), int(i)] = value, 1 / value
        assert ahp.core.optimal_completion(A).lambda_max <= ahp.core.lambda_max(filled) * (1 + 1e-12)
    ratios = [
        ratio_of_best(lambda p=pairs: _ahpy_of(p), lambda a=A: ahp.core.optimal_completion(a), rounds=7)
        for A, pairs in incomplete
    ]
    report("AHPy on an 8×8 with 11 missing / optimal_completion", min(ratios), 30, "at least")


def test_laplacian_least_squares_against_ahpy(incomplete):
    def fifty(A):
        for _ in range(50):
            ahp.core.incomplete_priorities(A)

    ratios = [
        50 * ratio_of_best(lambda p=pairs: _ahpy_of(p), lambda a=A: fifty(a), rounds=5)
        for A, pairs in incomplete
    ]
    middle = float(np.median(ratios))
    report("AHPy on an 8×8 with 11 missing / logarithmic least squares", middle, 500, "at least")
