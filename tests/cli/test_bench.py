"""`ahp-bench` as a person runs it: real runs, killed and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from ahp.cli.bench import main, parser
from ahp.harness.identity import environment_holds, processes
from ahp.harness.journal import Journal
from ahp.harness.ledger import TOKEN, standing, tokens

SMALL = ["--interference", "flag", "--workload", "stress-test", "--alternatives", "none,lz4,zstd", "--scale", "0.0002", "--warmup", "0.1",
         "--duration", "0.2"]  # fmt: skip
COMMAND = [sys.executable, "-m", "ahp.cli.bench"]


@pytest.fixture(autouse=True)
def no_token(monkeypatch):
    monkeypatch.setenv(TOKEN, "")


def left(folder):
    """The processes that still belong to a results folder."""
    return [
        pid for pid in processes() for token in tokens(folder) if environment_holds(pid, f"{TOKEN}={token}")
    ]


@pytest.mark.slow
def test_a_run_ends_with_the_report_of_ahp_rank(tmp_path, capsys):
    folder = tmp_path / "results"
    assert main(["run", *SMALL, "--runs", "3", "--twin", "--output", str(folder)]) == 0
    seen = capsys.readouterr()
    assert "Stress Test" in seen.out
    assert "Noise: the baseline against itself" in seen.out
    assert f"12 runs finished; everything is in {folder}" in seen.out
    assert (folder / "report.txt").read_text() in seen.out
    document = json.loads((folder / "report.json").read_text())
    assert document["schema"] == "ahp.decision/1"
    (scenario,) = document["scenarios"]
    assert scenario["alternatives"] == ["lz4", "zstd"]
    assert scenario["runs"] == {"none": 3, "lz4": 3, "zstd": 3}
    assert {one["measure"] for one in scenario["criteria"]} >= {"throughput", "cpu_per_transaction"}
    # An improvement would have no meaning where noise reaches the baseline; a relative value has one.
    assert {one["index"] for one in scenario["criteria"]} == {"relative"}
    assert scenario["confidence"]["verdict"] in ("decisive", "leaning", "tie")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert main(["resume", str(folder)]) == 0
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.slow
def test_killed_without_a_word_and_resumed(tmp_path):
    """No finished run is lost or repeated, and nothing is left."""
    folder = tmp_path / "results"
    run = subprocess.Popen(
        [*COMMAND, "run", *SMALL, "--runs", "3", "--output", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 120
    while len(Journal(folder).of("finished")) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.4)  # into the next trial
    run.send_signal(signal.SIGKILL)
    run.wait()
    before = list(Journal(folder).finished())
    assert 2 <= len(before) < 9
    again = subprocess.run([*COMMAND, "resume", str(folder)], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    names = [line["trial"] for line in Journal(folder).of("finished")]
    assert names[: len(before)] == before
    assert Counter(names).most_common(1)[0][1] == 1
    assert len(names) == 9
    assert standing(folder) == ()
    assert left(folder) == []
    assert not [path.name for path in folder.iterdir() if path.name.startswith("ahp-bench-")]
    rows = (folder / "results.csv").read_text().splitlines()
    assert sum(",," in row for row in rows[1:]) >= 9


@pytest.mark.slow
def test_clean_takes_away_what_was_left_and_keeps_the_results(tmp_path, capsys):
    folder = tmp_path / "results"
    run = subprocess.Popen(
        [*COMMAND, "run", *SMALL, "--output", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 120
    while len(Journal(folder).of("finished")) < 1 and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert main(["clean", str(folder)]) == 0
    assert "folder" in capsys.readouterr().out
    assert standing(folder) == ()
    assert left(folder) == []
    assert (folder / "results.csv").exists()
    assert main(["clean", str(folder)]) == 0
    assert capsys.readouterr().out == "nothing was left behind\n"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_it_cleans_up_and_says_so(tmp_path, number):
    folder = tmp_path / "results"
    run = subprocess.Popen(
        [*COMMAND, "run", *SMALL, "--output", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # ignored where a shell runs us with &
    )
    until = time.monotonic() + 120
    while not (folder / "journal.jsonl").exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    run.send_signal(number)
    assert run.wait(60) == 130
    assert standing(folder) == ()
    assert left(folder) == []


def test_what_is_wrong_is_one_line_and_status_2(tmp_path, capsys, monkeypatch, embedded):
    for arguments, message in [
        (["run", "--engine", "oracle"], "'oracle' is not a known engine"),
        (["run", "--clients", "8"], "RocksDB has 1 at most, for"),
        (["run", "--alternatives", "none,brotli"], "brotli in RocksDB cannot run here"),
        (["run", "missing.toml"], "missing.toml: cannot be read"),
        (["resume", "."], "not a results folder"),
        (["clean", "."], "no results folder"),
        (["run", "--runs", "x"], "invalid int value: 'x'; see ahp-bench run --help"),
        ([], "required: ACTION; see ahp-bench --help"),
    ]:
        monkeypatch.chdir(tmp_path)
        assert main(arguments) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        (line,) = seen.err.splitlines()
        assert line.startswith("ahp-bench: ")
        assert message in line
        assert os.listdir(tmp_path) == []


@pytest.mark.slow
def test_a_plan_is_a_file_and_arguments_go_before_it(tmp_path, capsys):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'workload = "stress-test"\nalternatives = ["none", "zstd"]\nruns = 3\nscale = 0.0002\n'
        "warmup = 0.1\nduration = 0.2\n"
    )
    folder = tmp_path / "results"
    assert main(["run", str(plan), "--runs", "1", "--output", str(folder)]) == 0
    assert len(Journal(folder).of("finished")) == 2
    capsys.readouterr()


def test_a_new_folder_is_made_where_none_is_named(tmp_path, capsys, monkeypatch):
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ahp-bench-results-1").mkdir()
    assert main(["run", *SMALL, "--runs", "1", "--duration", "60", "--transactions", "50"]) == 0
    assert (tmp_path / "ahp-bench-results-2" / "results.csv").exists()
    capsys.readouterr()


def test_the_list_in_both_forms(capsys):
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    assert "rocksdb" in text
    assert max(map(len, text.splitlines())) <= 80
    assert main(["list", "--format", "json"]) == 0
    assert {"engines", "storage", "drivers", "workloads"} == set(json.loads(capsys.readouterr().out))


def test_every_option_of_a_plan_is_an_argument():
    from ahp.harness.plan_checks import KINDS

    options = vars(parser().parse_args(["run"]))
    assert set(KINDS) <= set(options)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--output", "/proc/x"],
        ["--output", ""],
        ["--output", "x" * 300],
        ["--scale", "1e300"],
        ["--scale", "nan"],
        ["--scale", "1000"],
        ["--duration", "1e300"],
        ["--runs", "99999999999"],
        ["--runs", "10000", "--duration", "86400"],
        ["--clients", "100000", "--engine", "postgresql"],
        ["--seed", "-1"],
        ["--rate", "inf"],
    ],
    ids="=".join,
)
def test_what_cannot_be_begun_is_told_in_one_line_and_leaves_nothing(
    arguments, tmp_path, monkeypatch, capsys, embedded
):
    monkeypatch.chdir(tmp_path)
    assert main(["run", "--output", "new", "--workload", "stress-test", *arguments]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    (line,) = seen.err.splitlines()
    assert line.startswith("ahp-bench: ")
    assert "internal" not in line
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_results_folder_is_told(capsys):
    for folder in ["", "/etc/passwd", "/etc/passwd/x", "x" * 300]:
        for action in ["resume", "clean"]:
            assert main([action, folder]) == 2
            assert "internal" not in capsys.readouterr().err
