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
from judged_models import RESERVOIR, SERVICE

from ahp import Hierarchy, judge, read_hierarchy, read_judgments
from ahp.cli.judge import main
from ahp.report import hierarchy_schema, merits_schema, render_hierarchy
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
def structure(write):
    path = write("laptop.toml", STRUCTURE)
    return path


@pytest.fixture
def answers(structure, told):
    """The questionnaire, filled in by two people of one mind."""
    lines = told(0, main, [str(structure), "--questionnaire", "--participants", "Ann,Bob"]).out.splitlines()
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


def test_the_questionnaire_asks_for_what_is_open_and_nothing_else(structure, told):
    lines = told(0, main, [str(structure), "--questionnaire"]).out.splitlines()
    assert lines[0].startswith("#")
    assert lines[1:] == [
        "under,first,second,judgment",
        ",price,quality,",
        "quality,keyboard,battery,",
        "quality / keyboard,A,B,",
        "quality / keyboard,A,C,",
        "quality / keyboard,B,C,",
    ]


def test_a_questionnaire_for_each_in_a_folder(structure, tmp_path, capsys, told):
    forms = f"{tmp_path}/forms/"
    people = ["--participants", "Ann,Ben/../x,ben x"]
    assert (
        main([str(structure), "--questionnaire", "html", "--language", "de", "--output", forms, *people]) == 0
    )
    pages = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "forms").iterdir()}
    assert set(pages) == {"Ann.html", "Ben-x.html", "ben-x-2.html"}
    assert 'value="Ann" readonly' in pages["Ann.html"]
    assert '<html lang="de">' in pages["Ann.html"]
    page = told(
        0, main, [str(structure), "--questionnaire", "html", *people]
    ).out  # one for all, who say who they are
    assert page.count("<option") == 3
    assert "readonly" not in page.partition("<script")[0]
    assert main([str(structure), "--questionnaire", "--output", forms, "--participants", "Ann"]) == 0
    assert (tmp_path / "forms" / "Ann.csv").read_text().count("Ann,") == 5
    said = refused([str(structure), "--questionnaire", "--seed", "3"], capsys)
    assert "--questionnaire csv only asks: remove --seed" in said
    assert "a workbook goes to a file" in refused([str(structure), "--questionnaire", "xlsx"], capsys)


def test_with_each_everybody_is_asked_a_part_that_connects_all(tmp_path, capsys, told):
    model = tmp_path / "many.toml"
    names = list("abcdefgh")
    model.write_text(
        f'goal = "g"\ncriteria = {names}\n'.replace("'", '"') + '[children.a]\ncriteria = ["x", "y", "z"]\n'
    )
    people = ["Ann", "Ben", "Cleo", "Dan"]
    ask = [str(model), "--questionnaire", "--each", "3", "--participants", ",".join(people)]

    def asked(*more):
        return list(csv.DictReader(told(0, main, [*ask, *more]).out.splitlines()[1:]))

    rows = asked()
    own = {
        who: {(r["first"], r["second"]) for r in rows if r["participant"] == who and not r["under"]}
        for who in people
    }
    for pairs in own.values():
        assert len(pairs) == 8 * 3 / 2
        assert all(sum(name in pair for pair in pairs) == 3 for name in names)
        assert all(names.index(first) < names.index(second) for first, second in pairs)
        reached = {"a"}
        for _ in names:
            reached |= {item for pair in pairs if reached & set(pair) for item in pair}
        assert reached == set(names)
    assert len(set().union(*own.values())) > 24  # of 28: one alone is asked 12
    assert sum(r["under"] == "a" for r in rows) == 4 * 3  # three items have no more comparisons
    assert rows == asked()
    assert rows != asked("--seed", "1")
    forms = tmp_path / "forms"
    assert main([*ask[:2], "html", *ask[2:], "--output", f"{forms}/"]) == 0
    for who in people:
        page = (forms / f"{who}.html").read_text(encoding="utf-8")
        shown = re.findall(r'data-first="(\d+)" data-second="(\d+)"', page.partition('data-node="1"')[0])
        assert {(names[int(i)], names[int(j)]) for i, j in shown} == own[who]
    assert "2 comparisons or more" in refused([*ask[:2], "--each", "1"], capsys)
    assert "add --questionnaire" in refused([str(model), "--each", "3"], capsys)


