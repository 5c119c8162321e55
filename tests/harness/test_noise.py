import math

import pytest

from ahp.harness.noise import noise


def line(block, alternative, tps):
    return {"scenario": "S", "block": block, "alternative": alternative, "measures": {"throughput": tps}}


def test_pairs_of_one_block_are_compared():
    lines = [
        line(1, "none", 100),
        line(1, "none again", 110),
        line(2, "none again", 80),
        line(2, "none", 100),
    ]
    (found,) = noise([*lines, line(1, "lz4", 500), line(3, "none", 100)])
    assert (found.scenario, found.measure, found.blocks) == ("S", "throughput", 2)
    assert found.ratio == pytest.approx(math.sqrt(1.1 * 0.8))
    assert found.widest == pytest.approx(0.8)


def test_without_twins_there_is_nothing_to_say():
    assert noise([line(1, "none", 100)]) == ()
