"""The monitors themselves, side by side around one process that keeps a processor busy.

All of them look at the same few seconds, so what is read from each must be what the kernel's own counters
say, and what the busy process used must be in it. They start some hundredths of a second apart and other
work on the machine comes and goes; the tolerances allow for that, and for nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from endtoend.tools import located, skip_missing, unable

from ahp.ingest.read import read

SECONDS = 4
APART = 20.0  # per cent of the host, between monitors that did not start together
LOCALE = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
BUSY = """
import os, time
end = time.monotonic() + 60
while time.monotonic() < end:
    sum(range(20_000))
    for _ in range(200):
        os.stat("/")
"""
MONITORS = {
    "sar": f"sar -u 1 {SECONDS}",
    "sar_all": f"sar -u ALL -P ALL 1 {SECONDS}",
    "mpstat": f"mpstat 1 {SECONDS}",
    "mpstat_everything": f"mpstat -A 1 {SECONDS}",
    "mpstat_json": f"mpstat -P ALL -o JSON 1 {SECONDS}",
    "iostat": f"iostat -c -t 1 {SECONDS + 1}",
    "iostat_y": f"iostat -c -y 1 {SECONDS}",
    "iostat_json": f"iostat -t -o JSON 1 {SECONDS + 1}",
    "vmstat": f"vmstat -t -w 1 {SECONDS + 1}",
}
FORMS = {f"sadf_{form}": f"sadf -{form} DATA -- -u" for form in "dpxjr"}
FORMS |= {f"sadf_{form}_everything": f"sadf -{form} DATA -- -A" for form in "px"}
FORMS |= {"sar_f": "sar -u -f DATA"}


class Recorded(NamedTuple):
    """What was recorded, and what the kernel said meanwhile."""

    folder: Path
    missing: frozenset[str]
    user: float
    system: float
    busy: float


def ticks(line: str) -> list[int]:
    """The eight counters of a line of `/proc/stat` that make up the whole."""
    return [int(word) for word in line.split()[1:9]]


def used(pid: int) -> float:
    """The processor seconds of a process, from its own counters."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Recorded:
    if not Path("/proc/stat").exists():
        unable("count ticks; there is no /proc/stat")
    folder = tmp_path_factory.mktemp("monitors")
    tools = {"pidstat", "sadf", *(command.split()[0] for command in MONITORS.values())}
    missing = frozenset(tool for tool in tools if not located(tool))
    busy = subprocess.Popen([sys.executable, "-c", BUSY])
    try:
        time.sleep(0.5)
        commands = {**MONITORS, "pidstat": f"pidstat -u -p {busy.pid} 1 {SECONDS}"}
        commands["data"] = f"sar -u ALL -o {folder / 'sar.data'} 1 {SECONDS}"
        before, used_before, began = Path("/proc/stat").read_text(), used(busy.pid), time.monotonic()
        stamp = time.time()
        running = []
        for name, command in commands.items():
            if command.split()[0] not in missing:
                with (folder / name).open("w") as out:
                    running.append(subprocess.Popen(command.split(), stdout=out, env=LOCALE))
        assert [monitor.wait(timeout=60) for monitor in running] == [0] * len(running)
        time.sleep(0 if running else SECONDS)
        after, seconds = Path("/proc/stat").read_text(), time.monotonic() - began
        share = 100 * (used(busy.pid) - used_before) / seconds
    finally:
        busy.kill()
        busy.wait()
    (folder / "proc_stat").write_text(f"{stamp:.2f}\n{before}{stamp + seconds:.2f}\n{after}")
    for name, command in FORMS.items():
        if not {"sar", "sadf"} & missing:
            given = command.replace("DATA", str(folder / "sar.data")).split()
            text = subprocess.run(given, env=LOCALE, capture_output=True, text=True, check=True).stdout
            (folder / name).write_text(text)
    grown = [b - a for a, b in zip(ticks(before), ticks(after), strict=True)]
    user, nice, system, _, _, irq, soft, _ = grown
    whole = sum(grown)
    return Recorded(folder, missing, 100 * (user + nice) / whole, 100 * (system + irq + soft) / whole, share)


def values(path: Path, **options: object) -> dict[str, float]:
    return {row.measure: row.value for row in read(f"run={path}", **options).rows}


def needs(recorded: Recorded, *tools: str) -> None:
    for tool in tools:
        if tool in recorded.missing:
            skip_missing(tool)


def test_two_snapshots_are_exactly_the_kernels_counters(recorded):
    found = values(recorded.folder / "proc_stat")
    assert found["cpu_user"] == pytest.approx(recorded.user)
    assert found["cpu_system"] == pytest.approx(recorded.system)


@pytest.mark.parametrize("name", MONITORS)
def test_a_monitor_says_what_the_kernel_says(recorded, name):
    needs(recorded, MONITORS[name].split()[0])
    found = values(recorded.folder / name)
    assert found["cpu_user"] == pytest.approx(recorded.user, abs=APART)
    assert found["cpu_system"] == pytest.approx(recorded.system, abs=APART)


def test_the_busy_process_is_in_it(recorded):
    needs(recorded, "pidstat")
    found = values(recorded.folder / "pidstat")
    core = found["cpu_user"] + found["cpu_system"]
    assert core == pytest.approx(recorded.busy, abs=APART)
    assert core > 5  # it wants a whole one, and gets what the other work on the machine leaves it
    host = values(recorded.folder / "proc_stat")
    assert host["cpu_user"] + host["cpu_system"] > core / (os.cpu_count() or 1) - APART
    # A core is not the host.
    rows = read(f"run={recorded.folder / 'pidstat'}").rows
    assert {row.unit for row in rows} == {"%core"}
    assert {row.unit for row in read(f"run={recorded.folder / 'proc_stat'}").rows} == {"%"}


def test_all_forms_of_one_recording_say_the_same(recorded):
    needs(recorded, "sar", "sadf")
    found = {name: values(recorded.folder / name) for name in FORMS}
    for measure in ("cpu_user", "cpu_system"):
        wanted = found["sar_f"][measure]
        for name, each in found.items():
            # Its counters are of all processors, the shares of the others of each, rounded to ticks.
            tolerance = 5.0 if name == "sadf_r" else 0.05
            assert each[measure] == pytest.approx(wanted, abs=tolerance), name
