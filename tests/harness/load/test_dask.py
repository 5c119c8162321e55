"""Load clients on the workers of a Dask cluster, several processes on the loopback address."""

import json
import os
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from harness.served import SIZES, loaded, reachable, require

from ahp.cli.bench import main
from ahp.errors import HarnessError, TrialError
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.ledger import TOKEN, Ledger
from ahp.harness.load import dask
from ahp.harness.load.base import Load, Task, histogram_from, merged
from ahp.harness.load.dask import DaskDriver, compared
from ahp.harness.load.dask import reachable as reached
from ahp.harness.plan import plan
from ahp.harness.results import Journal
from ahp.harness.system.meters import Meter
from ahp.harness.system.process_table import environment_holds, processes

STRESS_TEST = WORKLOADS["stress-test"]

pytestmark = pytest.mark.slow

ENGINE, DRIVER = PostgreSQL(), DaskDriver()


@pytest.fixture(scope="module")
def cluster():
    require(DRIVER)
    from distributed import LocalCluster

    # Dask leaves settings of its workers in the environment of whoever starts them (MALLOC_TRIM_THRESHOLD_,
    # OMP_NUM_THREADS), and all processes of later tests would be slower for them.
    with (
        patch.dict(os.environ),
        LocalCluster(
            n_workers=3,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
            env={"AHP_TEST_CLUSTER": "1"},
        ) as found,  # fmt: skip
    ):
        yield found


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    require(ENGINE)
    token = os.environ.get(TOKEN)
    ledger = Ledger(tmp_path_factory.mktemp("results"))
    with reachable() as folder, ENGINE.serve(loaded(ENGINE, folder, "none", ledger), "none", ledger) as found:
        yield found
    os.environ.pop(TOKEN, None)
    if token is not None:
        os.environ[TOKEN] = token


def _driven(service, cluster, tmp_path, *told, **more):
    service.query("DELETE FROM stress WHERE id > 1000000000")  # keys that clients made
    load = Load(*told, scheduler=cluster.scheduler_address, **more)
    return DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, load), tmp_path, Meter())


def _clients():
    """Return the processes of clients that workers have started, by what they inherited."""
    found = [pid for pid in processes() if environment_holds(pid, "AHP_TEST_CLUSTER=1")]
    return [pid for pid in found if "ahp.harness.load.client" in Path(f"/proc/{pid}/cmdline").read_text()]


def test_counts_are_exact_and_each_client_is_in_them(cluster, service, tmp_path, monkeypatch):
    seen, gathered = [], dask.gathered

    def noted(results, *rest):
        seen.extend(results)
        return gathered(results, *rest)

    monkeypatch.setattr(dask, "gathered", noted)
    found = _driven(service, cluster, tmp_path, 5, 0.3, 60.0, seed=3, transactions=40)
    assert len(seen) == 5
    every = merged(found.response_times.values())
    assert every.number == 5 * 40
    for kind, times in found.response_times.items():
        parts = [histogram_from(json.loads(json.dumps(result["response_times"][kind]))) for result in seen]
        assert (times.number, times.total) == tuple(
            sum(getattr(part, name) for part in parts) for name in ("number", "total")
        )
        assert times.largest == max(part.largest for part in parts)
        values = np.sort(np.concatenate([np.repeat(part.buckets, part.counts) for part in parts]))
        assert np.array_equal(np.repeat(times.buckets, times.counts), values)
    hosts = found.details["hosts"]
    assert sorted(host["clients"] for host in hosts) == [1, 2, 2]
    assert all(host["here"] for host in hosts)
    assert found.client_cpu_s > 0
    assert 0 < found.seconds < 60
    assert _clients() == []


def test_a_client_that_fails_says_why_and_none_is_left(cluster, service, tmp_path):
    elsewhere = SimpleNamespace(address={**service.address, "dbname": "nowhere"}, query=service.query)
    with pytest.raises(TrialError, match=r"a client ended with 1: .*nowhere"):
        _driven(elsewhere, cluster, tmp_path, 3, 0.0, 5.0, seed=3, transactions=10)
    assert _clients() == []


