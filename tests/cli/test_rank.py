"""ahp-rank: its arguments, what it prints, where it writes, and that it stays out of the way."""

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.cli import judge
from ahp.cli.rank import COMMAND, main, pairs, parser, weights, windows
from ahp.core.priorities import DEFAULT_METHOD, PRIORITY_METHODS
from ahp.core.random_index import DEFAULT_TABLE, RANDOM_INDICES
from ahp.core.scales import SCALES
from ahp.errors import StudyError
from ahp.ingest.readers import READERS
from ahp.model.group import AGGREGATIONS
from ahp.model.hierarchy import MODES
from ahp.report.documents.hierarchy import MODES as DOCUMENTED_MODES


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


def test_every_option_is_explained():
    found = parser()
    assert found.prog == COMMAND
    for action in found._actions:
        assert action.help


def test_help_names_every_reader_in_80_columns():
    last = parser().format_help().split("Readers: ")[1]
    assert set(READERS) <= set(last.replace("\n", " ").rstrip(".\n ").split(", "))
    assert all(len(line) <= 80 for line in last.splitlines())


WORD = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=8)


@given(st.dictionaries(WORD, WORD, max_size=5))
def test_pairs_come_back(found):
    assert pairs("--map", [f" {name} = {value} " for name, value in found.items()]) == found


def test_what_is_no_pair_is_refused():
    for entry in ["a", "=b", "a=", " = ", ""]:
        with pytest.raises(StudyError, match=r"^--map .*: write NAME=VALUE$"):
            pairs("--map", [entry])
    with pytest.raises(StudyError, match=r"^--map: 'a' is given twice$"):
        pairs("--map", ["a=b", " a =c"])
    with pytest.raises(StudyError, match=r"^--weights: 'much' for 'cpu' is not a number$"):
        weights("tps=1,cpu=much")


@given(st.dictionaries(WORD, st.floats(0.001, 1000.0), min_size=1, max_size=5))
def test_weights_come_back(found):
    assert weights(",".join(f"{name}={weight!r}" for name, weight in found.items())) == found


def test_windows():
    assert windows([], []) is None
    assert windows(["+30"], ["a=+60"]) == {"": ("+30", None), "a": (None, "+60")}
    assert windows(["a=21:34:00"], ["a=21:35:00"]) == {"a": ("21:34:00", "21:35:00")}
    with pytest.raises(StudyError, match=r"^--to: 'a=2' is given twice$"):
        windows([], ["a=1", "a=2"])


def test_options_take_the_words_that_the_library_knows():
    assert tuple(PRIORITY_METHODS) == judge.METHODS
    assert tuple(RANDOM_INDICES) == judge.TABLES
    assert MODES == judge.MODES == DOCUMENTED_MODES
    assert tuple(SCALES) == judge.SCALES
    assert AGGREGATIONS == judge.AGGREGATIONS
    options = judge.parser().parse_args(["hierarchy.toml"])
    assert (options.method, options.random_index) == (DEFAULT_METHOD, DEFAULT_TABLE)
