"""A hierarchy of judgments as a report: in every format, in 80 columns, in sentences."""

from __future__ import annotations

import csv
import io
import json

import pytest
from decision.test_judging import BAD
from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import belton_gear, mixed

from ahp import Group, Hierarchy, StudyError, judge
from ahp.report import FORMATS, HIERARCHY_FORMATS, render_hierarchy
from ahp.report import hierarchy_wording as words
from ahp.report.hierarchy_text import render_hierarchy_text


def test_csv_has_a_row_for_each_alternative_at_full_precision():
    document = judge(mixed())
    rows = list(csv.DictReader(io.StringIO(render_hierarchy(document, "csv"))))
    assert [row["alternative"] for row in rows] == document["ranking"]
    assert {row["alternative"]: float(row["priority"]) for row in rows} == document["priorities"]
    first = rows[0]
    assert (
        float(first["priority_quality / safety"]) == document["nodes"][3]["priorities"][first["alternative"]]
    )


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


def test_the_worst_judgments_and_the_repair_are_sentences():
    first, *_, last = words.contradictions(judge(Hierarchy("g", {"c": 1}, {"c": BAD})))
    assert first.startswith("Under c: d over b is 4; the other judgments say 1/4.24, which would make")
    assert last.startswith("Under c: the smallest change to a ratio of 0.100 is b over d 1/4 to ")


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


def test_what_would_change_it_is_told_nearest_first():
    found = list(words.changes(judge(belton_gear())))
    assert found[0].startswith("Weight: ")
    assert any(sentence.startswith("Judgment: under ") for sentence in found)
    sure = judge(Hierarchy("g", {"c": 1, "d": 1}, {"c": {"a": 2, "b": 1}, "d": {"a": 2, "b": 1}}))
    assert list(words.changes(sure)) == ["No weight of a single criterion changes the first place."]


def test_who_is_first_over_all_weights_and_along_one():
    under = {"c": {"a": 4, "b": 1}, "d": {"a": 1, "b": 4}}
    document = judge(Hierarchy("g", {"c": 3, "d": 1}, under))
    assert list(words.spans(document)) == [("c", "b up to 0.500, a"), ("d", "a up to 0.500, b")]
    (sentence,) = words.acceptances(document)
    assert sentence.startswith("Of all weights that there could be, each is first: ")
    assert "a in " in sentence
    assert list(words.acceptances(judge(Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}})))) == []
