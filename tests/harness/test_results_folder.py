"""A run begins in a folder of its own, after all was verified, or nothing is left of the attempt; its journal is whole lines."""

import dataclasses
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from ahp.errors import HarnessError, InputError, OutputError
from ahp.harness import results_folder, run
from ahp.harness.catalogue import DRIVERS, ENGINES, LAYERS
from ahp.harness.datasets import Datasets
from ahp.harness.ledger import NAME, TOKEN, append_line
from ahp.harness.plan import plan, read_plan
from ahp.harness.plan_checks import KINDS
from ahp.harness.results import JOURNAL, Journal
from ahp.harness.results_folder import begun, ended, note_plan, require_same_machine, require_same_plan
from ahp.harness.run import describe, require_clients
from ahp.harness.trial import Setting


@pytest.fixture
def small():
    return plan({"engine": "sqlite", "workload": "stress-test", "scale": 0.0002})


@pytest.fixture(autouse=True)
def no_token(monkeypatch):
    monkeypatch.setenv(TOKEN, "")  # restored afterwards


def test_a_folder_is_made_with_journal_ledger_and_plan(small, tmp_path):
    folder = tmp_path / "a" / "b"
    ledger = begun(small, folder)
    assert ledger.path == folder / NAME
    assert sorted(path.name for path in folder.iterdir()) == ["journal.jsonl", NAME, "plan.toml"]
    assert plan(read_plan(folder / "plan.toml")) == small
    with pytest.raises(HarnessError, match="b: not empty; name a new folder, or continue"):
        begun(small, folder)


