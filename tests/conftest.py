"""Shared by all tests: the tiers they run in, what hypothesis asks in each, and where the shipped data lies.

`pytest` runs the fast tier, `pytest -m slow` what takes longer (real servers and file systems, browsers, whole
pages, simulations, and every property again with more examples, drawn anew each time), `pytest -m benchmark` the
ratios, one after the other.
"""

import contextlib
import os
import re
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# A shared machine stalls now and then; a slow example is no failed one.
settings.register_profile(
    "slow", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# The same examples each time, so that what fails is of the change and not of the day.
settings.register_profile(
    "fast", settings.get_profile("slow"), max_examples=20, derandomize=True, database=None
)
# A mutant is killed by the first example that fails; a smaller one tells it nothing (.ci/deep mutants).
settings.register_profile("mutants", settings.get_profile("fast"), phases=[Phase.explicit, Phase.generate])

FOLDERS = {"benchmarks": "benchmark", "endtoend": "slow", "fuzz": "slow"}
"""Folders all of whose tests are of one tier; elsewhere a test that is not of the fast one is marked by itself."""


def tier(config: pytest.Config) -> str:
    """Return which tier was asked for: benchmark, slow or fast."""
    expression = config.getoption("markexpr").strip()
    return expression if expression in ("slow", "benchmark") else "fast"


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """What is timed has the machine for itself."""
    if tier(config) == "benchmark":
        config.option.numprocesses = 0


def pytest_configure(config):
    settings.load_profile(
        "mutants" if "MUTANT_UNDER_TEST" in os.environ else "slow" if tier(config) == "slow" else "fast"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the tests of a folder with its tier, and in the slow one every property too."""
    for item in items:
        folder = item.path.relative_to(ROOT).parts[1]
        if folder in FOLDERS:
            item.add_marker(FOLDERS[folder])
        elif tier(config) == "slow" and getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("slow")


# Of whoever runs the tests: with them reports would be wrapped and errors raised.
os.environ.pop("COLUMNS", None)
os.environ.pop("AHP_TRACEBACK", None)
# Without compiled modules on the disk every worker, and each of the hundreds of commands that are run, would compile
# the whole package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def examples(root: Path) -> Path:
    """The folder of shipped data sets."""
    return root / "examples"


@pytest.fixture
def write(tmp_path):
    """What makes a file of a name and a text, and returns its path."""

    def written(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def told(capsys):
    """What calls a command that is to end with a status, and returns what it said."""

    def said(status, main, arguments):
        assert main(arguments) == status
        return capsys.readouterr()

    return said


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


@pytest.fixture
def embedded(monkeypatch):
    """RocksDB for plans that nobody carries out, whether its package is installed or not."""
    from ahp.harness.catalogue import ENGINES

    monkeypatch.setattr(type(ENGINES["rocksdb"]), "available", lambda self: None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """With AHP_REQUIRE_ALL=1, as in CI, what would be skipped has failed: nothing may be missing there.

    A skip by `endtoend.tools.unable` stays one: it speaks of what no package can bring, such as root. So does that
    of samples which are not here: they lie beside the project, in `../shared` (`AHP_SHARED`), not in it.
    """
    report = yield
    return required(report, item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """The same for a module that is skipped as a whole, as `importorskip` at its beginning does it.

    A module of the package may need an extra that is not here, and its examples are then passed over. A module of
    tests that cannot be imported has failed everywhere: looked at for examples first, it would count as empty.
    """
    report = yield
    if report.skipped and TESTS in collector.path.parents and "unable to import" in str(report.longrepr):
        return failed(report, collector.nodeid, "it is a module of tests")
    return required(report, collector.nodeid) if isinstance(collector, pytest.Module) else report


EXCUSED = re.compile("this machine cannot: |(sample|collection).* not here")


def required(report, nodeid):
    """Return a report, that of a failure where it is of a skip and AHP_REQUIRE_ALL=1."""
    missing = report.skipped and not hasattr(report, "wasxfail") and os.environ.get("AHP_REQUIRE_ALL") == "1"
    if missing and not EXCUSED.search(str(report.longrepr)):
        return failed(report, nodeid, "AHP_REQUIRE_ALL=1")
    return report


def failed(report, nodeid, why):
    """Return the report of a skip as one of a failure."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"{nodeid}: {reason}, and {why}"
    return report
