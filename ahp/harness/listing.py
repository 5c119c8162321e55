"""What there is to choose from, what of it can run on this machine, and why the rest cannot."""

from __future__ import annotations

from typing import Any

from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS


def listing() -> dict[str, list[dict[str, Any]]]:
    """Return engines, storage layers, drivers and workloads as plain data.

    Each entry has `name`, `title` and `unavailable`, which is None for what can run here; what can has its
    `alternatives`, and a workload its transactions with their weights.

    Examples
    --------
    >>> [entry["name"] for entry in listing()["storage"]][:2]
    ['plain', 'btrfs']
    """
    engines = [
        {
            "name": engine.name,
            "title": engine.title,
            "unavailable": (reason := engine.available()),
            "alternatives": list(engine.alternatives()) if reason is None else [],
        }
        for engine in ENGINES.values()
    ]
    storage = [
        {
            "name": layer.name,
            "title": layer.title,
            "unavailable": (reason := layer.available()),
            "alternatives": list(layer.alternatives()) if reason is None else [],
        }
        for layer in LAYERS.values()
    ]
    drivers = [
        {"name": driver.name, "title": driver.name, "unavailable": driver.available()}
        for driver in DRIVERS.values()
    ]
    workloads = [
        {
            "name": mix.name,
            "title": mix.title,
            "unavailable": None,
            "source": mix.source,
            "read_share": mix.read_share,
            "needs_sql": mix.needs_sql,
            "transactions": [
                {"name": kind.name, "weight": kind.weight, "enabled": kind.enabled}
                for kind in mix.transactions
            ],
        }
        for mix in WORKLOADS.values()
    ]
    return {"engines": engines, "storage": storage, "drivers": drivers, "workloads": workloads}
