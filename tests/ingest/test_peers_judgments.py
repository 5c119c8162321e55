"""Judgments as other programs write them: square matrices, surveys, and models of R's package ahp."""

import io
import sys

import pytest

import ahp
from ahp.cli.judge import main

PRIORITIES = {"x": 0.648, "y": 0.230, "z": 0.122}
MATRICES = {
    "labelled": ",x,y,z\nx,1,3,5\ny,1/3,1,2\nz,0.2,0.5,1\n",
    "semicolons and commas": "item;x;y;z\nX;1;3;5\ny;0,333;1;2\nz;0,2;0,5;1\n",
    "heading only": "x,y,z\n1,3,5\n1/3,1,2\n1/5,1/2,1\n",
    "upper half": ",x,y,z\nx,1,3,5\ny,,1,2\nz,,,1\n",
    "no diagonal": ",x,y,z\nx,,3,5\ny,,,2\nz,,,\n",
    "in words": ",x,y,z\nx,1,moderate,strong\ny,,1,2\nz,,,1\n",
}


def priorities_of(text, **more):
    return ahp.read_hierarchy(io.StringIO(text), **more).hierarchy.global_priorities().round(3).to_dict()


@pytest.mark.parametrize("text", MATRICES.values(), ids=MATRICES)
def test_a_square_matrix(text):
    assert priorities_of(text) == PRIORITIES


def test_a_bare_matrix_has_numbers_for_names():
    found = priorities_of("1 3 5\n1/3 1 2\n1/5 1/2 1\n".replace(" ", ";"))
    assert list(found.values()) == list(PRIORITIES.values())
    assert list(found) == ["1", "2", "3"]


def test_a_matrix_in_a_workbook(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["", "x", "y", "z"], ["x", 1, 3, 5], ["y", 1 / 3, 1, 2], ["z", None, None, 1]):
        book.active.append(row)
    book.save(tmp_path / "matrix.xlsx")
    found = ahp.read_hierarchy(tmp_path / "matrix.xlsx").hierarchy.global_priorities().round(3).to_dict()
    assert found == PRIORITIES


def test_what_is_wrong_in_a_matrix_is_told_with_its_place():
    with pytest.raises(ahp.InputError, match=r"line 3, column 'x'.*a date of this, probably of 1/3"):
        ahp.read_judgments(io.StringIO(",x,y\nx,1,3\ny,3-Jan,1\n"))
    with pytest.raises(ahp.InputError, match=r"line 3: 'y' over 'x' = 3, but line 2 says 'x' over 'y' = 3"):
        ahp.read_judgments(io.StringIO(",x,y\nx,1,3\ny,3,1\n"))
    for no_matrix in (
        "x,y\n1,2\n3,4\n",
        "x,y,z\n1,2\n1,1\n",
        ",x,y\nx,2,1\ny,1,2\n",
        ",x,y\nx,1,-3\ny,1,1\n",
    ):
        with pytest.raises(ahp.InputError):
            ahp.read_judgments(io.StringIO(no_matrix))


def test_a_survey_with_a_column_for_each_pair_and_its_node():
    text = "name,age,x vs y,x versus z,y vs. z,p vs q wrt x\nAnn,30,3,5,2,4\nBen,40,1/3,,1,\n"
    table = ahp.read_judgments(io.StringIO(text))
    assert table.participants == ("Ann", "Ben")
    assert table.nodes == ("", "x")
    assert table.comparison("x").matrix()["p", "q"] == 4
    assert table.comparison().matrix()["x", "y"] == pytest.approx(1)
    assert any("left out: age" in note for note in table.notes)


def test_a_survey_of_all_pairs_whose_names_have_underscores():
    text = "run_time_cost,run_time_look,cost_look\n3,5,2\n"
    table = ahp.read_judgments(io.StringIO(text))
    assert table.items() == ("run_time", "cost", "look")
    assert table.participants == ("row 1",)


def test_answers_below_nothing_stand_on_a_line():
    text = "cult_fam,cult_house,fam_house\n2,-2,-9\n1,-4,-7\n"
    table = ahp.read_judgments(io.StringIO(text))
    matrix = table.comparison().matrix()
    assert matrix["cult", "fam"] == pytest.approx((1 / 2) ** 0.5)
    assert matrix["cult", "house"] == pytest.approx(8**0.5)
    assert "-3 is 3 times cult over fam" in table.notes[0]


