"""hyperfine, run on two sleeps and a failure: what it wrote is what is read."""

import csv
import json
import statistics

import pytest
from endtoend.frames import kept
from endtoend.tools import output

import ahp


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hyperfine")
    output(
        *["hyperfine", "-N", "--runs", "4", "--warmup", "1", "--style", "basic"],
        *("--export-json", folder / "h.json", "--export-csv", folder / "h.csv"),
        *("--command-name", "short", "sleep 0.02", "--command-name", "long", "sleep 0.05"),
    )
    return folder


def test_each_run_is_read_from_json(exports):
    frame = kept(ahp.read(exports / "h.json"))
    for result in json.loads((exports / "h.json").read_text())["results"]:
        runs = frame[frame.alternative == result["command"]]
        assert runs.value.tolist() == result["times"]
        assert runs.run.tolist() == ["1", "2", "3", "4"]
        assert statistics.mean(runs.value) == pytest.approx(result["mean"])


def test_the_mean_is_read_from_csv(exports):
    frame = kept(ahp.read(exports / "h.csv")).set_index("alternative")
    with (exports / "h.csv").open() as lines:
        for row in csv.DictReader(lines):
            assert frame.value[row["command"]] == float(row["mean"])
    assert 0.02 <= frame.value["short"] < 0.05 <= frame.value["long"]


def test_runs_that_failed_are_refused_or_left_out(tmp_path):
    output(
        *["hyperfine", "-i", "-N", "--runs", "3", "--style", "basic"],
        *("--export-json", tmp_path / "h.json", "--command-name", "good", "sleep 0.01"),
        *("--command-name", "bad", "false"),
    )
    with pytest.raises(ahp.FailedRunError, match="bad failed in run 1: exit code 1"):
        ahp.read(tmp_path / "h.json")
    kept = ahp.read(tmp_path / "h.json", failed="drop")
    assert kept.alternatives("default") == ("good",)
    assert len([warning for warning in kept.warnings if "bad failed in run" in warning]) == 3
