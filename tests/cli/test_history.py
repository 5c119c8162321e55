"""Decisions kept and shown: --history, and reading them back."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import pytest

import ahp
from ahp.cli.history import keep as keep_one
from ahp.cli.rank import main
from ahp.report.history import history_schema

TABLE = "alternative,tps,cpu\nnone,100,10\nlz4,{lz4},12\nzle,110,11\n"
NOON = 1767225600  # 2026-01-01


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(TABLE.format(lz4=150))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(NOON))
    return tmp_path


def keep(monkeypatch, where, nights):
    """Keep a decision for each throughput, a day apart."""
    for day, tps in enumerate(nights):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(NOON + 86_400 * day))
        Path("t.csv").write_text(TABLE.format(lz4=tps))
        assert main(["t.csv", "--no-confidence", "--output", "report.txt", "--history", where]) == 0


def refused(arguments, told):
    found = told(2, main, arguments)
    (line,) = found.err.splitlines()
    assert found.out == ""
    return line


NIGHTS = [150, 151, 149, 150, 150, 105, 104, 105, 106, 105]


def test_a_file_grows_by_a_line_and_shows_levels(folder, monkeypatch, told):
    keep(monkeypatch, "h.jsonl", NIGHTS)
    assert len((folder / "h.jsonl").read_text().splitlines()) == 10
    shown = told(0, main, ["--history", "h.jsonl"]).out
    assert shown == ahp.read_history("h.jsonl").report()
    assert shown.startswith("default   zle first in the last 5 of 10 decisions\n")
    assert " 6  2026-01-06T00:00:00+00:00  zle" in shown
    assert "6: benefit to cost of lz4 goes from " in shown


def test_every_format_is_the_librarys(folder, monkeypatch, told):
    keep(monkeypatch, "h.jsonl", NIGHTS[:3])
    for format in ("text", "csv", "markdown", "json"):
        shown = told(0, main, ["--history", "h.jsonl", "--format", format]).out
        assert shown == ahp.read_history("h.jsonl").report(format)
        assert main(["--history", "h.jsonl", "--format", format, "--output", "shown"]) == 0
        assert (folder / "shown").read_text() == shown
    jsonschema.validate(json.loads(shown), history_schema())


def test_a_folder_gets_a_file_each(folder, monkeypatch):
    keep(monkeypatch, "nights/", [150, 151])
    keep(monkeypatch, "nights", [150])
    names = sorted(path.name for path in (folder / "nights").iterdir())
    assert names == ["20260101T000000Z-2.json", "20260101T000000Z.json", "20260102T000000Z.json"]
    found = ahp.read_history("nights")
    assert found.order == "time"
    assert len(found) == 3


def test_what_is_kept_is_the_report_with_its_time(folder, told):
    report = json.loads(told(0, main, ["t.csv", "--format", "json", "--history", "h.jsonl"]).out)
    kept = json.loads((folder / "h.jsonl").read_text())
    assert kept == {"time": "2026-01-01T00:00:00+00:00", "decision": report}


def test_reports_in_a_folder_are_a_history_too(folder, monkeypatch, told):
    (folder / "reports").mkdir()
    for night in (9, 10, 1):
        assert main(["t.csv", "--format", "json", "--output", f"reports/night{night}.json"]) == 0
    names = [entry.name for entry in ahp.read_history("reports").entries]
    assert names == ["night1.json", "night9.json", "night10.json"]
    assert "3  night10.json  lz4" in told(0, main, ["--history", "reports"]).out


def test_a_decision_that_fails_the_gate_is_kept_all_the_same(folder):
    assert main(["t.csv", "--output", "r.txt", "--expect", "zle", "--history", "h.jsonl"]) == 1
    assert len(ahp.read_history("h.jsonl")) == 1


def test_bad_input_keeps_nothing(folder, told):
    (folder / "bad.csv").write_text("alternative,tps\nnone,-1\n")
    refused(["bad.csv", "--history", "h.jsonl"], told)
    refused(["t.csv", "--expect", "snappy", "--history", "h.jsonl"], told)
    refused(["t.csv", "--output", "no/such/folder", "--history", "h.jsonl"], told)
    assert not (folder / "h.jsonl").exists()


def test_an_empty_file_and_one_without_its_last_line_end_can_grow(folder):
    (folder / "h.jsonl").write_text("")
    assert main(["t.csv", "--output", "r.txt", "--history", "h.jsonl"]) == 0
    text = (folder / "h.jsonl").read_text()
    (folder / "h.jsonl").write_text(text.rstrip("\n"))
    assert main(["t.csv", "--output", "r.txt", "--history", "h.jsonl"]) == 0
    assert (folder / "h.jsonl").read_text() == text * 2


NO_JSON = "h.jsonl, line 1: found 'alternative,tps': this is not whole JSON"
NO_DECISION = "h.jsonl, line 1: this is no decision: key 'schema' is not 'ahp.decision/1'"
TWICE = "h.jsonl, line 2: found 'schema': this key stands twice in an object"
NO_LINES = "h.jsonl: this is one report and not JSON lines, so none can be added; name another file"


TWICE_IN = '{"schema": 1,\n "schema": 2}\n'


def test_a_file_that_is_no_history_stays_as_it_was(folder, monkeypatch, told):
    report = ahp.rank(ahp.read("t.csv")).report("json")
    for text, said in (
        ("alternative,tps\nnone,1\n", NO_JSON),
        ("{}\n", NO_DECISION),
        (TWICE_IN, TWICE),
        (report, NO_LINES),
    ):
        (folder / "h.jsonl").write_text(text)
        assert said in refused(["t.csv", "--history", "h.jsonl"], told)
        assert (folder / "h.jsonl").read_text() == text
    (folder / "h.jsonl").write_text("")
    monkeypatch.setattr(os, "access", lambda *_: False)
    line = refused(["t.csv", "--history", "h.jsonl"], told)
    assert line == "ahp-rank: h.jsonl: cannot keep a decision: h.jsonl is not writable"


KEPT = ["--history", "h.jsonl"]
REFUSED = [
    (["t.csv", "--history", "no/h.jsonl"], "no/h.jsonl: cannot keep a decision: no does not exist"),
    (["t.csv", "--history", "no/such/"], "no/such: cannot keep a decision: No such file or directory"),
    (["t.csv", "--history", ""], "--history needs the path of a file or a folder"),
    (["t.csv", "--history", "-"], "--history needs the path of a file or a folder"),
    (KEPT, "h.jsonl: there is no such file; check the path"),
    (["--history", ""], "the name of the file is empty"),
    (["--history", "nights"], "nights: no JSON report is in this folder"),
    ([*KEPT, "--against", "x.json"], "--against needs FILE, measurements to decide by"),
    ([*KEPT, "--expect", "lz4"], "--expect needs FILE, measurements to decide by"),
    ([*KEPT, "--expect-not-worse"], "--expect-not-worse needs FILE, measurements to"),
    ([*KEPT, "--weights", "a=1", "--baseline", "x"], "--baseline needs FILE, measurements"),
    ([*KEPT, "--explain-input"], "--explain-input needs FILE, measurements to decide by"),
    ([*KEPT, "--from", "+1"], "--from needs FILE, measurements to decide by"),
    ([], "the following arguments are required: FILE"),
]


def test_wrong_arguments_are_one_line_and_status_2(folder, told):
    (folder / "nights").mkdir()
    for arguments, complaint in REFUSED:
        assert refused(arguments, told).startswith(f"ahp-rank: {complaint}")
    assert main(["t.csv", "--output", "r.txt", "--history", "nights"]) == 0
    assert len(ahp.read_history("nights")) == 1  # an empty folder can grow


def test_a_full_disk_leaves_the_history_as_it_was(folder, monkeypatch, told):
    assert main(["t.csv", "--output", "r.txt", "--history", "h.jsonl"]) == 0
    old = (folder / "h.jsonl").read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = told(2, main, ["t.csv", "--history", "h.jsonl"]).err
    assert "h.jsonl: cannot be written: No space left on device" in said
    assert (folder / "h.jsonl").read_bytes() == old


def test_a_history_comes_from_standard_input_too(folder):
    assert main(["t.csv", "--output", "r.txt", "--history", "h.jsonl"]) == 0
    command = [sys.executable, "-m", "ahp.cli.rank", "--history", "-", "--format", "csv"]
    text = (folder / "h.jsonl").read_text()
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 3


def test_every_decision_kept_at_once_has_a_file_of_its_own(tmp_path):
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda number: keep_one(tmp_path, {"number": number}), range(100)))
    kept = [json.loads(path.read_text())["decision"]["number"] for path in tmp_path.glob("*.json")]
    assert sorted(kept) == list(range(100))
    assert len(list(tmp_path.iterdir())) == 100


def test_a_decision_is_kept_where_files_cannot_be_linked(folder, monkeypatch):
    def unable(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", unable)
    for number in range(2):
        keep_one(folder, {"number": number})
    names = ["20260101T000000Z.json", "20260101T000000Z-2.json"]
    assert [json.loads((folder / name).read_text())["decision"]["number"] for name in names] == [0, 1]
    assert {path.name for path in folder.iterdir()} == {"t.csv", *names}
