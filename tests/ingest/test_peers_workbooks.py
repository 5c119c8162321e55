"""Judgments in the workbooks of AHPcalc, AhpAnpLib and Super Decisions, and in what AHP-OS exports as JSON."""

import copy
import json

import pytest

import ahp
from ahp.cli.judge import main

openpyxl = pytest.importorskip("openpyxl")


def saved(sheets, path):
    """A workbook whose sheets hold these cells."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, cells in sheets.items():
        sheet = book.create_sheet(title)
        for place, value in cells.items():
            sheet[place] = value
    book.save(path)
    return path


def refused(path, *more):
    with pytest.raises(ahp.AHPError) as error:
        ahp.read_hierarchy(path, *more)
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(f"{path}: ")


# AHPcalc: the places of its labels and fields, and our own names and numbers in them.

PAIRS = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


def input_sheet(who, answers, weight=1):
    cells = {
        "A1": "AHP Analytic Hierarchy Process", "B17": who, "F17": weight, "B18": "Name", "F18": "Weight",
        "B20": "i", "C20": "j", "D20": "A", "H20": "B", "K20": " - A or B", "L20": "(1-9)",
    }  # fmt: skip
    for row, (i, j) in enumerate(PAIRS, 21):
        cells |= {f"B{row}": i, f"C{row}": j}
        if (i, j) in answers:
            which, times = answers[i, j]
            cells |= {f"K{row}": which, f"L{row}": times}
    return cells


ANN = {(1, 2): ("A", 3), (1, 3): ("A", 5), (2, 3): ("A", 2)}
BEN = {(1, 2): ("b", 2), (1, 3): (None, 1), (2, 3): ("A", 3)}


def ahpcalc(**changes):
    sheets = {
        "Version": {"A8": "Author:"},
        "Summary": {
            "A5": "n= ", "B5": 3, "A7": "N= ", "B7": 2, "A11": "Objective  ", "B11": "a new bike",
            "J5": "Scale:", "K5": 1, "A17": "Table ", "B17": "Criterion",
            "B18": 1, "C18": "price", "B19": 2, "C19": "weight", "B20": 3, "C20": "looks",
        },
        "In1": input_sheet("Ann", ANN),
        "In2": input_sheet("Ben", BEN),
        "In3": input_sheet("Participant 3", {}),
        "multInp": {"A1": "x"},
    }  # fmt: skip
    for key, value in changes.items():
        sheet, _, cell = key.partition("_")
        sheets[sheet][cell] = value
    return sheets


def test_a_workbook_of_ahpcalc(tmp_path, told):
    path = saved(ahpcalc(), tmp_path / "book.xlsx")
    found = ahp.read_hierarchy(path)
    assert found.hierarchy.goal == "a new bike"
    assert found.participants == ("Ann", "Ben")
    matrix = found.hierarchy.judgments.matrix()
    assert matrix["price", "weight"] == pytest.approx((3 / 2) ** 0.5)
    assert matrix["price", "looks"] == pytest.approx(5**0.5)
    assert matrix["weight", "looks"] == pytest.approx(6**0.5)
    assert "a new bike   price weighs most" in told(0, main, [str(path)]).out


def test_how_much_participants_count_is_that_of_the_workbook_unless_told(tmp_path):
    path = saved(ahpcalc(In2_F17=3), tmp_path / "book.xlsx")
    here = ("price", "weight")
    assert ahp.read_hierarchy(path).hierarchy.judgments.matrix()[here] == pytest.approx((3 / 2**3) ** 0.25)
    told = ahp.read_hierarchy(path, weights={"Ann": 1, "Ben": 1})
    assert told.hierarchy.judgments.matrix()[here] == pytest.approx((3 / 2) ** 0.5)


def test_what_is_not_answered_in_ahpcalc_is_not_equal(tmp_path):
    path = saved(ahpcalc(In2_K22=None, In2_L22=None, Summary_K5=5), tmp_path / "book.xlsx")
    found = ahp.read_hierarchy(path)
    assert found.hierarchy.judgments.matrix()["price", "looks"] == pytest.approx(5)
    assert any("not counted as equal as the workbook does: 'Ben 1 of 3'" in note for note in found.notes)
    assert any("give --scale balanced-n" in note for note in found.notes)
    more = saved(ahpcalc(In3_K21="A", In3_L21=2), tmp_path / "more.xlsx")
    assert any(
        "more than the 2 participants of N, not read: 'In3'" in n for n in ahp.read_hierarchy(more).notes
    )


def test_ahpcalc_is_an_answer_to_a_structure(tmp_path, write):
    model = write("bike.toml", 'goal = "bike"\ncriteria = ["Price", "weight", "looks"]\n')
    found = ahp.read_hierarchy(model, saved(ahpcalc(), tmp_path / "book.xlsx"))
    assert found.hierarchy.judgments.matrix()["Price", "looks"] == pytest.approx(5**0.5)
    other = saved(ahpcalc(Summary_C20="look"), tmp_path / "other.xlsx")
    assert "line 22, column 'second': found 'look'" in refused(model, other)
    assert "did you mean 'looks'?" in refused(model, other)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"In1_K21": None}, "sheet 'In1', cell K21: it is empty; 3 times more, but not which of the two; write A or B there"),
        ({"In1_K21": "C"}, "sheet 'In1', cell K21: found 'C'; 3 times more, but not which of the two; write A or B there"),
        ({"In2_L24": None}, "sheet 'In2', cell L24: it is empty; this is how much more, from 1 to 9; write a number beside A"),
        ({"In2_L24": "much"}, "sheet 'In2', cell L24: found 'much'; this is how much more, from 1 to 9; write a number beside A"),
        ({"In2_L24": 30}, "sheet 'In2', cell L24: found '30'; this is how much more, from 1 to 9; write a number beside A"),
        ({"In2_B17": "Ann"}, "sheet 'In2', cell B17: found 'Ann'; two participants have this name; give each their own"),
        ({"In2_F17": "all"}, "sheet 'In2', cell F17: found 'all'; how much a participant counts is 0 or more; write a number"),
        ({"Summary_B5": 5}, "sheet 'Summary', cell C21: it is empty; one of the 5 criteria has no name; write it there, or lower n"),
        ({"Summary_B5": "three"}, "sheet 'Summary', cell B5: found 'three'; this is how many criteria there are, 2 or more; write a whole number"),
        ({"Summary_C20": "price"}, "sheet 'Summary', cell C18: found 'price'; two criteria have this name; give each its own"),
        ({"Summary_B7": 9}, "sheet 'Summary', cell B7: found '9'; only 3 sheets have pairs; give the whole workbook"),
        ({"In1_B22": 7}, "sheet 'In1', cell B20: found 'i'; the pair 1, 3 is not below this; give the workbook as it was"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_ahpcalc_is_told_with_its_cell(tmp_path, changes, message):
    assert refused(saved(ahpcalc(**changes), tmp_path / "book.xlsx")) == message


def test_one_participant_of_ahpcalc_and_nobodys(tmp_path):
    found = ahp.read_hierarchy(saved(ahpcalc(Summary_B7=1), tmp_path / "one.xlsx"))
    assert found.hierarchy.local_priorities().round(3).to_dict() == {
        "price": 0.648,
        "weight": 0.230,
        "looks": 0.122,
    }
    nobody = ahpcalc() | {"In1": input_sheet("Ann", {}), "In2": input_sheet("Ben", {})}
    assert "no judgment is filled in" in refused(saved(nobody, tmp_path / "none.xlsx"))


# AhpAnpLib.


def block(cells, top, node, cluster, items, judgments=(), direct=(), lower=True):
    """A matrix as a questionnaire has it: the lower half is the upper one's reciprocals, as formulas."""
    if node:
        cells[f"A{top}"] = node
    cells[f"A{top + 1}"] = "Fill in the white cells, or the green ones."
    heading = top + 2
    for column, text in enumerate((cluster, *items, "Direct values"), 1):
        cells[f"{chr(64 + column)}{heading}"] = text
    for i, item in enumerate(items):
        cells[f"A{heading + 1 + i}"] = item
        cells[f"{chr(66 + i)}{heading + 1 + i}"] = 1
        for j in range(i):
            if lower:
                cells[f"{chr(66 + j)}{heading + 1 + i}"] = f"=1/{chr(66 + i)}{heading + 1 + j}"
    for (i, j), times in dict(judgments).items():
        cells[f"{chr(66 + j)}{heading + 1 + i}"] = times
    for i, value in enumerate(direct):
        cells[f"{chr(66 + len(items))}{heading + 1 + i}"] = value
    below = heading + len(items) + 1
    cells[f"A{below}"], cells[f"B{below}"] = "Sum of Col", f"=SUM(B{heading + 1}:B{below - 1})"
    return below + 2


