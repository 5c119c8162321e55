"""How fast the drivers are against the databases' own generators run by hand, on the same transactions.

`python tests/benchmarks/drivers.py` prints a table; `.ci/deep drivers` keeps it. By hand is pgbench or sysbench
with the same scripts, clients and number of transactions, nothing recorded, and what it says itself of its
transactions per second. Every run begins with a fresh copy of the data. The runs are in pairs: by hand, and
right after or before it one of the drivers; a ratio is the median over the pairs.
"""

import os
import re
import statistics
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness.served import reachable

from ahp.harness.catalogue import DRIVERS, ENGINES, WORKLOADS
from ahp.harness.datasets import beside, contents, restored
from ahp.harness.engines.postgresql_server import CLEAN
from ahp.harness.ledger import Ledger
from ahp.harness.load import native
from ahp.harness.load.base import Load, Task
from ahp.harness.load.lua import lua
from ahp.harness.plan import plan
from ahp.harness.system.folders import temporary_folder
from ahp.harness.system.meters import Meter
from ahp.harness.system.processes import output
from ahp.harness.workloads.filling import rows

CLIENTS = 4
SCALE = 0.005
PAIRS = 5
MIXES = ("stress-test", "order-entry", "calling-circle")
PILOT = 300
"""How many transactions each client does to see how fast it goes."""
LENGTH_S = 4.0
"""About how long a run by hand takes: with so many transactions every run is then made."""
PROMISED = {"native": 0.95, "python": 0.45}
ON_POSTGRESQL = 0.6
"""What the clients in Python have to reach on PostgreSQL's stress mix."""


def by_pgbench(service, mix, sizes, load, folder):
    """Transactions per second as pgbench says them."""
    task = Task(ENGINES["postgresql"], service, mix, sizes, load)
    told = native.pgbench_command(task, native.write_scripts(mix, folder), phase=1)
    said = output([*told, "-t", str(load.transactions)], env=CLEAN, cwd=folder, timeout_s=load.duration_s)
    return float(re.search(r"^tps = ([\d.]+)", said, re.MULTILINE)[1])


def by_sysbench(service, mix, sizes, load, folder):
    """Transactions per second as sysbench says them; its script records nothing."""
    whole = lua(mix, sizes, Load(load.clients, 0, load.duration_s, load.seed), 1, str(folder / "none"))
    script = folder / "by-hand.lua"
    assert whole.count("  record(kind - 1, due, ended)\n") == 1
    script.write_text(whole.replace("  record(kind - 1, due, ended)\n", ""), encoding="utf-8")
    told = native.sysbench_command(service.address, script, load, load.duration_s)
    told[told.index("--events=0")] = f"--events={load.clients * load.transactions}"
    said = output(told, cwd=folder, timeout_s=load.duration_s)
    return float(re.search(r"transactions: .*\(([\d.]+) per sec", said)[1])


def by_driver(name, engine, service, mix, sizes, load, folder):
    """Transactions per second as the harness measures them with one of its drivers."""
    found = DRIVERS[name].drive(Task(engine, service, mix, sizes, load), folder, Meter())
    return sum(times.number for times in found.response_times.values()) / found.seconds


def speed(way, engine, mix, load, kept, digest, ledger):
    """The throughput in one way, on a fresh copy of the data."""
    with reachable() as folder:
        data = folder / "data"
        data.mkdir(mode=0o755)
        restored(kept, data, digest)
        asked = plan({"engine": engine.name, "workload": mix.name, "duration": load.duration_s})
        with (
            engine.serve(data, "none", ledger) as service,
            temporary_folder(ledger, parent=beside(asked, folder)) as notes,
        ):
            return way(service, mix, mix.schema.sizes(SCALE), load, notes)


def pairs(engine, mix, name, number, kept, digest, ledger):
    """The throughput of a driver over that by hand, for each of some pairs."""
    by_hand = {"pgbench": by_pgbench, "sysbench": by_sysbench}[engine.native]
    pilot = Load(CLIENTS, 0.0, 600.0, seed=0, transactions=PILOT)
    each = round(LENGTH_S * speed(by_hand, engine, mix, pilot, kept, digest, ledger) / CLIENTS)
    ways, found = [partial(by_driver, name, engine), by_hand], []
    for pair in range(number):
        load = Load(CLIENTS, 0.0, 600.0, seed=pair + 1, transactions=each)
        order = ways if pair % 2 else ways[::-1]
        speeds = {way: speed(way, engine, mix, load, kept, digest, ledger) for way in order}
        found.append(speeds[ways[0]] / speeds[ways[1]])
    return found


def main(arguments):
    """Print the table; 1 where a driver is slower than promised."""
    number = int(arguments[0]) if arguments else PAIRS
    late = []
    print(
        f"throughput over that by hand, {CLIENTS} clients, median of {number} interleaved pairs (all of them)"
    )
    with ExitStack() as stack:
        ledger = Ledger(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        for engine in (ENGINES["postgresql"], ENGINES["mariadb"]):
            for mix in map(WORKLOADS.__getitem__, MIXES):
                with reachable() as kept:
                    made = partial(rows, sizes=mix.schema.sizes(SCALE), seed=1)
                    engine.load(kept, "none", mix.schema, made, ledger)
                    digest = contents(kept)
                    for name in (engine.native, "python"):
                        least = PROMISED["python" if name == "python" else "native"]
                        if (name, engine.name, mix.name) == ("python", "postgresql", "stress-test"):
                            least = ON_POSTGRESQL
                        ratios = pairs(engine, mix, name, number, kept, digest, ledger)
                        ratio = statistics.median(ratios)
                        every = " ".join(f"{one:.2f}" for one in ratios)
                        what = f"{engine.title}, {mix.title}, {name}"
                        print(f"{what}: {ratio:.2f} of {least} asked for ({every})", flush=True)
                        if ratio < least:
                            late.append(what)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"on {os.cpu_count()} processors, load {load}; slower than asked for: {', '.join(late) or 'none'}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
