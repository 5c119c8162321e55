"""The data of the sliders: the document's own numbers, and no names."""

import json

from report.html.pages_of import hostile, shipped

import ahp
from ahp.report.figures.palette import COLOURS, looks_of
from ahp.report.html.moving import sliders_of


def sliders(document):
    return sliders_of(document["scenarios"][0], str, looks_of(document["scenarios"]))


def test_the_data_are_the_numbers_of_the_document_exactly(examples):
    document = shipped(examples, "zfs_oltp")
    scenario = document["scenarios"][0]
    data = json.loads(sliders(document).data)
    criteria = [c for c in scenario["criteria"] if c["merit"] == "benefit"]
    assert data["merits"]["benefit"]["weights"] == [c["weight"] for c in criteria]
    assert data["merits"]["benefit"]["priorities"] == [list(c["priorities"].values()) for c in criteria]
    assert data["first"] == [1]


def test_no_name_is_in_the_data():
    looks = looks_of(hostile()["scenarios"])
    for scenario in hostile()["scenarios"]:
        data = sliders_of(scenario, str, looks).data
        assert set(data) <= set('{}[]":,.+-#0123456789e_abcdefghijklmnopqrstuvwxyz')


def test_an_alternative_has_the_colour_of_the_figures_whatever_its_place_in_a_scenario(examples):
    document = json.loads(json.dumps(shipped(examples, "zfs_oltp")))
    looks = looks_of(document["scenarios"])
    document["scenarios"][0]["alternatives"].reverse()
    scenario = document["scenarios"][0]
    colours = json.loads(sliders_of(scenario, str, looks).data)["colours"]
    assert colours == [looks[name].colour for name in scenario["alternatives"]]
    assert colours[-1] == COLOURS[0]


def test_a_merit_of_one_criterion_has_no_slider(examples):
    groups = sliders(shipped(examples, "zfs_oltp")).groups
    assert [(merit, len(weights)) for merit, _, weights in groups] == [("benefit", 3)]
    lone = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})).to_dict()
    assert sliders(lone) is None
