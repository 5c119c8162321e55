import os
import signal
import socket
import sys
import time
from pathlib import Path

import pytest

from ahp.errors import TrialError, UnavailableError
from ahp.harness import processes
from ahp.harness.folders import temporary_folder
from ahp.harness.identity import boot_id, children, environment_holds, listener, started
from ahp.harness.ledger import TOKEN, standing
from ahp.harness.processes import free_port, lent, serving, stop_process, unprivileged

# Listens at a socket, with a child of its own, and ends in order at SIGTERM.
SERVER = """
import os, signal, socket, subprocess, sys, time
s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen()
child = subprocess.Popen(["sleep", "60"])
def end(*_): child.kill(); child.wait(); print("in order", flush=True); sys.exit(0)
signal.signal(signal.SIGTERM, signal.SIG_IGN if len(sys.argv) > 2 else end)
print("uid", os.getuid(), flush=True)
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
        assert (
            environment_holds(server.pid, f"{TOKEN}={ledger.token}") or account
        )  # root alone may always look
        (entry, _) = standing(ledger.path.parent)
        assert (entry.kind, entry.facts["pid"]) == ("process", server.pid)
    assert "in order" in log.read_text()
    assert started(server.pid) is None
    assert not any(started(pid) for pid in family)
    assert [entry.kind for entry in standing(ledger.path.parent)] == ["folder"]


def test_a_server_that_does_not_heed_the_signal_is_killed_with_its_children(ledger, place):
    folder, account = place
    command = ["/usr/bin/env", "python3", "-c", SERVER, folder / "s", "stubborn"]
    with serving(
        ledger, command, folder / "log", _ready(folder / "s"), account=account, grace_s=0.2
    ) as server:
        family = children(server.pid)
    time.sleep(0.1)
    assert not any(started(pid) for pid in (server.pid, *family))


def test_a_failure_inside_stops_it_too(ledger, place):
    folder, account = place
    command = ["/usr/bin/env", "python3", "-c", SERVER, folder / "s"]
    with (
        pytest.raises(ZeroDivisionError),
        serving(ledger, command, folder / "log", _ready(folder / "s"), account=account) as server,
    ):
        raise ZeroDivisionError
    assert started(server.pid) is None


def test_one_that_ends_at_once_is_told_with_its_log(ledger, tmp_path):
    command = ["sh", "-c", "echo no such option >&2; exit 3"]
    with (
        pytest.raises(TrialError, match=r"ended at once with 3: no such option"),
        serving(ledger, command, tmp_path / "log", lambda pid: False),
    ):
        pass
    assert standing(ledger.path.parent) == ()


def test_one_that_is_never_ready_is_stopped(ledger, tmp_path):
    with (
        pytest.raises(TrialError, match=r"not ready within 0.2 s: its log is empty"),
        serving(ledger, ["sleep", "60"], tmp_path / "log", lambda pid: False, within_s=0.2),
    ):
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


def test_what_is_done_is_explained():
    account = processes.Account("nobody", 65534, 65534)
    assert account.explanation().startswith("run by root: servers run as nobody (uid 65534)")
    assert lent(["x"], account)[1:] == [
        "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--", "x",
    ]  # fmt: skip


def test_a_free_port_is_one_of_the_loopback_address():
    with socket.socket() as server:
        server.bind(("127.0.0.1", free_port()))
    assert sys.platform
