"""The example of docs/howto/embed-pytest-benchmark.md, run as the page says: a decision ends each run."""

import json
import re
import shutil

import pytest
from endtoend.pages import EMBEDDING, ROOT, commands, quiet, run, shell

import ahp

pytest.importorskip("pytest_benchmark", reason="pytest-benchmark is not installed")

CODECS = {"zlib-1", "zlib-6", "bz2", "xz-0"}
SCENARIOS = ["log lines", "sensor values"]
# A test run is no benchmark: as short as pytest-benchmark can be made.
SHORT = "-p no:cacheprovider --benchmark-max-time=0.01 --benchmark-min-rounds=2"


@pytest.fixture(scope="module")
def page():
    measure, afterwards = commands("embed-pytest-benchmark.md")
    return measure, afterwards


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return shell(tmp_path_factory.mktemp("shell") / "bin") | {"PYTEST_ADDOPTS": SHORT}


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(EMBEDDING / "pytest_benchmark", tmp_path / "benchmarks")


_CHOICE = r"^(log lines|sensor values) +(?:keep )?(\S+)(?: = \S+)?(?: \?)? +(?:zlib|bz2|xz)\S* +-"
"""How surely, its machine says."""


def decisions(said):
    """What stands between the heading of each decision and the last line of its run."""
    return re.findall(r"^=+ decision =+$\n(.*?)^[=\d][^\n]*passed[^\n]*$", said, re.DOTALL | re.MULTILINE)


def test_every_run_ends_with_the_decision_over_all_runs(page, folder, environment):
    measure, afterwards = page
    done = run(measure, folder, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    first, second, third = decisions(done.stdout)
    for told in (first, second, third):
        chosen = dict(re.findall(_CHOICE, told, re.MULTILINE))
        assert sorted(chosen) == SCENARIOS
        assert set(chosen.values()) <= CODECS
    assert "How sure (one run each, noise unknown; survives: first in 95 of 100 draws)" in first
    assert "How sure (2 runs each)" in second
    assert "How sure (3 runs each)" in third
    # The page shows how that begins; the numbers and perhaps the choice are its machine's.
    text = (ROOT / "docs" / "howto" / "embed-pytest-benchmark.md").read_text(encoding="utf-8")
    heading, field, _, heads, *rows = re.search(r"```text\n(.*?)```", text, re.DOTALL)[1].splitlines()
    assert heading in done.stdout
    assert field in third
    assert [line.split() for line in third.splitlines() if line.startswith("scenario ")] == [heads.split()]
    assert sorted(dict(re.findall(_CHOICE, "\n".join(rows), re.MULTILINE))) == SCENARIOS
    # What the hook told is what the command tells of the same files.
    study = ahp.Study.from_toml(folder / "study.toml")
    decision = ahp.rank(ahp.read(folder / "runs", path="{run}.json"), study)
    assert third.strip() == decision.report("text").replace(str(folder / "runs"), "runs").strip()
    document = decision.to_dict()
    assert sorted(s["scenario"] for s in document["scenarios"]) == SCENARIOS
    assert {frozenset(s["alternatives"]) for s in document["scenarios"]} == {frozenset(CODECS)}
    assert all(set(s["runs"].values()) == {3} for s in document["scenarios"])
    saved = json.loads((folder / "runs" / "1.json").read_text())["benchmarks"]
    ratios = {(b["group"], b["params"]["codec"]): b["extra_info"]["compression_ratio"] for b in saved}
    for scenario in document["scenarios"]:
        (storage,) = (c for c in scenario["criteria"] if c["name"] == "storage_saving")
        for codec, saving in storage["values"].items():
            assert saving == pytest.approx(1 - 1 / ratios[scenario["scenario"], codec])

    quiet(folder / "runs")
    done = run(afterwards, folder, environment)
    assert done.returncode == 0, done.stderr
    assert (folder / "decision.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    done = run("ahp-rank runs --path '{run}.json' --study study.toml --expect bz2", folder, environment)
    assert done.returncode == 1
    assert re.search(r"--expect 'bz2': scenario '(log lines|sensor values)': zlib-1 is first", done.stderr)


def test_without_benchmarks_or_without_a_file_nothing_is_added(folder, environment):
    done = run("python -m pytest -q", folder, environment)
    assert done.returncode == 0
    assert "decision" not in done.stdout
    (folder / "runs").mkdir()
    done = run("python -m pytest -q --benchmark-disable --benchmark-json=runs/1.json", folder, environment)
    assert (done.returncode, "decision" in done.stdout) == (0, False), done.stdout


def test_what_cannot_be_ranked_is_one_line(folder, environment):
    (folder / "runs").mkdir()
    (folder / "runs" / "0.json").write_text("{}")
    done = run("python -m pytest -q -k zlib --benchmark-json=runs/1.json", folder, environment)
    assert done.returncode == 0
    (told,) = decisions(done.stdout)
    assert len(told.splitlines()) == 1
    assert told.startswith("runs/0.json: ")
    assert "Traceback" not in done.stdout + done.stderr
