"""Hierarchies from tables and files, and the questions that a structure leaves open."""

import io

import pytest
from ingest.cases import each

from ahp import Group, Hierarchy, InputError, JudgmentError, read_hierarchy
from ahp.ingest.judgments.structures import questions_of

DEEP = """under,first,second,judgment
,price,quality,1/2
quality,safety,comfort,2
price,a,b,3
quality / safety,a,b,1/4
comfort,a,b,1
"""


def read(text, answers=None, **options):
    file = io.StringIO(text)
    return read_hierarchy(file, None if answers is None else io.StringIO(answers), **options)


def test_a_table_builds_a_hierarchy_of_any_depth():
    found = read(DEEP)
    assert isinstance(found.hierarchy["quality"], Hierarchy)
    assert found.hierarchy["quality"].goal == "quality"
    assert found.hierarchy.alternatives == ("a", "b")
    expected = 1 / 3 * 0.75 + 2 / 3 * (2 / 3 * 0.2 + 1 / 3 * 0.5)
    assert found.hierarchy.global_priorities()["a"] == pytest.approx(expected)
    assert found.inputs[0][2] == 5
    assert found.participants == ()


def test_a_comparison_alone_stands_under_one_criterion():
    found = read("first,second,judgment\nx,y,3\n").hierarchy
    assert found.global_priorities().to_dict() == {"x": 0.75, "y": 0.25}
    assert found.judgments.labels == ("overall",)


def test_a_table_may_be_one_already():
    found = read_hierarchy({"first": ["x"], "second": ["y"], "judgment": [3]}).hierarchy
    assert found.global_priorities().to_dict() == {"x": 0.75, "y": 0.25}


def test_participants_make_groups_with_their_weights():
    text = "participant,first,second,judgment\nAnn,x,y,2\nBob,x,y,8\n"
    found = read(text, weights={"Ann": 3}).hierarchy["overall"]
    assert isinstance(found, Group)
    assert found.weights == (0.75, 0.25)


def test_answers_complete_a_structure_by_the_way_or_by_the_name():
    structure = '{"goal": "car", "alternatives": ["a", "b"], "children": {"price": {}, "quality": {"children": {"safety": {}, "comfort": {"weights": {"a": 1, "b": 1}}}}}}'
    answers = "under,first,second,judgment\n,price,quality,1/2\nquality,safety,comfort,2\nprice,a,b,3\nsafety,a,b,1/4\n"
    found = read(structure, answers)
    assert found.hierarchy.global_priorities().equals(read(DEEP).hierarchy.global_priorities())
    assert len(found.inputs) == 2


@each(
    ("text", "answers", "error", "message"),
    [
        ("under,first,second,judgment\nx,a,b,3\n", None, JudgmentError, "no judgment has an empty 'under'"),
        ("under,first,second,judgment\n,x,y,3\nx,a,b,3\n", None, JudgmentError, "no judgments under 'y'"),
        ("under,first,second,judgment\n,x,y,3\nz,a,b,3\n", None, JudgmentError, "nothing compares 'z'"),
        (
            "under,first,second,judgment\n,x,y,3\nx,x,y,3\ny,a,b,1\n",
            None,
            JudgmentError,
            "stands under itself",
        ),
        (
            '{"weights": {"p": 1}, "children": {"p": {"weights": {"a": 1}}}}',
            "first,second,judgment\na,b,1\n",
            JudgmentError,
            "judges 'the goal', which the structure does not ask for",
        ),
        ('{"children": {"p": {"prise": 1}}}', None, JudgmentError, "unknown key 'prise'"),
        ("{]", None, InputError, "it is not JSON"),
    ],
)
def test_what_is_wrong_is_named(text, answers, error, message):
    with pytest.raises(error, match=message) as caught:
        read(text, answers)
    assert "file" in str(caught.value) or "<" in str(caught.value)


