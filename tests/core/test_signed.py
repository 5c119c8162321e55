from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ahp.core import negative_priorities, signed_shares


@given(arrays(np.float64, st.integers(1, 6), elements=st.floats(-9, 9).filter(lambda x: abs(x) > 1e-6)))
def test_shares_keep_signs_and_ratios(values):
    found = signed_shares(values)
    assert np.abs(found).sum() == pytest.approx(1)
    np.testing.assert_allclose(found / found[0], values / values[0], rtol=1e-12)


@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.floats(0.1, 10))
def test_measured_gains_and_losses_come_back(data, gainers, losers, scale):
    # gains compared among gains and losses among losses; the link restores what normalising took away
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    x = scale * np.concatenate([rng.uniform(0.1, 9, gainers), -rng.uniform(0.1, 9, losers)])
    up, down = np.maximum(x, 0), np.maximum(-x, 0)
    found = negative_priorities(up / up.sum(), down / down.sum(), magnitude=up.sum() / down.sum())
    np.testing.assert_allclose(found, signed_shares(x), rtol=1e-12)


def test_nothing_gained_and_nothing_lost_is_zero():
    assert signed_shares([0.0, 0.0]).tolist() == [0, 0]
    assert negative_priorities([0.0, 1.0], [0.0, 0.0], magnitude=2).tolist() == [0, 1]
