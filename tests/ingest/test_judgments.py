from __future__ import annotations

import io

import pytest
from ingest.cases import each

from ahp import Group, InputError, JudgmentError, PairwiseMatrix, read_judgments

LONG = """participant;under;first;second;judgment
Ann;;price;safety;1/3
Bob;;price;safety;0,5
Ann;price;a;b;2
Bob;price;a;b;
Ann;safety;a;b;1/4
Bob;safety;b;a;4
"""


def table(text):
    return read_judgments(io.StringIO(text))


def test_a_long_table_becomes_groups():
    found = table(LONG)
    assert found.participants == ("Ann", "Bob")
    assert found.nodes == ("", "price", "safety")
    assert found.items("safety") == ("a", "b")
    goal = found.comparison()
    assert isinstance(goal, Group)
    assert goal.matrix()["price", "safety"] == pytest.approx((1 / 6) ** 0.5)
    assert found.comparison("safety", weights={"Ann": 3}).matrix()["a", "b"] == pytest.approx(0.25)
    assert found.comparison("price").participants == ("Ann",)  # Bob left it open


def test_a_table_of_one_person_becomes_matrices():
    found = table("a,b,value\nx,y,2\ny,z,3\nx,z,6\n").comparison()
    assert isinstance(found, PairwiseMatrix)
    assert found["x", "z"] == 6


def test_judgments_may_be_words():
    found = table("a,b,value\nx,y,strong\ny,z,Very strongly less important\nx,z,equal\n").comparison()
    assert found["x", "y"] == 5
    assert found["z", "y"] == pytest.approx(7)
    assert found["x", "z"] == 1
    with pytest.raises(InputError, match=r"line 2, column 'value': found 'rather strong'.*Saaty's word"):
        table("a,b,value\nx,y,rather strong\n")


def test_a_pair_typed_both_ways_may_be_rounded():
    found = table("first,second,judgment\nx,y,3\ny,x,0.33\n")
    assert found.comparison()["x", "y"] == 3


@each(
    ("text", "message"),
    [
        ("first,second,judgment\nx,y,-2\n", "line 2, column 'judgment': found '-2'"),
        ("first,second,judgment\nx,y,1/0\n", "found '1/0'"),
        ("first,second,judgment\nx,y,1e999999999\n", "found '1e999999999'"),
        ("first,second,judgment\nx,y,1_0\n", "found '1_0'"),
        ("first,second,judgment\nx,y,1_0/2\n", "found '1_0/2'"),
        ("first,second,judgment\nx,y,much\n", "found 'much'"),
        ("first,second,judgment\nx,,2\n", "line 2, column 'second': an item has no name"),
        ("first,second,judgment\nx,x,2\n", "line 2: an item compared with itself is 1"),
        (
            "first,second,judgment\nx,y,3\ny,x,3\n",
            "line 3: 'y' over 'x' = 3, but line 2 says 'x' over 'y' = 3",
        ),
        ("first,second,judgment\nx,y,\n", "no judgment is filled in"),
        ("first,second\nx,y\n", "missing is 'judgment'"),
        ("first,second,judgment,colour\nx,y,3,red\n", "columns 'colour' mean nothing"),
        ("participant,first,second,judgment\n,x,y,3\n", "line 2, column 'participant': a judgment has no"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text, message):
    with pytest.raises(InputError, match=message):
        table(text)


def test_a_judgment_that_nobody_gave_is_missing_while_the_others_connect_all():
    found = table("first,second,judgment\nx,y,3\ny,z,3\nx,z,\n").comparison()
    assert found.missing == (("x", "z"),)
    with pytest.raises(JudgmentError, match=r"no judgment connects the groups \['x', 'y'\] and \['z'\]"):
        table("first,second,judgment\nx,y,3\ny,z,\nx,z,\n").comparison()


def test_what_nobody_of_a_group_judged_is_named():
    with pytest.raises(JudgmentError, match="nobody judged 'x : z'"):
        table("participant,first,second,judgment\nAnn,x,y,3\nBob,y,z,3\nBob,x,z,\n").comparison().matrix()


def test_an_item_may_be_said_twice_to_equal_itself():
    matrix = table("first,second,judgment\na,b,3\na,a,1\na,a,1\n").comparison()
    assert matrix.values.tolist() == [[1, 3], [pytest.approx(1 / 3), 1]]
