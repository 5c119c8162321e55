"""A real run, small, and everything that is left of it."""

import csv
import json
import os
from pathlib import Path

import numpy as np
import pytest
from harness.storage.made import nothing_left, require
from harness.stubs import BUSY, stubbed

from ahp.cli.bench import main
from ahp.errors import HarnessError, OutputError, TrialError, UnavailableError
from ahp.harness import results, results_folder
from ahp.harness import run as runs
from ahp.harness.catalogue import ENGINES, LAYERS
from ahp.harness.ledger import TOKEN, Ledger, standing
from ahp.harness.load.base import histogram_from, merged
from ahp.harness.plan import Trial, plan, read_plan, trials
from ahp.harness.results import DISCARDED, RAW, Journal, may_repeat, raw
from ahp.harness.run import planned, resume, run
from ahp.harness.storage.base import CACHES

SMALL = {
    "workload": "stress-test",
    "alternatives": "none,zstd",
    "runs": 2,
    "scale": 0.0002,
    "warmup": 0.1,
    "transactions": 300,  # and not a time, in which a busy machine may do nothing
    "interference": "flag",
}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    token = os.environ.pop(TOKEN, None)
    folder = tmp_path_factory.mktemp("bench") / "results"
    steps = []
    summary = run(plan(SMALL | {"twin": True, "log": True}), folder, progress=steps.append)
    yield folder, summary, steps
    os.environ.pop(TOKEN, None)
    if token is not None:
        os.environ[TOKEN] = token


@pytest.fixture(autouse=True)
def no_token(monkeypatch):
    monkeypatch.delenv(TOKEN, raising=False)


def contents(folder):
    """What stands in a folder, and when it was written."""
    return {
        path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*") if path.is_file()
    }


def test_a_folder_holds_all_that_it_should_and_resuming_it_changes_nothing(done):
    folder, summary, steps = done
    assert (summary.finished, summary.failed, summary.reasons) == (6, 0, ())
    assert [step.number for step in steps if step.trial] == [1, 2, 3, 4, 5, 6]
    left = [step.left_s for step in steps if step.trial]
    assert left[0] is None  # a number of transactions takes its time
    assert left[1] > left[-1] > 0
    noted = [step.doing for step in steps if step.doing.startswith("note: as root: the caches of files")]
    assert len(noted) == os.access(CACHES, os.W_OK)
    wanted = "results.csv plan.toml journal.jsonl ledger.jsonl environment.json raw"
    assert {path.name for path in folder.iterdir()} == set(wanted.split())  # and no temporary file any more
    assert standing(folder) == ()
    assert plan(read_plan(folder / "plan.toml")) == planned(folder)
    assert json.loads((folder / "environment.json").read_text())["ahp"]
    before = contents(folder)
    assert resume(folder).finished == 6
    assert contents(folder) == before


