import numpy as np
import pytest

from ahp.core.drawn_scores import drawn_problem, scorer

RNG = np.random.default_rng(3)
WEIGHTS, BENEFIT = RNG.random((1000, 12)), RNG.random((12, 40))
COST_WEIGHTS, COST = RNG.random((1000, 3)), RNG.random((3, 40)) + 0.1


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        ((WEIGHTS, BENEFIT, None, None), WEIGHTS @ BENEFIT),
        ((None, None, COST_WEIGHTS, COST), 1 / (COST_WEIGHTS @ COST)),
        ((WEIGHTS, BENEFIT, COST_WEIGHTS, COST), (WEIGHTS @ BENEFIT) / (COST_WEIGHTS @ COST)),
    ],
    ids=["benefit", "cost", "both"],
)
def test_scores_are_those_of_the_whole_product_whatever_the_block(problem, expected):
    found = drawn_problem(*problem)
    for precision in (np.float64, np.float32):
        scores = scorer(found, 700, precision)
        for block in (slice(0, 700), slice(700, 1000), slice(3, 4)):
            # Rounded sums of so many products are a few steps of the precision apart.
            np.testing.assert_allclose(
                scores(block), expected[block], rtol=found.steps() * np.finfo(precision).eps
            )
    some = found.drawn(np.array([5, 900]))
    np.testing.assert_allclose(scorer(some, 2, np.float64)(slice(None)), expected[[5, 900]], rtol=1e-14)
