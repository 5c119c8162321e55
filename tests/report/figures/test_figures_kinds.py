import pytest
from report.figures.documents import decision

from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.kinds import KINDS, planned


def test_an_unknown_kind_names_those_that_there_are():
    with pytest.raises(FigureError, match="'pie' is not a known kind of figure; use one of: benefit_cost"):
        draw(decision(), "pie")


def test_of_several_scenarios_one_must_be_named():
    document = decision(scenarios=("a", "b"))
    with pytest.raises(FigureError, match="for each scenario; name one of 'a', 'b'"):
        draw(document, "benefit_cost")
    with pytest.raises(FigureError, match="'c' is no scenario here; the scenarios are 'a', 'b'"):
        draw(document, "benefit_cost", scenario="c")


def test_the_only_scenario_needs_no_name():
    assert planned(decision(), "benefit_cost", None).title == "nightly: benefit against cost"


def test_a_document_of_another_kind_is_refused_with_the_kinds_that_fit():
    with pytest.raises(FigureError, match=r"drawn from ahp.decision/1, and this document is ahp.other/1"):
        draw({"schema": "ahp.other/1"}, "benefit_cost")


def test_kinds_are_documented():
    assert len(KINDS) >= 2
