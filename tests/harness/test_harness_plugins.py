"""Engines, layers and workloads of other distributions; the how-to's own engine is installed and run."""

import contextlib
import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import wheels

import ahp.harness.catalogue
from ahp.errors import HarnessError, UnavailableError
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS, WORKLOADS, Installed, guarded
from ahp.harness.engines.base import ConflictError, Converting, Engine
from ahp.harness.engines.sqlite import SQLite
from ahp.harness.storage.base import written
from ahp.registry import Plugin

HERE = Path(__file__).resolve().parent
OWN = {"sqlite": SQLite()}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder into which pip has installed the distribution of `plugin/`."""
    folder = tmp_path_factory.mktemp("site")
    wheels.install(HERE / "plugin", folder)
    return folder


def bench(root, site, folder, *arguments):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(site)]), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "ahp.cli.bench", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=env)


# --- a real distribution, installed ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_installed_engine_is_listed_and_run_in_its_clients_process(root, site, tmp_path):
    listed = json.loads(bench(root, site, tmp_path, "list", "--format", "json").stdout)
    (packed,) = [entry for entry in listed["engines"] if entry["name"] == "packed"]
    assert packed["alternatives"] == ["none", "zlib", "lzma"]
    short = "--scale 0.0005 --runs 1 --warmup 0.1 --duration 0.2 --output out"
    mix = "run --anyway --engine packed --workload stress-test --alternatives none,zlib"
    done = bench(root, site, tmp_path, *mix.split(), *short.split())
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "out" / "journal.jsonl").read_text().splitlines()
    finished = [entry for entry in map(json.loads, lines) if entry["event"] == "finished"]
    ratios = {entry["alternative"]: entry["measures"]["compression_ratio"] for entry in finished}
    assert ratios["none"] == 1.0
    assert ratios["zlib"] > 1.05
    assert all(entry["measures"]["throughput"] > 0 for entry in finished)


@pytest.mark.slow
def test_an_alternative_that_compresses_nothing_is_not_run(root, site, tmp_path):
    done = bench(root, site, tmp_path, "run", "--anyway", "--engine", "packed", "--alternatives", "none,lzma")
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ahp-bench: lzma in SQLite with packed values cannot run here: it is accepted but")


def test_the_how_to_shows_this_distribution(root):
    page = (root / "docs" / "howto" / "write-an-engine.md").read_text(encoding="utf-8")
    for name in ("ahp_packed.py", "pyproject.toml"):
        text = (HERE / "plugin" / name).read_text(encoding="utf-8")
        assert f":caption: {name}\n{text}```" in page


# --- the same, one by one -------------------------------------------------------------------------------------------


class Other(SQLite):
    """An engine of somebody else's."""

    name = "other"

    def available(self):
        raise ZeroDivisionError("nothing by zero")

    def taken(self, folder, stored):
        raise FileNotFoundError(folder)

    def connect(self, address, schema):
        raise ConflictError("busy")

    def verify(self, alternative, folder, ledger):
        raise UnavailableError(alternative, "no")


class Renamed(SQLite):
    name = "another"


@pytest.fixture
def engines(monkeypatch):
    """A registry of our own engine and those that the function is given, by name."""

    def registry(**others):
        points = [EntryPoint(name, f"{name}:{kind.__name__}", "ahp.engines") for name, kind in others.items()]
        plugins = tuple(Plugin("engine", point.name, f"ahp-{point.name} 1", point) for point in points)
        monkeypatch.setattr(ahp.harness.catalogue, "plugins_of", lambda kind, group: plugins)
        monkeypatch.setattr(EntryPoint, "load", lambda entry: others[entry.name])
        return Installed("engine", OWN, "ahp.engines", Engine, guarded)

    return registry


