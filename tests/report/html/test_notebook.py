"""Every public result shows itself in a notebook: a sound small table in which every name is text."""

import dataclasses
import inspect

import pytest
from report.html.pages_of import hostile
from report.html.parsed import parsed

import ahp
from ahp.report.html.notebook import NotebookFace, decision_html, said, table_html

ATTACK = "<script>alert(1)</script>"
RESULTS = sorted(
    name
    for name in ahp.__all__
    if inspect.isclass(getattr(ahp, name)) and dataclasses.is_dataclass(getattr(ahp, name))
)


@pytest.mark.parametrize("name", RESULTS)
def test_every_public_result_has_a_face(name):
    assert issubclass(getattr(ahp, name), NotebookFace)


def decision():
    names = [n for n in ("none", ATTACK, "b", "c") for _ in range(3)]
    tps = [100, 101, 102, 150, 152, 151, 201, 204, 200, 300, 299, 301]
    return ahp.rank(ahp.read({"alternative": names, "run": [1, 2, 3] * 4, "tps": tps}), resamples=200)


def things():
    judged = {(ATTACK, "b"): 3, ("b", "c"): 2, (ATTACK, "c"): 5}
    matrix = ahp.PairwiseMatrix.from_judgments(judged)
    group = ahp.Group({"Ann": judged, "Ben": {**judged, ("b", "c"): 4}})
    tree = ahp.Hierarchy("goal", {ATTACK: 2, "y": 1}, {ATTACK: matrix, "y": {"b": 1, "c": 2, ATTACK: 3}})
    found = decision()
    scenario = found.scenarios[0]
    return [
        matrix,
        matrix.consistency(),
        ahp.IncompleteMatrix.from_judgments({(ATTACK, "b"): 3, ("b", "c"): 2}),
        ahp.IntervalMatrix.from_judgments({(ATTACK, "b"): (2, 4)}),
        group,
        group.agreement(),
        tree,
        tree.consistency(),
        found,
        found.measurements,
        found.study,
        scenario,
        scenario.criterion_decisions[0],
        scenario.confidence,
        scenario.margin,
        *scenario.audit[:2],
        scenario.audit,
        ahp.compare(found, found.to_dict()).changes,
    ]


@pytest.mark.parametrize("thing", things(), ids=lambda thing: type(thing).__name__)
def test_a_face_is_sound_small_and_escaped(thing):
    shown = thing._repr_html_()
    tree = parsed(shown)
    assert tree.all("script", "style") == []
    assert ATTACK not in shown
    assert len(shown) < 30_000
    assert tree.all("table", "p")
    assert shown == thing._repr_html_()


def test_a_matrix_stands_with_its_names():
    shown = ahp.PairwiseMatrix.from_judgments({("x", "y"): 3})._repr_html_()
    (table,) = parsed(shown).all("table")
    assert [cell.text for cell in table.all("th", "td")] == [
        "item",
        "x",
        "y",
        "x",
        "1",
        "3",
        "y",
        "0.3333",
        "1",
    ]


def test_a_decision_shows_what_to_choose_and_how_sure():
    shown = parsed(decision()._repr_html_()).text
    assert "default: choose c" in shown
    assert "decisive, first in" in shown
    assert "Would change it" in shown


def test_long_names_do_not_fill_the_notebook():
    assert len(decision_html(hostile())) < 30_000


def test_long_lists_are_cut_and_empty_ones_said_to_be():
    assert said(tuple(range(40))).endswith("29, and 10 more")
    assert said(()) == "none"
    assert said(((1, 2), (3,))) == "(1, 2), (3)"


def test_every_cell_is_text():
    assert "<i>" not in table_html("<i>", ("<i>",), [("<i>", "<i>")])