COUNTED = """
alternatives = ["a", "b"]
judgments = { Ann = [["p", "q", 2]], Bob = [["p", "q", 8]] }
participants = { Ann = 3 }
[children.p]
judgments = { Ann = [["a", "b", 2]], Bob = [["a", "b", 8]] }
[children.q]
judgments = { Bob = [["a", "b", 2]], Cleo = [["a", "b", 8]] }
participants = { Cleo = 3 }
"""
OPEN = """
alternatives = ["a", "b"]
participants = { Ann = 3 }
[children.p]
[children.q]
participants = { Bob = 3 }
"""
SAID = "participant,under,first,second,judgment\n" + "".join(
    f"{who},{under},{pair},{times}\n"
    for under, pair in (("", "p,q"), ("p", "a,b"), ("q", "a,b"))
    for who, times in (("Ann", 2), ("Bob", 8))
)


def weights_in(found):
    return [
        dict(zip(node.participants, node.weights, strict=True))
        for node in (found.hierarchy.judgments, found.hierarchy["p"], found.hierarchy["q"])
    ]


def test_participants_count_at_every_node_beneath_unless_it_says_otherwise():
    ann = {"Ann": 0.75, "Bob": 0.25}
    found = read(COUNTED)
    assert weights_in(found) == [ann, ann, {"Bob": 0.25, "Cleo": 0.75}]
    assert found.participants == ("Ann", "Bob", "Cleo")
    assert weights_in(read(OPEN, SAID)) == [ann, ann, {"Ann": 0.25, "Bob": 0.75}]
    assert Hierarchy.from_dict(found.hierarchy.to_dict()) == found.hierarchy


def test_weights_that_are_given_stand_instead_of_those_in_the_file():
    for found in (read(COUNTED, weights={"Bob": 3}), read(OPEN, SAID, weights={"Bob": 3})):
        here, p, q = weights_in(found)
        assert here == p == {"Ann": 0.25, "Bob": 0.75}
        assert q["Bob"] == 0.75
    with pytest.raises(
        InputError, match="'Zoe' has a weight but is no participant; there are 'Ann', 'Bob', 'Cleo'"
    ):
        read(COUNTED, weights={"Zoe": 3})


def test_some_judgments_in_the_file_and_some_in_the_answers_count_alike():
    mixed = OPEN.replace(
        "[children.q]\n", '[children.q]\njudgments = { Bob = [["a", "b", 2]], Cleo = [["a", "b", 8]] }\n'
    )
    some = "".join(line for line in SAID.splitlines(keepends=True) if ",q,a" not in line)
    assert weights_in(read(mixed.replace("Bob = 3", "Cleo = 3"), some))[2] == {"Bob": 0.25, "Cleo": 0.75}
    inherited = mixed.replace("participants = { Bob = 3 }\n", "").replace("Ann = 3", "Ann = 3, Cleo = 4")
    assert weights_in(read(inherited, some)) == [
        {"Ann": 0.75, "Bob": 0.25},
        {"Ann": 0.75, "Bob": 0.25},
        {"Bob": 0.2, "Cleo": 0.8},
    ]


@each(
    ("text", "answers", "message"),
    [
        (
            COUNTED.replace("{ Ann = 3 }", "{ Anne = 3 }"),
            None,
            "the goal: 'Anne' has a weight but is no participant; there are 'Ann', 'Bob', 'Cleo'",
        ),
        (
            COUNTED.replace("{ Cleo = 3 }", "{ Ann = 3 }"),
            None,
            "q: 'Ann' has a weight but is no participant; there are 'Bob', 'Cleo'",
        ),
        (OPEN.replace("{ Bob = 3 }", "{ Bo = 3 }"), SAID, "q: 'Bo' has a weight but is no participant"),
        (OPEN.replace("{ Ann = 3 }", "3"), SAID, "the goal: participants: found 3"),
        (OPEN.replace("[children.p]\n", "[children.p]\nprise = 3\n"), SAID, "p has the unknown key 'prise'"),
        (COUNTED.replace("Ann = 3", "Ann = 0, Bob = 0"), None, "not all 0"),
    ],
)
def test_a_weight_that_means_nothing_is_refused(text, answers, message):
    with pytest.raises(JudgmentError, match=message):
        read(text, answers)


def test_answers_that_leave_an_alternative_out_are_refused(tmp_path, write):
    structure = tmp_path / "h.toml"
    structure.write_text(
        'alternatives = ["A", "B", "C"]\n[children.p]\nvalues = {A = 1, B = 2, C = 3}\n[children.q]\n'
    )
    answers = write("a.csv", "under,first,second,judgment\n,p,q,2\nq,A,B,3\n")
    with pytest.raises(
        JudgmentError, match=r"under 'q': no judgment connects the groups \['A', 'B'\] and \['C'\]"
    ):
        read_hierarchy(structure, answers)