def test_what_is_not_there_or_not_reached_is_told(cluster, monkeypatch):
    from distributed import Client

    monkeypatch.setattr(dask, "_CONNECT_S", 1)
    with pytest.raises(HarnessError, match=r"no Dask scheduler answers at tcp://127.0.0.1:9"):
        dask._connected("tcp://127.0.0.1:9").__enter__()
    for address in ("nowhere", "tcp://127.0.0.1:999999", "pigeon://h:1"):
        with pytest.raises(HarnessError, match=f"no Dask scheduler answers at {address}"):
            dask._connected(address).__enter__()
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        monkeypatch.setattr(dask, "boot_id", lambda: "of another machine")
        assert not any(host.here for host in compared(client, {"host": "db.example"}))
        monkeypatch.setattr(dask, "__version__", "0")
        with pytest.raises(HarnessError, match=r"a Dask worker has ahp-rank .*, and this is 0"):
            compared(client, {"host": "db.example"})
    assert not reached({"socket": "/tmp/s", "host": "db.example"})


def test_what_would_not_work_is_told_before_anything_is_tried(monkeypatch, tmp_path):
    require(DRIVER)
    with pytest.raises(HarnessError, match=r"asks for certificates, and Dask's configuration .* names none"):
        dask._connected("tls://127.0.0.1:9").__enter__()
    monkeypatch.setattr(dask, "find_spec", lambda name: None)
    assert DRIVER.available() == "the package distributed is not installed; pip install 'ahp-rank[dask]'"


def test_workers_are_looked_for_before_anything_is_built(cluster, monkeypatch, capsys, tmp_path):
    DRIVER.look(cluster.scheduler_address, None)
    DRIVER.look(cluster.scheduler_address, "postgresql://db.example/bench")
    monkeypatch.setattr(dask, "boot_id", lambda: "of another machine")
    DRIVER.look(cluster.scheduler_address, "postgresql://db.example/bench")
    for own in (None, "postgresql:///bench?host=/run/postgresql", "mariadb://h/?socket=/run/mysqld.sock"):
        with pytest.raises(HarnessError, match="the database listens on this machine alone"):
            DRIVER.look(cluster.scheduler_address, own)
    monkeypatch.setattr(dask, "facts", partial(int, "x"))
    with pytest.raises(HarnessError, match=r"a Dask worker cannot run clients: .*; install ahp-rank"):
        DRIVER.look(cluster.scheduler_address, "postgresql://db.example/bench")
    asked = ["--engine", "postgresql", "--alternatives", "none", "--scheduler", "tcp://127.0.0.1:9"]
    require(ENGINE)
    assert main(["run", *asked, "--output", str(tmp_path / "results")]) == 2
    assert "ahp-bench: no Dask scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err
    assert not (tmp_path / "results").exists()


def test_a_worker_that_hears_too_late_fails_the_run(cluster, service, tmp_path, monkeypatch):
    monkeypatch.setattr(dask, "_NOTICE_S", -5.0)
    with pytest.raises(TrialError, match="heard of the beginning only after it"):
        _driven(service, cluster, tmp_path, 1, 0.0, 0.1, seed=3)
    assert _clients() == []


def test_a_plan_with_a_scheduler_says_in_the_journal_who_ran_where(cluster, monkeypatch, capsys):
    with reachable() as place:
        chosen = "run --engine postgresql --alternatives none --workload stress-test --runs 1"
        small = "--interference flag --scale 0.0005 --clients 3 --warmup 0.1 --duration 0.5"
        at = ["--scheduler", cluster.scheduler_address, "--output", str(place / "results")]
        monkeypatch.delenv(TOKEN, raising=False)
        assert main([*chosen.split(), *small.split(), *at]) == 0
        capsys.readouterr()
        (line,) = Journal(place / "results").of("finished")
        assert line["details"]["driver"] == "dask"
        assert [host["clients"] for host in line["details"]["hosts"]] == [1, 1, 1]
        assert {"clock_ahead_ns", "clock_within_ns", "here"} <= set(line["details"]["hosts"][0])


def test_a_plan_that_makes_no_sense_is_told():
    for told, problem in [
        ({"driver": "dask"}, "the driver dask needs a scheduler; give its address as --scheduler"),
        ({"driver": "python", "scheduler": "tcp://h:1"}, "for clients on other hosts, and python has none"),
        ({"engine": "rocksdb", "scheduler": "tcp://h:1"}, "dask cannot run here: it does not drive"),
    ]:
        with pytest.raises(HarnessError, match=problem):
            plan({"engine": "postgresql", "alternatives": "none"} | told)
