"""The process of a client, spoken to as its driver does."""

import json
import subprocess
import sys
import time

import pytest

from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.client import Job, main, work_on
from ahp.harness.filling import rows

MIX = WORKLOADS["stress-test"]
SIZES = MIX.schema.sizes(0.0002)


@pytest.fixture
def job(tmp_path, ledger):
    engine = ENGINES["sqlite"]
    data = tmp_path / "data"
    data.mkdir()
    engine.load(data, "none", MIX.schema, lambda table: rows(table, SIZES, 1), ledger)
    told = {"engine": "sqlite", "workload": MIX.name, "address": {"file": str(data / "data.sqlite")},
            "sizes": dict(SIZES), "number": 0, "seed": 1, "think_s": 0.0, "rate": None, "log": False}  # fmt: skip
    path = tmp_path / "job.json"
    path.write_text(json.dumps(told))
    return path


def test_a_client_says_ready_runs_and_leaves_what_it_saw(job):
    command = [sys.executable, "-m", "ahp.harness.client", str(job)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout.readline() == "ready\n"
        begin = time.monotonic_ns()
        moments = {"begin": begin, "start": begin + 10**7, "stop": begin + 10**8}
        client.stdin.write(json.dumps(moments) + "\n")
        client.stdin.flush()
        assert client.stdout.readline() == "done\n"
        client.stdin.write("end\n")
        client.stdin.flush()
        assert client.wait(30) == 0
    seen = json.loads((job.parent / "job.result.json").read_text())
    assert set(seen["response_times"]) == {kind.name for kind in MIX.mix}
    counts = sum(sum(one["counts"]) for one in seen["response_times"].values())
    assert counts == seen["first_half"] + seen["second_half"] > 0
    assert 0 < seen["own_share"] < 1
    assert seen["end"] == moments["stop"]


def test_what_is_wrong_is_one_line_and_a_status(job, capsys, monkeypatch):
    told = json.loads(job.read_text())
    job.write_text(json.dumps(told | {"engine": "nobody"}))
    assert main([str(job)]) == 2
    assert "'nobody' is not a known engine" in capsys.readouterr().err
    job.write_text("{}")
    assert main([str(job)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("TypeError")


def test_a_job_is_what_json_can_hold(job):
    assert Job(**json.loads(job.read_text())).engine == "sqlite"
    assert callable(work_on)
