"""What dead runs leave is found and taken away, and nothing else is."""

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from endtoend.tools import unable
from harness.served import reachable
from harness.served import require as require_engine
from harness.storage.made import alone, require

from ahp.errors import HarnessError, OutputError
from ahp.harness import ledger as ledgers
from ahp.harness.catalogue import ENGINES, LAYERS
from ahp.harness.ledger import NAME, TOKEN, Entry, Ledger, standing
from ahp.harness.results_folder import _orphans, clean
from ahp.harness.storage.zfs import serving_now
from ahp.harness.system import processes
from ahp.harness.system.limits import unavailable
from ahp.harness.system.process_table import children, started
from ahp.harness.system.processes import made_by, remove_segments

OPENING = """
import sys, time
from pathlib import Path
from ahp.harness.ledger import Ledger
ledger = Ledger(Path(sys.argv[1]))
"""


def _killed(script, results, *arguments):
    """Run a harness until it says that it is there, and kill it."""
    results.mkdir(exist_ok=True)
    command = [sys.executable, "-c", OPENING + textwrap.dedent(script), results, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        said = process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read() if not said else ""
    return (said + rest).split()


SERVER_AND_CLIENT = """
    import subprocess
    from ahp.harness.system.folders import temporary_folder
    from ahp.harness.system.processes import serving, unprivileged
    account = unprivileged()
    with temporary_folder(ledger, account) as folder:
        (folder / "data").write_text("x")
        with serving(ledger, ["sleep", "300"], folder / "log", lambda pid: True, account=account) as server:
            client = subprocess.Popen(["sleep", "300"], stdout=subprocess.DEVNULL)
            while not Path(f"/proc/{client.pid}/environ").read_bytes():  # a moment after it is said to run
                pass
            print(folder, server.pid, client.pid, flush=True)
            time.sleep(300)
"""


@pytest.mark.slow
def test_nothing_is_left_of_a_harness_that_was_killed(tmp_path):
    folder, server, client = _killed(SERVER_AND_CLIENT, tmp_path)
    (tmp_path / "results.csv").write_text("kept")
    assert clean(tmp_path) == (f"process {client}", f"process {server}", f"folder {folder}")
    assert not started(int(server))
    assert not started(int(client))
    assert not os.path.exists(folder)
    assert standing(tmp_path) == ()
    assert (tmp_path / "results.csv").read_text() == "kept"
    assert clean(tmp_path) == ()


MOUNTED = """
    from ahp.harness.system.limits import limited
    from ahp.harness.catalogue import LAYERS
    layer = LAYERS[sys.argv[2]]
    with layer.mounted(layer.alternatives()[1], Path(sys.argv[1]), ledger, 2**20) as volume:
        with limited(ledger, memory_bytes=2**30, device=volume.device, bps=10**8) as limit:
            limit.include([__import__("os").getpid()])
            (volume.folder / "data").write_text("x")
            print(volume.folder, limit.groups[0], flush=True)
            time.sleep(300)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["btrfs", "zfs"])
def test_no_mount_device_pool_or_limit_is_left_of_a_harness_that_was_killed(name, tmp_path):
    require(LAYERS[name])
    if unavailable():
        unable(f"set limits: {unavailable()}")
    results = tmp_path / "results"
    with alone() if name == "zfs" else contextlib.nullcontext():
        folder, group = _killed(MOUNTED, results, name)
        assert os.path.exists(group)
        assert os.path.dirname(folder) in Path("/proc/self/mounts").read_text()
        clean(results)
        assert serving_now() is None or name != "zfs"
    assert not os.path.exists(folder)
    assert not os.path.exists(group)
    assert str(results) not in subprocess.run(["losetup", "-a"], capture_output=True, text=True).stdout
    assert os.path.dirname(folder) not in Path("/proc/self/mounts").read_text()
    assert sorted(path.name for path in results.iterdir()) == [NAME]


SERVED = """
    from ahp.harness.catalogue import ENGINES
    from ahp.harness.system.folders import temporary_folder
    from ahp.harness.engines.probe import PROBE, probe_rows
    engine = ENGINES[sys.argv[2]]
    Path(sys.argv[1]).chmod(0o755)
    with temporary_folder(ledger, parent=Path(sys.argv[1])) as data:
        data.chmod(0o755)
        engine.load(data, "none", PROBE, probe_rows, ledger)
        with engine.serve(data, "none", ledger) as service:
            service.query("SELECT 1")
            print(*service.processes, flush=True)
            time.sleep(300)
"""
POOLED = """
    from ahp.harness.catalogue import LAYERS
    layer = LAYERS[sys.argv[2]]
    with layer.mounted(layer.alternatives()[1], Path(sys.argv[1]), ledger, 2**20) as volume:
        print(*volume.processes, flush=True)
        time.sleep(300)
"""


def _shared(pid):
    """What a process shares with others: named memory, and segments of System V."""
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    return {line.split(None, 5)[5] for line in maps if "/dev/shm/" in line}


def _segments(pid):
    rows = (line.split() for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:])
    return [row[1] for row in rows if row[4] == str(pid)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "script"), [("postgresql", SERVED), ("mariadb", SERVED), ("zfs", POOLED)])
def test_nothing_is_left_of_a_server_that_was_killed_without_a_word(script, name):
    """Killed as well as the harness was, it could take nothing away: its memory stays with the system."""
    require_engine(ENGINES[name]) if script == SERVED else require(LAYERS[name])
    with alone() if name == "zfs" else contextlib.nullcontext(), reachable() as place:
        results = place / "results"
        (pid,) = map(int, _killed(script, results, name))
        shared = _shared(pid)
        assert _segments(pid) if name == "postgresql" else not _segments(pid)
        assert shared if name == "postgresql" else not shared
        os.kill(pid, signal.SIGKILL)
        clean(results)
        assert not started(pid)
        assert not _segments(pid)
        assert [path for path in shared if os.path.exists(path)] == []
        assert sorted(path.name for path in results.iterdir()) == [NAME]
        facts = [json.loads(line).get("facts", {}) for line in (results / NAME).read_text().splitlines()]
        assert not [fact["path"] for fact in facts if os.path.exists(fact.get("path", ""))]


def test_a_harness_that_is_at_work_is_not_cleaned_away(tmp_path):
    script = OPENING + "print(1, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script, tmp_path], stdout=subprocess.PIPE) as other:
        try:
            other.stdout.readline()
            with pytest.raises(HarnessError, match=f"process {other.pid} is still at work there"):
                clean(tmp_path)
            assert started(other.pid)
        finally:
            other.kill()


def test_a_strangers_folder_is_not_touched(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(HarnessError, match="no results folder"):
        clean(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.fixture
def gone(ledger):
    """A folder that a harness made and that is to go."""
    place = ledger.path.parent / "ahp-bench-0123456789ab"
    place.mkdir()
    ledger._write({"entry": 100, "kind": "folder", "facts": {"path": str(place)}})
    return place


@pytest.mark.parametrize(
    ("line", "told", "kinds"),
    [
        (
            {"entry": 101, "kind": "spaceship", "facts": {}},
            "not all could be taken away: spaceship: 'spaceship' is not a known kind",
            ["spaceship"],
        ),
        ({"entry": 1}, """ledger.jsonl, line 3: found '{"entry": 1}', which no harness""", []),
    ],
)
def test_what_cannot_be_taken_away_is_told_and_the_rest_goes(line, told, kinds, ledger, gone):
    ledger._write(line)
    with pytest.raises(HarnessError, match=told):
        clean(ledger.path.parent)
    assert not gone.exists()
    assert [entry.kind for entry in standing(ledger.path.parent)] == kinds


def test_a_full_disk_keeps_nothing_from_being_taken_away(ledger, gone, monkeypatch):
    true = ledgers.append_line

    def full_until_it_is_gone(path, line):
        if gone.exists():
            raise OutputError("full")
        true(path, line)

    monkeypatch.setattr(ledgers, "append_line", full_until_it_is_gone)
    assert clean(ledger.path.parent) == (f"folder {gone}",)
    assert standing(ledger.path.parent) == ()


def test_a_folder_that_no_harness_has_made_is_left_alone(tmp_path, ledger):
    thesis = tmp_path / "thesis"
    thesis.mkdir()
    results = ledger.path.parent
    (results / "ahp-bench-0123456789ab").symlink_to(tmp_path)
    (tmp_path / "ahp-bench-ba9876543210").mkdir()
    roundabout = results / "ahp-bench-0123456789ab" / "ahp-bench-ba9876543210"
    up = f"{results}/ahp-bench-0123456789ab/../../thesis"
    paths = [str(thesis), up, str(roundabout), "/", ".", str(results)]
    for number, path in enumerate(paths, start=100):
        ledger._write({"entry": number, "kind": "folder", "facts": {"path": path}})
    with pytest.raises(HarnessError) as told:
        clean(results)
    assert thesis.is_dir()
    assert (tmp_path / "ahp-bench-ba9876543210").is_dir()
    assert len(standing(results)) == len(paths)
    for path in paths:
        assert f"{path!r}" in str(told.value)


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("folder", {}),
        ("folder", {"path": 5}),
        ("loop", {"image": None}),
        ("mount", {"folder": "/"}),
        ("process", {"pid": 5}),
        ("bandwidth", {"file": "/etc/passwd"}),
        ("postgresql database", {"dsn": "postgresql://x/y", "name": "postgres"}),
        ("mariadb database", {"dsn": "mariadb://x", "name": "ahp_bench_x; DROP DATABASE shop"}),
    ],
)
def test_what_is_no_fact_of_a_run_is_told_and_left_alone(kind, facts, ledger):
    ledger._write({"entry": 100, "kind": kind, "facts": facts})
    with pytest.raises(HarnessError, match="not all could be taken away: "):
        clean(ledger.path.parent)
    assert [entry.kind for entry in standing(ledger.path.parent)] == [kind]


def test_a_ledger_that_somebody_else_may_have_written_is_not_believed(ledger, gone, monkeypatch):
    results = ledger.path.parent
    assert ledger.path.stat().st_mode & 0o777 == 0o644
    ledger.path.chmod(0o664)
    with pytest.raises(HarnessError, match=r"ledger.jsonl: may be written by others, .* chmod go-w it"):
        clean(results)
    ledger.path.chmod(0o644)
    monkeypatch.setattr(os, "geteuid", lambda: ledger.path.stat().st_uid + 1)
    with pytest.raises(HarnessError, match=r"ledger.jsonl: belongs to user \d+, and what it names would be"):
        clean(results)
    monkeypatch.undo()
    assert gone.is_dir()
    assert clean(results) == (f"folder {gone}",)


def test_a_ledger_is_its_owners_whatever_the_umask(tmp_path, monkeypatch):
    monkeypatch.setenv(TOKEN, "")
    before = os.umask(0o002)
    try:
        assert Ledger(tmp_path).path.stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)


def test_what_a_recorded_server_started_is_left_to_it(ledger):
    marked = os.environ | {TOKEN: ledger.token}
    with subprocess.Popen(["sh", "-c", "sleep 60; true"], env=marked) as server:
        try:
            until = time.monotonic() + 10
            while not children(server.pid) and time.monotonic() < until:
                time.sleep(0.01)
            (child,) = children(server.pid)
            entry = Entry(1, "process", {"pid": server.pid})
            assert _orphans(frozenset({ledger.token}), [entry]) == []
            assert started(child) is not None
        finally:
            server.kill()
            os.kill(child, signal.SIGKILL)


MAKING = "import ctypes; print(ctypes.CDLL(None).shmget(0, 4096, 0o600), flush=True); input()"


@pytest.fixture
def maker():
    if not os.path.exists("/proc/sysvipc/shm"):
        unable("list segments of System V shared memory")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", MAKING], **pipes) as process:
        number = int(process.stdout.readline())
        since = started(process.pid)
        yield process, number, since
        process.kill()
    subprocess.run(["ipcrm", "-m", str(number)], stderr=subprocess.DEVNULL, check=False)


@pytest.mark.slow
def test_what_was_made_by_a_process_with_the_same_number_is_not(maker):
    process, _, since = maker
    long_ago = f"{float(since) - 1000:.2f}"
    remove_segments(process.pid, long_ago)
    assert len(made_by(process.pid, since)) == 1
    assert made_by(os.getpid(), since) == ()


@pytest.mark.slow
def test_what_is_still_used_is_left_and_told(maker, monkeypatch):
    process, number, since = maker
    libc = ctypes.CDLL(None)
    libc.shmat.restype = ctypes.c_void_p
    address = ctypes.c_void_p(libc.shmat(number, None, 0))
    monkeypatch.setattr(processes, "_PATIENCE_S", 0.1)
    try:
        told = f"shared memory {number} of process {process.pid}.* still used by 1"
        with pytest.raises(HarnessError, match=told):
            remove_segments(process.pid, since)
    finally:
        libc.shmdt(address)
    remove_segments(process.pid, since)
    assert made_by(process.pid, since) == ()


@pytest.mark.slow
def test_where_the_system_lists_no_segments_there_are_none(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "_TABLE", tmp_path / "absent")
    assert made_by(os.getpid(), "1") == ()
