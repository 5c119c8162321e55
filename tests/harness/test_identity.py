import os
import socket
import subprocess
import sys
import time

import pytest

from ahp.harness import identity


def test_a_process_keeps_its_start_and_another_has_another():
    with subprocess.Popen(["sleep", "30"]) as child:
        try:
            first = identity.started(child.pid)
            assert first is not None
            assert first == identity.started(child.pid)
            assert identity.status(child.pid).parent == os.getpid()
            assert child.pid in identity.children(os.getpid())
        finally:
            child.kill()
    assert identity.status(child.pid) is None
    assert identity.started(child.pid) is None


def test_a_process_that_is_not_collected_yet_has_ended():
    child = subprocess.Popen(["true"])
    try:
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert identity.started(child.pid) is None
        assert identity.status(child.pid).ended
    finally:
        child.wait()


def test_a_name_with_brackets_confuses_nothing(tmp_path):
    odd = tmp_path / "a) S 1 (b"
    odd.symlink_to(sys.executable)
    with subprocess.Popen([odd, "-c", "import time; time.sleep(30)"]) as child:
        try:
            assert identity.status(child.pid).parent == os.getpid()
        finally:
            child.kill()


def test_ps_says_the_same_where_there_is_no_proc(monkeypatch, tmp_path):
    with subprocess.Popen(["sleep", "30"]) as child:
        try:
            monkeypatch.setattr(identity, "PROC", tmp_path / "proc")
            found = identity.status(child.pid)
            assert found.parent == os.getpid()
            assert not found.ended
            assert identity.boot_id() == ""
            assert identity.processes() == []
            assert identity.command_line(child.pid) == "sleep 30"
            assert not identity.environment_holds(child.pid, "A=b")
        finally:
            child.kill()
    assert identity.status(child.pid) is None


def test_the_environment_a_process_started_with_is_seen():
    with subprocess.Popen(["sleep", "30"], env=os.environ | {"AHP_TEST_MARK": "x1"}) as child:
        try:
            until = time.monotonic() + 10  # the kernel lays it out a moment after the program has begun
            while not identity.environment_holds(child.pid, "AHP_TEST_MARK=x1"):
                assert time.monotonic() < until
            assert not identity.environment_holds(child.pid, "AHP_TEST_MARK=x")
        finally:
            child.kill()


@pytest.mark.skipif(not hasattr(socket, "SO_PEERCRED"), reason="this machine cannot: tell who listens")
def test_who_listens_at_a_socket_is_known(tmp_path, monkeypatch):
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        assert identity.listener(path) == os.getpid()
        monkeypatch.delattr(socket, "SO_PEERCRED")
        assert identity.listener(path) is None