@pytest.mark.parametrize("name", ["q.xlsx", "Q.XLSX"])
def test_a_workbook_keeps_what_is_typed(structure, tmp_path, name, told):
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed; it is in the extra excel")
    path = tmp_path / name
    assert main([str(structure), "--questionnaire", "--participants", "Ann,@Ben", "--output", str(path)]) == 0
    book = openpyxl.load_workbook(path)
    sheet = book.active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert {cell.number_format for cell in cells} == {"@"}
    assert "f" not in {cell.data_type for cell in cells}
    (choices,) = sheet.data_validations.dataValidation
    assert "1/9" in choices.formula1
    assert str(choices.sqref) == "E2:E11"
    for row in sheet.iter_rows(min_row=2):
        row[4].value = str(ANSWERS[row[2].value, row[3].value])
    book.save(path)
    document = json.loads(told(0, main, [str(structure), str(path), "--format", "json"]).out)
    assert document["inputs"][1]["judgments"] == 10
    assert read_hierarchy(structure, path).participants == ("Ann", "@Ben")


def test_the_questionnaire_filled_in_is_judged_in_every_format(structure, answers, tmp_path, capsys):
    found = read_hierarchy(structure, answers)
    assert found.participants == ("Ann", "Bob")
    assert found.hierarchy.local_priorities()["quality"] == pytest.approx(2 / 3)
    judged = judge(found.hierarchy, inputs=found.inputs)
    for format in ("text", "json", "csv", "markdown"):
        assert main([str(structure), str(answers), "--format", format]) == 0
        assert capsys.readouterr().out == render_hierarchy(judged, format)
    report = tmp_path / "report.json"
    assert main([str(structure), str(answers), "--format", "json", "--output", str(report)]) == 0
    assert main([str(report), "--format", "json"]) == 0  # a report can be judged again
    assert json.loads(capsys.readouterr().out)["priorities"] == pytest.approx(judged["priorities"])


def test_a_table_alone_is_a_hierarchy():
    rows = "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
    command = [sys.executable, "-m", "ahp.cli.judge", "-", "--format", "csv"]
    done = subprocess.run(command, input=rows, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].startswith("a,1,0.55")


def test_contradictions_are_told_and_a_repair_is_offered(capsys, write, told):
    path = write("one.csv", "first,second,judgment\na,b,2\na,c,8\na,d,9\nb,c,4\nb,d,1/4\nc,d,1\n")
    shown = told(0, main, [str(path)])
    text = " ".join(shown.out.split())
    assert "Under overall: d over b is 4; the other judgments say 1/4.24" in text
    assert "the smallest change to a ratio of 0.100 is" in text
    assert "the judgments under 'overall' have a consistency ratio of" in shown.err
    shown = told(0, main, [str(path), "--limit", "5"])
    assert "other judgments say" not in shown.out
    assert shown.err == ""
    path.write_text("participant,first,second,judgment\nAnn,x,y,2\nBob,y,z,3\n", encoding="utf-8")
    assert main([str(path)]) == 0
    shown = capsys.readouterr()
    assert "under 'overall' it is not known how far the participants agree" in shown.err
    assert "consensus" not in shown.out


