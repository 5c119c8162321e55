"""The options for monitors on the command line: `--from`, `--to`, `--idle` and `--cpus`."""

import json
from pathlib import Path

import pytest

from ahp.cli.rank import main

INPUTS = Path(__file__).resolve().parents[1] / "inputs"
SAR = INPUTS / "sar" / "sar_u.txt"
TABLE = "alternative,tps,ratio\nnone,100,1\nlz4,110,2\nzstd,120,3\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "load.csv"
    path.write_text(TABLE)
    return str(path)


def rank(capsys, *arguments: str):
    status = main([*arguments, "--format", "json", "--map", "compression_ratio=ratio"])
    out, complaint = capsys.readouterr()
    return status, json.loads(out) if out else complaint


@pytest.fixture
def monitors(tmp_path):
    """A recording of each alternative; one recording for all only where each has its window."""
    names = ("none", "lz4", "zstd")
    for name in names:
        (tmp_path / f"{name}.txt").write_text(SAR.read_text())
    return [f"{name}={tmp_path / name}.txt" for name in names]


def test_one_window_and_the_idle_machine(table, monitors, capsys):
    idle = INPUTS / "mpstat" / "mpstat.txt"
    status, document = rank(capsys, table, *monitors, "--from", "+0", "--to", "+3", "--idle", str(idle))
    assert status == 0
    assert document["inputs"][-1] == {**document["inputs"][-1], "file": str(idle), "reader": "mpstat"}
    told = [finding["detail"] for finding in document["scenarios"][0]["audit"]]
    assert any("Subtracted from every run" in detail for detail in told)


def test_processors_make_the_cpu_per_transaction(table, monitors, capsys):
    status, document = rank(capsys, table, *monitors, "--cpus", "2")
    assert status == 0
    assert "cpu_per_transaction" in [c["measure"] for c in document["scenarios"][0]["criteria"]]


def test_what_cannot_be_done_is_one_line(table, monitors, capsys):
    for options, said in [
        (["--from", "soon"], "'soon' is no time"),
        (["--from", "21:34:41"], "21:34:41 comes once every day"),
        (["--from", "12:00:00", "--to", "13:00:00"], "no interval lies whole in the window"),
        (["--from", "mine=+1"], "no monitor's file is called 'mine'"),
        (["--from", "+1", "--from", "+2"], "--from: '+2' is given twice"),
        (["--idle", "nowhere.txt"], "nowhere.txt: there is no such file"),
        (["--cpus", "0"], "give how many the machine has"),
        (["--cpus", "two"], "argument --cpus: invalid int value: 'two'"),
    ]:
        status, complaint = rank_or_exit(capsys, table, *monitors, *options)
        assert status == 2
        assert said in complaint
        assert complaint.count("\n") == 1


def rank_or_exit(capsys, *arguments: str):
    try:
        return rank(capsys, *arguments)
    except SystemExit as stopped:
        return stopped.code, capsys.readouterr().err
