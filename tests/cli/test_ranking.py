"""What each job of `ahp-rank` loads and leaves: a plain ranking nothing that it does not use, inputs as they were."""

import subprocess
import sys
from pathlib import Path

import pytest

from ahp.cli.rank import main


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
