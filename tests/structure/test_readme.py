"""The README's commands and examples are run, and CI runs exactly its test command."""

import re
import subprocess

import pytest


@pytest.fixture(scope="module")
def readme(root):
    return (root / "README.md").read_text(encoding="utf-8")


def _commands(readme):
    return re.findall(r"```sh\n(.*?)\n```", readme, flags=re.DOTALL)


def test_there_are_two_one_line_commands(readme):
    first, second = _commands(readme)
    assert "\n" not in first + second
    assert first.endswith("ahp-rank examples/zfs_oltp.csv")
    assert second.endswith("-m pytest")


def test_ci_runs_exactly_the_test_command(root, readme):
    assert _commands(readme)[1] in (root / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_links_lead_somewhere(root, readme):
    for target in re.findall(r"\]\(([^)#]+)\)", readme):
        assert (root / target).exists(), target


def test_no_top_level_name_without_a_reason(root):
    tracked = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    names = {line.split("/")[0] for line in tracked.stdout.splitlines()}
    known = {"ahp", "docs", "examples", "notebooks", "tests", "pyproject.toml"}
    known |= {"CHANGELOG.md", "LICENSE", "README.md"}
    assert {name for name in names if not name.startswith(".")} <= known
