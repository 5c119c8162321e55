"""ahp-rank: what it prints, where it writes, and that it stays out of the way."""

import io
import json
import sys
from pathlib import Path

import pytest

import ahp
from ahp.cli.rank import main


@pytest.fixture
def zfs(examples):
    return str(examples / "zfs_oltp.csv")


def test_every_format_is_the_librarys(zfs, capsysbinary):
    decision = ahp.rank(ahp.read(zfs))
    for format in ["text", "json", "csv", "markdown"]:
        assert main([zfs, "--format", format]) == 0
        assert capsysbinary.readouterr() == (decision.report(format).encode(), b"")


def test_standard_input(zfs, monkeypatch, told):
    class Piped(io.StringIO):
        buffer = io.BytesIO(Path(zfs).read_bytes())

    monkeypatch.setattr(sys, "stdin", Piped())
    assert json.loads(told(0, main, ["-", "--format", "json"]).out)["inputs"][0]["file"] == "<stdin>"


def test_one_table_in_shapes_that_only_the_caller_knows(capsysbinary, write):
    for text, options in [
        ("none;100;1\na;150;0,25\nb;120;0,5\n", ["--columns", "alternative,tps,ratio"]),
        ("none,100,x,1\na,150,y,4\nb,120,z,2\n", ["--columns", "alternative,tps,-,compression_ratio"]),
        ("what,none,a,b\ntps,100,150,120\nRatio,1x,4x,2x\n", ["--transpose"]),
        ("alternative,tps,Size,Ratio\nnone,100,5,0\na,150,5,0.75\nb,120,5,0.5\n", ["--ignore", "size"]),
        ("alternative,tps,Ratio\nnone,100,\na,150,25\nb,120,50\n", ["--ratio-form", "r3", "--baseline", "none"]),
        ('alternative,tps,Ratio\nnone,"100,0",1\na,150.0,4\nb,120.0,2\n', ["--decimal", "per-cell"]),
        ("alternative,tps,Size,Time,Ratio\nnone,100,5,1,1\na,150,5,1,4\nb,120,5,1,2\n", ["--ignore", "Size", "--ignore", "Time"]),
    ]:  # fmt: skip
        table = write("t.csv", text)
        assert main([str(table), "--format", "json", *options]) == 0
        (scenario,) = json.loads(capsysbinary.readouterr().out)["scenarios"]
        values = {criterion["name"]: criterion["values"] for criterion in scenario["criteria"]}
        assert values == {
            "storage_saving": {"a": 0.75, "b": 0.5},
            "throughput": {"a": pytest.approx(0.5), "b": pytest.approx(0.2)},
        }


def test_wrong_arguments_are_one_line_and_exit_2(told):
    for arguments, complaint in [
        ([], "the following arguments are required: FILE"),
        (["x.csv", "--format", "pdf"], "invalid choice: 'pdf'"),
        (["x.csv", "--index", "value"], "invalid choice: 'value'"),
        (["x.csv", "--study", ""], "the name of the study's file is empty"),
        ([""], "the name of the file is empty"),
        (["x.csv", "--nonsense"], "unrecognized arguments: --nonsense"),
        (["x.csv", "--form", "json"], "unrecognized arguments: --form json"),
        (["x.csv", "--explain-input", "--format", "csv"], "is written as text or json, not as csv"),
    ]:
        said = told(2, main, arguments)
        assert said.out == ""
        (line,) = said.err.splitlines()
        assert complaint in line


# --- what the files are understood as -----------------------------------------------------------------------------------


def test_explain_input_tells_instead_of_ranking(zfs, tmp_path, told):
    shown = told(0, main, [zfs, "--explain-input"])
    assert "cpu_system_pct" in shown.out
    assert "nothing stands in its way" in shown.out
    assert "choose" not in shown.out
    assert shown.err == ""
    out = tmp_path / "e.json"
    assert told(0, main, [zfs, "--explain-input", "--format", "json", "--output", str(out)]).out == ""
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["schema"] == "ahp.explanation/1"
    assert document["files"][0]["rows"] == 12


def test_explain_input_fails_only_where_a_file_could_not_be_read(zfs, tmp_path, write, told):
    table = write("t.csv", "alternative,tps\nstock,1\nzle,2\n")
    for more, said in [
        ([], "refused: no alternative is called baseline"),
        (["--baseline", "stock"], "nothing stands in its way"),
        (["--weights", "speed=2"], "refused: 'speed' is no criterion"),
    ]:
        assert said in told(0, main, [str(table), "--explain-input", *more]).out
    nowhere = str(tmp_path / "nowhere.csv")
    shown = told(2, main, [zfs, nowhere, "--explain-input"])
    assert "cpu_system_pct" in shown.out
    assert shown.err == f"ahp-rank: {nowhere}: there is no such file; check the path\n"


def test_a_study_that_names_its_files_needs_no_other(zfs, tmp_path, capsysbinary):
    study = tmp_path / "s.toml"
    study.write_text(
        f"[[files]]\npath = '{zfs}'\n[[criteria]]\nname = 'speed'\nmerit = 'benefit'\nmeasure = 'throughput'\n"
    )
    assert main(["--study", str(study), "--format", "json"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["inputs"][0]["file"] == zfs
    assert main(["--study", str(study), zfs]) == 2
    assert b"this file is given twice" in capsysbinary.readouterr().err


def test_a_wrong_seed_is_refused_whether_or_not_confidence_is_asked(zfs, told):
    for option, value, says in [
        ("--seed", "-1", "--seed is a whole number, at least 0; found -1"),
        ("--resamples", "3", "resamples is a whole number, from 100 to 1000000; found 3"),
    ]:
        for sure in [[], ["--no-confidence"]]:
            shown = told(2, main, [zfs, *sure, option, value])
            assert shown.out == ""
            assert shown.err == f"ahp-rank: {says}\n"


def test_the_seed_is_that_of_the_noise_and_of_the_weights_without_confidence_too(zfs, capsys):
    found = {}
    for seed in ("0", "0", "5"):
        assert main([zfs, "--no-confidence", "--seed", seed, "--format", "json"]) == 0
        scenario = json.loads(capsys.readouterr().out)["scenarios"][0]
        assert scenario["confidence"] is None
        drawn = scenario["margin"]["noise_95"], scenario["weight_space"]["acceptability"]["LZJB"][0]
        assert found.setdefault(seed, drawn) == drawn
    assert found["0"][0] != found["5"][0]
    assert found["0"][1] != found["5"][1]