def test_where_nothing_can_be_made_nothing_is_left(small, tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for place, reason in [
        ("/proc/x", "No such file or directory"),
        ("file", "not a folder"),
        ("file/x", "Not a directory"),
        ("link", "not a folder"),
        ("new/" + 300 * "x", "File name too long"),
        ("new/\0", "null (byte|character)"),
    ]:
        with pytest.raises(HarnessError, match=reason) as told:
            begun(small, tmp_path / place)
        assert not isinstance(told.value, OutputError)  # which would be a run that can be resumed
        assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_a_look_that_refuses_leaves_nothing(small, tmp_path):
    def look():
        raise HarnessError("busy")

    with pytest.raises(HarnessError, match="busy"):
        begun(small, tmp_path / "new" / "folder", look)
    assert list(tmp_path.iterdir()) == []


def test_a_second_run_that_begins_meanwhile_takes_nothing_from_the_first(small, tmp_path):
    folder = tmp_path / "results"

    def another():
        with pytest.raises(HarnessError, match="another run is beginning there; name a new folder"):
            begun(small, folder)

    begun(small, folder, another)
    assert {path.name for path in folder.iterdir()} >= {"plan.toml", "journal.jsonl", "ledger.jsonl"}


def test_too_little_room_leaves_nothing(small, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**6))
    with pytest.raises(HarnessError, match=r"1 MB are free; .* use a smaller --scale"):
        begun(dataclasses.replace(small, scale=1.0), tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failing", ["Ledger", "write_whole"])
def test_a_disk_that_is_full_at_once_leaves_nothing(failing, small, tmp_path, monkeypatch):
    def full(*_):
        raise OutputError("full")

    monkeypatch.setattr(results_folder, failing, full)
    with pytest.raises(HarnessError, match="full; name another folder"):
        begun(small, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
    os.mkdir(tmp_path / "a")
    with pytest.raises(HarnessError, match="full"):
        begun(small, tmp_path / "a")
    assert list((tmp_path / "a").iterdir()) == []  # what was there stays


LAYER = LAYERS["plain"]


def test_the_workers_are_looked_for_where_they_run_the_clients(small, monkeypatch):
    looked, told = [], []
    distant = SimpleNamespace(look=lambda *where: looked.append(where))
    monkeypatch.setattr(run, "DRIVERS", {"python": DRIVERS["python"], "dask": distant})
    require_clients(small, told.append)
    assert (looked, told) == ([], [])
    away = {"engine": "postgresql", "driver": "dask", "scheduler": "tcp://h:1", "dsn": "postgresql://db/x"}
    require_clients(dataclasses.replace(small, **away), told.append)
    assert looked == [("tcp://h:1", "postgresql://db/x")]
    assert told == ["looking for who runs the clients on other hosts"]
    told.clear()
    monkeypatch.setattr(run, "set_aside", lambda plan: "pgbench has no think time")
    require_clients(small, told.append)
    assert told == ["note: clients are in Python: pgbench has no think time"]


def test_scripts_that_a_driver_cannot_write_are_refused_before_anything_is_built(small, tmp_path):
    (tmp_path / "own.toml").write_text(
        'title = "Own"\nschema = "order-entry"\n[[transactions]]\nname = "read"\nweight = 1\n'
        "script = '''\nSELECT a AS x FROM t \\gset\n\\set y :x / 2\nSELECT :y;\n'''\n"
    )
    driven = dataclasses.replace(
        small, engine="mariadb", driver="sysbench", workload=(str(tmp_path / "own.toml"),)
    )
    with pytest.raises(InputError, match="sysbench cannot divide it"):
        require_clients(driven, lambda told: None)


def test_the_data_is_described_as_it_was_loaded(small, tmp_path, ledger):
    journal, told, data = Journal(tmp_path), [], tmp_path / "data"
    data.mkdir()
    datasets = Datasets(data, ENGINES["sqlite"], LAYERS["plain"], small.scale, small.seed, ledger)
    setting = Setting(small, ENGINES["sqlite"], LAYER, DRIVERS["python"], datasets, ledger, tmp_path)
    describe("stress-test", setting, journal, told.append)
    (line,) = journal.of("data")
    assert line["rows"]["stress"] == 400
    assert 1.5 < line["compressibility"] < 3
    assert told == ["loading the data of Stress Test"]


PLAN = dataclasses.replace(
    plan({"engine": "sqlite", "workload": "stress-test", "runs": 2, "clients": 1, "scale": 0.001}),
    engine="rocksdb",
    alternatives=("none", "zstd"),
)
STUDY = Path(__file__).parents[2] / "examples" / "studies" / "wal" / "study.toml"
BOUND = dataclasses.replace(PLAN, until_decisive=True, budget=60.0)
OTHERS = {
    "engine": "sqlite", "storage": "btrfs", "driver": "pgbench", "workload": ("order-entry",),
    "alternatives": ("zstd", "none"), "baseline": "zstd", "runs": 1, "clients": 3, "scale": 0.002,
    "warmup": 9.0, "duration": 9.0, "seed": 2, "think": 0.5, "rate": 7.0, "transactions": 8, "twin": True,
    "log": True, "memory": 64.0, "bandwidth": 4.0, "until_decisive": True, "budget": 5.0,
    "dsn": "postgresql://db/x", "scheduler": "tcp://h:1", "interference": "flag", "index": "auto",
    "study": str(STUDY), "include_baseline": True, "references": ("lz4",),
    "settings": {"buffer_pool": "8 MB", "rocksdb": {"num_levels": 4}},
}  # fmt: skip


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path)


def compared(changed, journal):
    return require_same_plan(changed, journal.path.parent, journal)


def test_what_was_asked_for_stands_in_the_journal_once(journal):
    note_plan(PLAN, journal)
    note_plan(PLAN, journal)
    (line,) = journal.lines()
    assert line["event"] == "plan"
    assert set(line["asked"]) == set(KINDS)
    assert line["asked"]["alternatives"] == ["none", "zstd"]
    assert line["notes"] == []
    assert compared(PLAN, journal) is None


def test_why_python_runs_the_clients_stands_there_too(journal, monkeypatch):
    monkeypatch.setattr(results_folder, "set_aside", lambda plan: "pgbench has no think time")
    note_plan(PLAN, journal)
    assert journal.lines()[0]["notes"] == ["clients are in Python: pgbench has no think time"]


def shown(value):
    return results_folder._shown(json.loads(json.dumps(value)))


def test_any_key_that_differs_is_named_with_what_it_was_and_is(journal):
    note_plan(PLAN, journal)
    before = journal.path.read_bytes()
    for key in KINDS:
        with pytest.raises(HarnessError) as told:
            compared(dataclasses.replace(PLAN, **{key: OTHERS[key]}), journal)
        message = str(told.value)
        opening = "plan.toml: not the plan that the folder was begun with"
        assert f"{opening}: {key} was {shown(getattr(PLAN, key))} and is {shown(OTHERS[key])}; " in message
        assert "; set it back" in message
        assert "a new folder" in message
        assert "\n" not in message
    assert journal.path.read_bytes() == before


def test_more_of_the_same_goes_on_but_not_less_or_what_would_forget_looks(journal):
    for first, changed, told in [
        (PLAN, {"runs": 3}, None),
        (dataclasses.replace(PLAN, budget=60.0), {"budget": 61.0}, None),
        (BOUND, {"budget": 90.0}, None),
        (BOUND, {"budget": None}, None),
        (BOUND, {"runs": 3}, "runs was 2 and is 3"),
        (BOUND, {"budget": 30.0}, "budget was 60.0 and is 30.0"),
        (PLAN, {"runs": 1}, "runs was 2 and is 1"),
        (PLAN, {"seed": 2, "twin": True}, "seed was 1 and is 2; twin was false and is true"),
    ]:
        journal.path.unlink(missing_ok=True)
        note_plan(first, journal)
        now = dataclasses.replace(first, **changed)
        if told is None:
            assert compared(now, journal) is None
            note_plan(now, journal)
        with pytest.raises(HarnessError, match=told or r"was .* and is"):  # and not back
            compared(first if told is None else now, journal)


def test_a_key_that_a_later_version_brings_asked_for_nothing(journal):
    asked = dataclasses.asdict(PLAN)
    del asked["think"]
    journal.add("plan", {"asked": asked, "notes": []})
    assert compared(PLAN, journal) is None
    with pytest.raises(HarnessError, match=r"think was 0\.0 and is 0\.5"):
        compared(dataclasses.replace(PLAN, think=0.5), journal)


LEDGER = """
schema = "order-entry"
[[transactions]]
name = "Look"
file = "look.sql"
"""


def test_a_study_that_was_changed_is_told(journal, write):
    file = write("study.toml", STUDY.read_text())
    first = dataclasses.replace(PLAN, study=str(file))
    note_plan(first, journal)
    assert compared(first, journal) is None
    file.write_text(STUDY.read_text().replace("weight = 1", "weight = 2"))
    with pytest.raises(HarnessError, match=r"content of .*study\.toml was '\w{16}' and is '\w{16}'; set it"):
        compared(first, journal)


def test_a_workload_file_or_a_script_of_its_that_was_changed_is_told(journal, tmp_path):
    file, script = tmp_path / "ledger.toml", tmp_path / "look.sql"
    file.write_text(LEDGER)
    script.write_text("SELECT 1;\n")
    first = dataclasses.replace(PLAN, workload=(str(file),))
    note_plan(first, journal)
    assert compared(first, journal) is None
    for changed, text in ((script, "SELECT 2;\n"), (file, LEDGER + "weight = 2\n")):
        before = changed.read_text()
        changed.write_text(text)
        with pytest.raises(HarnessError, match=r"content of .*ledger\.toml was '\w{16}' and is '\w{16}'"):
            compared(first, journal)
        changed.write_text(before)


def test_a_journal_without_a_plan_is_told(journal):
    with pytest.raises(
        HarnessError, match=r"journal\.jsonl: has no line about the plan .*; run it into a new"
    ):
        compared(PLAN, journal)


def test_an_end_is_that_of_the_plan_it_was_reached_with(journal):
    journal.add("complete", {"blocks": 2})
    assert ended(PLAN, journal) is None  # of which plan, nobody knows
    note_plan(PLAN, journal)
    assert ended(PLAN, journal) is None
    journal.add("complete", {"blocks": 2})
    assert ended(PLAN, journal) == 2
    more = dataclasses.replace(PLAN, runs=4)
    assert ended(more, journal) is None
    note_plan(more, journal)
    assert ended(more, journal) is None


def test_a_machine_that_cannot_be_read_is_told(tmp_path):
    require_same_machine(tmp_path, None)  # nothing was run yet
    for text in ["", "{}", "[]", "3", "[" * 100_000, "\0"]:
        (tmp_path / "environment.json").write_text(text)
        with pytest.raises(HarnessError, match=r"environment.json: does not tell the machine any more"):
            require_same_machine(tmp_path, None)


def test_lines_are_added_and_read_back(tmp_path):
    journal = Journal(tmp_path)
    journal.add("finished", {"trial": "1/a/b", "x": 1.5})
    journal.add("failed", {"trial": "1/a/c"})
    assert [line["event"] for line in journal.lines()] == ["finished", "failed"]
    assert journal.finished() == {"1/a/b": {"event": "finished", "trial": "1/a/b", "x": 1.5}}


def test_a_torn_line_is_no_line_and_spoils_no_other(tmp_path):
    journal = Journal(tmp_path)
    journal.add("a", {})
    with (tmp_path / JOURNAL).open("a") as file:
        file.write('{"event": "torn", "x')
    journal.add("b", {})
    assert [line["event"] for line in journal.lines()] == ["a", "b"]


def test_a_full_disk_leaves_what_stood_there(tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    empty, journal = Journal(tmp_path / "empty"), Journal(tmp_path)
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    journal.add("a", {})
    assert synced == [journal.path.stat().st_size]  # on the disk before `add` returns

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for one in (journal, empty):
        with pytest.raises(OutputError, match="No space left"):
            one.add("b", {"long": "x" * 10_000})
    assert journal.path.read_text() == json.dumps({"event": "a"}) + "\n"
    assert empty.lines() == []


def test_where_nothing_can_be_written_is_told(tmp_path):
    with pytest.raises(OutputError, match=r"cannot be written: No such file or directory$"):
        append_line(tmp_path / "absent" / "lines", "one")
    with pytest.raises(OutputError, match=r"x: cannot be written: File name too long$"):
        append_line(tmp_path / ("x" * 300), "one")


def test_a_whole_line_that_no_harness_writes_is_named(tmp_path):
    for line in ['{"event": "finished"}', '{"event": "plan", "asked": 3}', '{"event": 7}', "[1]", "{}"]:
        journal = Journal(tmp_path)
        journal.path.write_text(f'{{"event": "session", "seconds": 1.0}}\n{line}\n')
        with pytest.raises(HarnessError, match=r"journal\.jsonl, line 2: found .*delete the line"):
            journal.refuse_damaged()
    journal.path.unlink()
    journal.path.mkdir()
    with pytest.raises(HarnessError, match="jsonl: cannot be read"):
        journal.lines()


@pytest.mark.parametrize("before", [None, "", "one\n"])
def test_a_line_that_somebody_else_adds_stays_when_ours_fails(before, tmp_path, monkeypatch):
    path = tmp_path / "lines"
    if before is not None:
        path.write_text(before)

    def full_after_a_neighbour(_):
        with path.open("a") as file:
            file.write("theirs\n")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_after_a_neighbour)
    with pytest.raises(OutputError, match="free some space"):
        append_line(path, "ours")
    assert path.read_text().endswith("theirs\n")
    assert path.read_text().startswith(before or "")


def test_lines_added_at_once_are_whole_with_nothing_between_them(tmp_path):
    path = tmp_path / "lines"
    lines = [f"{number:03} {'x' * 20_000}" for number in range(200)]
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda line: append_line(path, line), lines))
    assert sorted(path.read_text().splitlines()) == lines
