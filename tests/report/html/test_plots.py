"""Figures inside a page: vectors with names of their own and a text alternative."""

import re

from report.html.pages_of import shipped

import ahp
from ahp.report.html.plots import plots_of, renamed


def test_a_scenario_has_its_figures_with_a_title_each(examples):
    document = shipped(examples, "zfs_oltp")
    found = plots_of(document, ("benefit_cost", "contributions"), "p", "Order Entry")
    assert len(found) == 2
    for plot in found:
        assert plot.svg.startswith("<svg")
        assert "<title" in plot.svg
        assert plot.shows.endswith(".")


def test_a_figure_that_lacks_its_numbers_is_left_out(examples):
    lone = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})).to_dict()
    assert len(plots_of(lone, ("benefit_cost",), "p", "default")) == 0


def test_whatever_refers_to_a_name_follows_it():
    svg = (
        '<svg aria-labelledby="t d"><title id="t">x</title><desc id="d">#t</desc>'
        '<g clip-path="url(#c)" id="c"><use href="#c" /></g></svg>'
    )
    assert renamed(svg, "p-") == (
        '<svg aria-labelledby="p-t p-d"><title id="p-t">x</title><desc id="p-d">#t</desc>'
        '<g clip-path="url(#p-c)" id="p-c"><use href="#p-c" /></g></svg>'
    )


def test_no_name_stands_twice_in_a_page(examples):
    page = ahp.report.render(shipped(examples, "zfs_oltp"), "html")
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) > 20
    for target in re.findall(r'(?:href="|url\()#([^")]+)', page):
        assert target in ids
