import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness.storage.made import require

from ahp.harness import census, meters
from ahp.harness.meters import INTERFERENCE, Meter, Reading, ticks, traffic
from ahp.harness.storage.imaged import BTRFS, EXT4

pytestmark = pytest.mark.slow

BUSY = "import time\nend = time.monotonic() + 60\nwhile time.monotonic() < end: pass"

# Another process looks at the same counters by itself, and at the system's clock.
WITNESS = r"""
look() { awk '/^cpu / {print $2+$3, $4+$7+$8, $6, $9}' /proc/stat; cut -d' ' -f1 /proc/uptime; }
look; cat > /dev/null; look
"""


def test_the_whole_machine_is_what_another_process_reads():
    if ticks() is None:
        pytest.skip("this machine cannot: tell its processor time in /proc/stat")
    witness = subprocess.Popen(
        ["sh", "-c", WITNESS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    first, start = witness.stdout.readline().split(), float(witness.stdout.readline())
    with Meter() as meter, subprocess.Popen([sys.executable, "-c", BUSY]) as busy:
        time.sleep(2)
        busy.kill()
    last, end = witness.communicate()[0].splitlines()
    reading = meter.reading
    mine = (reading.user_s, reading.system_s, reading.iowait_s, reading.steal_s)
    theirs = [(int(b) - int(a)) / os.sysconf("SC_CLK_TCK") for a, b in zip(first, last.split(), strict=True)]
    for one, other in zip(mine, theirs, strict=True):
        # Per cent of the machine over each one's own window: the other's is a little longer.
        here = 100 * one / (reading.seconds * reading.processors)
        there = 100 * other / ((float(end) - start) * reading.processors)
        assert abs(here - there) < 2
    assert reading.busy_s > 0.1


def test_the_parts_are_the_whole_and_a_strangers_work_is_foreign():
    # Not ours: its parent is init, as every daemon's.
    done = subprocess.run(
        ["sh", "-c", f"setsid {sys.executable} -c '{BUSY}' >/dev/null 2>&1 </dev/null & echo $!"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    stranger = int(done.stdout)
    try:
        with Meter() as meter:
            time.sleep(1)
    finally:
        os.kill(stranger, 9)
    reading = meter.reading
    parts = reading.server_cpu_s + reading.client_cpu_s + reading.kernel_cpu_s + reading.foreign_cpu_s
    assert parts >= reading.busy_s - 0.05
    assert reading.foreign_cpu_s > 0.2
    assert reading.foreign_share > INTERFERENCE
    assert reading.server_cpu_s == 0


# Uses a given time of a processor, however long that takes, once it is told to.
MEASURED = """
import sys, time
sys.stdin.readline()
end = time.process_time() + 0.4
while time.process_time() < end: pass
print(1, flush=True)
sys.stdin.readline()
"""


def metered(command):
    """Return what a meter reads of a server that does something between two lines it is told."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        with Meter(server=[server.pid]) as meter:
            server.stdin.write(b"go\n")
            server.stdin.flush()
            server.stdout.readline()
        server.communicate(b"end\n")
    return meter.reading


def test_a_servers_and_a_clients_time_are_told_apart():
    reading = metered([sys.executable, "-c", MEASURED])
    assert reading.server_cpu_s == pytest.approx(0.4, abs=0.15)  # the interpreter's start is in it
    assert reading.client_cpu_s < reading.server_cpu_s
    assert reading.peak_memory_bytes > 2**20


def test_what_a_device_writes_and_reads_is_what_the_system_says(tmp_path, ledger):
    require(EXT4)
    number = 8 * 2**20
    with EXT4.mounted("none", tmp_path, ledger, 40 * 2**20) as volume:
        os.sync()
        with Meter(device=volume.device) as meter, (volume.folder / "x").open("wb") as file:
            file.write(os.urandom(number))
            file.flush()
            os.fsync(file.fileno())
        assert number <= meter.reading.written_bytes < 1.3 * number
        assert volume.empty_caches() is None
        with Meter(device=volume.device) as meter:
            (volume.folder / "x").read_bytes()
        assert number <= meter.reading.read_bytes < 1.3 * number
        name = Path("/sys/dev/block", volume.device).resolve().name
        fields = Path("/sys/block", name, "stat").read_text().split()  # another file than the meter's
        assert traffic(volume.device) == (int(fields[2]) * 512, int(fields[6]) * 512)


def test_without_a_device_it_is_what_the_processes_wrote(tmp_path):
    if not Path("/proc/self/io").exists():
        pytest.skip("this machine cannot: account for what a process reads and writes")
    number = 8 * 2**20
    code = f"import os, sys, time\nsys.stdin.readline()\nf = open(sys.argv[1], 'wb')\nf.write(os.urandom({number}))\nos.fsync(f.fileno())\nprint(1, flush=True)\nsys.stdin.readline()"
    where = Path("/var/tmp") if os.access("/var/tmp", os.W_OK) else tmp_path  # /tmp may be memory
    file = where / f"ahp-test-{os.getpid()}"
    try:
        reading = metered([sys.executable, "-c", code, file])
    finally:
        file.unlink(missing_ok=True)
    assert number <= reading.written_bytes < 1.5 * number


def test_compression_in_kernel_threads_is_seen(tmp_path, ledger):
    require(BTRFS)
    from ahp.harness.storage.base import sample

    with BTRFS.mounted("zstd:15", tmp_path, ledger, 100 * 2**20) as volume, Meter() as meter:
        for number in range(2):
            (volume.folder / f"x{number}").write_bytes(sample())
        volume.usage()
    assert meter.reading.kernel_cpu_s > 0.2


def test_where_there_is_no_proc_nothing_is_made_up(monkeypatch):
    monkeypatch.setattr(meters, "ticks", lambda: None)
    monkeypatch.setattr(census, "taken", lambda: None)
    with Meter(device="no:device") as meter:
        pass
    reading = meter.reading
    assert reading.busy_s is reading.foreign_share is reading.written_bytes is None
    assert reading.seconds >= 0


def test_a_group_says_its_own_peak():
    with Meter(peak=lambda: 77) as meter:
        pass
    assert meter.reading.peak_memory_bytes == 77
    assert Reading(1.0, 2, 0.5, 0.25, 0, 0).busy_s == 0.75
