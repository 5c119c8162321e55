import pytest

from ahp.harness.catalogue import DRIVERS, ENGINES
from ahp.harness.drivers.base import Load, refusal
from ahp.harness.plan_checks import KINDS


def test_a_load_is_a_closed_loop_unless_told():
    load = Load(4, 1.0, 2.0, seed=1)
    assert (load.rate, load.think_s, load.transactions, load.log) == (None, 0.0, None, False)


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_the_native_driver_of_an_engine_is_one_that_there_is(engine):
    assert engine.native is None or engine.native in DRIVERS


@pytest.mark.parametrize("driver", DRIVERS.values(), ids=lambda driver: driver.name)
def test_what_a_driver_cannot_do_is_told_by_the_keys_of_a_plan(driver):
    assert set(driver.cannot) <= set(KINDS)
    assert refusal(driver, dict.fromkeys(KINDS, 0)) is None
    for key, why in driver.cannot.items():
        assert refusal(driver, {key: 1}) == f"{driver.name} {why}"
