"""The GitHub Actions workflow of the documentation: it is YAML of the right shape, and its commands run."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib

import pytest

import ahp
from ahp.cli.rank import main

TABLE = "alternative,run,tps,cpu\n" + "".join(
    f"{name},{run},{tps + run},{cpu + run / 100}\n"
    for name, tps, cpu in (("none", 1000, 20), ("lz4", 1400, 24), ("zstd", 1250, 27))
    for run in (1, 2, 3)
)


@pytest.fixture(scope="module")
def workflow(root):
    page = (root / "docs" / "howto" / "gate-in-ci.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```\{code-block\} yaml\n:caption: benchmark\.yml\n(.*?)```", page, re.DOTALL)
    return text


def commands(workflow):
    """The `run` of each step by its name, read without a YAML library: a line, or the lines below `|`."""
    found, name, block = {}, None, None
    for line in workflow.splitlines():
        indent = len(line) - len(line.lstrip())
        if block is not None and line.strip() and indent > block:
            found[name] += line.strip() + "\n"
            continue
        block = None
        if match := re.match(r"\s*- name: (.+)", line):
            name = match.group(1)
        elif match := re.match(r"(\s*)run: (.+)", line):
            block = len(match.group(1)) if match.group(2) == "|" else None
            found[name] = "" if block is not None else match.group(2) + "\n"
    return found


def test_it_is_yaml_of_a_workflow(workflow):
    assert "\t" not in workflow
    steps = commands(workflow)
    assert list(steps) == ["Install", "Measure", "Decide"]
    if importlib.util.find_spec("yaml") is None:
        return  # the commands are run below in any case
    import yaml

    whole = yaml.safe_load(workflow)
    assert set(whole) == {"name", True, "jobs"}  # `on` is a truth value in YAML 1.1, and GitHub knows
    (job,) = whole["jobs"].values()
    assert job["runs-on"]
    assert all(("uses" in step) != ("run" in step) for step in job["steps"])
    parsed = {step["name"]: step["run"] for step in job["steps"] if "run" in step}
    assert {name: text.rstrip("\n") for name, text in parsed.items()} == {
        name: text.rstrip("\n") for name, text in steps.items()
    }


def test_it_installs_this_distribution(workflow, root):
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert commands(workflow)["Install"] == f"python -m pip install {project['name']}\n"


def steps_run(workflow, folder, table):
    """The exit statuses of the steps that measure and decide, in a folder with the previous decision."""
    (folder / "benchmark.sh").write_text(f"#!/bin/sh\ncat <<'END'\n{table}END\n")
    (folder / "benchmark.sh").chmod(0o755)
    bin_ = folder / "bin"
    bin_.mkdir()
    (bin_ / "ahp-rank").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ahp.cli.rank "$@"\n')
    (bin_ / "ahp-rank").chmod(0o755)
    environment = os.environ | {
        "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
    return [
        # GitHub runs the lines of a step by bash -e.
        subprocess.run(
            ["bash", "-e", "-c", commands(workflow)[step]],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
        ).returncode
        for step in ("Measure", "Decide")
    ]


@pytest.mark.parametrize(
    ("table", "status", "said"),
    [
        (TABLE, 0, "the decision is the same"),
        (re.sub(r"lz4,(\d),14", r"lz4,\1,11", TABLE), 1, "the decision changed beyond noise"),
        (re.sub(r"zstd,(\d),12", r"zstd,\1,11", TABLE), 0, "the decision is the same"),
        (re.sub(r"lz4,(\d),14", r"lz4,\1,-4", TABLE), 2, None),
    ],
)
def test_its_commands_pass_and_fail_as_they_should(workflow, table, status, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.csv").write_text(TABLE)
    assert main(["old.csv", "--format", "json", "--output", "previous.json"]) == 0
    assert steps_run(workflow, tmp_path, table) == [0, status]
    if said is None:
        assert not (tmp_path / "new.json").exists()
        return
    assert said in (tmp_path / "summary.md").read_text(encoding="utf-8")
    document = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert document == ahp.rank(ahp.read(tmp_path / "new.csv")).to_dict() | {"inputs": document["inputs"]}
