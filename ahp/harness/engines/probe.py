"""Data known to compress, on which an alternative shows that it does what its name says."""

from __future__ import annotations

from collections.abc import Iterable

from ahp.errors import UnavailableError
from ahp.harness.engines.base import Row
from ahp.harness.workloads.base import Schema, Table
from ahp.harness.workloads.filling import rows, sentence, serial, text, uniform, whole

_ROWS = 6000

PROBE = Schema(
    "probe",
    (
        Table(
            "probe",
            (whole("id", serial), whole("number", uniform(1, 1_000)), text("body", 400, sentence(20, 30))),
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
