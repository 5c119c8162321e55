"""The data of the sliders: the document's own numbers, and no names."""

import json

from report.html.pages_of import hostile, shipped

import ahp
from ahp.report.html.moving import sliders_of


def test_the_data_are_the_numbers_of_the_document_exactly(examples):
    scenario = shipped(examples, "zfs_oltp")["scenarios"][0]
    data = json.loads(sliders_of(scenario, str).data)
    criteria = [c for c in scenario["criteria"] if c["merit"] == "benefit"]
    assert data["merits"]["benefit"]["weights"] == [c["weight"] for c in criteria]
    assert data["merits"]["benefit"]["priorities"] == [list(c["priorities"].values()) for c in criteria]
    assert data["first"] == [1]


def test_no_name_is_in_the_data():
    for scenario in hostile()["scenarios"]:
        assert set(sliders_of(scenario, str).data) <= set('{}[]":,.+-0123456789e_abcdefghijklmnopqrstuvwxyz')


def test_a_merit_of_one_criterion_has_no_slider(examples):
    groups = sliders_of(shipped(examples, "zfs_oltp")["scenarios"][0], str).groups
    assert [(merit, len(weights)) for merit, _, weights in groups] == [("benefit", 3)]
    lone = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})).to_dict()
    assert sliders_of(lone["scenarios"][0], str) is None
