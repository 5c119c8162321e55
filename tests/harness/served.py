"""A small data set for the tests of database servers, in a folder that the servers' account can reach."""

import atexit
import contextlib
import os
import shutil
import tempfile
from functools import partial
from pathlib import Path

import pytest
from harness.storage.made import nothing_left

from ahp.harness.catalogue import WORKLOADS
from ahp.harness.datasets import contents, restored
from ahp.harness.workloads.filling import rows

STRESS_TEST = WORKLOADS["stress-test"]

SCHEMA = STRESS_TEST.schema
SIZES = SCHEMA.sizes(0.002)


@contextlib.contextmanager
def reachable():
    """Yield a folder that everybody may enter, as a user's --output."""
    folder = Path(tempfile.mkdtemp(prefix="ahp-test-", dir="/var/tmp"))
    try:
        os.chmod(folder, 0o755)
        yield folder
    finally:
        shutil.rmtree(folder)


_MADE = {}


def loaded(engine, folder, alternative, ledger):
    """Return a folder inside another one that holds the data set; it is loaded once and then copied."""
    key = (engine.name, alternative)
    if key not in _MADE:
        kept = Path(tempfile.mkdtemp(prefix="ahp-test-", dir="/var/tmp"))
        atexit.register(shutil.rmtree, kept)
        os.chmod(kept, 0o755)
        engine.load(kept, alternative, SCHEMA, partial(rows, sizes=SIZES, seed=1), ledger)
        _MADE[key] = kept, contents(kept)
    inside = folder / f"data-{alternative}"
    inside.mkdir()
    kept, digest = _MADE[key]
    restored(kept, inside, digest)
    return inside


@contextlib.contextmanager
def served_for(engine, driver, ledger):
    """Yield a server with the data set, and a folder for a driver's notes; nothing of either stays."""
    require(engine)
    require(driver)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        notes = place / "notes"
        notes.mkdir()
        with engine.serve(folder, "none", ledger) as service:
            yield service, notes
    assert nothing_left(ledger)


def require(thing):
    """Skip the test where an engine or a driver is missing, which is a failure in CI."""
    reason = thing.available()
    if reason is not None:
        pytest.skip(reason)
