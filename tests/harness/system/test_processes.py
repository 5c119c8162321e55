"""Programs and servers: begun, known again, read from, and ended with all that they started."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness.ledger import TOKEN, standing
from ahp.harness.system import process_table, processes
from ahp.harness.system.folders import temporary_folder
from ahp.harness.system.process_table import boot_id, children, environment_holds, listener, started
from ahp.harness.system.processes import (
    as_account,
    output,
    read_from,
    serving,
    stop_process,
    unprivileged,
    written_to,
)

# Listens at a socket, with a child of its own, and ends in order at SIGTERM.
SERVER = """
import os, signal, socket, subprocess, sys, time
child = subprocess.Popen(["sleep", "60"])
def end(*_): child.kill(); child.wait(); print("in order", flush=True); sys.exit(0)
signal.signal(signal.SIGTERM, signal.SIG_IGN if len(sys.argv) > 2 else end)
print("uid", os.getuid(), flush=True)
# Last, for it is what says that the server is ready: a loaded machine ended it before it could end in order.
s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
while True: time.sleep(0.05)
"""


def _ready(path):
    def ready(pid):
        try:
            return listener(path) == pid
        except OSError:
            return False

    return ready


@pytest.fixture
def place(ledger):
    account = unprivileged()
    with temporary_folder(ledger, account) as folder:
        yield folder, account


def test_a_server_runs_as_somebody_without_rights_until_the_block_ends(ledger, place):
    folder, account = place
    command = ["/usr/bin/env", "python3", "-c", SERVER, folder / "s"]
    log = folder / "log"
    with serving(ledger, command, log, _ready(folder / "s"), account=account) as server:
        assert Path(f"/proc/{server.pid}").stat().st_uid == (account.uid if account else os.getuid())
        family = children(server.pid)
        assert family
        # Root alone may always look.
        assert environment_holds(server.pid, f"{TOKEN}={ledger.token}") or account
        (entry, _) = standing(ledger.path.parent)
        assert (entry.kind, entry.facts["pid"]) == ("process", server.pid)
    assert "in order" in log.read_text()
    assert started(server.pid) is None
    assert not any(started(pid) for pid in family)
    assert [entry.kind for entry in standing(ledger.path.parent)] == ["folder"]


def test_a_server_that_does_not_heed_the_signal_is_killed_with_its_children(ledger, place):
    folder, account = place
    command = ["/usr/bin/env", "python3", "-c", SERVER, folder / "s", "stubborn"]
    how = {"account": account, "grace_s": 0.2}
    with serving(ledger, command, folder / "log", _ready(folder / "s"), **how) as server:
        family = children(server.pid)
    time.sleep(0.1)
    assert not any(started(pid) for pid in (server.pid, *family))


def test_one_that_ends_at_once_or_is_never_ready_is_told_with_its_log(ledger, tmp_path):
    for command, within_s, told in (
        (["sleep", "60"], 0.2, r"not ready within 0.2 s: its log is empty"),
        (["sh", "-c", "echo no such option >&2; exit 3"], 30, r"ended at once with 3: no such option"),
    ):
        begun = serving(ledger, command, tmp_path / "log", lambda pid: False, within_s=within_s)
        with pytest.raises(TrialError, match=told), begun:
            pass
        assert standing(ledger.path.parent) == ()


def test_a_process_with_a_reused_number_is_left_alone(monkeypatch):
    monkeypatch.setattr(os, "kill", lambda *given: pytest.fail(f"{given} was sent"))
    facts = {"pid": os.getpid(), "signal": int(signal.SIGKILL), "grace_s": 1.0, "command": ["x"]}
    stop_process(facts | {"started": "1", "boot": boot_id()})
    stop_process(facts | {"started": started(os.getpid()), "boot": "another"})
    stop_process({"command": ["x"], "boot": boot_id()})  # killed before it was started


def test_root_without_an_account_to_lend_to_is_told(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(processes, "missing", lambda *names: "setpriv: command not found")
    with pytest.raises(UnavailableError, match="a server cannot run here: setpriv"):
        unprivileged()
    monkeypatch.setattr(processes, "missing", lambda *names: None)
    monkeypatch.setattr("pwd.getpwnam", {}.__getitem__)
    with pytest.raises(UnavailableError, match="this is root, and there is no account 'nobody'"):
        unprivileged()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert unprivileged() is None


def test_a_command_is_run_as_an_account():
    account = processes.Account("nobody", 65534, 65534)
    with_ids = "--reuid=65534 --regid=65534 --clear-groups --no-new-privs -- x"
    assert as_account(["x"], account)[1:] == with_ids.split()


def test_a_process_that_is_not_collected_yet_has_ended():
    child = subprocess.Popen(["true"])
    try:
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert process_table.started(child.pid) is None
        assert process_table.status(child.pid).ended
    finally:
        child.wait()


def test_a_process_is_known_by_when_it_started_whatever_the_clock_says(monkeypatch):
    with subprocess.Popen(["sleep", "30"]) as child:
        try:
            since = started(child.pid)
            ticks = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[19]
            assert float(since) == int(ticks) / os.sysconf("SC_CLK_TCK")
            booted = psutil.boot_time()
            monkeypatch.setattr(psutil, "boot_time", lambda: booted + 3600.0)
            monkeypatch.setattr(psutil._psplatform, "boot_time", lambda: booted + 3600.0)
            assert started(child.pid) == since
        finally:
            child.kill()
    assert process_table.status(child.pid) is None
    assert process_table.children(child.pid) == frozenset()
    assert not environment_holds(child.pid, "A=b")


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="this machine cannot: tell who listens")
def test_who_listens_at_a_socket_is_known(tmp_path, monkeypatch):
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        assert process_table.listener(path) == os.getpid()
        monkeypatch.delattr(socket, "SO_PEERCRED")
        assert process_table.listener(path) is None


def test_a_program_is_found_or_named_with_its_package(monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin")
    assert processes.located("sh").name == "sh"
    assert processes.located("no-such-program") is None
    monkeypatch.setattr(processes, "located", lambda name: None)
    assert processes.missing("compsize") == "compsize: command not found; install the package btrfs-compsize"
    with pytest.raises(HarnessError, match="compsize: command not found"):
        processes.output(["compsize", "-b", "."])


def test_why_a_program_failed_is_told():
    for command, reason in [
        (["ls", "/no/such/place"], r"^ls /no/such/place ended with 2: .*ls: cannot access"),
        (["false"], "false ended with 1: it wrote no message"),
        (["sleep", "30"], r"sleep 30 did not end within 1 s"),
    ]:
        with pytest.raises(HarnessError, match=reason):
            processes.output(command, timeout_s=1)


def test_why_one_fails_is_told_in_one_line():
    for script, said in [("echo wrong >&2; echo more >&2; exit 3", "wrong"), ("exit 3", "silent")]:
        with pytest.raises(TrialError, match=f"^sh ended with 3: {said}$"):
            written_to(["sh", "-c", script], {}, [b"x" * 2**20])
        with pytest.raises(TrialError, match=f"^sh ended with 3: {said}$"):
            list(read_from(["sh", "-c", script], {}))


def test_one_that_is_read_no_further_is_ended():
    some = read_from(["yes"], {})
    assert next(some) == b"y"
    some.close()


def test_what_a_program_has_started_ends_with_it(tmp_path):
    """An installer runs a server of its own, which an interrupt must not leave in the folder that goes."""
    script = f"sh -c 'echo $$ > {tmp_path}/child; exec sleep 60' & wait"
    with pytest.raises(HarnessError, match=r"did not end within 1 s"):
        output(["sh", "-c", script], timeout_s=1.0)
    child = int((tmp_path / "child").read_text())
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE
