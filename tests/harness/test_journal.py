import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from ahp.errors import HarnessError, OutputError
from ahp.harness.results import JOURNAL, Journal
from ahp.harness.system.durable_files import append_line


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
