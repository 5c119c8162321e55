"""ahp-rank and what it is to read: a folder by `--path`, a table beside it, monitors with `--from`, `--to`, `--idle`; what a ranking loads and leaves."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import ahp
from ahp.cli.rank import main

INPUTS = Path(__file__).resolve().parents[1] / "inputs"
PGBENCH = (INPUTS / "pgbench" / "plain.stdout.txt").read_text()
PATTERN = "{alternative}/{scenario}-run{run}.log"
NAMES = ("none", "lz4", "zstd")


@pytest.fixture
def rank(tmp_path, monkeypatch, capsys):
    """The command in a folder of the test's own: its status, its document and what it said."""
    monkeypatch.chdir(tmp_path)

    def ranked(*arguments):
        status = main([*arguments, "--format", "json"])
        out, said = capsys.readouterr()
        return status, json.loads(out) if out else None, said

    return ranked


def logs(runs):
    """A log of each alternative and run in the folder `logs`, and a table of their sizes beside it."""
    Path("sizes.csv").write_text("alternative,original_bytes,stored_bytes\nnone,8,8\nlz4,8,4\nzstd,8,2\n")
    for i, name in enumerate(NAMES):
        Path("logs", name).mkdir(parents=True)
        for run in range(1, runs + 1):
            log = PGBENCH.replace("tps = 2083.121704", f"tps = {2083 + i}.{run}21704")
            Path("logs", name, f"oltp-run{run}.log").write_text(log)


@pytest.mark.parametrize("runs", [1, 20])  # of many files those alike are read together
def test_a_table_of_sizes_stands_beside_the_folder(rank, runs):
    logs(runs)
    status, document, said = rank("logs/", "sizes.csv", "--path", PATTERN)
    assert status == 0
    (scenario,) = document["scenarios"]
    (saving,) = [c["values"] for c in scenario["criteria"] if c["name"] == "storage_saving"]
    assert saving == {"lz4": 0.5, "zstd": 0.75}
    assert (scenario["scenario"], scenario["runs"]) == ("oltp", dict.fromkeys(NAMES, runs))
    assert document["inputs"][-1]["file"] == "sizes.csv"
    assert ("stored_bytes in sizes.csv names no run; it serves every run" in said) == (runs > 1)
    rows = [row for row in ahp.read("logs", "sizes.csv", path=PATTERN).rows if row.measure == "stored_bytes"]
    assert {str(row.place) for row in rows} == {f"sizes.csv, line {line}" for line in (2, 3, 4)}


@pytest.mark.parametrize("runs", [1, 20])
def test_a_file_that_neither_fits_nor_names_itself_is_refused_by_name(rank, runs):
    logs(runs)
    Path("more.txt").write_text(PGBENCH)
    assert rank("logs", "sizes.csv", "more.txt", "--path", PATTERN) == (2, None, (
        "ahp-rank: more.txt: the path does not fit the pattern '{alternative}/{scenario}-run{run}.log', and the file "
        "does not say which alternative it measured; write NAME=FILE, add a column 'alternative', or correct the "
        "pattern\n"
    ))  # fmt: skip
    _, explained, _ = rank("logs", "more.txt", "--path", PATTERN, "--explain-input")
    assert "more.txt: the path does not fit the pattern" in json.dumps(explained)


def test_a_pattern_that_nothing_fits_is_refused(rank):
    logs(2)
    assert rank("sizes.csv", *(f"logs/{name}" for name in NAMES), "--path", PATTERN)[0] == 0
    status, _, said = rank("sizes.csv", "--path", PATTERN)
    assert status == 2
    assert said.startswith("ahp-rank: sizes.csv: the path does not fit the pattern")


@pytest.fixture
def monitored(rank):
    """Arguments: a table, and a recording of each alternative's run."""
    Path("load.csv").write_text("alternative,tps,compression_ratio\nnone,100,1\nlz4,110,2\nzstd,120,3\n")
    for name in NAMES:
        Path(f"{name}.txt").write_text((INPUTS / "sar" / "sar_u.txt").read_text())
    return ["load.csv", *(f"{name}={name}.txt" for name in NAMES)]


def test_one_window_and_the_idle_machine(rank, monitored):
    idle = str(INPUTS / "mpstat" / "mpstat.txt")
    status, document, _ = rank(*monitored, "--from", "+0", "--to", "+3", "--idle", idle)
    assert status == 0
    assert (document["inputs"][-1]["file"], document["inputs"][-1]["reader"]) == (idle, "mpstat")
    assert "Subtracted from every run" in json.dumps(document["scenarios"][0]["audit"])


def test_processors_make_the_cpu_per_transaction(rank, monitored):
    _, document, _ = rank(*monitored, "--cpus", "2")
    assert "cpu_per_transaction" in [c["measure"] for c in document["scenarios"][0]["criteria"]]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--from soon", "'soon' is no time"),
        ("--from 21:34:41", "21:34:41 comes once every day"),
        ("--from 12:00:00 --to 13:00:00", "no interval lies whole in the window"),
        ("--from mine=+1", "no monitor's file is called 'mine'"),
        ("--from +1 --from +2", "--from: '+2' is given twice"),
        ("--idle nowhere.txt", "nowhere.txt: there is no such file"),
        ("--cpus 0", "give how many the machine has"),
        ("--cpus two", "argument --cpus: invalid int value: 'two'"),
    ],
)
def test_what_cannot_be_done_is_one_line(rank, monitored, options, said):
    status, document, told = rank(*monitored, *options.split())
    assert (status, document, told.count("\n")) == (2, None, 1)
    assert said in told


