"""What there is to choose from, what of it can run on this machine, and why the rest cannot."""

from __future__ import annotations

from typing import Any

from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS, engine_at, layer_at
from ahp.harness.dsn import target
from ahp.harness.engines.base import Referring
from ahp.harness.storage.base import Refusing


def problems() -> list[str]:
    """Return a sentence for each engine, layer and workload of another distribution that cannot be used."""
    return [*ENGINES.problems, *LAYERS.problems, *WORKLOADS.problems]


def listing(dsn: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return engines, storage layers, drivers and workloads as plain data.

    Each entry has `name`, `title` and `unavailable`, which is None for what can run here; what can has its
    `alternatives`, and a workload its transactions with their weights; in `refused` is why alternatives
    are not offered, by an engine on a server that was there or by ZFS, and in `references` what one would
    risk by choosing what is measured to be compared with only.

    Parameters
    ----------
    dsn : str, optional
        A server that is there already: its engine is the only one listed, and its storage the only layer.

    Examples
    --------
    >>> [entry["name"] for entry in listing()["storage"]][:2]
    ['plain', 'btrfs']
    """
    engines_listed, layers_listed = tuple(ENGINES.values()), tuple(LAYERS.values())
    if dsn is not None:
        name = target(dsn).engine
        engines_listed, layers_listed = (engine_at(dsn, name),), (layer_at(dsn, name),)
    engines = [
        {
            "name": engine.name,
            "title": engine.title,
            "unavailable": (reason := engine.available()),
            "alternatives": list(engine.alternatives()) if reason is None else [],
            "refused": dict(engine.refused()) if reason is None and isinstance(engine, Refusing) else {},
            "references": dict(engine.references) if reason is None and isinstance(engine, Referring) else {},
        }
        for engine in engines_listed
    ]
    storage = [
        {
            "name": layer.name,
            "title": layer.title,
            "unavailable": (reason := layer.available()),
            "alternatives": list(layer.alternatives()) if reason is None else [],
            "refused": dict(layer.refused()) if reason is None and isinstance(layer, Refusing) else {},
        }
        for layer in layers_listed
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
