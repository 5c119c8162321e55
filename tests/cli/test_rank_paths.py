"""`--path` together with files that say themselves what they are about, through the command and `ahp.read`."""

import json
from pathlib import Path

import pytest

import ahp
from ahp.cli.rank import main

PGBENCH = (Path(__file__).resolve().parents[1] / "inputs" / "pgbench" / "plain.stdout.txt").read_text()
PATTERN = "{alternative}/{scenario}-run{run}.log"
SIZES = "alternative,original_bytes,stored_bytes\nnone,1000,1000\nlz4,1000,500\nzstd,1000,250\n"
NAMES = ("none", "lz4", "zstd")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that writes the logs of some scenarios, and a table of sizes beside them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sizes.csv").write_text(SIZES)

    def write(*scenarios, runs=2):
        for i, name in enumerate(NAMES):
            (tmp_path / "logs" / name).mkdir(parents=True)
            for scenario in scenarios:
                for run in range(1, runs + 1):
                    log = PGBENCH.replace("tps = 2083.121704", f"tps = {2083 + i}.{run}21704")
                    (tmp_path / "logs" / name / f"{scenario}-run{run}.log").write_text(log)
        return tmp_path

    return write


def rank(capsys, *arguments):
    status = main([*arguments, "--path", PATTERN, "--format", "json"])
    out, complaint = capsys.readouterr()
    return status, json.loads(out) if out else None, complaint


def ratios(document, at=0):
    (storage,) = (c for c in document["scenarios"][at]["criteria"] if c["name"] == "storage_saving")
    return storage["values"]


@pytest.mark.parametrize("runs", [1, 20])  # of many files those alike are read together
def test_a_table_of_sizes_stands_beside_the_folder(folder, capsys, runs):
    folder("oltp", runs=runs)
    status, document, complaint = rank(capsys, "logs/", "sizes.csv")
    assert status == 0
    assert ratios(document) == {"lz4": 0.5, "zstd": 0.75}
    assert [scenario["scenario"] for scenario in document["scenarios"]] == ["oltp"]
    assert document["scenarios"][0]["runs"] == dict.fromkeys(NAMES, runs)
    assert document["inputs"][-1]["file"] == "sizes.csv"
    assert ("stored_bytes in sizes.csv names no run; it serves every run" in complaint) == (runs > 1)
    rows = [row for row in ahp.read("logs", "sizes.csv", path=PATTERN).rows if row.measure == "stored_bytes"]
    found = {row.alternative: (row.value, str(row.place)) for row in rows}
    wanted = zip(NAMES, (1000.0, 500.0, 250.0), (2, 3, 4), strict=True)
    assert found == {name: (size, f"sizes.csv, line {line}") for name, size, line in wanted}


def test_a_name_in_the_argument_is_enough(folder, capsys):
    folder("oltp", runs=1)
    Path("more.txt").write_text(PGBENCH.replace("tps = 2083.121704", "tps = 1999.121704"))
    measured = ahp.read("logs", "lzjb=more.txt", path=PATTERN)
    assert measured.alternatives("oltp") == ("lz4", "none", "zstd", "lzjb")
    status, _, complaint = rank(capsys, "logs", "sizes=sizes.csv")
    assert status == 2
    assert complaint == (
        "ahp-rank: sizes.csv: the file names its alternatives itself, 'none', 'lz4', 'zstd', and is called 'sizes' by "
        "the argument; leave the name out; in a pattern * stands for what does not matter\n"
    )


@pytest.mark.parametrize("runs", [1, 20])
def test_a_file_that_neither_fits_nor_names_itself_is_refused_by_name(folder, capsys, runs):
    folder("oltp", runs=runs)
    Path("more.txt").write_text(PGBENCH)
    status, document, complaint = rank(capsys, "logs", "sizes.csv", "more.txt")
    assert (status, document) == (2, None)
    assert complaint == (
        "ahp-rank: more.txt: the path does not fit the pattern '{alternative}/{scenario}-run{run}.log', and the file "
        "does not say which alternative it measured; write NAME=FILE, add a column 'alternative', or correct the "
        "pattern\n"
    )
    main(["logs", "more.txt", "--path", PATTERN, "--explain-input"])
    assert "more.txt: the path does not fit the pattern" in " ".join(capsys.readouterr().out.split())


def test_a_pattern_that_nothing_fits_is_refused(folder, capsys):
    folder("oltp")
    assert rank(capsys, "sizes.csv", *(f"logs/{name}" for name in NAMES))[0] == 0
    status, _, complaint = rank(capsys, "sizes.csv")
    assert status == 2
    assert complaint.startswith("ahp-rank: sizes.csv: the path does not fit the pattern")