PLACES = ("1 Alps", "2 Sea")


def questionnaire(**changes):
    cells = {}
    top = block(cells, 1, "Holiday", "2 Criteria", ("cost", "rest"), {(0, 1): 3})
    top = block(cells, top, "cost", "3 Places", PLACES, direct=(1 / 400, 1 / 800))
    block(cells, top, "rest", "3 Places", PLACES, {(0, 1): 0.25})
    return {"pairwise_comp": cells | changes}


def test_a_questionnaire_of_ahpanplib(tmp_path, told):
    path = saved(questionnaire(), tmp_path / "trip.xlsx")
    found = ahp.read_hierarchy(path).hierarchy
    assert found.goal == "Holiday"
    assert found.global_priorities()["1 Alps"] == pytest.approx(0.75 * 2 / 3 + 0.25 * 0.2)
    assert "Holiday   choose 1 Alps" in told(0, main, [str(path)]).out


def test_results_have_both_halves_to_three_digits(tmp_path):
    cells = {}
    items = ("cost", "rest", "food")
    both = {(0, 1): 0.333, (1, 0): 3, (0, 2): 0.143, (2, 0): 7, (1, 2): 0.5, (2, 1): 2}
    block(cells, 1, "Holiday", "2 Criteria", items, both, direct=("=1/3", "=1", "=2"), lower=False)
    others = {"supermatrix": {"C1": "Goal"}, "pairwise_comp2": dict(cells)}
    found = ahp.read_hierarchy(saved({"pairwise_comp": cells, **others}, tmp_path / "results.xlsx"))
    assert found.hierarchy.judgments["rest", "cost"] == 3
    assert found.hierarchy.judgments["cost", "food"] == 1 / 7
    assert any("not read: 'pairwise_comp2'" in note for note in found.notes)


