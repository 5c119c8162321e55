from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import reciprocal

from ahp.core import priorities
from ahp.core.turning_points import turning_points


def lead_with(A, i, j, factor, leads):
    changed = A.copy()
    changed[i, j] *= factor
    changed[j, i] /= factor
    return priorities(changed, method="geometric-mean") @ leads


@given(st.integers(0, 2**32 - 1), st.integers(2, 7))
def test_a_hair_less_keeps_and_a_hair_more_flips_and_nothing_else_does(seed, n):
    rng = np.random.default_rng(seed)
    A = reciprocal(rng.lognormal(0, 1, n * (n - 1) // 2), n)
    leads = rng.normal(0, 1, (n, 3))
    i, j = rng.choice(n, 2, replace=False)
    found = turning_points(priorities(A, method="geometric-mean"), i, j, leads)
    for rival in range(3):
        roots = found[rival][np.isfinite(found[rival])]
        for root in roots[(roots > 1e-12) & (roots < 1e12)]:
            below, above = (lead_with(A, i, j, root * hair, leads)[rival] for hair in (1 - 1e-5, 1 + 1e-5))
            if len(roots) == 2 and roots[1] / roots[0] < 1.001:
                continue  # the two are within a hair of each other
            assert below * above < 0
        factors = np.exp(np.linspace(-20, 20, 401))
        signs = np.sign([lead_with(A, i, j, f, leads)[rival] for f in factors])
        changed = np.flatnonzero(signs[1:] != signs[:-1])
        for k in changed:
            assert ((roots >= factors[k] * (1 - 1e-9)) & (roots <= factors[k + 1] * (1 + 1e-9))).any()


def test_for_three_items_it_is_the_eigenvector_too():
    A = reciprocal(np.array([3.0, 5.0, 1.5]), 3)
    leads = np.array([[1.0], [-1.0], [-1.0]])
    ((factor, none),) = turning_points(priorities(A), 0, 1, leads)
    assert np.isnan(none)
    changed = A.copy()
    changed[0, 1] *= factor
    changed[1, 0] /= factor
    assert float((priorities(changed) @ leads)[0]) == pytest.approx(0, abs=1e-12)
