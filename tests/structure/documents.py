"""The documents that each version wrote, kept to be loaded by every later one: `tests/structure/documents/VERSION`.

`python tests/structure/documents.py` writes those of the present version, for its release; what other versions
wrote is never written again.
"""

import contextlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).parent / "documents"
EXAMPLES = ROOT / "examples"

NIGHTS = (150, 151, 149, 150, 150, 90, 91, 90, 89, 90)
BENCH = ("plan.toml", "journal.jsonl", "results.csv", "report.json")


def written(where):
    """Write every kind of document into a folder, and return the names of the files."""
    import ahp

    def keep(name, text):
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    with contextlib.chdir(EXAMPLES):  # no path of this machine stands in what is kept
        table, runs = ahp.read("zfs_oltp.csv"), ahp.read("pg_wal_runs.csv")
        study = ahp.Study.from_toml("pg_wal_runs.toml")
    keep("decision.json", ahp.rank(table).report("json"))
    keep("decision_of_runs.json", ahp.rank(runs, study, resamples=200).report("json"))
    nights = [
        ahp.rank(ahp.read({"alternative": ["none", "lz4", "zle"], "tps": [50, tps, 110]})) for tps in NIGHTS
    ]
    lines = [
        {"time": f"2026-01-{day:02}T03:00:00+00:00", "decision": night.to_dict()}
        for day, night in enumerate(nights, start=1)
    ]
    keep("history.jsonl", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    keep("history.json", ahp.read_history(where / "history.jsonl").report("json"))
    keep(
        "judgments.json", (KEPT / "0.1.0" / "judgments.json").read_text(encoding="utf-8")
    )  # of every version
    with contextlib.chdir(where):
        judged = ahp.read_hierarchy("judgments.json")
    document = ahp.judge(judged.hierarchy, inputs=judged.inputs)
    keep("hierarchy.json", ahp.report.render_hierarchy(document, "json"))
    return sorted(str(path.relative_to(where)) for path in where.glob("*") if path.is_file())


def measured(where):
    """Run a short benchmark, and write what it leaves into a folder."""
    from ahp.cli.bench import main as bench

    where.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        given = "--engine rocksdb --workload stress-test --alternatives none,lz4 --scale 0.0002 --runs 2"
        given += " --warmup 0 --duration 0.2 --clients 1 --interference flag"
        assert bench(["run", *given.split(), "--output", "results"]) == 0
        for name in BENCH:
            shutil.copy(Path("results", name), where / name)


def main():
    """Write the documents of the present version."""
    from ahp import __version__

    where = KEPT / __version__
    shutil.rmtree(where / "bench", ignore_errors=True)
    measured(where / "bench")
    print(f"{where.relative_to(ROOT)}: {', '.join(['bench', *written(where)])}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
