"""What is taken away is what a harness makes; anything else that a ledger names is refused by its kind."""

import math
import os

import pytest

from ahp.errors import HarnessError
from ahp.harness import owned
from ahp.harness.cleaning import UNDO
from ahp.harness.folders import MEMORY, temporary_folder
from ahp.harness.identity import boot_id, command_line, started
from ahp.harness.ledger import Entry, standing
from ahp.harness.owned import refuse_unowned
from ahp.harness.storage.loops import image

TEMPORARY = "/tmp/ahp-bench-0123456789ab"
TOKEN = "0123456789abcdef" * 2
WHO = {"pid": os.getpid(), "started": started(os.getpid()), "boot": boot_id()}
HOW = {"command": ["python"], "signal": 15, "grace_s": 1.0}


def refused(kind, facts, results):
    try:
        refuse_unowned(Entry(1, kind, facts), results, frozenset((TOKEN,)))
    except HarnessError as problem:
        return "left alone" in str(problem)
    return False


def test_every_folder_that_is_made_may_be_taken_away(ledger):
    results = ledger.path.parent
    with (
        temporary_folder(ledger, parent=results) as work,
        temporary_folder(ledger, parent=work) as inner,
        temporary_folder(ledger),
        image(ledger, inner, 1),
    ):
        assert len(standing(results)) == 4
        for entry in standing(results):
            refuse_unowned(entry, results, frozenset())


def test_what_a_harness_makes_is_its_own(tmp_path):
    for kind, facts in [
        ("folder", {"path": TEMPORARY}),
        ("folder", {"path": f"{MEMORY}/ahp-bench-0123456789ab"}),
        ("folder", {"path": "/was/moved/ahp-bench-0123456789ab"}),  # nothing is there
        ("loop", {"image": f"{TEMPORARY}/image"}),
        ("mount", {"folder": f"{TEMPORARY}/mnt", "image": f"{TEMPORARY}/image"}),
        ("pool", {"pool": "ahpbench01234567", "vdev": f"{TEMPORARY}/devices/vdev"}),
        ("dataset", {"dataset": "tank/ahpbench-01234567", "folder": f"{TEMPORARY}/mnt", "mark": TOKEN}),
        ("process", HOW | {"boot": boot_id()}),  # killed before its number was known
        ("process", HOW | WHO | {"started": "1", "command": ["another"]}),  # the number is another's by now
        ("postgresql database", {"dsn": "postgresql://x/y", "name": "ahp_bench_0123456789abcdef"}),
    ]:
        assert not refused(kind, facts, tmp_path)
    told = command_line(os.getpid()).split()  # the own process is known by its command
    assert not refused("process", HOW | WHO | {"command": told}, tmp_path)
    assert command_line(2**30) == ""


def test_anything_else_is_refused(tmp_path):
    for kind, facts in [
        ("folder", {"path": "/tmp"}),
        ("folder", {"path": "/etc"}),
        ("folder", {"path": "/tmp/ahp-bench-0123456789ab/../../etc"}),
        ("folder", {"path": "tmp"}),
        ("folder", {"path": 5}),
        ("folder", {"path": "/tmp/\0"}),
        ("folder", {}),
        ("loop", {"image": None}),
        ("mount", {"folder": "/", "image": "/dev/sda"}),
        ("mount", {"folder": "/"}),
        ("pool", {"pool": "tank", "vdev": f"{TEMPORARY}/devices/vdev"}),
        ("pool", {"pool": "ahpbench01234567", "vdev": "/dev/sda"}),
        ("dataset", {"dataset": "tank/home", "folder": f"{TEMPORARY}/mnt", "mark": TOKEN}),
        ("dataset", {"dataset": "-r/ahpbench-01234567", "folder": f"{TEMPORARY}/mnt", "mark": TOKEN}),
        ("dataset", {"dataset": "tank/ahpbench-01234567", "folder": f"{TEMPORARY}/mnt", "mark": "-"}),
        ("process", HOW | WHO | {"command": ["postgres", "-D", "data"]}),
        ("process", HOW | WHO | {"command": "python"}),
        ("process", HOW | WHO | {"command": [""]}),
        ("process", HOW | WHO | {"command": ["pyt"]}),
        ("process", HOW | WHO | {"started": "soon"}),
        ("process", HOW | WHO | {"signal": 9}),
        ("process", HOW | WHO | {"grace_s": math.nan}),
        ("process", HOW | WHO | {"pid": 1}),
        ("process", HOW | WHO | {"pid": -1}),
        ("process", HOW | WHO | {"boot": 3}),
        ("process", {"pid": [1]}),
        ("cgroup", {"path": "/sys/fs/cgroup/system.slice"}),
        ("cgroup", {"path": "/home/ahp-bench-01234567"}),
        ("bandwidth", {"file": "/etc/passwd", "device": "7:0", "bytes_per_second": 1}),
        ("postgresql database", {"dsn": "postgresql://x/y", "name": "postgres"}),
        ("mariadb database", {"dsn": "mariadb://x", "name": "ahp_bench_x; DROP DATABASE shop"}),
        ("mariadb database", {"dsn": 3, "name": "ahp_bench_0123456789abcdef"}),
    ]:
        assert refused(kind, facts, tmp_path)
    assert all(refused(kind, {}, tmp_path) for kind in UNDO)


def test_a_process_without_a_command_is_waited_for(tmp_path, monkeypatch):
    left = [WHO["started"]] * 3
    monkeypatch.setattr(owned, "command_line", lambda pid: "")
    monkeypatch.setattr(owned, "started", lambda pid: left.pop() if left else None)
    assert not refused("process", HOW | WHO, tmp_path)  # it was on its way out
    assert not left
    monkeypatch.setattr(owned, "started", lambda pid: WHO["started"])
    monkeypatch.setattr(owned, "_LEAVING_S", 0.1)
    assert refused("process", HOW | WHO, tmp_path)  # it has none and stays, as the kernel's own


@pytest.mark.parametrize("other", ["link", "file"])
def test_what_stands_in_the_place_of_a_folder_is_left_alone(tmp_path, other):
    place = tmp_path / "results" / "ahp-bench-0123456789ab"
    place.parent.mkdir()
    if other == "link":
        place.symlink_to(tmp_path)
    else:
        place.write_text("mine")
    with pytest.raises(HarnessError, match="left alone"):
        refuse_unowned(Entry(1, "folder", {"path": str(place)}), place.parent, frozenset())
    assert place.exists()
