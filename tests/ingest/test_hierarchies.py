from __future__ import annotations

import io

import pytest

from ahp import Group, Hierarchy, InputError, JudgmentError, read_hierarchy
from ahp.ingest.hierarchies import structure_of

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
    asked, goal = structure_of(io.StringIO(structure))
    assert goal == "car"
    assert asked == [
        ("", ("price", "quality")),
        ("price", ("a", "b")),
        ("quality", ("safety", "comfort")),
        ("quality / safety", ("a", "b")),
    ]


@pytest.mark.parametrize(
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
        (DEEP, "first,second,judgment\na,b,1\n", InputError, "table of judgments already"),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"children": {"p": {"weights": {"a": 1}}}}', "nothing to judge"),
        ('{"children": {"p": {}}}', "p: nothing is said of what it compares"),
        ('{"children": {"p": 3}}', "p: a node is a table"),
        (DEEP, "in TOML or JSON"),
    ],
)
def test_a_structure_without_questions_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        structure_of(io.StringIO(text))
