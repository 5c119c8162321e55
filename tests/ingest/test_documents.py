"""Decisions that were written before: what is read, in which order, and what is said of damage."""

import json
from datetime import UTC, datetime

import pytest

import ahp
from ahp.errors import AHPError
from ahp.ingest.judgments.documents import check_growing, read_decision, read_decisions


def decided(tps=2):
    return ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, tps, 3]}), resamples=100)


@pytest.fixture(scope="module")
def report():
    return decided().report("json")


@pytest.fixture(scope="module")
def line(report):
    return json.dumps(json.loads(report))


def refusal(work, path):
    with pytest.raises(AHPError) as caught:
        work(path)
    return str(caught.value)


def names(path):
    return [saved.name for saved in read_decisions(path)]


def test_a_report_comes_back_as_it_was(report, write):
    path = write("previous.json", report)
    saved = read_decision(path)
    assert saved.document == json.loads(report)
    assert (saved.name, saved.time) == (str(path), None)
    assert len(saved.sha256) == 64


def test_files_are_in_natural_order(report, tmp_path):
    for name in ("run10.json", "run9.json", "run1.json", ".hidden.json", "notes.txt", "run9b.json"):
        (tmp_path / name).write_text(report)
    (tmp_path / "folder.json.d").mkdir()
    assert names(tmp_path) == ["run1.json", "run9.json", "run9b.json", "run10.json"]


def test_lines_are_in_their_order_and_blank_ones_none(line, write):
    path = write("h.jsonl", f"{line}\n\n{line}\n")
    assert names(path) == ["line 1", "line 3"]


def test_one_report_is_a_history_of_one(report, write):
    path = write("one.json", report)
    assert names(path) == ["one.json"]


def dated(line, time):
    return json.dumps({"time": time, "decision": json.loads(line)})


def test_times_order_the_entries_if_all_have_one(line, tmp_path):
    path = tmp_path / "h.jsonl"
    times = ["2026-01-02T00:00:00+01:00", "2026-01-01T23:30:00", "2025-12-31T00:00:00Z"]
    path.write_text("\n".join(dated(line, time) for time in times))
    assert names(path) == ["line 3", "line 1", "line 2"]  # without a zone it is UTC
    assert read_decisions(path)[2].time == datetime(2026, 1, 1, 23, 30, tzinfo=UTC)
    path.write_text("\n".join([dated(line, times[0]), line, dated(line, times[2])]))
    assert names(path) == ["line 1", "line 2", "line 3"]
    path.write_text(dated(line, None))
    assert read_decisions(path)[0].time is None


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "the file is empty"),
        ("alternative,tps\nnone,1\n", "line 1: found 'alternative,tps': this is not whole JSON: expecting"),
        ("{", "line 1: found '{': this is not whole JSON"),
        ('{"schema": "ahp.decision/1"', "this is not whole JSON: expecting"),
        ("[]", "this is no decision; give a report that ahp-rank --format json wrote"),
        ("3", "this is no decision; give a report"),
        ('{"schema": "ahp.hierarchy/1"}', "this is no decision: key 'schema' is not 'ahp.decision/1'"),
        ('{"schema": "ahp.decision/7"}', "found 'ahp.decision/7': key 'schema' must be 'ahp.decision/1'"),
        ('{"schema": "ahp.decision/1"}', "key 'version' is missing"),
        ('{"a": NaN}', "found 'NaN': a number must be finite"),
        ("[" * 100_000, "this JSON is nested too deeply"),
        ("1" * 5000, "this JSON cannot be read: Exceeds the limit"),
        ('{"time": 3, "decision": {}}', "found 3: key 'time' must be a date and time"),
        ('{"time": "tomorrow", "decision": {}}', "found 'tomorrow': key 'time' must be a date and time"),
        ('{"time": "0001-01-01T00:00:00+14:00", "decision": {}}', "key 'time' must be a date and time"),
        ('{"time": null, "decision": 5}', "this is no decision;"),
    ],
)
@pytest.mark.parametrize("work", [read_decision, read_decisions])
def test_damage_is_told_with_the_file(work, content, complaint, write):
    path = write("previous.json", content)
    message = refusal(work, path)
    assert message.startswith(f"{path}")
    assert complaint in message
    assert "\n" not in message


def test_a_damaged_report_names_the_line_and_a_wrong_key_the_key(report, write):
    path = write("previous.json", report[: len(report) // 2])
    lines = report[: len(report) // 2].count("\n") + 1
    assert f"previous.json, line {lines}: " in refusal(read_decision, path)
    path.write_text(report.replace('"choose": [', '"chose": ['))
    assert refusal(read_decision, path).startswith(f"{path}: key 'scenarios[0].choose' is missing")


def test_a_damaged_line_is_named(line, write):
    path = write("h.jsonl", f"{line}\n{line[:500]}\n{line}\n")
    assert refusal(read_decisions, path).startswith(f"{path}, line 2: ")
    path.write_text(f'{line}\n{{"schema": "other"}}\n')
    assert refusal(read_decisions, path).startswith(f"{path}, line 2: this is no decision")


def test_a_wrong_file_in_a_folder_is_named(report, tmp_path):
    (tmp_path / "a.json").write_text(report)
    (tmp_path / "b.json").write_text("{}")
    assert refusal(read_decisions, tmp_path).startswith(f"{tmp_path / 'b.json'}: this is no decision")


def test_what_is_not_there_is_told(tmp_path):
    assert refusal(read_decision, tmp_path / "no.json").endswith("there is no such file; check the path")
    assert refusal(read_decisions, tmp_path / "no.json").endswith("there is no such file; check the path")
    assert "the name of the file is empty" in refusal(read_decisions, "")
    assert refusal(read_decisions, tmp_path) == f"{tmp_path}: no JSON report is in this folder"
    assert "directory" in refusal(read_decision, tmp_path)


def test_what_may_not_be_looked_at_is_told(tmp_path, unprivileged):
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0)
    with unprivileged():
        assert "the file cannot be read: Permission denied" in refusal(read_decisions, folder / "h.jsonl")
    folder.chmod(0o755)


def test_a_folder_that_may_not_be_listed_is_told(tmp_path, monkeypatch):
    def closed(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.iterdir", closed)
    assert refusal(read_decisions, tmp_path) == f"{tmp_path}: the folder cannot be read: Permission denied"


def test_what_can_grow_is_lines_or_nothing(report, line, write):
    path = write("h.jsonl", "")
    check_growing(path)
    path.write_text(line)
    check_growing(path)
    path.write_text(report)
    assert "this is one report and not JSON lines" in refusal(check_growing, path)
    path.write_text("alternative,tps\n")
    assert "this is not whole JSON" in refusal(check_growing, path)