def test_it_never_loads_pandas(structure, answers):
    code = (
        "import sys\nimport ahp.cli.judge as j\n"
        f"assert j.main([{str(structure)!r}, {str(answers)!r}]) == 0\n"
        "print(*sorted({'pandas', 'matplotlib'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_an_unanswered_judgment_is_told_and_the_others_decide(tmp_path, told):
    path = tmp_path / "answers.csv"
    rows = ["first,second,judgment", "x,y,2", "y,z,2", "z,w,2", "x,w,9", "x,z,", "y,w,"]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    out, err = told(0, main, [str(path), "--format", "json"])
    document = json.loads(out)
    jsonschema.validate(document, hierarchy_schema())
    assert "under 'overall' nobody judged 'x : z', 'y : w'; the other judgments decide" in err
    node = document["nodes"][1]
    assert node["missing"] == [{"first": "x", "second": "z"}, {"first": "y", "second": "w"}]
    assert node["consistency"]["random_index"] == 0.306  # Ágoston & Csató (2022), n = 4, two missing
    assert judge(Hierarchy.from_dict(document["hierarchy"]))["priorities"] == document["priorities"]


def test_judgments_that_contradict_each_other_enormously_are_told_in_readable_numbers(write, told):
    path = write("far.csv", "first,second,judgment\na,b,1e30\nb,c,1e30\na,c,1e-30\n")
    for format in ("text", "markdown"):
        shown = told(0, main, [str(path), "--format", format])
        assert "e+29" in shown.out
        assert not re.search(r"\d{8}", shown.out + shown.err)
        assert format == "markdown" or max(map(len, shown.out.splitlines())) <= 80


def test_names_that_a_spreadsheet_would_run_come_back_as_they_were(tmp_path, write, told):
    path = write(
        "structure.toml", 'alternatives = ["=1+1", "@b", "-1.5"]\n[children."+c"]\n[children."\'=d"]\n'
    )
    text = told(0, main, [str(path), "--questionnaire", "--participants", "@Ann,Bob"]).out
    rows = list(csv.reader(text.splitlines()[1:]))
    assert rows[1] == ["'@Ann", "", "'+c", "''=d", ""]
    assert ["'@Ann", "'+c", "'=1+1", "-1.5", ""] in rows
    answers = tmp_path / "answers.csv"
    answers.write_text("".join(f"{line},3\n".replace(",,3", ",3") for line in text.splitlines()[2:]))
    body = text.splitlines()[1] + "\n" + answers.read_text()
    answers.write_text(body, encoding="utf-8")
    table = read_judgments({"first": ["'=x"], "second": ["y"], "judgment": ["2"]})
    assert table.items() == ("'=x", "y")  # those of a frame are as they are
    found = read_hierarchy(path, answers, weights={"@Ann": 2.0})
    document = judge(found.hierarchy)
    assert document["alternatives"] == ["=1+1", "@b", "-1.5"]
    assert [node["path"] for node in document["nodes"]][1:] == [["+c"], ["'=d"]]
    assert document["nodes"][0]["agreement"]["participants"].keys() == {"@Ann", "Bob"}


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


TABLE = "first,second,judgment\n{}\n"
UNDER = "under,first,second,judgment\n{}\n"
NO_TABLE = "{}; judgments come in a table, one in each row, with the columns first, second, judgment"
ASKED = ["--questionnaire"]
GROUPS = "no judgment connects the groups ['x', 'y'] and ['z']"
OPEN = 'alternatives = ["p", "q", "r"]\n[children.a]\njudgments = { Ann = [["p", "q", 3]] }\n'
SPLIT = ",a,b,3\na,x,y,2\na,y,z,\nb,x,y,2\nb,y,z,2"
REFUSED = [
    # name, text, arguments, what is said
    ("s.toml", STRUCTURE, [], "nobody judged 'the goal', 'quality', 'quality / keyboard' yet; ask, ahp-judge FILE --questionnaire html"),
    ("s.toml", "goal = ", [], "it is not TOML"),
    ("s.json", "{", [], "it is not JSON"),
    ("s.json", '{"goal": "a",\n "goal": "b"}', [], "s.json, line 2: found 'goal': this key stands twice in an object"),
    ("s.csv", TABLE.format("a,b,-1"), [], "line 2, column 'judgment': found '-1'"),
    ("s.csv", TABLE.format("a,b,1"), ["--participants", "Ann=x"], "'x' for 'Ann' is not a number"),
    ("s.csv", TABLE.format("a,b,1"), ["--participants", ""], "NAME=WEIGHT once"),
    ("s.csv", TABLE.format("a,b,1"), ["--participants", "Ann=3"], "'Ann' has a weight but is no participant; there are none"),
    ("s.csv", TABLE.format("a,b,1"), ["--limit", "0"], "greater than 0"),
    ("s.csv", TABLE.format("a,b,1"), ["--limit", "x"], "invalid float value: 'x'; see ahp-judge --help"),
    ("s.csv", TABLE.format("a,b,1"), ["--mode", "ratings"], "in the ratings mode"),
    ("s.csv", TABLE.format("a,b,1"), ASKED, "in TOML or JSON"),
    ("s.toml", STRUCTURE, ["nowhere.csv"], "nowhere.csv: there is no such file"),
    ("s.csv", "participant," + UNDER.format("Ann," + SPLIT.replace("\n", "\nAnn,")), [], f"s.csv: under 'a': {GROUPS}"),
    ("s.toml", OPEN, [], "s.toml: a: no judgment connects the groups"),
    ("s.toml", STRUCTURE, [*ASKED, "--participants", ""], "write NAME,NAME"),
    ("s.toml", STRUCTURE, [*ASKED, "--participants", "Ann,Ann"], "each once"),
    ("s.toml", STRUCTURE, [*ASKED, "--participants", "Ann=2,Bob"], "'Ann=2,Bob': with --questionnaire it says whom to ask"),
    ("s.toml", STRUCTURE, ["answers.csv", *ASKED], "asks, and reads no answers: remove 'answers.csv', or the option"),
    ("s.toml", STRUCTURE, [*ASKED, "--format", "json", "--mode", "ideal"], "only asks: remove --mode, --format"),
    ("s.toml", STRUCTURE, [*ASKED, "--output", "s.toml"], "s.toml: is read here, and would be overwritten"),
    ("s.toml", STRUCTURE.replace("A = ", "AA = ", 1), ASKED, "s.toml: price compares 'AA', 'B', 'C'; needed is 'A', 'B', 'C'"),
    ("s.toml", 'alternatives = [p, q]\n', ASKED, 'all in a list, stand in quotes: ["A", "B"]'),
    ("s.toml", STRUCTURE, [*ASKED, "--output", "forms"], "--output 'forms': for a folder, with a file for each participant, end it with /"),
    ("s.html", "<!DOCTYPE html>\n<html>", [], "s.html: this is a page, which keeps no answers; open it in a browser, save the answers"),
    ("s.toml", 'alternatives = ["p", "q"]\nchildren = 3\n', ASKED, "children is a table with one entry for each"),
]  # fmt: skip
"""What is refused of one file."""
DEEP = f"[{'.'.join(['children.c'] * 120)}]\nweights = {{a = 1, b = 2}}\n"
ALTERNATIVES = "alternatives = {}\n[children.a]\n[children.b]\n"
ASKED_TOO = [
    (DEEP, "c / c / c / … leads down more than 100 levels"),
    (STRUCTURE.replace("better", "beter"), "s.toml: price has the unknown key 'beter'"),
    (ALTERNATIVES.format("5"), "s.toml: alternatives are a list of names; found 5"),
    (ALTERNATIVES.format('["p", "q", "p"]'), "s.toml: alternatives name 'p' twice; keep one"),
]
"""What is refused of a structure whether it is judged or asked about."""
REFUSED += [("s.toml", text, more, said) for text, said in ASKED_TOO for more in ([], ASKED)]


def refused(arguments, capsys):
    """The one line that a command ends with."""
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("ahp-judge: ")
    assert shown.err.count("\n") == 1
    return shown.err


def test_what_is_wrong_is_one_line_and_nothing_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text, arguments, said in REFUSED:
        (tmp_path / name).write_text(text, encoding="utf-8")
        output = [] if "--output" in arguments else ["--output", "out.txt"]
        assert said in refused([name, *arguments, *output], capsys)
        assert (tmp_path / name).read_text(encoding="utf-8") == text
        (tmp_path / name).unlink()
        assert list(tmp_path.iterdir()) == []
    assert refused([], capsys).endswith("; see ahp-judge --help\n")


def test_answers_that_do_not_fit_their_structure_are_told(structure, answers, tmp_path, capsys):
    said = refused([str(structure), str(answers), "--participants", "Anne=3"], capsys)
    known = "there are 'Ann', 'Bob'; did you mean 'Ann'?"
    assert said == f"ahp-judge: {answers}: 'Anne' has a weight but is no participant; {known}\n"
    for name, text, kind in [
        ("answers.json", '{"price": [["a", "b", 3]]}', "JSON"),
        ("answers.json", '[{"first": "a", "second": "b", "judgment": 3}]', "JSON"),
        ("answers.toml", 'goal = "x"', "TOML"),
        ("answers", '\n {"a": 1}', "JSON or TOML"),
    ]:
        wrong = structure.with_name(name)
        wrong.write_text(text, encoding="utf-8")
        assert f"{wrong}: {NO_TABLE.format(f'this is {kind}')}" in refused(
            [str(structure), str(wrong)], capsys
        )
    (tmp_path / "file").write_text("in the way")
    out = tmp_path / "report.txt"
    figures = ["--figures", str(tmp_path / "file"), "--output", str(out)]
    said = refused([str(structure), str(answers), *figures], capsys)
    assert "cannot write figures there: it is no folder" in said
    assert not out.exists()
    for weight in ["'x'", "-2", "true", "nan"]:
        structure.write_text(f"participants = {{ Ann = {weight} }}\n{STRUCTURE}", encoding="utf-8")
        said = refused([str(structure), str(answers)], capsys)
        assert f"{structure}: the weight of 'Ann' is a number at least 0; found " in said


def asked_and_answered(model, tmp_path, capsys):
    """A model with what its questionnaire asks two people filled in: 2 throughout by Ann, 3 by Bob."""
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model), encoding="utf-8")
    assert main([str(path), "--questionnaire", "--participants", "Ann,Bob"]) == 0
    lines = capsys.readouterr().out.splitlines()
    filled = [
        line + ("2" if line.startswith("Ann") else "3") if line.endswith(",") else line for line in lines
    ]
    answers = tmp_path / "answers.csv"
    answers.write_text("\n".join(filled), encoding="utf-8")
    return str(path), str(answers)