def test_others_stand_beside_our_own(engines, monkeypatch):
    found = engines(other=Other)
    assert (list(found), len(found)) == (["sqlite", "other"], 2)
    assert "other" in found
    assert "nobody" not in found
    assert found["other"].title == "SQLite"
    assert [name for name, _ in found.items()] == ["sqlite", "other"]
    assert found.problems == []
    with pytest.raises(HarnessError, match=r"^'nobody' is not a known engine; use one of: sqlite, other$"):
        found["nobody"]
    found = engines(other=Other)
    monkeypatch.setattr(ahp.harness.catalogue, "plugins_of", None)
    assert found["sqlite"] is OWN["sqlite"]  # had without looking for others


def test_one_that_cannot_be_used_is_told_and_in_nobodys_way(engines):
    found = engines(sqlite=Other, other=object, renamed=Renamed)
    assert list(found) == ["sqlite"]
    own, lacking, renamed = found.problems
    assert own == "the engine 'sqlite' of ahp-sqlite 1 takes a name of ahp's own; it is not used"
    assert lacking.startswith("the engine 'other' of ahp-other 1 cannot be used: it has no 'alternatives', ")
    assert renamed == (
        "the engine 'renamed' of ahp-renamed 1 cannot be used: it calls itself 'another'; it is not used"
    )
    assert found["sqlite"] is OWN["sqlite"]
    with pytest.raises(HarnessError, match="it has no 'alternatives'"):
        found["other"]


def test_its_faults_name_it_and_its_refusals_are_its_own(engines, tmp_path):
    found = engines(other=Other)["other"]
    with pytest.raises(HarnessError) as raised:
        found.available()
    assert str(raised.value) == (
        "the engine 'other' of ahp-other 1 failed in available: ZeroDivisionError: nothing by zero"
    )
    with pytest.raises(UnavailableError, match=r"^none cannot run here: no$"):
        found.verify("none", tmp_path, None)
    with pytest.raises(FileNotFoundError):
        found.taken(tmp_path, written)
    with pytest.raises(ConflictError):
        found.connect({}, None)
    assert not isinstance(found, Converting)


class Serving(SQLite):
    """An engine whose service fails where its folder says so."""

    name = "serving"

    @contextlib.contextmanager
    def serve(self, folder, alternative, ledger):
        if folder.name == "begin":
            raise KeyError("begin")
        try:
            yield self
        finally:
            if folder.name == "end":
                raise KeyError("end")

    def checkpoint(self):
        raise KeyError("meanwhile")

    address = "here"


def test_what_fails_as_a_server_starts_or_stops_is_told_as_its_own(engines, tmp_path):
    found = engines(serving=Serving)["serving"]
    for when in ("begin", "end"):
        told = rf"^the engine 'serving' of ahp-serving 1 failed in serve: KeyError: '{when}'$"
        with pytest.raises(HarnessError, match=told), found.serve(tmp_path / when, "none", None):
            pass
    with pytest.raises(HarnessError, match=told) as again, found.serve(tmp_path / "end", "none", None):
        raise ZeroDivisionError
    assert isinstance(again.value.__cause__.__context__, ZeroDivisionError)


def test_a_service_is_lent_and_its_users_errors_are_theirs(engines, tmp_path):
    found = engines(serving=Serving)["serving"]
    with found.serve(tmp_path, "none", None) as service:
        assert service.address == "here"
        with pytest.raises(HarnessError, match="failed in checkpoint: KeyError: 'meanwhile'"):
            service.checkpoint()
    with pytest.raises(ZeroDivisionError), found.serve(tmp_path, "none", None):
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "registry", [ENGINES, LAYERS, WORKLOADS, DRIVERS], ids=["engines", "layers", "workloads", "drivers"]
)
def test_our_own_have_all_that_others_must_have(registry):
    for thing in registry.values():
        assert all(hasattr(thing, name) for name in registry._needs)
    assert registry.problems == []
    if registry is WORKLOADS:
        assert {"name", "schema", "transactions", "mix", "read_share"} <= set(registry._needs)