def test_a_node_that_is_no_table_is_refused_with_and_without_weights():
    text = 'alternatives = ["A", "B"]\n[judgments]\nAnn = [["p", "q", 3]]\n[children]\np = 3\nq = 4\n'
    for options in ({}, {"weights": {"Ann": 2}}):
        with pytest.raises(JudgmentError, match="p: found 3; a node is a table"):
            read(text, **options)


@each("said", ["3", "'ab'", "{ a = 1 }"])
def test_alternatives_that_are_no_list_are_refused_where_answers_judge_them(said):
    text = f"[children.p]\nalternatives = {said}\n[children.q]\nweights = {{a = 1, b = 1}}\n"
    with pytest.raises(JudgmentError, match="under 'p': alternatives are a list of names; found"):
        read(text, "under,first,second,judgment\n,p,q,3\np,a,b,2\n")


def test_weights_that_are_no_table_are_refused():
    for weights in (3, ["Ann"], "Ann"):
        with pytest.raises(JudgmentError, match="weights of participants are a table"):
            read(COUNTED, weights=weights)


def test_a_node_that_the_answers_do_not_judge_is_refused():
    text = 'alternatives = ["A", "B"]\n[children.p]\n[children.q]\n'
    with pytest.raises(InputError, match="nobody judged 'q' yet; ask, ahp-judge FILE --questionnaire html"):
        read(text, "under,first,second,judgment\n,p,q,3\np,A,B,2\n")


# --- what a structure leaves to be judged -------------------------------------------------------------------


STRUCTURE = """
goal = "car"
alternatives = ["a", "b"]
participants = { Ann = 2, Bob = 1 }
[children.price]
[children.quality.children.safety]
[children.quality.children.comfort]
weights = { a = 1, b = 1 }
"""


def test_what_is_open_is_asked_from_the_goal_down():
    asked = questions_of(io.StringIO(STRUCTURE))
    assert asked.participants == ("Ann", "Bob")
    assert [(node.under, node.items, node.criteria) for node in asked.nodes] == [
        ("", ("price", "quality"), True),
        ("price", ("a", "b"), False),
        ("quality", ("safety", "comfort"), True),
        ("quality / safety", ("a", "b"), False),
    ]


def test_a_report_can_be_asked_anew():
    text = '{"hierarchy": {"judgments": [["p", "q", 2]], "children": {"p": {"judgments": [["a", "b", 2]], '
    text += '"alternatives": ["a", "b"]}, "q": {"weights": {"a": 1, "b": 2}}}}}'
    asked = questions_of(io.StringIO(text))
    assert [(node.under, node.items) for node in asked.nodes] == [("", ("p", "q")), ("p", ("a", "b"))]
    assert asked.participants == ()


def test_participants_that_are_no_table_are_refused():
    with pytest.raises(InputError, match="participants say how much each counts, Ann = 2; found 'Ann'"):
        questions_of(io.StringIO(STRUCTURE.replace("{ Ann = 2, Bob = 1 }", "'Ann'")))


@each(
    ("text", "message"),
    [
        ('{"children": {"p": {"weights": {"a": 1}}}}', "nothing to judge"),
        ('{"children": {"p": {}}}', "p: nothing is said of what it compares"),
        ('{"children": {"p": 3}}', "p: a node is a table"),
        ("first,second,judgment\na,b,1\n", "in TOML or JSON"),
    ],
)
def test_a_structure_without_questions_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        questions_of(io.StringIO(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (STRUCTURE.replace("goal", "gaol"), "the goal has the unknown key 'gaol'; its keys are 'judgments'"),
        (STRUCTURE.replace("weights", "weihgts"), "quality / comfort has the unknown key 'weihgts'"),
    ],
)
def test_a_key_that_means_nothing_is_refused_as_in_judging(text, message):
    with pytest.raises(JudgmentError, match=message):
        questions_of(io.StringIO(text))


def test_what_is_nested_too_deeply_is_told():
    with pytest.raises(InputError, match="this JSON is nested too deeply"):
        questions_of(io.StringIO('{"children":' * 50_000))
