from __future__ import annotations

import numpy as np
from strategies import reciprocal

from ahp.core import judgment_draws, priorities
from ahp.core.judgment_draws import drawn_priorities, priorities_of_logs


def uniform(stream, out):
    return stream.random(out=out)


def test_they_are_the_row_geometric_means_of_the_matrices():
    for n in [1, 2, 3, 9, 32, 33, 60]:
        rng = np.random.default_rng(n)
        logs = rng.normal(0, 1, (5, n * (n - 1) // 2))
        whole = np.array([reciprocal(np.exp(one), n) for one in logs])
        expected = priorities(whole, method="geometric-mean")
        np.testing.assert_allclose(priorities_of_logs(logs, n), expected, rtol=1e-12)
        start, scale = logs[0], rng.uniform(0, 1, logs.shape[1])
        drawn = drawn_priorities(uniform, start, scale, n, 7, 3)
        noise = np.random.default_rng(3).random((7, len(start)))
        whole = np.array([reciprocal(np.exp(one), n) for one in start + scale * noise])
        np.testing.assert_allclose(drawn, priorities(whole, method="geometric-mean"), rtol=1e-12)


def test_neither_the_threads_nor_the_blocks_decide_what_is_drawn(monkeypatch):
    start, scale = np.zeros(6), np.ones(6)
    expected = drawn_priorities(uniform, start, scale, 4, 30_000, 5)
    monkeypatch.setattr(judgment_draws, "_THREADS", 1)
    np.testing.assert_array_equal(drawn_priorities(uniform, start, scale, 4, 30_000, 5), expected)
    monkeypatch.setattr(judgment_draws, "_PRODUCTS", 1000)
    np.testing.assert_allclose(drawn_priorities(uniform, start, scale, 4, 30_000, 5), expected, rtol=1e-13)


def test_judgments_far_apart_do_not_overflow():
    drawn = drawn_priorities(uniform, np.array([700.0, 700.0, 0.0]), np.zeros(3), 3, 2, 0)
    np.testing.assert_allclose(drawn, [[1, 0, 0]] * 2, atol=1e-200)
