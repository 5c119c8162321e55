"""Whose the processor time is, what a device writes, and what a run's figures are made of that."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness.storage.made import require

from ahp.harness.accounting import (
    flags,
    incredible,
    interference,
    measures,
    transaction_measures,
    uncompacted,
    unexercised,
)
from ahp.harness.datasets import Original
from ahp.harness.engines.base import Taken
from ahp.harness.load.base import Recording, histogram
from ahp.harness.storage.base import sample
from ahp.harness.storage.loop_images import BTRFS, EXT4
from ahp.harness.system import process_table
from ahp.harness.system.meters import INTERFERENCE, Meter, Reading, traffic
from ahp.harness.system.process_table import Usage, family, peak_memory, shares

BUSY = "import time\nend = time.monotonic() + 60\nwhile time.monotonic() < end: pass"

# Another process looks at the same counters by itself, and at the system's clock.
WITNESS = r"""
look() { awk '/^cpu / {print $2+$3, $4+$7+$8, $6, $9}' /proc/stat; cut -d' ' -f1 /proc/uptime; }
look; cat > /dev/null; look
"""


@pytest.mark.slow
def test_the_whole_machine_is_what_another_process_reads():
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
    # The other's window is a little longer, on a busy machine not so little: that much may differ.
    longer = 100 * max((float(end) - start) / reading.seconds - 1, 0)
    for one, other in zip(mine, theirs, strict=True):
        # Per cent of the machine over each one's own window.
        here = 100 * one / (reading.seconds * reading.processors)
        there = 100 * other / ((float(end) - start) * reading.processors)
        assert abs(here - there) < 2 + longer
    assert reading.user_s + reading.system_s > 0.1


@pytest.mark.slow
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
    parts = reading.server_s + reading.client_s + reading.kernel_s + reading.foreign_s
    assert parts >= reading.user_s + reading.system_s - 0.05
    assert reading.foreign_s > 0.2
    assert reading.foreign_share > INTERFERENCE
    assert reading.server_s == 0


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


@pytest.mark.slow
def test_a_servers_and_a_clients_time_are_told_apart():
    reading = metered([sys.executable, "-c", MEASURED])
    assert reading.server_s == pytest.approx(0.4, abs=0.15)  # the interpreter's start is in it
    assert reading.client_s < reading.server_s
    assert reading.peak_memory_bytes > 2**20


@pytest.mark.slow
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


WRITING = """
import os, sys
sys.stdin.readline()
f = open(sys.argv[1], "wb")
f.write(os.urandom({number}))
os.fsync(f.fileno())
print(1, flush=True)
sys.stdin.readline()
"""


@pytest.mark.slow
def test_without_a_device_it_is_what_the_processes_wrote(tmp_path):
    if not Path("/proc/self/io").exists():
        pytest.skip("this machine cannot: account for what a process reads and writes")
    number = 8 * 2**20
    code = WRITING.format(number=number)
    where = Path("/var/tmp") if os.access("/var/tmp", os.W_OK) else tmp_path  # /tmp may be memory
    file = where / f"ahp-test-{os.getpid()}"
    try:
        reading = metered([sys.executable, "-c", code, file])
    finally:
        file.unlink(missing_ok=True)
    assert number <= reading.written_bytes < 1.5 * number


@pytest.mark.slow
def test_compression_in_kernel_threads_is_seen(tmp_path, ledger):
    require(BTRFS)
    with BTRFS.mounted("zstd:15", tmp_path, ledger, 100 * 2**20) as volume, Meter() as meter:
        for number in range(2):
            (volume.folder / f"x{number}").write_bytes(sample())
        volume.stored_bytes([])
    assert meter.reading.kernel_s > 0.2


def test_the_window_begins_when_it_is_told_to():
    with Meter() as meter:
        time.sleep(0.5)  # what looking takes
        meter.begin()
    assert meter.reading.seconds < 0.4


def test_what_nobody_knows_is_not_made_up():
    with Meter(device="no:device") as meter:
        pass
    assert meter.reading.written_bytes is None
    assert meter.reading.seconds >= 0
    with Meter(peak=lambda: 77) as meter:
        pass
    assert meter.reading.peak_memory_bytes == 77  # a group's own


def _person(parent, used, kernel=False, started=1.0):
    return Usage(parent, started, kernel, used, used)


def test_processor_time_is_whose_the_processes_are():
    people = {1: _person(0, 0), 2: _person(1, 0), 3: _person(2, 0), 4: _person(1, 0)}
    assert family(people, [2]) == {2, 3}
    assert family(people, [9]) == frozenset()
    # What a collected child had used counts once: it used half a second more and was collected.
    before = {10: _person(1, 1.0), 11: _person(10, 2.0)}
    assert shares(before, {10: _person(1, 3.5)}, [10], 99).server_s == pytest.approx(0.5)
    # A server that the client started is no client.
    before = {5: _person(1, 1.0), 6: _person(5, 1.0), 7: _person(5, 0.0), 8: _person(6, 0.0)}
    after = {5: _person(1, 1.5), 6: _person(5, 3.0), 7: _person(5, 0.25), 8: _person(6, 1.0)}
    found = shares(before, after, [6], 5)
    assert (found.server_s, found.client_s) == (pytest.approx(3.0), pytest.approx(0.75))
    # The kernel's threads are told apart, and a number that was used again is new.
    before = {20: _person(2, 5.0, kernel=True)}
    after = {20: _person(2, 1.0, kernel=True, started=9.0), 21: _person(2, 0.5, kernel=True)}
    assert shares(before, after, [], 99).kernel_s == pytest.approx(1.5)


@pytest.mark.slow
def test_peak_memory_counts_what_was_given_back():
    code = "import sys\nx = bytearray(60_000_000)\ndel x\nprint(1, flush=True)\nsys.stdin.readline()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        server.stdout.readline()
        assert 60_000_000 < peak_memory([server.pid], 0) < 120_000_000
        process_table.forget_peaks([server.pid])
        assert peak_memory([server.pid], 0) < 60_000_000 or not os.access("/proc/self/clear_refs", os.W_OK)
        server.communicate(b"\n")
    assert peak_memory([server.pid], 0) is None


def recording(**other):
    times = {"a": histogram([1_000_000] * 300), "b": histogram([3_000_000] * 100), "c": histogram([])}
    usual = {
        "response_times": times,
        "seconds": 2.0,
        "retries": 0,
        "client_cpu_s": 0.5,
        "ceiling": 1000.0,
        "steady": 1.0,
    }
    return Recording(**usual | other)


def reading(**other):
    usual = {"seconds": 2.0, "processors": 2, "user_s": 1.0, "system_s": 0.5, "iowait_s": 0.0, "steal_s": 0.0}
    return Reading(**usual | other)


SIZES = (Taken(400, 30, 7), Original(1000, 2.0))


def test_measures_are_counts_over_time():
    found = measures(recording(), reading(), *SIZES, {"wal_bytes": 77.0})
    assert found["throughput"] == 200
    assert found["response_time_mean"] == pytest.approx(1.5)
    assert found["response_time_p50"] == pytest.approx(1.0, rel=1e-3)
    assert (found["response_time_p99"], found["response_time_max"]) == (pytest.approx(3.0, rel=1e-3), 3.0)
    assert (found["cpu"], found["cpu_user"], found["cpu_system"]) == (37.5, 25.0, 12.5)
    assert found["cpu_per_transaction"] == pytest.approx(1000 * (1.5 - 0.5) / 400)  # less the client
    assert (found["compression_ratio"], found["original_bytes"], found["stored_bytes"]) == (2.5, 1000, 400)
    assert (found["log_bytes"], found["catalogue_bytes"]) == (30, 7)
    strangers = measures(recording(), reading(foreign_s=0.25), *SIZES, {})
    assert strangers["cpu_per_transaction"] == pytest.approx(
        1000 * (1.5 - 0.5 - 0.25) / 400
    )  # less these too
    assert (strangers["cpu"], strangers["cpu_client"], strangers["cpu_foreign"]) == (37.5, 12.5, 6.25)
    assert (found["wal_bytes"], found["duration"]) == (77, 2)
    assert "own_share" not in found  # of a server's clients there is nothing else
    assert measures(recording(own_share=0.25), reading(), *SIZES, {})["own_share"] == 25
    types = transaction_measures(recording())  # apart, and one that did not run is absent
    assert {name: measured["throughput"] for name, measured in types.items()} == {"a": 150, "b": 50}


def test_what_was_not_seen_or_cannot_be_measured_is_left_out():
    found = measures(recording(exit_throughput=150.0), reading(), *SIZES, {})
    assert (found["throughput"], found["response_time_max"]) == (150, 3.0)  # the last part's
    found = measures(recording(response_times={"a": histogram([])}), reading(), *SIZES, {})
    absent = ("throughput", "response_time", "cpu_per_transaction")
    assert not [name for name in found if name.startswith(absent)]
    assert (found["cpu"], found["duration"]) == (37.5, 2)
    found = measures(recording(), reading(user_s=None, system_s=None), *SIZES, {})
    assert not {name for name in found if name.startswith(("cpu", "wal"))}
    found = measures(recording(), reading(user_s=4.0, system_s=0.02), *SIZES, {})
    assert found["cpu"] == pytest.approx(100)  # a tick too many is no more than all


def test_what_makes_figures_doubtful_is_told():
    for seen, emptied, rate, told in [
        ({"steady": 0.6}, None, None, "not steady"),
        ({"ceiling": 300.0}, None, None, "the client was the bottleneck"),
        (
            {"own_share": 0.41},
            None,
            None,
            "the record layer used 41% of the client's processor time: take no ",
        ),
        ({}, "needs root", None, "needs root"),
        ({"retries": 3}, None, None, "transactions were retried: 3 times, after a deadlock"),
        ({}, None, 300.0, "the rate was not kept up: 200 transactions per second of 300"),
    ]:
        (found,) = flags(recording(**seen), emptied, rate)
        assert found.startswith(told)
    assert flags(recording(own_share=0.33), None, 205.0) == ()  # 200 arrived, as chance has it
    for counters, number in (
        ({"compactions": 0.0}, 1),
        ({"compactions": 2.0}, 0),
        ({}, 0),
        ({"compaction_bytes_written": 0.0}, 1),
    ):
        assert len(uncompacted(counters)) == number
    busy = ("other processes were busy: they used 20% of what the load itself used",)
    own = {"server_s": 0.75, "client_s": 0.5, "kernel_s": 0.25}
    # What others did is told apart, by what the load used and not by the size of the machine.
    for seconds, others in ((0.03, ()), (0.1, ()), (0.33, busy)):
        seen = reading(processors=64, foreign_s=seconds, **own)
        assert interference(seen) == others


def test_that_compressed_data_was_never_read_is_told():
    packed, plain, original = Taken(40_000_000), Taken(99_000_000), Original(100_000_000, 2.0)
    (told,) = unexercised(packed, original, reading(read_bytes=20_000))
    assert told.startswith(
        "nothing was read from storage: 0.02 MB in the window, of tables that take 40.0 MB"
    )
    assert unexercised(packed, original, reading(read_bytes=40_000)) == ()
    assert unexercised(plain, original, reading(read_bytes=0)) == ()
    assert unexercised(packed, original, reading(read_bytes=None)) == ()  # nobody knows


def test_a_ratio_that_cannot_be_is_told():
    assert incredible(Taken(400), Original(1000, 2.0)) == ()
    (told,) = incredible(Taken(100), Original(838, 2.2))
    assert told.startswith(
        "incredible ratio: the data is said to be stored 8.38 times smaller, and zlib makes"
    )
    assert incredible(Taken(700), Original(1000, 0.9)) == ()  # what does not compress at all
    assert incredible(Taken(1), Original(1000, None)) == ()  # nobody has seen the bytes
