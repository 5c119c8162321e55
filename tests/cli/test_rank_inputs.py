"""ahp-rank and what it is to read: a folder by `--path`, a table beside it, monitors with `--from`, `--to`, `--idle`."""

import json
from pathlib import Path

import pytest

import ahp
from ahp.cli.rank import main

INPUTS = Path(__file__).resolve().parents[1] / "inputs"
PGBENCH = (INPUTS / "pgbench" / "plain.stdout.txt").read_text()
PATTERN = "{alternative}/{scenario}-run{run}.log"
NAMES = ("none", "lz4", "zstd")


@pytest.fixture
def rank(tmp_path, monkeypatch, capsys):
    """The command in a folder of the test's own: its status, its document and what it said."""
    monkeypatch.chdir(tmp_path)

    def ranked(*arguments):
        status = main([*arguments, "--format", "json"])
        out, said = capsys.readouterr()
        return status, json.loads(out) if out else None, said

    return ranked


def logs(runs):
    """A log of each alternative and run in the folder `logs`, and a table of their sizes beside it."""
    Path("sizes.csv").write_text("alternative,original_bytes,stored_bytes\nnone,8,8\nlz4,8,4\nzstd,8,2\n")
    for i, name in enumerate(NAMES):
        Path("logs", name).mkdir(parents=True)
        for run in range(1, runs + 1):
            log = PGBENCH.replace("tps = 2083.121704", f"tps = {2083 + i}.{run}21704")
            Path("logs", name, f"oltp-run{run}.log").write_text(log)


@pytest.mark.parametrize("runs", [1, 20])  # of many files those alike are read together
def test_a_table_of_sizes_stands_beside_the_folder(rank, runs):
    logs(runs)
    status, document, said = rank("logs/", "sizes.csv", "--path", PATTERN)
    assert status == 0
    (scenario,) = document["scenarios"]
    (saving,) = [c["values"] for c in scenario["criteria"] if c["name"] == "storage_saving"]
    assert saving == {"lz4": 0.5, "zstd": 0.75}
    assert (scenario["scenario"], scenario["runs"]) == ("oltp", dict.fromkeys(NAMES, runs))
    assert document["inputs"][-1]["file"] == "sizes.csv"
    assert ("stored_bytes in sizes.csv names no run; it serves every run" in said) == (runs > 1)
    rows = [row for row in ahp.read("logs", "sizes.csv", path=PATTERN).rows if row.measure == "stored_bytes"]
    assert {str(row.place) for row in rows} == {f"sizes.csv, line {line}" for line in (2, 3, 4)}


@pytest.mark.parametrize("runs", [1, 20])
def test_a_file_that_neither_fits_nor_names_itself_is_refused_by_name(rank, runs):
    logs(runs)
    Path("more.txt").write_text(PGBENCH)
    assert rank("logs", "sizes.csv", "more.txt", "--path", PATTERN) == (2, None, (
        "ahp-rank: more.txt: the path does not fit the pattern '{alternative}/{scenario}-run{run}.log', and the file "
        "does not say which alternative it measured; write NAME=FILE, add a column 'alternative', or correct the "
        "pattern\n"
    ))  # fmt: skip
    _, explained, _ = rank("logs", "more.txt", "--path", PATTERN, "--explain-input")
    assert "more.txt: the path does not fit the pattern" in json.dumps(explained)


def test_a_pattern_that_nothing_fits_is_refused(rank):
    logs(2)
    assert rank("sizes.csv", *(f"logs/{name}" for name in NAMES), "--path", PATTERN)[0] == 0
    status, _, said = rank("sizes.csv", "--path", PATTERN)
    assert status == 2
    assert said.startswith("ahp-rank: sizes.csv: the path does not fit the pattern")


@pytest.fixture
def monitored(rank):
    """Arguments: a table, and a recording of each alternative's run."""
    Path("load.csv").write_text("alternative,tps,compression_ratio\nnone,100,1\nlz4,110,2\nzstd,120,3\n")
    for name in NAMES:
        Path(f"{name}.txt").write_text((INPUTS / "sar" / "sar_u.txt").read_text())
    return ["load.csv", *(f"{name}={name}.txt" for name in NAMES)]


def test_one_window_and_the_idle_machine(rank, monitored):
    idle = str(INPUTS / "mpstat" / "mpstat.txt")
    status, document, _ = rank(*monitored, "--from", "+0", "--to", "+3", "--idle", idle)
    assert status == 0
    assert (document["inputs"][-1]["file"], document["inputs"][-1]["reader"]) == (idle, "mpstat")
    assert "Subtracted from every run" in json.dumps(document["scenarios"][0]["audit"])


def test_processors_make_the_cpu_per_transaction(rank, monitored):
    _, document, _ = rank(*monitored, "--cpus", "2")
    assert "cpu_per_transaction" in [c["measure"] for c in document["scenarios"][0]["criteria"]]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--from soon", "'soon' is no time"),
        ("--from 21:34:41", "21:34:41 comes once every day"),
        ("--from 12:00:00 --to 13:00:00", "no interval lies whole in the window"),
        ("--from mine=+1", "no monitor's file is called 'mine'"),
        ("--from +1 --from +2", "--from: '+2' is given twice"),
        ("--idle nowhere.txt", "nowhere.txt: there is no such file"),
        ("--cpus 0", "give how many the machine has"),
        ("--cpus two", "argument --cpus: invalid int value: 'two'"),
    ],
)
def test_what_cannot_be_done_is_one_line(rank, monitored, options, said):
    status, document, told = rank(*monitored, *options.split())
    assert (status, document, told.count("\n")) == (2, None, 1)
    assert said in told