def loaded(root, *arguments):
    code = (
        "import sys\nfrom ahp.cli.rank import main\n"
        f"main({list(map(str, arguments))!r})\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    return set(done.stderr.split())


def test_each_job_loads_what_it_needs(root):
    code = "import numpy, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    with_numpy = set(done.stdout.split())  # NumPy 1 loads masked arrays by itself
    heavy = {"numpy.ma", "pandas", "scipy", "matplotlib"} - with_numpy
    for command in ("rank", "bench", "judge"):  # who asks what one is waits for nothing that it needs
        code = (
            f"import sys\nfrom ahp.cli.{command} import main\n"
            "print(main(['--version']), main(['--help']), *{'numpy', 'rich'} & set(sys.modules), file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert f"usage: ahp-{command} " in done.stdout
        assert done.stderr == "0 0\n"
    table = "examples/zfs_oltp.csv"
    for arguments, needed, others in [
        ([table], "ahp.cli.ranking", heavy),
        ([table, "--format", "json"], "ahp.cli.ranking", heavy | {"rich"}),
    ]:
        found = loaded(root, *arguments)
        assert needed in found
        assert not others & found


@pytest.mark.parametrize("arguments", [[], ["--explain-input"]])
@pytest.mark.parametrize("given", ["t.csv", "all=t.csv"])
def test_no_input_is_overwritten(arguments, given, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    table = f"{'alternative,' if given == 't.csv' else ''}tps,cpu\n"
    table += "none,100,10\nlz4,150,12\nzle,110,11\n" if given == "t.csv" else "100,10\n"
    Path("t.csv").write_text(table)
    Path("u.csv").write_text("tps,cpu\n120,12\n")
    more = [] if given == "t.csv" else ["u=u.csv", "--baseline", "u"]
    assert main([given, *more, *arguments, "--output", "./t.csv"]) == 2
    assert "./t.csv: is read here, and would be overwritten" in capsys.readouterr().err
    assert Path("t.csv").read_text() == table


TABLE = "alternative,tps,cpu\nnone,100,10\nlz4,150,12\nzle,110,11\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with inputs of all kinds, a history as a file and as a folder, and a previous decision."""
    monkeypatch.chdir(tmp_path)
    for name in ("ok.csv", "glob1.csv", "fold/a.csv"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(TABLE)
    Path("data.csv").write_text(TABLE)
    criteria = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
    Path("sf.toml").write_text(f'[[files]]\npath = "data.csv"\n{criteria}')
    Path("idle.csv").write_text("alternative,cpu\nidle,1\n")
    Path("nights").mkdir()
    for history in ("h.jsonl", "nights"):
        assert main(["ok.csv", "--no-confidence", "--history", history, "--output", "report.txt"]) == 0
    (entry,) = Path("nights").iterdir()
    entry.rename("nights/1.json")
    assert main(["ok.csv", "--no-confidence", "--format", "json", "--output", "prev.json"]) == 0
    return tmp_path


def test_no_input_is_overwritten_that_is_not_named_itself(folder, capsys):
    for given, output in [
        (["fold"], "fold/a.csv"),
        (["glob*.csv"], "glob1.csv"),
        (["--study", "sf.toml"], "data.csv"),
        (["--study", "sf.toml"], "sf.toml"),
        (["ok.csv", "--idle", "idle.csv"], "idle.csv"),
    ]:
        for explained in [True, False]:
            before = (folder / output).read_text()
            assert main([*given, *(["--explain-input"] if explained else []), "--output", output]) == 2
            assert f"{output}: is read here, and would be overwritten" in capsys.readouterr().err
            assert (folder / output).read_text() == before


def test_no_earlier_decision_is_overwritten(folder, capsys):
    for given, output in [
        (["ok.csv", "--history", "h.jsonl"], "h.jsonl"),
        (["--history", "h.jsonl"], "h.jsonl"),
        (["ok.csv", "--history", "nights"], "nights/1.json"),
        (["--history", "nights/"], "nights/1.json"),
        (["ok.csv", "--against", "prev.json"], "./prev.json"),
        (["ok.csv", "--history", "new.jsonl"], "./new.jsonl"),
    ]:
        for format in ["text", "json"]:
            place = folder / output
            before = place.read_text() if place.exists() else None
            assert main([*given, "--format", format, "--output", output]) == 2
            assert f"{output}: is read here, and would be overwritten" in capsys.readouterr().err
            assert (place.read_text() if place.exists() else None) == before
            assert len(list((folder / "nights").iterdir())) == 1
    # But a report may stand beside the history of its folder.
    assert main(["ok.csv", "--no-confidence", "--history", "nights", "--output", "nights/report.txt"]) == 0
    assert len(list((folder / "nights").glob("*.json"))) == 2


def test_an_explanation_refuses_what_only_a_decision_can_be_asked(folder, capsys):
    for given, names in [
        (["--expect", "lz4"], "--expect"),
        (["--against", "nowhere.json"], "--against"),
        (["--history", "nowhere/x"], "--history"),
        (["--noise", "0.1", "--expect-not-worse"], "--expect-not-worse, --noise"),
    ]:
        assert main(["ok.csv", "--explain-input", *given]) == 2
        assert capsys.readouterr() == ("", f"ahp-rank: --explain-input ranks nothing; leave {names} out\n")
