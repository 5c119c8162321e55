"""A decision in a notebook: what to choose, how sure, and what would change it."""

from report.html.pages_of import hostile
from report.html.parsed import parsed

import ahp
from ahp.report.html.brief import decision_html


def decision():
    names = [n for n in ("none", "a", "b", "c") for _ in range(3)]
    tps = [100, 101, 102, 150, 152, 151, 201, 204, 200, 300, 299, 301]
    return ahp.rank(ahp.read({"alternative": names, "run": [1, 2, 3] * 4, "tps": tps}), resamples=200)


def test_a_decision_shows_what_to_choose_and_how_sure():
    shown = parsed(decision()._repr_html_()).text
    assert "default: choose c" in shown
    assert "decisive, first in" in shown
    assert "Would change it" in shown


def test_long_names_do_not_fill_the_notebook():
    assert len(decision_html(hostile())) < 30_000
