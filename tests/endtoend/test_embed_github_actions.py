"""The workflow of docs/howto/embed-github-actions.md: its steps run by bash, in the folder that it names."""

import json
import re
import shutil
import tomllib

import pytest
import yaml
from endtoend.github import rendered
from endtoend.pages import EMBEDDING, quiet, run, shell

pytest.importorskip("pytest_benchmark", reason="pytest-benchmark is not installed")

SHORT = "-p no:cacheprovider --benchmark-max-time=0.01 --benchmark-min-rounds=2"


@pytest.fixture(scope="module")
def job():
    workflow = yaml.safe_load((EMBEDDING / "github_actions" / "decision.yml").read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    (found,) = workflow["jobs"].values()
    return found


@pytest.fixture(scope="module")
def checkout(job, tmp_path_factory):
    """A repository with the benchmark in it, after the steps up to the decision."""
    root = tmp_path_factory.mktemp("checkout")
    folder = root / job["defaults"]["run"]["working-directory"]
    shutil.copytree(EMBEDDING / "pytest_benchmark", folder)
    environment = shell(root / "bin") | {"PYTEST_ADDOPTS": SHORT}
    done = run(step(job, "Measure"), folder, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((folder / "runs").iterdir())) == 3
    quiet(folder / "runs")
    return folder, environment


def step(job, name):
    (found,) = (entry for entry in job["steps"] if entry.get("name") == name)
    return found["run"]


def decided(job, checkout, tmp_path, previous):
    """Run the step that decides; return what came of it and the summary, `previous` put beside it."""
    folder, environment = checkout
    summary = tmp_path / "summary.md"
    summary.write_text("what another command of the step wrote\n", encoding="utf-8")
    (folder / "decision.json").unlink(missing_ok=True)
    (folder / "previous.json").unlink(missing_ok=True)
    if previous is not None:
        (folder / "previous.json").write_text(json.dumps(previous), encoding="utf-8")
    done = run(step(job, "Decide"), folder, environment | {"GITHUB_STEP_SUMMARY": str(summary)})
    return done, summary.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def kept(job, checkout, tmp_path_factory):
    """The artifact of the first time, when there is nothing to compare with."""
    done, summary = decided(job, checkout, tmp_path_factory.mktemp("first"), None)
    assert done.returncode == 2
    assert "::error::previous.json: there is no such file" in done.stdout
    assert summary == "what another command of the step wrote\n"
    (keep,) = (entry for entry in job["steps"] if "upload-artifact" in entry.get("uses", ""))
    assert keep["if"] == "always()"
    folder, _ = checkout
    return json.loads((folder.parent / keep["with"]["path"]).read_text(encoding="utf-8"))


def test_the_versions_it_sets_up_are_those_that_are_promised(job, root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert step(job, "Install").split()[4:] == [project["name"], "pytest", "pytest-benchmark"]
    (python,) = (s["with"]["python-version"] for s in job["steps"] if "setup-python" in s.get("uses", ""))
    assert f"Programming Language :: Python :: {python}" in project["classifiers"]
    assert job["steps"][0]["uses"].startswith("actions/checkout@")


def test_the_same_decision_passes_and_the_summary_tells_it(job, checkout, kept, tmp_path):
    done, summary = decided(job, checkout, tmp_path, kept)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "::error::" not in done.stdout
    assert summary.startswith("what another command of the step wrote\n")
    assert "log lines: choose zlib-1" in summary
    assert "the decision is the same" in summary
    assert len(summary.encode()) < 1 << 20
    head, *answers = rendered(summary).tables[0]
    assert head == ["scenario", "choice", "how sure"]
    assert [choice for _, choice, _ in answers] == ["zlib-1"] * 2
    assert all(said.startswith("decisive, first in ") for _, _, said in answers)
    assert kept["schema"] == "ahp.decision/1"


def test_another_choice_fails_and_the_summary_is_there(job, checkout, kept, tmp_path):
    """As if bz2 had been chosen by those who measured last: its costs and those of zlib-1 exchanged."""
    table = json.loads(json.dumps(kept).replace("zlib-1", "\0").replace("bz2", "zlib-1").replace("\0", "bz2"))
    done, summary = decided(job, checkout, tmp_path, table)
    assert done.returncode == 1
    errors = [line for line in done.stdout.splitlines() if line.startswith("::error::")]
    assert re.match(
        r"::error::--against 'previous\.json': scenario '(log lines|sensor values)': bz2 was first and zlib-1 is now",
        errors[0],
    )
    assert "the decision changed beyond noise" in summary
    folder, _ = checkout
    assert json.loads((folder / "decision.json").read_text(encoding="utf-8")) == kept


def test_what_an_annotation_says_stands_on_one_line_with_its_signs_escaped(job, checkout, kept, tmp_path):
    done, _ = decided(job, checkout, tmp_path, {**kept, "study": {**kept["study"], "index": "relative"}})
    annotations = done.stdout.splitlines()
    assert annotations
    for line in annotations:
        assert re.match(r"::(warning|error)::\S", line)
        assert re.sub(r"%25", "", line).count("%") == 0


def test_measurements_that_are_none_are_said_and_leave_no_summary(job, checkout, kept, tmp_path):
    folder, _ = checkout
    damaged = folder / "runs" / "4.json"
    damaged.write_text('{"machine_info": {"node": "x"', encoding="utf-8")
    try:
        done, summary = decided(job, checkout, tmp_path, kept)
    finally:
        damaged.unlink()
    assert done.returncode == 2
    assert re.fullmatch(r"::error::runs/4\.json.*\n", done.stdout)
    assert summary == "what another command of the step wrote\n"
    assert not (folder / "decision.json").exists()
