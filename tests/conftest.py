"""Shared by all tests: one hypothesis profile, and where the shipped data lies."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shared machine stalls now and then; a slow example is no failed one.
settings.register_profile("ahp", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ahp")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def examples(root: Path) -> Path:
    """The folder of shipped data sets."""
    return root / "examples"
