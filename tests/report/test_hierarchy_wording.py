from __future__ import annotations

import pytest
from decision.test_judging import BAD
from model.test_reversal import belton_gear

from ahp import Group, Hierarchy, judge
from ahp.report import hierarchy_wording as words


def test_the_worst_judgments_and_the_repair_are_sentences():
    first, *_, last = words.contradictions(judge(Hierarchy("g", {"c": 1}, {"c": BAD})))
    assert first.startswith("Under c: d over b is 4; the other judgments say 1/4.24, which would make")
    assert last.startswith("Under c: the smallest change to a ratio of 0.100 is b over d 1/4 to ")


def test_of_three_judgments_one_is_told():
    circle = {("a", "b"): 3, ("b", "c"): 3, ("a", "c"): 1}
    found = list(words.contradictions(judge(Hierarchy("g", {"c": 1}, {"c": circle}))))
    assert len(found) == 2


def test_agreement_is_told_node_by_node():
    group = Group({"x": {("a", "b"): 9}, "y": {("a", "b"): "1/9"}, "z": {("a", "b"): 3}})
    one, other = words.agreements(judge(Hierarchy("g", {"c": 1}, {"c": group})))
    assert "3 participants, consensus" in one
    assert "on the single judgment a over b they are hardly closer together than random answers" in other


def test_a_group_has_judged_even_where_it_has_no_consistency_ratio():
    group = Group({"x": {("a", "b"): 3, ("a", "c"): 2}, "y": {("a", "b"): 4}}, ["a", "b", "c"])
    assert words.manner(judge(Hierarchy("g", {"c": 1}, {"c": group}))).endswith("; no consistency ratio")
    measured = judge(Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}}))
    assert words.manner(measured).endswith("; nothing judged")


def test_what_would_change_it_is_told_nearest_first():
    found = list(words.changes(judge(belton_gear())))
    assert found[0].startswith("Weight: ")
    assert any(sentence.startswith("Judgment: under ") for sentence in found)
    sure = judge(Hierarchy("g", {"c": 1, "d": 1}, {"c": {"a": 2, "b": 1}, "d": {"a": 2, "b": 1}}))
    assert list(words.changes(sure)) == ["No weight of a single criterion changes the first place."]


def test_many_reversals_are_counted():
    document = judge(belton_gear())
    document["reversals"] = document["reversals"][:1] * 8
    found = list(words.reversals(document))
    assert len(found) == 6
    assert found[-1].startswith("Rank reversal: 3 more")


@pytest.mark.parametrize(
    ("value", "shown"), [(1, "1"), (0.9999, "1"), (3, "3"), (1 / 7, "1/7"), (0.4, "1/2.5")]
)
def test_judgments_are_shown_as_people_say_them(value, shown):
    assert words.ratio(value) == shown


def test_who_is_first_over_all_weights_and_along_one():
    under = {"c": {"a": 4, "b": 1}, "d": {"a": 1, "b": 4}}
    document = judge(Hierarchy("g", {"c": 3, "d": 1}, under))
    assert list(words.spans(document)) == [("c", "b up to 0.500, a"), ("d", "a up to 0.500, b")]
    (sentence,) = words.acceptances(document)
    assert sentence.startswith("Of all weights that there could be, each is first: ")
    assert "a in " in sentence
    assert list(words.acceptances(judge(Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}})))) == []
