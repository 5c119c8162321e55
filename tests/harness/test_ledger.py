import json
import os
import subprocess

import pytest

from ahp.errors import HarnessError, OutputError, TrialError
from ahp.harness import ledger as ledgers
from ahp.harness.ledger import Ledger, damaged, refuse_if_busy, standing, tokens


def test_a_thing_stands_while_the_block_runs_and_not_after(ledger, tmp_path):
    undone = []
    with ledger.holding("thing", undone.append, name="a") as learn:
        learn(device="/dev/x")
        (entry,) = standing(ledger.path.parent)
        assert (entry.kind, entry.facts) == ("thing", {"name": "a", "device": "/dev/x"})
    assert undone == [{"name": "a", "device": "/dev/x"}]
    assert standing(ledger.path.parent) == ()
    with pytest.raises(ZeroDivisionError), ledger.holding("thing", undone.append, name="b"):
        len(standing(ledger.path.parent)) / 0  # recorded before it is made
    assert undone[1:] == [{"name": "b"}]
    assert standing(ledger.path.parent) == ()


def test_the_newest_stands_first_and_a_later_harness_goes_on_numbering(ledger):
    def stuck(facts):
        raise HarnessError("busy")

    folder = ledger.path.parent
    for name in "ab":
        with pytest.raises(HarnessError), ledger.holding("thing", stuck, name=name):
            pass
    later = Ledger(folder)
    with later.holding("thing", lambda facts: None, name="c"):
        assert [entry.facts["name"] for entry in standing(folder)] == ["c", "b", "a"]
    assert [entry.facts["name"] for entry in standing(folder)] == ["b", "a"]
    assert tokens(folder) == {ledger.token, later.token}


def test_a_folder_that_another_harness_works_in_is_refused(tmp_path):
    with subprocess.Popen(["sleep", "30"]) as other:
        try:
            owner = {"pid": other.pid, "started": ledgers.started(other.pid), "boot": ledgers.boot_id()}
            line = json.dumps({"owner": owner | {"token": "0" * 32}})
            (tmp_path / ledgers.NAME).write_text(line + "\n")
            with pytest.raises(HarnessError, match=f"process {other.pid} is still at work"):
                Ledger(tmp_path)
        finally:
            other.kill()
    refuse_if_busy(tmp_path)  # it ended
    reused = {"pid": os.getppid(), "started": "1", "boot": ledgers.boot_id(), "token": "0" * 32}
    (tmp_path / ledgers.NAME).write_text(json.dumps({"owner": reused}) + "\n")
    refuse_if_busy(tmp_path)  # the number is another process's by now


def test_a_ledger_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(OutputError, match="cannot be written"):
        Ledger(tmp_path / "absent")


def test_on_a_full_disk_the_reason_is_told_and_not_that_its_undoing_was_not_recorded(ledger, monkeypatch):
    def full(path, line):
        raise OutputError("full")

    def used_up():
        monkeypatch.setattr(ledgers, "append_line", full)
        raise TrialError("no room")

    undone = []
    with pytest.raises(TrialError, match="no room"), ledger.holding("thing", undone.append, name="a"):
        used_up()
    assert undone == [{"name": "a"}]
    assert [entry.kind for entry in standing(ledger.path.parent)] == ["thing"]  # clean will find it gone


@pytest.mark.parametrize(
    "line",
    [
        '{"entry": 1}',
        '{"entry": "1", "kind": "folder", "facts": {}}',
        '{"entry": true, "kind": "folder", "facts": {}}',
        '{"entry": 1, "kind": [], "facts": {}}',
        '{"entry": 1, "kind": "folder", "facts": []}',
        '{"released": [1]}',
        '{"owner": 5}',
        '{"owner": {"pid": 1, "started": "1", "boot": "", "token": ""}}',
        "{}",
        "5",
        "[]",
    ],
)
def test_a_line_that_no_harness_writes_is_told_and_not_read(ledger, line):
    folder = ledger.path.parent
    assert damaged(folder) == ()
    with ledger.path.open("a") as file:
        file.write(f"{line}\n" + "[" * 10_000 + "\n\xff\n")
    (told,) = damaged(folder)
    assert "line 2" in told
    assert line in told
    assert standing(folder) == ()
    assert tokens(folder) == {ledger.token}
    refuse_if_busy(folder)
    with Ledger(folder).holding("thing", lambda facts: None, name="a"):
        assert [entry.number for entry in standing(folder)] == [1]
