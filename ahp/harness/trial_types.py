"""What the trials of a run share, and what each of them gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ahp.harness.datasets import Datasets
from ahp.harness.engines.base import Engine
from ahp.harness.ledger import Ledger
from ahp.harness.load.base import Driver, Recording
from ahp.harness.plan import Plan, Trial
from ahp.harness.storage.base import Layer, compresses


@dataclass(frozen=True)
class Setting:
    """What all trials of a run share.

    Attributes
    ----------
    plan : Plan
        What is run.
    engine, layer, driver : Engine, Layer, Driver
        As the plan names them.
    datasets : Datasets
        The initial data.
    ledger : Ledger
        Where everything is recorded before it is made.
    work : Path
        Where files may be for a while.
    """

    plan: Plan
    engine: Engine
    layer: Layer
    driver: Driver
    datasets: Datasets
    ledger: Ledger
    work: Path

    def places(self, trial: Trial) -> tuple[str, str]:
        """Return which alternative the engine has in a trial, and which the storage layer."""
        if compresses(self.layer):
            return self.engine.alternatives()[0], trial.alternative
        return trial.alternative, self.layer.alternatives()[0]


@dataclass(frozen=True)
class Outcome:
    """What a trial gave.

    Attributes
    ----------
    measures : mapping of str to float
        By the names of the plain table, over all transactions; what could not be measured is not there.
    transactions : mapping of str to mapping
        The same for each transaction type, as far as it can be told apart.
    recording : Recording
        The response times.
    details : mapping
        What else was seen: processor time by part, bytes before and after, versions and settings.
    flags : tuple of str
        Why the figures may mislead.
    interference : tuple of str
        Why the run should be repeated: what others did on the machine meanwhile.
    """

    measures: Mapping[str, float]
    transactions: Mapping[str, Mapping[str, float]]
    recording: Recording
    details: Mapping[str, Any]
    flags: tuple[str, ...]
    interference: tuple[str, ...] = ()
