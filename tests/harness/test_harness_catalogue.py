import pytest

from ahp.errors import HarnessError
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS, engine_at


@pytest.mark.parametrize(
    "registry", [ENGINES, LAYERS, WORKLOADS, DRIVERS], ids=["engines", "layers", "workloads", "drivers"]
)
def test_things_go_by_their_own_names(registry):
    assert all(name == thing.name for name, thing in registry.items())
    with pytest.raises(HarnessError, match="is not a known"):
        registry["nothing of the kind"]


def test_whether_something_can_run_is_answered_and_never_raised():
    for registry in (ENGINES, LAYERS, DRIVERS):
        for thing in registry.values():
            reason = thing.available()
            assert reason is None or (isinstance(reason, str) and reason)


def test_an_engine_and_the_dsn_of_another_one_are_refused():
    with pytest.raises(HarnessError, match="the dsn is of postgresql, and the engine mariadb; leave out"):
        engine_at("postgresql://db.example/bench", "mariadb")