def test_questionnaires_of_several_people_are_told_apart_by_their_files(tmp_path):
    folder = tmp_path / "answers"
    folder.mkdir()
    saved(questionnaire(), folder / "ann.xlsx")
    saved(questionnaire(C4=None), folder / "ben.xlsx")
    found = ahp.read_hierarchy(folder)
    assert found.participants == ("ann", "ben")
    assert found.hierarchy.judgments.matrix()["cost", "rest"] == pytest.approx(3)
    assert any("it names nobody, so these are the judgments of 'ben'" in note for note in found.notes)


def test_a_node_beneath_several_is_at_each_of_them(tmp_path):
    cells = {}
    top = block(cells, 1, "Holiday", "2 Criteria", ("cost", "rest"), {(0, 1): 3})
    top = block(cells, top, "cost", "3 People", ("Ann", "Ben"), {(0, 1): 2})
    top = block(cells, top, "rest", "3 People", ("Ann", "Ben"), {(0, 1): 1})
    top = block(cells, top, "Ann", "4 Places", PLACES, {(0, 1): 4})
    block(cells, top, "Ben", "4 Places", PLACES, {(0, 1): 1})
    found = ahp.read_hierarchy(saved({"pairwise_comp": cells}, tmp_path / "x.xlsx")).hierarchy
    ann = 0.75 * 2 / 3 + 0.25 / 2
    assert found.global_priorities()["1 Alps"] == pytest.approx(ann * 0.8 + (1 - ann) / 2)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"C4": "often"}, "cell C4: found 'often'; a judgment is a positive number such as 3, or =1/3; correct the cell"),
        ({"C4": -3}, "cell C4: found '-3'; a judgment is a positive number such as 3, or =1/3; correct the cell"),
        ({"C4": "=1/3"}, "cell C4: found '=1/3'; the value of this formula was never computed; save it in a spreadsheet program"),
        ({"B5": 3}, "cell B5: found '3'; across the diagonal stands 3; make one the reciprocal of the other"),
        ({"A5": "sleep"}, "cell A5: found 'sleep'; 'rest' stands over the columns and belongs here; give it the same order"),
        ({"D12": None}, "cell D12: it is empty; the direct values of the others need one here; write a positive number for each, or for none"),
        ({"D12": 0}, "cell D12: found '0'; the direct values of the others need one here; write a positive number for each, or for none"),
        ({"C11": 5}, "cell C11: found '5'; under 'cost' the direct values say 2; keep the judgments or the direct values"),
        ({"A8": None}, "cell A10: found '3 Places'; more than one cluster is compared under 'Holiday': this is a network; write it as one, with clusters and influences, in TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_questionnaire_is_told_with_its_cell(tmp_path, changes, message):
    found = refused(saved(questionnaire(**changes), tmp_path / "trip.xlsx"))
    assert found == f"sheet 'pairwise_comp', {message}"


def test_what_stands_under_itself_is_a_network(tmp_path):
    cells = {}
    top = block(cells, 1, "Holiday", "2 Criteria", ("cost", "rest"), {(0, 1): 3})
    top = block(cells, top, "cost", "3 Places", PLACES, {(0, 1): 2})
    block(cells, top, "1 Alps", "2 Criteria", ("cost", "rest"), {(0, 1): 2})
    found = refused(saved({"pairwise_comp": cells}, tmp_path / "trip.xlsx"))
    assert "'cost' stands under itself: this is a network; write it as one" in found


def test_criteria_of_which_one_has_branches_and_alternatives_are_nowhere(tmp_path):
    cells = {}
    top = block(cells, 1, "Holiday", "2 Criteria", ("cost", "rest"), {(0, 1): 3})
    block(cells, top, "cost", "3 Parts", ("ride", "room"), {(0, 1): 0.25})
    found = ahp.read_hierarchy(saved({"pairwise_comp": cells}, tmp_path / "x.xlsx")).hierarchy
    assert found.global_priorities().to_dict() == pytest.approx({"ride": 0.15, "room": 0.6, "rest": 0.25})


def test_scales_of_ratings_are_no_comparisons_of_criteria(tmp_path):
    scales = {}
    block(scales, 0, "", "1", ("good", "bad"), {(0, 1): 4})
    del scales["A1"]
    path = saved({"rating_scales": scales}, tmp_path / "scales.xlsx")
    assert "cell A2: found '1'; scales of ratings are under no node; give the workbook" in refused(path)
    both = saved({"rating_scales": scales, **questionnaire()}, tmp_path / "both.xlsx")
    assert ahp.read_hierarchy(both).hierarchy.goal == "Holiday"


def test_zeros_in_results_are_what_nobody_judged(tmp_path):
    cells = {}
    items = ("cost", "rest", "food")
    both = {(0, 1): 2, (1, 0): 0.5, (0, 2): 0, (2, 0): 0, (1, 2): 2, (2, 1): 0.5}
    block(cells, 1, "Holiday", "2 Criteria", items, both, lower=False)
    found = ahp.read_hierarchy(saved({"pairwise_comp": cells}, tmp_path / "results.xlsx"))
    assert isinstance(found.hierarchy.judgments, ahp.IncompleteMatrix)
    assert found.hierarchy.local_priorities()["cost"] == pytest.approx(4 / 7)


def test_a_node_that_nobody_judged_is_not_equal(tmp_path):
    empty = questionnaire()
    empty["pairwise_comp"] |= {"C18": None}
    path = saved(empty, tmp_path / "trip.xlsx")
    with pytest.raises(ahp.InputError) as error:
        ahp.read_hierarchy(path)
    assert str(error.value) == (
        f"{path}, line 18, column 'C': nothing is judged under 'rest', and that is not equal; fill in the matrix "
        f"that begins here, or the direct values behind it"
    )


def test_a_matrix_separated_by_tabs_or_alone_in_a_workbook(tmp_path, write):
    path = write("matrix.txt", "\tcost\trest\tfood\ncost\t1\t3\t5\nrest\t0.333\t1\t2\nfood\t0.2\t0.5\t1\n")
    told = {"cost": 0.648, "rest": 0.230, "food": 0.122}
    assert ahp.read_hierarchy(path).hierarchy.global_priorities().round(3).to_dict() == told
    rows = [
        ["items", "cost", "rest", "food"],
        ["cost", 1, "3", 5],
        ["rest", None, 1, 2],
        ["food", None, None, 1],
    ]
    cells = {f"{chr(65 + j)}{i}": x for i, row in enumerate(rows, 1) for j, x in enumerate(row)}
    book = saved({"Sheet1": cells, "Sheet2": {}}, tmp_path / "matrix.xlsx")
    assert ahp.read_hierarchy(book).hierarchy.global_priorities().round(3).to_dict() == told


# AHP-OS.

PROJECT = {
    "pj": [{
        "project_sc": "k3x9pq", "project_name": "trip", "project_description": "", "project_author": "us",
        "project_hText": "trip: cost, rest, food; cost: ride, room;", "project_datetime": "2026-01-05 08:00:00",
    }],
    "pwc": [
        {"project_sc": "k3x9pq", "pwc_part": "Ann", "pwc_node": "trip", "pwc_ab": "010", "pwc_intense": "234"},
        {"project_sc": "k3x9pq", "pwc_part": "Ben", "pwc_node": "trip", "pwc_ab": "000", "pwc_intense": "111"},
        {"project_sc": "k3x9pq", "pwc_part": "Ann", "pwc_node": "cost", "pwc_ab": "1", "pwc_intense": "3"},
    ],
}  # fmt: skip


def project(tmp_path, **changes):
    data = copy.deepcopy(PROJECT)
    for where, value in changes.items():
        part, _, key = where.partition("_")
        if not key:
            data[part] = value
        else:
            data[part][0][key] = value
    path = tmp_path / "k3x9pq-AHP-project.JSON"
    path.write_text(json.dumps(data, indent=4))
    return path


def test_a_project_of_ahp_os(tmp_path, told):
    path = project(tmp_path)
    found = ahp.read_hierarchy(path)
    assert found.participants == ("Ann", "Ben")
    # cost has branches, so it stands behind the others: the pairs are rest food, rest cost, food cost.
    matrix = found.hierarchy.judgments.matrix()
    assert matrix["rest", "food"] == pytest.approx(2**0.5)
    assert matrix["cost", "rest"] == pytest.approx(3**0.5)
    assert matrix["food", "cost"] == pytest.approx(2)
    assert found.hierarchy["cost"].local_priorities().to_dict() == {"ride": 0.25, "room": 0.75}
    assert "trip" in told(0, main, [str(path)]).out


def test_alternatives_of_ahp_os_stand_under_weights(tmp_path):
    path = project(
        tmp_path,
        pj_project_hText="trip: cost = 0.6, rest=0.4;",
        alt=[{"project_sc": "k3x9pq", "alt": "Alps"}, {"project_sc": "k3x9pq", "alt": "Sea"}],
        pwc=[
            {"pwc_part": "Ann", "pwc_node": "cost", "pwc_ab": "0", "pwc_intense": "4"},
            {"pwc_part": "Ann", "pwc_node": "rest", "pwc_ab": "1", "pwc_intense": "1"},
        ],
    )
    found = ahp.read_hierarchy(path).hierarchy
    assert found.global_priorities()["Alps"] == pytest.approx(0.6 * 0.8 + 0.4 * 0.5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pwc_pwc_ab": "01"}, "found '01, 234': what 'Ann' compares under 'trip' is 3 judgments of 3 pairs; export -AHP-project.JSON again"),
        ({"pwc_pwc_intense": "20", "pwc_pwc_ab": "01"}, "found '01, 20': what 'Ann' compares under 'trip' is 2 judgments of 3 pairs; export -AHP-project.JSON again"),
        ({"pwc_pwc_intense": "204"}, "found '010, 204': what 'Ann' compares under 'trip' is not 0 or 1 for which of the two and a digit from 1 to 9; export -AHP-project.JSON again"),
        ({"pwc_pwc_part": "Ben"}, "found '000, 111': what 'Ben' compares under 'trip' stands twice; export -AHP-project.JSON again"),
        ({"pwc": []}, "nobody compared what stands under 'trip'; judge it in AHP-OS, or give it weights there; what is not answered is not equal"),
        ({"pj": []}, "this holds more than one project, or none, not what was judged; give a project, -AHP-project.JSON"),
        ({"pj_project_hText": "trip: cost, , food;"}, "found 'trip: cost, , food': a part of the hierarchy is 'node: item, item;', each node and each item of it once; export -AHP-project.JSON again"),
        ({"pj_project_hText": "trip: cost=1, food;"}, "found 'trip: cost=1, food': some items under 'trip' have a weight and others none; give each a weight, or none"),
        ({"pj_project_hText": "trip: cost=1, rest=1; a: b, c; b: a, d;", "pwc": []}, "'a', 'b' stand under themselves; let each stand under one node of the others"),
        ({"pj_project_hText": "trip: a, b; other: c, d;", "pwc": []}, "the hierarchy begins with 'trip', 'other'; write it with one goal, 'goal: a, b; a: c, d;'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_project_is_told_with_its_node(tmp_path, changes, message):
    assert refused(project(tmp_path, **changes)) == message


def test_priorities_of_ahp_os_are_no_judgments(tmp_path):
    path = tmp_path / "k3x9pq-AHP-priorities.JSON"
    path.write_text(
        json.dumps({"Project": "k3x9pq", "Scale": "AHP", "Priorities": {"trip": {"Group": {"a": 1}}}})
    )
    assert refused(path) == (
        "this holds priorities that AHP-OS computed, not what was judged; give a project, -AHP-project.JSON"
    )
