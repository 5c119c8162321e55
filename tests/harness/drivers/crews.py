"""A small SQLite database and the jobs of clients on it, for tests of what starts clients."""

import contextlib

from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.drivers.base import Load, Task
from ahp.harness.drivers.gathered import jobs
from ahp.harness.filling import rows

MIX = WORKLOADS["stress-test"]
_SIZES = MIX.schema.sizes(0.0002)


@contextlib.contextmanager
def told(folder, ledger, clients=1):
    """Yield what clients on a database in a folder are told."""
    engine = ENGINES["sqlite"]
    data = folder / "data"
    data.mkdir()
    engine.load(data, "none", MIX.schema, lambda table: rows(table, _SIZES, 1), ledger)
    with engine.serve(data, "none", ledger) as service:
        yield jobs(Task(engine, service, MIX, _SIZES, Load(clients, 0.0, 1.0, seed=1)))
