"""Measurements as a frame in the units that they are kept in, to be held against what was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.evidence.measurements import Measurements

if TYPE_CHECKING:
    import pandas as pd


def kept(measured: Measurements) -> pd.DataFrame:
    """Return one row for each number: rates per second, response times in milliseconds, sizes in bytes."""
    import pandas as pd

    return pd.DataFrame([row._asdict() for row in measured.rows])
