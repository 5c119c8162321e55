"""What each job of `ahp-rank` loads: the version nothing, a plain ranking nothing that it does not use."""

import subprocess
import sys

import pytest


def loaded(root, *arguments):
    code = (
        "import sys\nfrom ahp.cli.rank import main\n"
        f"main({list(map(str, arguments))!r})\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    return set(done.stderr.split())


@pytest.fixture
def plain(root):
    return loaded(root, "examples/zfs_oltp.csv")


def test_the_version_needs_no_numpy(root):
    found = loaded(root, "--version")
    assert "ahp.cli.rank" in found
    assert not {"numpy", "ahp.cli.ranking", "rich"} & found


def test_a_plain_ranking_loads_no_masked_arrays_no_judgments_and_no_comparison(plain):
    assert "ahp.cli.ranking" in plain
    assert not plain & {"numpy.ma", "pandas", "scipy", "matplotlib"}
    assert not plain & {
        "ahp.model.matrix",
        "ahp.decision.changes",
        "ahp.decision.history",
        "ahp.ingest.explain",
    }


def test_a_report_in_json_loads_no_text_layout(root):
    assert "rich" not in loaded(root, "examples/zfs_oltp.csv", "--format", "json")
