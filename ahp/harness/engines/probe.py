"""Data known to compress, on which an alternative shows that it does what its name says."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from ahp.errors import UnavailableError
from ahp.harness.engines.base import Engine, Row
from ahp.harness.ledger import Ledger
from ahp.harness.storage.base import written
from ahp.harness.workloads.base import Column, Schema, Table
from ahp.harness.workloads.filling import rows, sentence, serial, uniform

_ROWS = 6000

PROBE = Schema(
    "probe",
    (
        Table(
            "probe",
            (
                Column("id", "int", serial),
                Column("number", "int", uniform(1, 1_000)),
                Column("body", "text", sentence(20, 30), 400),
            ),
            ("id",),
            (),
            "rows",
            selective=True,
        ),
    ),
    lambda scale: {"rows": _ROWS},
)
"""Sentences of English words, about 0.8 MB; any algorithm worth its name halves them nearly."""

LEAST = 1.05
"""The ratio below which an alternative does not compress."""


def probe_rows(table: Table) -> Iterable[Row]:
    """Return the rows of the probe."""
    return rows(table, PROBE.sizes(1.0), seed=1)


def stored_smaller(engine: Engine, plain: str, alternative: str, folder: Path, ledger: Ledger) -> float:
    """Return how many times smaller an engine stores the probe than with the alternative that stores plain.

    Raises
    ------
    UnavailableError
        If it does not store it smaller.
    """
    sizes = []
    for name in (plain, alternative):
        place = folder / name
        place.mkdir()
        engine.load(place, name, PROBE, probe_rows, ledger)
        sizes.append(engine.taken(place, written).tables)
        shutil.rmtree(place)
    ratio = sizes[0] / sizes[1]
    return ratio if alternative == plain else judged(engine.title, alternative, ratio)


def judged(engine: str, alternative: str, ratio: float) -> float:
    """Return a ratio that was measured on the probe.

    Raises
    ------
    UnavailableError
        If it shows that the alternative stores plain.
    """
    if ratio < LEAST:
        raise UnavailableError(
            f"{alternative} in {engine}",
            f"it is accepted but compresses nothing (ratio {ratio:.2f} on data known to compress)",
        )
    return ratio
