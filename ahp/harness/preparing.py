"""Before the first run: whoever runs the clients answers, alternatives compress, the data is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ahp.harness.catalogue import DRIVERS, workload
from ahp.harness.drivers.base import Translating
from ahp.harness.drivers.dask import require_workers
from ahp.harness.engines.base import Engine
from ahp.harness.filling import compressibility
from ahp.harness.folders import temporary_folder
from ahp.harness.journal import Journal
from ahp.harness.ledger import Ledger
from ahp.harness.plan import Plan, compresses, set_aside
from ahp.harness.setting import Setting
from ahp.harness.storage.base import Layer, verified

Tell = Callable[[str], None]
"""Is told what is done."""


def require_clients(plan: Plan, tell: Tell) -> None:
    """See that whoever is to run the clients is there and can, and tell if that is not who usually does.

    Raises
    ------
    InputError
        If a script has what they cannot do.
    HarnessError
        If no Dask worker answers that could run them.
    """
    driver = DRIVERS[plan.driver]
    if isinstance(driver, Translating):
        for name in plan.workload:
            driver.check(workload(name))
    if plan.scheduler is not None:
        tell("looking for the Dask workers")
        require_workers(plan.scheduler, plan.dsn)
    if reason := set_aside(plan):
        tell(f"clients are in Python: {reason}")


def verify(
    names: Sequence[str],
    engine: Engine,
    layer: Layer,
    work: Path,
    ledger: Ledger,
    journal: Journal,
    tell: Tell,
) -> None:
    """See that alternatives really compress, before anything is measured.

    Raises
    ------
    UnavailableError
        If one does not do what its name says.
    """
    ratios = {}
    for name in names:
        tell(f"verifying that {name} does what it says")
        with temporary_folder(ledger, parent=work) as empty:
            if compresses(layer):
                ratios[name] = verified(layer, name, empty, ledger)
            else:
                ratios[name] = engine.verify(name, empty, ledger)
    journal.add("verified", {"ratios": ratios})


def describe(plan: Plan, name: str, setting: Setting, journal: Journal, tell: Tell) -> None:
    """Load the data of a workload and say in the journal what it is like."""
    mix = workload(name)
    schema = mix.schema
    sizes = schema.sizes(plan.scale)
    tell(f"loading the data of {mix.title}")
    first = setting.engine.alternatives()[0]
    found = setting.datasets.get(schema, first)
    journal.add(
        "data",
        {
            "workload": name,
            "schema": schema.name,
            "rows": {table.name: sizes[table.rows] for table in schema.tables},
            "stored_bytes": found.taken.tables,
            "checksum": found.checksum,
            "seconds": found.seconds,
            "compressibility": compressibility(schema, sizes, plan.seed),
            "read_share": mix.read_share,
        },
    )
