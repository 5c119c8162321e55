"""A run that others disturbed is repeated within bounds, and what was discarded is kept and marked."""

import dataclasses
import json

import pytest
from harness.stubs import BUSY, stubbed

from ahp.errors import HarnessError
from ahp.harness import run as runs
from ahp.harness.journal import Journal
from ahp.harness.keeping import DISCARDED, RAW, may_repeat, raw
from ahp.harness.plan import Trial, plan
from ahp.harness.run import resume, run

CHOSEN = plan({"workload": "stress-test", "alternatives": "none,zstd", "runs": 2, "scale": 0.0002})


def test_one_that_was_disturbed_is_repeated_and_the_first_one_kept(monkeypatch, tmp_path):
    folder = tmp_path / "results"
    attempts = stubbed(monkeypatch, lambda trial, number: trial.name.endswith("zstd") and number == 1)
    summary = run(CHOSEN, folder)
    assert (summary.finished, summary.discarded, summary.flags) == (4, 2, {"not steady": 4})
    assert sorted(attempts.values()) == [1, 1, 2, 2]
    discarded = Journal(folder).of("discarded")
    assert [(line["attempt"], line["measures"]["throughput"]) for line in discarded] == [(1, 1.0), (1, 1.0)]
    assert all(BUSY[0] in line["flags"] for line in discarded)
    for line in Journal(folder).of("finished"):
        again = line["trial"].endswith("zstd")
        assert (line["attempts"], line["measures"]["throughput"]) == ((2, 2.0) if again else (1, 1.0))
        assert BUSY[0] not in line["flags"]
    rows = (folder / "results.csv").read_text().splitlines()[1:]
    assert sorted(float(row.split(",")[5]) for row in rows) == [1, 1, 2, 2]
    kept = folder / RAW / DISCARDED
    (times,) = kept.glob("1_*zstd-1.json")
    assert json.loads(times.read_text())["a"]["largest"] == 1000
    (log,) = kept.glob("1_*zstd-1-client-0.npz")
    assert log.read_text() == "1"


@pytest.mark.parametrize(("interference", "most"), [("repeat", 2), ("flag", 0)])
def test_on_a_machine_that_is_never_quiet_runs_count_and_are_flagged(
    interference, most, monkeypatch, tmp_path
):
    folder = tmp_path / "results"
    stubbed(monkeypatch, lambda trial, number: True)
    summary = run(dataclasses.replace(CHOSEN, interference=interference), folder)
    assert (summary.finished, summary.discarded) == (4, most)
    assert summary.flags["other processes were busy"] == 4


def test_a_repetition_that_was_cut_short_is_counted_when_resumed(monkeypatch, tmp_path):
    folder = tmp_path / "results"
    stubbed(monkeypatch, lambda trial, number: True)
    true = runs.discard

    def cut(*told):
        true(*told)
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "discard", cut)
    with pytest.raises(KeyboardInterrupt):
        run(CHOSEN, folder)
    monkeypatch.setattr(runs, "discard", true)
    assert len(Journal(folder).of("discarded")) == 1
    summary = resume(folder)
    assert (summary.finished, summary.discarded) == (4, 2)


def test_bounds_are_for_each_run_and_for_all_together():
    one, other = Trial(1, "w", "a"), Trial(1, "w", "b")
    lines = [{"trial": one.name}, {"trial": one.name}]
    assert may_repeat([], one, 4)
    assert may_repeat(lines[:1], one, 4)
    assert not may_repeat(lines, one, 100)
    assert may_repeat(lines, other, 100)
    assert not may_repeat(lines, other, 8)
    assert not may_repeat([{"trial": str(number)} for number in range(25)], other, 100)


def test_another_word_is_refused():
    with pytest.raises(HarnessError, match="interference must be one of repeat, flag; found 'never'"):
        plan({"workload": "stress-test", "interference": "never"})


def test_what_is_kept_of_runs_of_files_has_a_name_of_its_own(tmp_path):
    long = "/home/somebody/" + 20 * "benchmarks/" + "a_b.toml"
    trials = [Trial(block, path, "none") for block in (1, 2) for path in (long, long.replace("a_b", "a.b"))]
    names = [raw(tmp_path, trial).name for trial in trials]
    assert len(set(names)) == len(names)
    assert all(len(name) < 150 and not set(name) & set("/.*?[]") for name in names)
    assert raw(tmp_path, Trial(3, "order-entry", "zstd:3")).name == "3_order-entry_zstd_3"
