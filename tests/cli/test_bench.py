"""`ahp-bench` as a person runs it: real runs, killed and resumed."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from ahp.cli.bench import main, parser
from ahp.harness.ledger import TOKEN, standing, tokens
from ahp.harness.plan import plan, read_plan, trials
from ahp.harness.plan_checks import KINDS
from ahp.harness.results import Journal
from ahp.harness.system.process_table import environment_holds, processes

SMALL = ["--interference", "flag", "--workload", "stress-test", "--alternatives", "none,lz4,zstd", "--scale", "0.0002", "--warmup", "0.1",
         "--duration", "0.2"]  # fmt: skip
COMMAND = [sys.executable, "-m", "ahp.cli.bench"]


@pytest.fixture(autouse=True)
def no_token(monkeypatch):
    monkeypatch.setenv(TOKEN, "")


def left(folder):
    """The processes that still belong to a results folder."""
    marks = [f"{TOKEN}={token}" for token in tokens(folder)]
    return [pid for pid in processes() for mark in marks if environment_holds(pid, mark)]


@pytest.mark.slow
def test_a_run_ends_with_the_report_of_ahp_rank(tmp_path, told):
    folder = tmp_path / "results"
    seen = told(0, main, ["run", *SMALL, "--runs", "3", "--twin", "--output", str(folder)])
    assert "Stress Test" in seen.out
    assert f"12 runs finished; everything is in {folder}" in seen.out
    assert (folder / "report.txt").read_text() in seen.out
    document = json.loads((folder / "report.json").read_text())
    assert "twin" in {finding["check"] for scenario in document["scenarios"] for finding in scenario["audit"]}
    assert document["schema"] == "ahp.decision/1"
    (scenario,) = document["scenarios"]
    assert scenario["alternatives"] == ["lz4", "zstd"]
    assert scenario["runs"] == {"none": 3, "lz4": 3, "zstd": 3}
    assert {one["measure"] for one in scenario["criteria"]} >= {"throughput", "cpu_per_transaction"}
    # An improvement would have no meaning where noise reaches the baseline; a relative value has one.
    assert {one["index"] for one in scenario["criteria"]} == {"relative"}
    assert scenario["confidence"]["verdict"] in ("decisive", "leaning", "tie", "withheld")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert main(["resume", str(folder)]) == 0
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.slow
def test_on_or_off_is_answered_by_the_plans_study_and_a_reference_is_told_beside(tmp_path, capsys):
    (tmp_path / "plan.toml").write_text('study = "own.toml"\n[settings]\nbuffer_pool = "1 MB"\n')
    speed = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
    (tmp_path / "own.toml").write_text(speed)
    asked = [
        *SMALL,
        "--alternatives",
        "zstd",
        "--references",
        "lz4",
        "--runs",
        "2",
        "--settings",
        "buffer_pool=2MB",
        "--settings",
        "rocksdb.write_buffer_size=262144",
    ]
    assert main(["run", str(tmp_path / "plan.toml"), *asked, "--output", str(tmp_path / "results")]) == 0
    seen = capsys.readouterr()
    assert "ahp-bench: note: none was added, the baseline that the others are held against" in seen.err
    assert "References, never chosen (against none)\n  Stress Test, lz4: throughput " in seen.out
    (scenario,) = json.loads((tmp_path / "results" / "report.json").read_text())["scenarios"]
    assert sorted(scenario["alternatives"]) == ["none", "zstd"]
    assert [one["name"] for one in scenario["criteria"]] == ["speed"]
    line = Journal(tmp_path / "results").of("finished")[0]
    told = line["details"]["service"]
    assert (told["block_cache"], told["write_buffer_size"]) == ("2000000", "262144")
    assert main(["resume", str(tmp_path / "results")]) == 0


def ended(folder, number, finished, *options):
    """Begin a run, send it a signal in the trial after so many have finished; return its status and last word."""
    command = [*COMMAND, "run", *SMALL, *options, "--output", str(folder)]
    run = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # ignored where a shell runs us with &
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    until = time.monotonic() + 120
    while len(Journal(folder).of("finished")) < finished and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.4)  # into the next trial
    run.send_signal(number)
    _, told = run.communicate(timeout=60)
    return run.returncode, told.splitlines()[-1]


@pytest.mark.slow
def test_killed_without_a_word_and_resumed(tmp_path, told):
    """No finished run is lost or repeated, and nothing is left."""
    folder = tmp_path / "results"
    ended(folder, signal.SIGKILL, 2, "--runs", "3")
    assert "folder" in told(0, main, ["clean", str(folder)]).out
    assert standing(folder) == ()
    assert left(folder) == []
    assert (folder / "results.csv").exists()
    assert told(0, main, ["clean", str(folder)]).out == "nothing was left behind\n"
    before = list(Journal(folder).finished())
    assert 2 <= len(before) < 9
    assert main(["resume", str(folder)]) == 0
    names = [line["trial"] for line in Journal(folder).of("finished")]
    assert names[: len(before)] == before
    assert Counter(names).most_common(1)[0][1] == 1
    assert len(names) == 9
    assert standing(folder) == ()
    assert left(folder) == []
    assert not [path.name for path in folder.iterdir() if path.name.startswith("ahp-bench-")]
    rows = csv.DictReader((folder / "results.csv").read_text().splitlines())
    assert sum(not row["transaction"] for row in rows) == 9


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_it_cleans_up_and_says_what_is_kept(tmp_path, number):
    folder = tmp_path / "results"
    status, told = ended(folder, number, 1)
    assert status == 128 + number
    finished = len(Journal(folder).finished())
    kept = f"{finished} finished runs are kept in {folder}; go on with: ahp-bench resume {folder}"
    assert told == f"ahp-bench: interrupted; {kept}"
    assert standing(folder) == ()
    assert left(folder) == []


def test_a_new_folder_is_made_where_none_is_named(tmp_path, capsys, monkeypatch):
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ahp-bench-results-1").mkdir()
    assert main(["run", *SMALL, "--runs", "1", "--duration", "60", "--transactions", "50"]) == 0
    assert (tmp_path / "ahp-bench-results-2" / "results.csv").exists()
    capsys.readouterr()


def test_the_list_in_both_forms(capsys, told):
    text = told(0, main, ["list"]).out
    assert "rocksdb" in text
    assert max(map(len, text.splitlines())) <= 80
    assert main(["list", "--format", "json"]) == 0
    assert {"engines", "storage", "drivers", "workloads"} == set(json.loads(capsys.readouterr().out))


def test_a_dry_run_prints_the_plan_and_makes_nothing(tmp_path, monkeypatch, embedded, told):
    monkeypatch.chdir(tmp_path)
    options = ["--alternatives", "none,zstd", "--workload", "stress-test,schema-build", "--seed", "3"]
    for more, lasts in (
        ([], "8 runs: 4 min in windows; those that"),
        (["--transactions", "9"], "8 runs: 0 s in"),
    ):
        asked = ["run", *options, "--runs", "2", "--warmup", "30", "--duration", "30", *more]
        said = told(0, main, [*asked, "--dry-run"])
        assert said.err == ""
        assert os.listdir(tmp_path) == []
        assert lasts in said.out
    (tmp_path / "plan.toml").write_text(said.out)
    chosen = plan(read_plan(tmp_path / "plan.toml"))
    assert (chosen.workload, chosen.seed) == (("stress-test", "schema-build"), 3)
    order = [f"{trial.workload}, {trial.label}" for block in (1, 2) for trial in trials(chosen, block)]
    lines = [line.split(": ")[1:] for line in said.out.splitlines() if line.startswith("# block")]
    assert [f"{name}, {label}" for name, labels in lines for label in labels.split(", ")] == order


def test_every_option_of_a_plan_is_an_argument():
    options = vars(parser().parse_args(["run"]))
    assert set(KINDS) <= set(options)


BEGUN = "run --output new --workload stress-test"
REFUSED = [
    ("run --engine oracle", "'oracle' is not a known engine"),
    ("run --clients 8", "RocksDB has 1 at most, for"),
    ("run --runs x", "invalid int value: 'x'; see ahp-bench run --help"),
    ("", "required: ACTION; see ahp-bench --help"),
    (f"{BEGUN} --output /proc/x", "/proc/x"),
    (f"{BEGUN} --output=", ""),
    (f"{BEGUN} --output {'x' * 300}", "File name too long"),
    (f"{BEGUN} --scale 1e300", "scale must be"),
    (f"{BEGUN} --scale 1000", "are free"),
    (f"{BEGUN} --runs 10000 --duration 86400", "years; use fewer --runs"),
    (f"{BEGUN} --settings buffer_pool", "--settings 'buffer_pool': write NAME=VALUE"),
    (f"{BEGUN} --settings rocksdb.=3", "--settings 'rocksdb.=3': write NAME=VALUE"),
    (f"{BEGUN} --settings buffer_pool=8MB --settings buffer_pool.x=3", "buffer_pool is no table"),
    (f"{BEGUN} --study gone.toml", "gone.toml: the study cannot be read"),
    *((f"resume {name}", "") for name in (".", "/etc/passwd", "/etc/passwd/x", "x" * 300)),
    *((f"clean {name}", "") for name in (".", "/etc/passwd", "/etc/passwd/x", "x" * 300)),
]


def test_what_is_wrong_is_one_line_and_leaves_nothing(tmp_path, monkeypatch, embedded, told):
    monkeypatch.chdir(tmp_path)
    for arguments, message in REFUSED:
        seen = told(2, main, arguments.split())
        assert seen.out == ""
        (line,) = seen.err.splitlines()
        assert line.startswith("ahp-bench: ")
        assert message in line
        assert "internal" not in line
        assert os.listdir(tmp_path) == []
