from __future__ import annotations

from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import mixed

from ahp import Hierarchy, judge
from ahp.report import render_hierarchy
from ahp.report.hierarchy_text import render_hierarchy_text, table


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


def test_tied_alternatives_share_a_place():
    tree = Hierarchy("g", {"c": 1}, {"c": {"a": 1, "b": 2, "c": 2}})
    text = render_hierarchy(judge(tree))
    assert "a tie: b and c" in text
    places = [line.split()[0] for line in text.splitlines() if line[:1].isdigit()]
    assert places == ["1", "1", "3"]


def test_many_alternatives_stand_in_several_blocks():
    names = {f"a rather long name {i}": i + 1.0 for i in range(9)}
    text = render_hierarchy(judge(Hierarchy("g", {"c": 1}, {"c": names})))
    assert text.count("alternatives under") > 1


def test_a_table_is_aligned():
    assert table([["a", "1"], ["bb", "22"]], left=(0,)) == ["a    1", "bb  22"]
