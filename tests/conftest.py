"""Shared by all tests: one hypothesis profile, and where the shipped data lies."""

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A shared machine stalls now and then; a slow example is no failed one. Where all of it must run (.ci/run) the
# examples are the same each time, so that what fails there is of the change; elsewhere they are drawn anew.
settings.register_profile(
    "ahp",
    deadline=None,
    derandomize="AHP_REQUIRE_ALL" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
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


@pytest.fixture
def unprivileged():
    """A context in which root, who may read everything, is somebody else."""

    @contextlib.contextmanager
    def somebody_else():
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield
        finally:
            if root:
                os.seteuid(0)

    return somebody_else


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """With AHP_REQUIRE_ALL=1, as in CI, what would be skipped has failed: nothing may be missing there.

    A skip by `endtoend.tools.unable` stays one: it speaks of what no package can bring, such as root.
    """
    report = yield
    excused = report.skipped and "this machine cannot: " in str(report.longrepr)
    if (
        report.skipped
        and not excused
        and os.environ.get("AHP_REQUIRE_ALL") == "1"
        and not hasattr(report, "wasxfail")
    ):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: {reason}, and AHP_REQUIRE_ALL=1"
    return report