def test_the_table_says_what_the_log_of_every_response_says(done):
    folder = done[0]
    with (folder / "results.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if not row["transaction"]]
    found = [row["alternative"] + row["block"] + row["twin"] for row in rows]
    assert found == ["none1", "none1true", "zstd1", "none2", "none2true", "zstd2"]
    for row in rows:
        ratio = float(row["compression_ratio"])
        assert ratio == 1 if row["alternative"] == "none" else ratio > 1.4
        stem = f"{row['block']}_stress-test_{row['alternative']}{'_again' if row['twin'] else ''}"
        times = json.loads((folder / "raw" / f"{stem}.json").read_text())
        every = merged(histogram_from(one) for one in times.values())
        seconds = float(row["duration_s"])
        assert every.number == 300
        assert float(row["throughput_tps"]) == pytest.approx(every.number / seconds, rel=1e-9)
        log = np.load(folder / "raw" / f"{stem}-client-0.npz")
        took = np.sort(log["ended"] - log["due"])  # of the whole run: the window's are among them
        assert round(float(row["response_time_max_ms"]) * 1e6) in took
        assert took.size >= every.number


def test_the_journal_says_how_the_alternatives_were_verified_and_what_the_data_is_like(done):
    journal = Journal(done[0])
    (verified,) = journal.of("verified")
    assert verified["ratios"]["zstd"] > 1.3
    (data,) = journal.of("data")
    assert 1.5 < data["compressibility"] < 3
    assert data["rows"]["stress"] == 400
    assert [line["blocks"] for line in journal.of("complete")] == [2]


def test_a_folder_that_holds_something_is_refused_and_untouched(tmp_path, embedded):
    (tmp_path / "mine").write_text("x")
    with pytest.raises(HarnessError, match="not empty"):
        run(plan(SMALL), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    for work in (resume, planned):
        with pytest.raises(HarnessError, match="not a results folder"):
            work(tmp_path)


def test_failed_trials_are_told_and_only_they_are_repeated(tmp_path, monkeypatch):
    stubbed(monkeypatch)
    folder = tmp_path / "results"
    chosen = plan(SMALL)
    true = runs.run_trial
    seen = []

    def fails_once(trial, *more):
        seen.append(trial.name)
        if trial.name == broken:
            raise TrialError("the cable was loose")
        return true(trial, *more)

    broken = trials(chosen, 1)[1].name
    monkeypatch.setattr(runs, "run_trial", fails_once)
    summary = run(chosen, folder)
    assert (summary.finished, summary.failed, summary.reasons) == (3, 1, ("the cable was loose",))
    assert broken not in Journal(folder).finished()
    first, broken = broken, None
    seen.clear()
    summary = resume(folder)
    assert (summary.finished, summary.failed, summary.reasons) == (4, 0, ())
    assert seen == [first]


@pytest.mark.parametrize(
    ("number", "problem", "rows"),
    [
        (2, OutputError("results.csv: cannot be written: No space left on device"), 2),
        (4, KeyboardInterrupt(), 4),
    ],
    ids=["a full disk", "a kill between the journal and the table"],
)
def test_a_table_that_was_not_written_ends_the_run_and_loses_no_row(
    number, problem, rows, tmp_path, monkeypatch
):
    stubbed(monkeypatch)
    folder = tmp_path / "results"
    true, calls = results.write_results, []

    def fails(folder, lines):
        calls.append(None)
        if len(calls) == number:
            raise problem
        true(folder, lines)

    monkeypatch.setattr(results, "write_results", fails)
    with pytest.raises(type(problem)):
        run(plan(SMALL), folder)
    assert standing(folder) == ()  # the temporary files are gone even so
    assert len(Journal(folder).finished()) == rows
    monkeypatch.setattr(results, "write_results", true)
    assert resume(folder).finished == 4
    assert len(Journal(folder).of("finished")) == 4  # none was repeated
    with (folder / "results.csv").open() as file:
        assert sum(not row["transaction"] for row in csv.DictReader(file)) == 4


def test_whoever_is_asked_decides_how_many_blocks_there_are(tmp_path, monkeypatch):
    stubbed(monkeypatch)
    asked = []

    def stop(folder, blocks):
        asked.append((folder.name, blocks, len(Journal(folder).finished())))
        return blocks == 3

    summary = run(plan(SMALL), tmp_path / "results", stop=stop)
    assert asked == [("results", 1, 2), ("results", 2, 4), ("results", 3, 6)]
    assert summary.finished == 6
    # Nor does a block begin after the budget is spent.
    assert run(plan(SMALL | {"runs": 50, "budget": 0.01}), tmp_path / "other").finished == 2


def test_another_machine_does_not_go_on(tmp_path, monkeypatch):
    stubbed(monkeypatch)
    folder = tmp_path / "results"
    monkeypatch.setattr(runs, "run_trial", lambda *_: (_ for _ in ()).throw(TrialError("no")))
    run(plan(SMALL), folder)
    monkeypatch.setattr(results_folder, "environment", lambda *_: {"machine": "another"})
    before = contents(folder)
    with pytest.raises(HarnessError, match="of another machine"):
        resume(folder)
    assert contents(folder) == before


def test_a_changed_plan_is_refused_and_nothing_touched(tmp_path, monkeypatch, capsys):
    stubbed(monkeypatch)
    folder = tmp_path / "results"
    run(plan(SMALL), folder)
    text = (folder / "plan.toml").read_text()
    text = text.replace('["none", "zstd"]', '["none", "lz4"]').replace("seed = 1\n", "seed = 2\n")
    (folder / "plan.toml").write_text(text)
    before = contents(folder)
    assert main(["resume", str(folder)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert "alternatives was none,zstd and is none,lz4; seed was 1 and is 2; set it back, or run it" in line
    assert contents(folder) == before


def test_more_runs_go_on_where_fewer_were_complete(tmp_path, monkeypatch):
    attempts = stubbed(monkeypatch)
    folder = tmp_path / "results"
    run(plan(SMALL), folder)
    text = (folder / "plan.toml").read_text()
    (folder / "plan.toml").write_text(text.replace("runs = 2", "runs = 3"))
    assert resume(folder).finished == 6
    assert set(attempts.values()) == {1}  # what had finished was not repeated
    assert [line["asked"]["runs"] for line in Journal(folder).of("plan")] == [2, 3]
    before = (folder / "journal.jsonl").read_bytes()
    assert resume(folder).finished == 6
    assert (folder / "journal.jsonl").read_bytes() == before


def test_what_the_last_session_did_not_verify_is_verified_before_it_goes_on(tmp_path, monkeypatch):
    folder = tmp_path / "results"
    stubbed(monkeypatch)
    asked = []

    def killed(names, *_):
        asked.append(names)
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "verify", killed)
    with pytest.raises(KeyboardInterrupt):
        run(plan(SMALL), folder)
    Journal(folder).add("verified", {"ratios": {"none": 1.0}})  # as if it had been killed between the two
    with pytest.raises(KeyboardInterrupt):
        resume(folder)
    assert asked == [("none", "zstd"), ("zstd",)]


def test_an_alternative_that_compresses_nothing_is_refused_when_resumed_too(tmp_path, monkeypatch, embedded):
    def plain(self, alternative, *_):
        raise UnavailableError(alternative, "it compresses nothing")

    folder = tmp_path / "results"
    monkeypatch.setattr(type(ENGINES["rocksdb"]), "verify", plain)
    for work in (lambda: run(plan(SMALL), folder), lambda: resume(folder)):
        with pytest.raises(UnavailableError, match="it compresses nothing"):
            work()
    assert Journal(folder).of("verified") == []
    assert Journal(folder).finished() == {}


@pytest.mark.slow
def test_a_folder_named_from_where_one_stands_holds_images_too(tmp_path, monkeypatch):
    require(LAYERS["btrfs"])
    monkeypatch.chdir(tmp_path)
    on_btrfs = {"engine": "sqlite", "storage": "btrfs", "alternatives": "none,zstd:3", "runs": 1}
    summary = run(plan(SMALL | on_btrfs), Path("results"))
    assert (summary.folder, summary.finished, summary.reasons) == (Path("results"), 2, ())
    lines = map(json.loads, (tmp_path / "results" / "ledger.jsonl").read_text().splitlines())
    facts = [line.get("facts", {}) for line in lines]
    paths = [fact[name] for fact in facts for name in ("path", "image") if name in fact]
    assert paths
    assert all(Path(path).is_absolute() for path in paths)  # so that `clean` finds them from anywhere
    assert nothing_left(Ledger(tmp_path / "results"))


def test_one_that_was_disturbed_is_repeated_and_the_first_one_kept(monkeypatch, tmp_path):
    folder = tmp_path / "results"
    attempts = stubbed(monkeypatch, lambda trial, number: trial.name.endswith("zstd") and number == 1)
    steps = []
    summary = run(plan(SMALL | {"interference": "repeat"}), folder, progress=steps.append)
    assert (summary.finished, summary.discarded, summary.flags) == (4, 2, {"not steady": 4})
    told = [(step.number, step.doing) for step in steps if step.trial and step.trial.alternative == "zstd"]
    assert [doing for _, doing in told] == ["running", f"repeated, for {BUSY[0]}"] * 2
    assert told[0][0] == told[1][0]
    assert sorted(attempts.values()) == [1, 1, 2, 2]
    discarded = Journal(folder).of("discarded")
    assert [(line["attempt"], line["measures"]["throughput"]) for line in discarded] == [(1, 1.0), (1, 1.0)]
    assert all(BUSY[0] in line["flags"] for line in discarded)
    for line in Journal(folder).of("finished"):
        again = line["trial"].endswith("zstd")
        assert (line["attempts"], line["measures"]["throughput"]) == ((2, 2.0) if again else (1, 1.0))
        assert BUSY[0] not in line["flags"]
    rows = csv.DictReader((folder / "results.csv").read_text().splitlines())
    assert sorted(float(row["throughput_tps"]) for row in rows) == [1, 1, 2, 2]
    kept = folder / RAW / DISCARDED
    (times,) = kept.glob("1_*zstd-1.json")
    assert json.loads(times.read_text())["a"]["largest"] == 1000
    (log,) = kept.glob("1_*zstd-1-client-0.npz")
    assert log.read_text() == "1"


def test_on_a_machine_that_is_never_quiet_runs_count_and_are_flagged(monkeypatch, tmp_path):
    for interference, most in (("repeat", 2), ("flag", 0)):
        stubbed(monkeypatch, lambda trial, number: True)
        summary = run(plan(SMALL | {"interference": interference}), tmp_path / interference)
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
        run(plan(SMALL | {"interference": "repeat"}), folder)
    monkeypatch.setattr(runs, "discard", true)
    assert len(Journal(folder).of("discarded")) == 1
    summary = resume(folder)
    assert (summary.finished, summary.discarded) == (4, 2)


def test_how_often_a_run_may_be_repeated_and_what_is_kept_of_it(tmp_path):
    one, other = Trial(1, "w", "a"), Trial(1, "w", "b")
    lines = [{"trial": one.name}, {"trial": one.name}]
    for noted, trial, number, allowed in (
        ([], one, 4, True),
        (lines[:1], one, 4, True),
        (lines, one, 100, False),
        (lines, other, 100, True),
        (lines, other, 8, False),
        ([{"trial": str(number)} for number in range(25)], other, 100, False),
    ):
        assert may_repeat(noted, trial, number) is allowed
    # What is kept of runs of files has a name of its own.
    long = "/home/somebody/" + 20 * "benchmarks/" + "a_b.toml"
    trials = [Trial(block, path, "none") for block in (1, 2) for path in (long, long.replace("a_b", "a.b"))]
    names = [raw(tmp_path, trial).name for trial in trials]
    assert len(set(names)) == len(names)
    assert all(len(name) < 150 and not set(name) & set("/.*?[]") for name in names)
    assert raw(tmp_path, Trial(3, "order-entry", "zstd:3")).name == "3_order-entry_zstd_3"
