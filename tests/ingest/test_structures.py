from __future__ import annotations

import io

import pytest
from ingest.cases import each

from ahp import InputError, JudgmentError
from ahp.ingest.sources import open_source
from ahp.ingest.structures import structure_in, structure_of

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
    asked, people = structure_of(io.StringIO(STRUCTURE))
    assert people == ("Ann", "Bob")
    assert asked == [
        ("", ("price", "quality")),
        ("price", ("a", "b")),
        ("quality", ("safety", "comfort")),
        ("quality / safety", ("a", "b")),
    ]


def test_a_report_can_be_asked_anew():
    text = '{"hierarchy": {"judgments": [["p", "q", 2]], "children": {"p": {"judgments": [["a", "b", 2]], '
    text += '"alternatives": ["a", "b"]}, "q": {"weights": {"a": 1, "b": 2}}}}}'
    assert structure_of(io.StringIO(text)) == ([("", ("p", "q")), ("p", ("a", "b"))], ())


def test_participants_that_are_no_table_are_refused():
    with pytest.raises(InputError, match="participants say how much each counts, Ann = 2; found 'Ann'"):
        structure_of(io.StringIO(STRUCTURE.replace("{ Ann = 2, Bob = 1 }", "'Ann'")))


def test_a_table_is_no_structure():
    assert structure_in(open_source(io.StringIO("first,second,judgment\na,b,1\n"))) is None
    assert structure_in(open_source(io.StringIO(STRUCTURE)))["goal"] == "car"


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
        structure_of(io.StringIO(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (STRUCTURE.replace("goal", "gaol"), "the goal has the unknown key 'gaol'; its keys are 'judgments'"),
        (STRUCTURE.replace("weights", "weihgts"), "quality / comfort has the unknown key 'weihgts'"),
    ],
)
def test_a_key_that_means_nothing_is_refused_as_in_judging(text, message):
    with pytest.raises(JudgmentError, match=message):
        structure_of(io.StringIO(text))


def test_a_table_that_is_no_text_holds_no_structure():
    assert structure_in(open_source({"first": ["a"], "second": ["b"], "judgment": [2]})) is None


def test_what_is_nested_too_deeply_is_told():
    with pytest.raises(InputError, match="this JSON is nested too deeply"):
        structure_of(io.StringIO('{"children":' * 50_000))
