import json

from report.html.parsed import parsed

import ahp

ATTACK = "<script>alert(1)</script>"


def judged(weights=(("x", 2), (ATTACK, 1)), **asked):
    under = {"x": {("a", "b"): 3, ("a", ATTACK): 5, ("b", ATTACK): 2}, ATTACK: {"a": 1, "b": 3, ATTACK: 1}}
    return ahp.judge(ahp.Hierarchy("goal", dict(weights), under), **asked)


def test_the_document_stays_a_dictionary():
    found = judged()
    assert json.loads(json.dumps(found)) == found
    assert dict(found) == found


def test_a_notebook_shows_the_ranking_and_what_would_change_it():
    page = parsed(judged()._repr_html_())
    (table,) = page.all("table")
    assert [cell.text for cell in table.all("th", "td")][:6] == [
        "alternative",
        "place",
        "priority",
        "a",
        "1",
        "0.499",
    ]
    assert "goal: choose a" in page.text
    assert "consistency ratio" in page.text
    assert "puts b first" in page.text


def test_where_there_is_only_text_it_is_a_line():
    from IPython.lib.pretty import pretty

    assert pretty(judged()) == "<goal: choose a>"


def test_in_another_mode_it_is_a_score():
    assert [head.text for head in parsed(judged(mode="ideal")._repr_html_()).all("th")][2] == "score"


def test_ties_share_a_place():
    under = {"x": {("a", "b"): 1}}
    cells = parsed(ahp.judge(ahp.Hierarchy("g", {"x": 1}, under))._repr_html_()).all("td")
    assert [cell.text for cell in cells][::2] == ["1", "1"]


def test_names_are_text():
    assert ATTACK not in judged()._repr_html_()
