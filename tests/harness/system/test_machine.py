import json
import os
import subprocess
from pathlib import Path

import pytest

from ahp.errors import UnavailableError
from ahp.harness.system import machine
from ahp.harness.system.machine import digest, environment, redacted


def test_the_machine_is_what_other_programs_say(tmp_path):
    found = environment(tmp_path)
    assert json.loads(json.dumps(found)) == found
    assert found["hardware"]["processors"] == os.cpu_count()
    assert found["system"]["kernel"].endswith(os.uname().release)
    if Path("/proc/meminfo").exists():
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
        assert found["hardware"]["memory_gib"] == pytest.approx(pages, abs=0.1)
        kind = subprocess.run(["stat", "-f", "-c", "%T", tmp_path], capture_output=True, text=True).stdout
        assert found["storage"]["file_system"][:3] == kind.strip()[:3]
        assert found["storage"]["free_bytes"] <= found["storage"]["size_bytes"]
    assert found["packages"]["sqlite"]


def test_no_variable_of_the_environment_and_no_password_is_recorded(tmp_path, monkeypatch):
    monkeypatch.setenv("AHP_TEST_PASSWORD", "hush-hush-1")
    told = ["--dsn", "postgresql://me:hush-hush-2@db/x", "--dsn=mysql://me:a/hush@h", "password=hush-hush-3"]
    monkeypatch.setattr("sys.argv", ["ahp-bench", *told, "--runs", "1"])
    found = environment(tmp_path)
    assert found["command"] == ["ahp-bench", "--dsn", "…", "--dsn=…", "…", "--runs", "1"]
    for secret in ["--token=abc", "mysql://root:abc@h/db", "pwd:abc", "API_KEY=abc"]:
        assert "abc" not in redacted(secret)
    text = json.dumps(found)
    assert "hush" not in text
    assert "ahp-bench" in text
    identity = Path("/etc/machine-id")
    if identity.exists() and identity.read_text().strip():
        assert identity.read_text().strip() not in text
    assert os.uname().nodename not in text.split() or len(os.uname().nodename) < 3


def test_another_machine_has_another_digest(tmp_path):
    here = {
        "machine_id": "a",
        "architecture": "x",
        "cpu": "c",
        "processors": 2,
        "memory_gib": 8.0,
        "kernel": "k",
    }
    assert digest(here) == digest(dict(reversed(here.items())))
    assert len({digest(here), *(digest(here | {name: "other"}) for name in here)}) == 7
    servers = ("postgresql://a/", "postgresql://b/", None, None)  # two servers from one machine are two
    assert len({environment(tmp_path, server)["machine"] for server in servers}) == 3


def test_where_nothing_is_told_nothing_is_made_up(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "_read", lambda path: "")
    monkeypatch.setattr(machine, "mount_of", lambda path: None)
    monkeypatch.setattr(machine, "located", lambda name: None)

    def nobody():
        raise UnavailableError("a server", "there is no account 'nobody'")

    monkeypatch.setattr(machine, "unprivileged", nobody)
    found = environment(tmp_path)
    assert "there is no account 'nobody'" in json.dumps(found)  # and it stops nothing
    assert found["system"]["machine_id"] is None
    assert found["programs"] == {}
    assert "file_system" not in found["storage"]


def test_a_program_that_does_not_run_is_told(write):
    broken = write("broken", "#!/no/such/interpreter\n")
    broken.chmod(0o755)
    assert machine._version(broken, ("--version",)) == "installed, but it does not run"
