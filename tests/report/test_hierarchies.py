"""A hierarchy of judgments as a report: in every format, in 80 columns, in sentences."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import mixed

from ahp import Group, Hierarchy, StudyError, judge
from ahp.report import FORMATS, HIERARCHY_FORMATS, render_hierarchy
from ahp.report.hierarchy_render import render_hierarchy_text
from ahp.report.phrases import hierarchy as words


def test_every_format_renders_and_an_unknown_one_is_named():
    document = judge(mixed())
    assert list(HIERARCHY_FORMATS) == list(FORMATS)
    assert json.loads(render_hierarchy(document, "json")) == document
    assert all(render_hierarchy(document, format).endswith("\n") for format in HIERARCHY_FORMATS)
    with pytest.raises(StudyError, match="'pdf' is not a known report format"):
        render_hierarchy(document, "pdf")


@given(hierarchies())
@settings(max_examples=10)
def test_no_line_is_longer_than_80_columns(tree):
    for line in render_hierarchy_text(judge(tree)).splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_the_report_names_goal_choice_and_every_criterion():
    tree = mixed()
    text = render_hierarchy(judge(tree))
    assert text.startswith("car   choose a\n")
    for path, _ in tree.nodes():
        assert not path or f"{'  ' * len(path)}{path[-1]}" in text
    assert "measured" in text
    assert "rated" in text


def test_tied_alternatives_share_a_place_and_many_stand_in_several_blocks():
    text = render_hierarchy(judge(Hierarchy("g", {"c": 1}, {"c": {"a": 1, "b": 2, "c": 2}})))
    assert "a tie: b and c" in text
    places = [line.split()[0] for line in text.splitlines() if line[:1].isdigit()]
    assert places == ["1", "1", "3"]
    names = {f"a rather long name {i}": i + 1.0 for i in range(9)}
    text = render_hierarchy(judge(Hierarchy("g", {"c": 1}, {"c": names})))
    assert text.count("alternatives under") > 1


def test_a_group_has_judged_even_where_it_has_no_consistency_ratio():
    group = Group({"x": {("a", "b"): 9}, "y": {("a", "b"): "1/9"}, "z": {("a", "b"): 3}})
    one, other = words.agreements(judge(Hierarchy("g", {"c": 1}, {"c": group})))
    assert "3 participants, consensus" in one
    assert "on the single judgment a over b they are hardly closer together than random answers" in other
    group = Group({"x": {("a", "b"): 3, ("a", "c"): 2}, "y": {("a", "b"): 4}}, ["a", "b", "c"])
    assert words.manner(judge(Hierarchy("g", {"c": 1}, {"c": group}))).endswith("; no consistency ratio")
    measured = judge(Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}}))
    assert words.manner(measured).endswith("; nothing judged")
    said = {1: "1", 0.9999: "1", 3: "3", 1 / 7: "1/7", 0.4: "1/2.5"}
    assert {value: words.ratio(value) for value in said} == said
