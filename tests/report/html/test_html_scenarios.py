"""A scenario of a page has the figures that its size allows."""

from report.html.pages_of import large, shipped

from ahp.report.html.scenarios import scenario_of


def kinds(document):
    """How many figures the first scenario has, and whether its weights can be moved."""
    found = scenario_of(document, document["scenarios"][0], str, "p")
    assert found.anchor == "p"
    return len(found.plots), found.sliders is not None


def test_where_there_is_much_to_draw_one_figure_says_most(tmp_path):
    assert kinds(large(tmp_path, alternatives=13, criteria=3, scenarios=1)) == (1, True)


def test_a_single_scenario_has_more_figures_than_one_of_several(tmp_path):
    assert kinds(large(tmp_path, alternatives=3, criteria=3, scenarios=1)) == (4, True)
    assert kinds(large(tmp_path, alternatives=3, criteria=3, scenarios=2)) == (2, True)


def test_its_content_is_the_scenario(examples):
    document = shipped(examples, "zfs_oltp")
    found = scenario_of(document, document["scenarios"][2], str, "p")
    assert found.content.title == "Stress Test: choose LZ4"