def test_merits_are_asked_answered_and_judged(tmp_path, capsys, write):
    benefit = {"children": {"speed": {}, "ease": {"weights": {"cloud": 1, "own": 2, "mixed": 1}}}}
    model = {**SERVICE, "merits": {**SERVICE["merits"], "benefit": benefit, "risk": {}}}
    path, answers = asked_and_answered(model, tmp_path, capsys)
    assert (
        main([path, answers, "--participants", "Ann=2,Bob", "--merits", "subtractive", "--format", "json"])
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, merits_schema())
    assert (document["synthesis"], [one["file"] for one in document["inputs"]]) == (
        "subtractive",
        [path, answers],
    )
    (people,) = [
        n["agreement"]["participants"] for n in document["hierarchies"]["risk"]["nodes"] if n["agreement"]
    ]
    assert people == pytest.approx({"Ann": 2 / 3, "Bob": 1 / 3})
    again = write("again.json", json.dumps(document))
    assert (
        main([str(again), "--merits", "subtractive", "--format", "csv", "--figures", f"{tmp_path}/figures"])
        == 0
    )
    assert capsys.readouterr().out.splitlines()[1].startswith(document["ranking"][0])
    drawn = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"merit_priorities.png", "merit_weights.svg"} <= drawn


def test_a_network_is_judged_from_its_file_alone(capsys, write):
    path = write("reservoir.json", json.dumps(RESERVOIR))
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.startswith("reservoir   choose high\nlimit priorities of levels")
    answers = write("answers.csv", "under,first,second,judgment\n,flood,fun,2\n")
    for more, said in (
        ([str(answers)], "a network is judged from its file alone"),
        (
            ["--questionnaire"],
            "a questionnaire asks about a hierarchy or about merits, and this is a network",
        ),
        (["--against", str(path)], "a round before is one of a hierarchy"),
    ):
        assert main([str(path), *more]) == 2
        told = capsys.readouterr()
        assert (told.out, said in told.err, told.err.count("\n")) == ("", True, 1)


def test_merits_that_are_no_tables_are_refused_in_a_line(write, told):
    path = write("merits.toml", 'merits = ["benefit"]\n')
    assert told(2, main, [str(path)]).err == (
        f"ahp-judge: {path}: merits are tables, [merits.benefit] and more; found ['benefit']\n"
    )
