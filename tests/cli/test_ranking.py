"""What each job of `ahp-rank` loads and leaves: a plain ranking nothing that it does not use, inputs as they were."""

import subprocess
import sys
from pathlib import Path

import pytest

from ahp.cli.rank import main


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
    with_numpy = subprocess.run(
        [sys.executable, "-c", "import numpy, sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "ahp.cli.ranking" in plain
    assert not plain & (
        {"numpy.ma", "pandas", "scipy", "matplotlib"} - set(with_numpy.stdout.split())
    )  # NumPy 1 loads them
    assert not plain & {
        "ahp.model.matrix",
        "ahp.decision.changes",
        "ahp.decision.history",
        "ahp.ingest.explain",
    }


def test_a_report_in_json_loads_no_text_layout(root):
    assert "rich" not in loaded(root, "examples/zfs_oltp.csv", "--format", "json")


@pytest.mark.parametrize("arguments", [[], ["--explain-input"]])
@pytest.mark.parametrize("given", ["t.csv", "all=t.csv"])
def test_no_input_is_overwritten(arguments, given, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = f"{'alternative,' if given == 't.csv' else ''}tps,cpu\n"
    table += "none,100,10\nlz4,150,12\nzle,110,11\n" if given == "t.csv" else "100,10\n"
    Path("t.csv").write_text(table)
    Path("u.csv").write_text("tps,cpu\n120,12\n")
    more = [] if given == "t.csv" else ["u=u.csv", "--baseline", "u"]
    assert main([given, *more, *arguments, "--output", "./t.csv"]) == 2
    assert "./t.csv: is read here, and would be overwritten" in capsys.readouterr().err
    assert Path("t.csv").read_text() == table