EXPORT = """sep=,
"Session Code","abc123"
"Project","site"
"No of Participants",2
"Scale: ","0 - Standard AHP linear scale"

"Global weights by nodes and participants"

"Node","site"
"Weights","cost","view","CR"
"Group result",0.7500,0.2500,0.0000
"by participants:"
"Ann",0.7500,0.2500,0.0000
"AHP Consensus",1.0000
"Consolidated Decision Matrix"
,"1.0000","3.0000",
,"0.3333","1.0000",

"Node","cost"
"Weights","price","upkeep","rent","CR"
"Group result",0.5714,0.2857,0.1429,0.0000
"Consolidated Decision Matrix"
,"1.0000","2.0000","4.0000",
,"0.5000","1.0000","2.0000",
,"0.2500","0.5000","1.0000",

"Node","view"
"Weights","sea","wood","CR"
"Group result",0.8000,0.2000,0.0000
"Consolidated Decision Matrix"
,"1.0000","4.0000",
,"0.2500","1.0000",
"""


@pytest.mark.parametrize("mark", [",", ";"])
def test_what_ahp_os_exports_of_a_group(mark):
    text = EXPORT if mark == "," else EXPORT.replace(",", ";").replace(".", ",")
    table = ahp.read_hierarchy(io.StringIO(text))
    assert table.hierarchy.global_priorities().round(3).to_dict() == {
        "price": 0.429,
        "upkeep": 0.214,
        "rent": 0.107,
        "sea": 0.2,
        "wood": 0.05,
    }
    assert "consolidated judgments" in table.notes[0]


MODEL = """
Version: 2.0
Alternatives: &alternatives
  Train: {hours: 6}
  Plane: {hours: 2}
Goal:
  name: a journey
  decision-makers:
    - Ann: 0.75
    - Ben: 1/4
  preferences:
    Ann:
      pairwise:
        - [Time, Price, 2]
    Ben:
      pairwise:
        - [Time, Price, 1/3]
  children:
    Time:
      preferences:
        Ann:
          score:
            - Train: 1
            - Plane: 3
        Ben:
          priority:
            - Train: 1/4
            - Plane: 0.75
      children: *alternatives
    Price:
      preferences:
        pairwise:
          - [Train, Plane, 5]
      children: *alternatives
"""


def test_a_model_of_the_package_in_r(write, told):
    pytest.importorskip("yaml")
    path = write("journey.ahp", MODEL)
    hierarchy = ahp.read_hierarchy(path).hierarchy
    times = 2**0.75 * (1 / 3) ** 0.25
    w = times / (1 + times)
    assert hierarchy.goal == "a journey"
    assert hierarchy.global_priorities()["Plane"] == pytest.approx(w * 0.75 + (1 - w) / 6)
    assert "a journey" in told(0, main, [str(path)]).out


def test_without_yaml_it_says_what_to_install(tmp_path, monkeypatch):
    path = tmp_path / "journey.ahp"
    path.write_text(MODEL)
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(ahp.InputError) as error:
        ahp.read_hierarchy(path)
    assert str(error.value) == (
        f"{path}: reading a model of R's package ahp needs PyYAML; pip install 'ahp-rank[yaml]', or write the "
        f"hierarchy in TOML"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("score:", "scoreFunction: 'function(a) stop(a)'\n          comment:", "code in R, which is not run"),
        ("Train: 1\n", "Train: 0\n", "gives 'Train' nothing"),
        ("Goal:", "Aim:", "has a Goal"),
        ("- Ben: 1/4\n", "- Ben: few\n", "a number for each name"),
        ("Version: 2.0", "Version: [", "it is not YAML"),
        ("name: a journey", "name: !!python/object/apply:os.getcwd []", "it is not YAML"),
    ],
)  # fmt: skip
def test_what_a_model_in_r_may_not_say(old, new, said, write):
    pytest.importorskip("yaml")
    path = write("journey.ahp", MODEL.replace(old, new, 1))
    with pytest.raises(ahp.AHPError, match=said) as error:
        ahp.read_hierarchy(path)
    assert "journey.ahp" in str(error.value)
    assert "\n" not in str(error.value)
