"""The GitHub Actions workflow of the documentation: it is a workflow, and its commands pass and fail as it says."""

import json
import os
import re
import subprocess
import sys
import tomllib

import pytest
import yaml

import ahp


def block(root, caption):
    """The fenced block of the page that has this caption."""
    page = (root / "docs" / "howto" / "gate-in-ci.md").read_text(encoding="utf-8")
    pattern = rf"```\{{code-block\}} \w+\n:caption: {re.escape(caption)}\n(.*?)```"
    (text,) = re.findall(pattern, page, re.DOTALL)
    return text


@pytest.fixture(scope="module")
def workflow(root):
    return yaml.safe_load(block(root, "benchmark.yml"))


@pytest.fixture(scope="module")
def steps(workflow):
    (job,) = workflow["jobs"].values()
    return job["steps"]


def test_it_is_a_workflow_and_its_commands_are_bash(workflow, steps):
    events = workflow[True]  # YAML 1.1 takes `on` for true
    assert set(events) <= {"push", "pull_request", "schedule", "workflow_dispatch"}
    assert all(re.fullmatch(r"(\d+|\*)( (\d+|\*)){4}", entry["cron"]) for entry in events["schedule"])
    assert workflow["permissions"] == {"contents": "read"}
    for step in steps:
        assert set(step) <= {"name", "if", "uses", "with", "run"}
        assert ("uses" in step) != ("run" in step)
        assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"])
        done = subprocess.run(["bash", "-n"], input=step.get("run", ""), capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
    assert steps[0]["uses"].startswith("actions/checkout@")  # the previous decision is in the repository


def command(steps, name):
    (step,) = (step for step in steps if step.get("name") == name)
    return step["run"]


def test_it_installs_this_distribution_and_keeps_the_decision_whether_it_passes_or_not(steps, root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert command(steps, "Install") == f"python -m pip install {project['name']}"
    (python,) = (step["with"]["python-version"] for step in steps if "setup-python" in step.get("uses", ""))
    assert f"Programming Language :: Python :: {python}" in project["classifiers"]
    (keep,) = (step for step in steps if "upload-artifact" in step.get("uses", ""))
    assert keep["if"] == "always()"
    assert f"--output {keep['with']['path']}" in command(steps, "Decide")


@pytest.fixture
def job(steps, root, tmp_path):
    """A function that runs the steps as a runner does, of a table that is measured."""
    commands = tmp_path / "bin"
    commands.mkdir()
    (commands / "ahp-rank").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ahp.cli.rank "$@"\n')
    (tmp_path / "benchmark.sh").write_text("#!/bin/sh\ncat measured.csv\n")
    for path in (commands / "ahp-rank", tmp_path / "benchmark.sh"):
        path.chmod(0o755)
    (tmp_path / "monday.csv").write_text(block(root, "monday.csv"), encoding="utf-8")
    kept = ahp.rank(ahp.read(tmp_path / "monday.csv")).report("json")
    environment = os.environ | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(root), *sys.path]),
        "GITHUB_STEP_SUMMARY": "summary.md",
    }

    def run(table, also=""):
        (tmp_path / "measured.csv").write_text(table, encoding="utf-8")
        (tmp_path / "previous.json").write_text(kept, encoding="utf-8")
        decide = command(steps, "Decide").replace("--against previous.json", f"--against previous.json{also}")
        measured, decided = (
            subprocess.run(
                ["bash", "-e", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True
            )
            for script in (command(steps, "Measure"), decide)  # by `bash -e`, as GitHub runs a step
        )
        assert measured.returncode == 0
        return decided.returncode, decided.stderr, (tmp_path / "summary.md").read_text("utf-8")

    return run


@pytest.mark.slow
def test_the_same_passes(job, root, tmp_path):
    status, said, summary = job(block(root, "monday.csv"))
    assert (status, said) == (0, "")
    assert "the decision is the same" in summary
    document = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert document["schema"] == "ahp.decision/1"
    assert document["scenarios"] == ahp.rank(ahp.read(tmp_path / "new.csv")).to_dict()["scenarios"]


@pytest.mark.slow
def test_another_choice_fails_and_the_report_is_there(job, root, tmp_path):
    status, said, summary = job(block(root, "tuesday.csv"))
    assert status == 1
    (line,) = said.splitlines()
    assert line.startswith(
        "ahp-rank: --against 'previous.json': scenario 'default': lz4 was first and zstd is now"
    )
    assert "the decision changed beyond noise" in summary
    assert json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))["changes"] is None


def slower(table):
    """The table of a machine that does four fifths of the work in the same time."""
    rows = [row.split(",") for row in table.splitlines()]
    return "".join(",".join([*row[:2], str(0.8 * float(row[2])), *row[3:]]) + "\n" for row in rows[1:])


@pytest.mark.slow
def test_another_machine_changes_no_choice_but_every_measure(job, root):
    """Why the workflow leaves --expect-not-worse to those who have a machine of their own."""
    head, *_ = block(root, "monday.csv").splitlines(keepends=True)
    table = head + slower(block(root, "monday.csv"))
    status, said, summary = job(table)
    assert (status, said) == (0, "")
    assert "the decision is the same" in summary
    status, said, _ = job(table, also=" --expect-not-worse")
    assert status == 1
    assert said.startswith("ahp-rank: --expect-not-worse: scenario 'default': throughput of lz4 is -20.0 %")
