"""The README's commands and examples are run, and CI runs exactly its test command."""

import doctest
import re
import shlex
import subprocess
import sys

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


def test_the_shown_output_is_the_real_one_to_its_last_line(root, readme):
    ((command, shown),) = re.findall(r"```console\n\$ (ahp-rank .*?)\n(.*?)```", readme, flags=re.DOTALL)
    real = command.replace("ahp-rank", f"{shlex.quote(sys.executable)} -m ahp.cli.rank", 1)
    done = subprocess.run(["sh", "-c", real], cwd=root, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (shown, "")
    assert len(shown.splitlines()) > 8


def test_the_python_examples_are_true(root, readme, monkeypatch):
    monkeypatch.chdir(root)
    parsed = doctest.DocTestParser().get_doctest(readme, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(parsed)
    assert results.attempted >= 10
    assert results.failed == 0


def test_the_links_lead_somewhere(root, readme):
    for target in re.findall(r"\]\(([^)#]+)\)", readme):
        assert (root / target).exists(), target


def test_no_top_level_name_without_a_reason(root):
    tracked = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    names = {line.split("/")[0] for line in tracked.stdout.splitlines()}
    known = {
        "pyproject.toml",
        "ahp",
        "examples",
        "notebooks",
        "tests",
        "docs",
        "CHANGELOG.md",
        "README.md",
        "LICENSE",
    }
    assert {name for name in names if not name.startswith(".")} <= known
