import pytest

from ahp.harness.catalogue import DRIVERS, ENGINES
from ahp.harness.drivers.base import Load


def test_a_load_is_a_closed_loop_unless_told():
    load = Load(4, 1.0, 2.0, seed=1)
    assert (load.rate, load.think_s, load.transactions, load.log) == (None, 0.0, None, False)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_the_native_driver_of_an_engine_is_one_that_there_is(engine):
    assert engine.native is None or engine.native in DRIVERS
