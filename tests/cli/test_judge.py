"""ahp-judge: what it prints, what it asks, and that it stays out of the way."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys

import jsonschema
import pytest

from ahp import Hierarchy, judge, read_hierarchy, read_judgments
from ahp.cli.judge import main
from ahp.report import hierarchy_schema, render_hierarchy
from ahp.report.figures import files

STRUCTURE = """
goal = "choose a laptop"
alternatives = ["A", "B", "C"]
[children.price]
values = { A = 800, B = 1200, C = 1000 }
better = "lower"
[children.quality.children.keyboard]
[children.quality.children.battery]
values = { A = 6, B = 12, C = 10 }
"""
ANSWERS = {
    ("price", "quality"): "1/2",
    ("keyboard", "battery"): 2,
    ("A", "B"): "1/5",
    ("A", "C"): "1/2",
    ("B", "C"): 3,
}


@pytest.fixture
def structure(tmp_path):
    path = tmp_path / "laptop.toml"
    path.write_text(STRUCTURE, encoding="utf-8")
    return path


@pytest.fixture
def answers(structure, capsys):
    """The questionnaire, filled in by two people of one mind."""
    assert main([str(structure), "--questionnaire", "--participants", "Ann,Bob"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    for row in rows:
        row["judgment"] = ANSWERS[row["first"], row["second"]]
    path = structure.with_name("answers.csv")
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


def test_the_questionnaire_asks_for_what_is_open_and_nothing_else(structure, capsys):
    assert main([str(structure), "--questionnaire"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("#")
    assert lines[1:] == [
        "under,first,second,judgment",
        ",price,quality,",
        "quality,keyboard,battery,",
        "quality / keyboard,A,B,",
        "quality / keyboard,A,C,",
        "quality / keyboard,B,C,",
    ]


@pytest.mark.parametrize("format", ["text", "json", "csv", "markdown"])
def test_the_questionnaire_filled_in_is_judged_in_every_format(structure, answers, format, capsys):
    assert main([str(structure), str(answers), "--format", format]) == 0
    found = read_hierarchy(structure, answers)
    assert capsys.readouterr().out == render_hierarchy(judge(found.hierarchy, inputs=found.inputs), format)
    assert found.participants == ("Ann", "Bob")
    assert found.hierarchy.local_priorities()["quality"] == pytest.approx(2 / 3)


def test_a_report_can_be_judged_again(structure, answers, tmp_path, capsys):
    report = tmp_path / "report.json"
    assert main([str(structure), str(answers), "--format", "json", "--output", str(report)]) == 0
    assert main([str(report), "--format", "json"]) == 0
    first, second = json.loads(report.read_text(encoding="utf-8")), json.loads(capsys.readouterr().out)
    assert second["priorities"] == pytest.approx(first["priorities"])


def test_a_table_alone_is_a_hierarchy():
    rows = "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
    done = subprocess.run(
        [sys.executable, "-m", "ahp.cli.judge", "-", "--format", "csv"],
        input=rows,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith("a,1,0.55")


def test_contradictions_are_told_and_a_repair_is_offered(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("first,second,judgment\na,b,2\na,c,8\na,d,9\nb,c,4\nb,d,1/4\nc,d,1\n", encoding="utf-8")
    assert main([str(path)]) == 0
    shown = capsys.readouterr()
    text = " ".join(shown.out.split())
    assert "Under overall: d over b is 4; the other judgments say 1/4.24" in text
    assert "the smallest change to a ratio of 0.100 is" in text
    assert "the judgments under 'overall' have a consistency ratio of" in shown.err
    assert main([str(path), "--limit", "5"]) == 0
    shown = capsys.readouterr()
    assert "other judgments say" not in shown.out
    assert shown.err == ""


def test_weights_of_participants_count(tmp_path, capsys):
    path = tmp_path / "two.csv"
    path.write_text("participant,first,second,judgment\nAnn,a,b,2\nBob,a,b,8\n", encoding="utf-8")
    assert main([str(path), "--format", "json", "--participants", "Ann=3, Bob=1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["priorities"]["a"] == pytest.approx(2**1.5 / (1 + 2**1.5))
    assert found["nodes"][1]["agreement"]["participants"] == {"Ann": 0.75, "Bob": 0.25}


@pytest.mark.parametrize(
    ("text", "name", "arguments", "message"),
    [
        (
            STRUCTURE,
            "s.toml",
            [],
            "quality / keyboard needs one of 'judgments', 'values', 'weights', 'ratings'; found none",
        ),
        ("goal = ", "s.toml", [], "it is not TOML"),
        ("a" + ".a" * 5000 + " = 1", "s.toml", [], "it is not TOML: a key has more than 250 parts"),
        ("{", "s.json", [], "it is not JSON"),
        ("[1]", "s.json", [], "a hierarchy is a table"),
        ("first,second,judgment\na,b,-1\n", "s.csv", [], "line 2, column 'judgment': found '-1'"),
        (
            "first,second,judgment\na,b,1\n",
            "s.csv",
            ["--participants", "Ann=x"],
            "'x' for 'Ann' is not a number",
        ),
        ("first,second,judgment\na,b,1\n", "s.csv", ["--participants", "Ann=1,Ann=2"], "NAME=WEIGHT once"),
        ("first,second,judgment\na,b,1\n", "s.csv", ["--participants", ""], "NAME=WEIGHT once"),
        (STRUCTURE, "s.toml", ["--questionnaire", "--participants", ""], "write NAME,NAME"),
        ("first,second,judgment\na,b,1\n", "s.csv", ["--limit", "0"], "greater than 0"),
        ("first,second,judgment\na,b,1\n", "s.csv", ["--mode", "ratings"], "in the ratings mode"),
        ("first,second,judgment\na,b,1\n", "s.csv", ["--questionnaire"], "in TOML or JSON"),
        (STRUCTURE, "s.toml", ["--questionnaire", "--participants", "Ann,,"], "write NAME,NAME"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(text, name, arguments, message, tmp_path, capsys):
    path, target = tmp_path / name, tmp_path / "out.txt"
    path.write_text(text, encoding="utf-8")
    assert main([str(path), *arguments, "--output", str(target)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert message in shown.err
    assert len(shown.err.splitlines()) == 1
    assert not target.exists()


def test_a_missing_file_and_an_unknown_option():
    assert main(["nowhere.toml"]) == 2
    assert main(["nowhere.toml", "--colour"]) == 2


def test_it_never_loads_pandas(structure, answers):
    code = (
        "import sys, io, contextlib\n"
        "import ahp.cli.judge as j\n"
        "out = io.TextIOWrapper(io.BytesIO())\n"
        "with contextlib.redirect_stdout(out):\n"
        f"    assert j.main([{str(structure)!r}, {str(answers)!r}]) == 0\n"
        "print(*sorted({'pandas', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_weight_of_somebody_who_is_not_there_is_refused(structure, answers, capsys):
    assert main([str(structure), str(answers), "--participants", "Anne=3"]) == 2
    assert capsys.readouterr().err == (
        f"ahp-judge: {answers}: 'Anne' has a weight but is no participant; there are 'Ann', 'Bob'\n"
    )
    alone = structure.with_name("alone.csv")
    alone.write_text("under,first,second,judgment\n,x,y,3\n", encoding="utf-8")
    assert main([str(alone), "--participants", "Ann=3"]) == 2
    assert "there are none" in capsys.readouterr().err


def test_an_unanswered_judgment_is_told_and_the_others_decide(tmp_path, capsys):
    path = tmp_path / "answers.csv"
    rows = ["first,second,judgment", "x,y,2", "y,z,2", "z,w,2", "x,w,9", "x,z,", "y,w,"]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert main([str(path), "--format", "json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    jsonschema.validate(document, hierarchy_schema())
    assert "under 'overall' nobody judged 'x : z', 'y : w'; the other judgments decide" in err
    node = document["nodes"][1]
    assert node["missing"] == [{"first": "x", "second": "z"}, {"first": "y", "second": "w"}]
    assert node["consistency"]["random_index"] == 0.306  # Ágoston & Csató (2022), n = 4, two missing
    assert judge(Hierarchy.from_dict(document["hierarchy"]))["priorities"] == document["priorities"]


def test_judgments_that_connect_nothing_are_refused_with_the_groups(tmp_path, capsys):
    path = tmp_path / "answers.csv"
    path.write_text("first,second,judgment\nx,y,2\nz,w,2\n", encoding="utf-8")
    assert main([str(path)]) == 2
    assert "no judgment connects the groups ['x', 'y'] and ['z', 'w']" in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--questionnaire"]])
def test_a_hierarchy_without_end_is_refused_in_one_line(tmp_path, more, capsys):
    path = tmp_path / "deep.toml"
    path.write_text(f"[{'.'.join(['children.c'] * 120)}]\nweights = {{a = 1, b = 2}}\n", encoding="utf-8")
    assert main([str(path), *more]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "c / c / c / … leads down more than 100 levels" in err


@pytest.mark.parametrize("arguments", [[], ["x.toml", "--format", "nonsense"], ["x.toml", "--limit", "x"]])
def test_a_wrong_argument_is_one_line_and_status_2(arguments, capsys):
    assert main(arguments) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith("ahp-judge: ")
    assert seen.err.endswith("; see ahp-judge --help\n")
    assert seen.err.count("\n") == 1


BETWEEN = 'goal = "x"\n{}\n[children.a]\n[children.b]\n'


@pytest.mark.parametrize("more", [[], ["--questionnaire"]])
@pytest.mark.parametrize(
    ("alternatives", "told"),
    [
        ("5", "alternatives are a list of names; found 5"),
        ('"pqr"', "alternatives are a list of names; found 'pqr'"),
        ('[["p"], "q"]', "alternatives are a list of names; found [['p'], 'q']"),
        ('["p", "q", "p"]', "alternatives name 'p' twice; keep one"),
    ],
)
def test_alternatives_that_are_no_list_of_names_are_refused_in_one_line(
    tmp_path, more, alternatives, told, capsys
):
    path = tmp_path / "x.toml"
    path.write_text(BETWEEN.format(f"alternatives = {alternatives}"), encoding="utf-8")
    assert main([str(path), *more]) == 2
    assert capsys.readouterr() == ("", f"ahp-judge: {path}: {told}\n")


@pytest.mark.parametrize("children", ["3", "{}"])
def test_nobody_is_asked_about_children_that_are_no_table(tmp_path, children, capsys):
    path = tmp_path / "x.toml"
    path.write_text(f'alternatives = ["p", "q"]\nchildren = {children}\n', encoding="utf-8")
    assert main([str(path), "--questionnaire"]) == 2
    assert capsys.readouterr() == (
        "",
        f"ahp-judge: {path}: the goal: children is a table with one entry for each criterion\n",
    )


def test_a_questionnaire_takes_the_place_of_no_structure(structure, capsys):
    before = structure.read_text(encoding="utf-8")
    assert main([str(structure), "--questionnaire", "--output", str(structure)]) == 2
    assert f"{structure}: is read here, and would be overwritten" in capsys.readouterr().err
    assert structure.read_text(encoding="utf-8") == before


def test_nobody_is_asked_twice(structure, capsys):
    assert main([str(structure), "--questionnaire", "--participants", "Ann,Ann"]) == 2
    assert "each once" in capsys.readouterr().err


@pytest.mark.parametrize("who", ["", "Ann"])
def test_a_group_whose_judgments_connect_nothing_is_told_by_its_file_and_node(tmp_path, who, capsys):
    path = tmp_path / "answers.csv"
    rows = [",a,b,3", "a,x,y,2", "a,y,z,", "b,x,y,2", "b,y,z,2"]
    heading = "under,first,second,judgment"
    if who:
        heading, rows = f"participant,{heading}", [f"{who},{row}" for row in rows]
    path.write_text("\n".join([heading, *rows]) + "\n", encoding="utf-8")
    assert main([str(path)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(
        f"ahp-judge: {path}: under 'a': no judgment connects the groups ['x', 'y'] and ['z']"
    )
    assert err.count("\n") == 1


def test_a_group_in_a_structure_whose_judgments_connect_nothing_is_told_by_its_node(tmp_path, capsys):
    path = tmp_path / "x.toml"
    path.write_text(
        'alternatives = ["p", "q", "r"]\n[children.a]\njudgments = { Ann = [["p", "q", 3]] }\n',
        encoding="utf-8",
    )
    assert main([str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"ahp-judge: {path}: a: no judgment connects the groups")


@pytest.mark.parametrize("last", ["b,c,1e300\na,c,1e-300", "b,c,1e-300\na,c,1e300"])
def test_judgments_beyond_the_arithmetic_are_refused_without_a_warning(last, tmp_path, capsys):
    path = tmp_path / "far.csv"
    path.write_text(f"first,second,judgment\na,b,1e300\n{last}\n", encoding="utf-8")
    assert main([str(path)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "differ too widely" in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["answers.csv"], "--questionnaire asks, and reads no answers: remove 'answers.csv', or the option"),
        (["--participants", "Ann=2,Bob"], "'Ann=2,Bob': with --questionnaire it says whom to ask"),
        (
            ["--format", "json", "--mode", "ideal"],
            "--questionnaire judges nothing and writes CSV: remove --mode, --format",
        ),
        (["--limit", "0.2"], "remove --limit"),
    ],
)
def test_a_questionnaire_refuses_what_it_does_not_use(structure, arguments, told, capsys):
    assert main([str(structure), *arguments, "--questionnaire"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert len(shown.err.splitlines()) == 1


def test_a_questionnaire_refuses_an_unknown_key_as_judging_does(tmp_path, capsys):
    path = tmp_path / "laptop.toml"
    path.write_text(STRUCTURE.replace("better", "beter"), encoding="utf-8")
    told = set()
    for more in ([], ["--questionnaire"]):
        assert main([str(path), *more]) == 2
        told.add(capsys.readouterr().err)
    assert len(told) == 1
    assert f"{path}: price has the unknown key 'beter'" in told.pop()


def test_who_has_a_weight_is_asked_and_counts(structure, capsys):
    structure.write_text("participants = { Ann = 3, Bob = 1 }\n" + STRUCTURE, encoding="utf-8")
    assert main([str(structure), "--questionnaire"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert lines[0] == "participant,under,first,second,judgment"
    assert (
        sum(line.startswith("Ann,") for line in lines) == sum(line.startswith("Bob,") for line in lines) == 5
    )
    rows = [lines[0], *(line + "2" for line in lines[1:])]
    answers = structure.with_name("answers.csv")
    answers.write_text("\n".join(rows), encoding="utf-8")
    assert main([str(structure), str(answers), "--format", "json"]) == 0
    nodes = json.loads(capsys.readouterr().out)["nodes"]
    people = [node["agreement"]["participants"] for node in nodes if node["agreement"]]
    assert people == [{"Ann": 0.75, "Bob": 0.25}] * 3


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("answers.json", '{"price": [["a", "b", 3]]}', "JSON"),
        ("answers.json", '[{"first": "a", "second": "b", "judgment": 3}]', "JSON"),
        ("answers.toml", 'goal = "x"', "TOML"),
        ("answers", '\n {"a": 1}', "JSON or TOML"),
    ],
)
def test_answers_that_are_no_table_are_told_what_is_expected(structure, name, text, kind, capsys):
    answers = structure.with_name(name)
    answers.write_text(text, encoding="utf-8")
    assert main([str(structure), str(answers)]) == 2
    assert capsys.readouterr().err == (
        f"ahp-judge: {answers}: this is {kind}; judgments come in a table, one in each row, with the columns "
        f"first, second, judgment (and participant, under); give the questionnaire that was filled in, or a "
        f"hierarchy as the only file\n"
    )


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_judgments_that_contradict_each_other_enormously_are_reported_in_readable_numbers(
    tmp_path, format, capsys
):
    path = tmp_path / "far.csv"
    path.write_text("first,second,judgment\na,b,1e30\nb,c,1e30\na,c,1e-30\n", encoding="utf-8")
    assert main([str(path), "--format", format]) == 0
    shown = capsys.readouterr()
    assert "e+29" in shown.out
    assert not re.search(r"\d{8}", shown.out + shown.err)
    assert format == "markdown" or max(map(len, shown.out.splitlines())) <= 80


@pytest.mark.parametrize("weight", ["'x'", "-2", "true", "nan"])
def test_a_weight_that_is_no_number_is_named_by_its_participant(structure, answers, weight, capsys):
    structure.write_text(f"participants = {{ Ann = {weight} }}\n{STRUCTURE}", encoding="utf-8")
    assert main([str(structure), str(answers)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"ahp-judge: {structure}: the weight of 'Ann' is a number at least 0; found ")
    assert said.count("\n") == 1


def test_names_that_a_spreadsheet_would_run_come_back_as_they_were(tmp_path, capsys):
    path = tmp_path / "structure.toml"
    path.write_text(
        'alternatives = ["=1+1", "@b", "-1.5"]\n[children."+c"]\n[children."\'=d"]\n', encoding="utf-8"
    )
    assert main([str(path), "--questionnaire", "--participants", "@Ann,Bob"]) == 0
    text = capsys.readouterr().out
    rows = list(csv.reader(text.splitlines()[1:]))
    assert rows[1] == ["'@Ann", "", "'+c", "''=d", ""]
    assert ["'@Ann", "'+c", "'=1+1", "-1.5", ""] in rows
    answers = tmp_path / "answers.csv"
    answers.write_text("".join(f"{line},3\n".replace(",,3", ",3") for line in text.splitlines()[2:]))
    body = text.splitlines()[1] + "\n" + answers.read_text()
    answers.write_text(body, encoding="utf-8")
    found = read_hierarchy(path, answers, weights={"@Ann": 2.0})
    document = judge(found.hierarchy)
    assert document["alternatives"] == ["=1+1", "@b", "-1.5"]
    assert [node["path"] for node in document["nodes"]][1:] == [["+c"], ["'=d"]]
    assert document["nodes"][0]["agreement"]["participants"].keys() == {"@Ann", "Bob"}


def test_the_names_of_a_frame_are_as_they_are():
    table = read_judgments({"first": ["'=x"], "second": ["y"], "judgment": ["2"]})
    assert table.items() == ("'=x", "y")


def test_figures_are_written_beside_the_report(structure, answers, tmp_path, capsys):
    folder = tmp_path / "new" / "figures"
    assert main([str(structure), str(answers), "--figures", str(folder)]) == 0
    written = {path.name: path.read_bytes() for path in folder.iterdir()}
    stems = {"hierarchy", "matrices", "priorities", "agreement", "performance", "margins", "gradient", "regions",
             "acceptability"}  # fmt: skip
    assert written.keys() == {f"judged_{stem}.{end}" for stem in stems for end in ("png", "svg", "pdf")}
    assert "choose" in capsys.readouterr().out
    found = read_hierarchy(structure, answers)
    document = judge(found.hierarchy, inputs=found.inputs)
    for kind in ("judged_matrices", "judged_agreement"):
        assert dict(files(document, ("svg",)))[f"{kind}.svg"] == written[f"{kind}.svg"]


def test_a_folder_that_takes_no_figures_ends_before_the_report(structure, answers, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    out = tmp_path / "report.txt"
    arguments = [str(structure), str(answers), "--figures", str(tmp_path / "file"), "--output", str(out)]
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "cannot write figures there: it is no folder" in said.err
    assert not out.exists()
    assert main([str(structure), "--questionnaire", "--figures", "f"]) == 2
    assert "remove --figures" in capsys.readouterr().err


def test_that_nobody_connects_all_items_is_said(tmp_path, capsys):
    path = tmp_path / "answers.csv"
    path.write_text("participant,first,second,judgment\nAnn,x,y,2\nBob,y,z,3\n", encoding="utf-8")
    assert main([str(path)]) == 0
    shown = capsys.readouterr()
    assert "under 'overall' it is not known how far the participants agree" in shown.err
    assert "consensus" not in shown.out
