"""What the system itself lists of a results folder's harnesses after they are gone."""

import json
import subprocess
from collections import Counter
from pathlib import Path

from ahp.harness.ledger import NAME, TOKEN, standing, tokens
from ahp.harness.results import Journal
from ahp.harness.system.process_table import environment_holds, processes

KEPT = {
    "results.csv", "plan.toml", "journal.jsonl", NAME, "environment.json", "raw",
    "report.txt", "report.json",
}  # fmt: skip


def assert_none(folder):
    """Fail if a mount, loop device, pool, process, control group or temporary file is left."""
    assert standing(folder) == ()
    marks = [f"{TOKEN}={token}" for token in tokens(folder)]
    assert [pid for pid in processes() for mark in marks if environment_holds(pid, mark)] == []
    mounted = Path("/proc/self/mounts").read_text()
    assert f"{folder}/" not in mounted
    assert f"{folder}/" not in subprocess.run(["losetup", "-a"], capture_output=True, text=True).stdout
    facts = []
    for line in (folder / NAME).read_text().splitlines():
        try:
            facts.append(json.loads(line).get("facts", {}))
        except ValueError:
            continue  # torn
    for place in {fact[name] for fact in facts for name in ("path", "folder") if name in fact}:
        assert not Path(place).exists()
        assert place not in mounted
    assert {path.name for path in folder.iterdir()} <= KEPT
    assert [path.name for path in (folder / "raw").glob(".*")] == []


def assert_each_once(folder, number):
    """Fail if a run is missing in the journal, the table or the raw results, or stands in one twice."""
    names = Counter(line["trial"] for line in Journal(folder).of("finished"))
    assert len(names) == number
    assert set(names.values()) == {1}
    header, *rows = (line.split(",") for line in (folder / "results.csv").read_text().splitlines())
    keys = [header.index(name) for name in ("scenario", "alternative", "block", "twin", "transaction")]
    runs = Counter(tuple(row[key] for key in keys) for row in rows)
    assert set(runs.values()) == {1}
    assert sum(not run[-1] for run in runs) == number
    assert len(list((folder / "raw").glob("*.json"))) == number


def assert_nothing_begun(folder):
    """Fail if a harness that was killed before it had a plan left more than its notes, and take these away."""
    if not folder.exists():
        return
    left = {path.name for path in folder.iterdir()}
    assert left <= {NAME, "journal.jsonl", ".plan.toml.new"}
    assert Journal(folder).of("finished") == []
    for name in left:
        (folder / name).unlink()
