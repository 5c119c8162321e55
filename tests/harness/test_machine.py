import getpass
import json
import os
import socket
from pathlib import Path

import pytest

from ahp.harness import machine
from ahp.harness.machine import environment, memory_bytes, processor, storage


def test_the_environment_is_plain_data_about_this_machine(tmp_path):
    found = json.loads(json.dumps(environment(tmp_path)))
    assert found["processors"] == os.cpu_count()
    assert found["memory_bytes"] > 2**28
    assert found["storage"]["file_system"]
    assert found["packages"]["numpy"]


def test_no_secret_is_in_it(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_TOKEN", "hunter2-hunter2")
    text = json.dumps(environment(tmp_path))
    assert "hunter2" not in text
    assert f'"{socket.gethostname()}"' not in text
    assert f'"{getpass.getuser()}"' not in text


def test_another_machine_has_another_digest(tmp_path, monkeypatch):
    here = environment(tmp_path)["machine"]
    assert environment(tmp_path)["machine"] == here
    monkeypatch.setattr(machine, "memory_bytes", lambda: 2**33 + 1)
    assert environment(tmp_path)["machine"] != here


@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="this machine cannot: no /proc")
def test_memory_and_processor_are_those_that_the_kernel_names():
    total = int(Path("/proc/meminfo").read_text().split()[1]) * 1024
    assert memory_bytes() == pytest.approx(total, rel=0.01)
    assert (processor() or "") in Path("/proc/cpuinfo").read_text()


def test_storage_is_that_of_the_folder():
    if Path("/dev/shm").is_dir():
        assert storage(Path("/dev/shm"))["file_system"] == "tmpfs"
    assert storage(Path("/"))
