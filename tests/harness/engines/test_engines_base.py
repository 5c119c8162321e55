"""What every engine promises, asked of all that can run here."""

import pytest
from harness.served import reachable, require

from ahp.harness.catalogue import ENGINES
from ahp.harness.engines.base import Converting, Embedded, Engine
from ahp.harness.probe import PROBE, probe_rows


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_a_loaded_folder_serves_its_rows(engine: Engine, ledger):
    require(engine)
    with reachable() as folder:
        (folder / "data").mkdir(mode=0o755)
        _serves(engine, folder / "data", ledger)


def _serves(engine, tmp_path, ledger):
    first = engine.alternatives()[0]
    engine.load(tmp_path, first, PROBE, probe_rows, ledger)
    assert engine.stored_bytes(tmp_path) > 100_000
    with engine.serve(tmp_path, first, ledger) as service:
        service.checkpoint()
        table = PROBE.tables[0]
        assert list(engine.rows(service, PROBE, table)) == list(probe_rows(table))
        session = engine.connect(service.address, PROBE)
        assert not service.processes or not isinstance(session, Embedded)
        session.close()


def test_protocols_tell_engines_apart():
    assert isinstance(ENGINES["rocksdb"], Converting)
    assert not isinstance(ENGINES["sqlite"], Converting)
