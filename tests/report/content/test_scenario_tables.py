"""The tables of a scenario: every alternative in each, the numbers those of the document."""

import pytest
from report.html.pages_of import hostile, shipped

import ahp
from ahp.report.content.scenario_tables import (
    audits_table,
    contributions_table,
    criteria_table,
    matrix_table,
    measured_table,
    rankings_table,
    runs_table,
    sureness_table,
)
from ahp.report.numbers import share


@pytest.fixture
def document(examples):
    return shipped(examples, "zfs_oltp")


@pytest.fixture
def scenario(document):
    return document["scenarios"][0]


def test_rankings_stand_side_by_side(scenario):
    table = rankings_table(scenario, str)
    assert table.heads == ("place", "most benefit", "most cost", "most benefit/cost")
    columns = list(zip(*table.rows, strict=True))
    assert list(columns[1]) == scenario["rankings"]["benefit"]
    assert list(columns[2]) == scenario["rankings"]["cost"]


def test_criteria_and_contributions_are_those_of_the_document(scenario):
    criteria, contributions = criteria_table(scenario, str), contributions_table(scenario, str)
    assert [row[0] for row in criteria.rows] == [c["name"] for c in scenario["criteria"]]
    first, criterion = scenario["order"][0], scenario["criteria"][0]["name"]
    assert contributions.rows[0][:2] == (first, share(scenario["contributions"][first][criterion]))


def test_a_matrix_says_how_consistent_it_is(scenario):
    table = matrix_table(scenario["criteria"][1], str)
    assert "CR = 0.0000" in table.caption
    assert [row[0] for row in table.rows] == scenario["alternatives"]
    assert [row[3 + i] for i, row in enumerate(table.rows)] == ["1"] * 3


def test_audits_have_a_sign_and_a_word(scenario):
    assert {row[1] for row in audits_table(scenario, str).rows} <= {"✓ holds", "✗ flips", "! warns"}


def test_data_stand_as_measured(document, scenario):
    assert "270.16" not in str(measured_table(document, scenario, str))
    assert "279.16 1/s" in str(measured_table(document, scenario, str))
    assert [row[0] for row in runs_table(scenario, str).rows] == ["Baseline", "ZLE", "LZJB", "LZ4"]


def test_how_sure_is_told_only_where_it_is_known(scenario):
    assert sureness_table(scenario, str) == []
    runs = hostile()["scenarios"][0]
    (table,) = sureness_table(runs, str)
    assert [row[0] for row in table.rows] == runs["order"]


def test_two_criteria_that_read_one_measure_have_a_column_each():
    criteria = [
        ahp.Criterion(name, ahp.Merit.BENEFIT, ("throughput",), transactions=(name,))
        for name in ("buy", "sell")
    ]
    table = {
        "alternative": ["none", "none", "a", "a"],
        "transaction": ["buy", "sell"] * 2,
        "tps": [1, 2, 3, 4],
    }
    found = ahp.rank(ahp.read(table), ahp.Study(tuple(criteria))).to_dict()["scenarios"][0]
    rows = {row[0]: row[2:] for row in runs_table(found, str).rows}
    assert rows == {"none": ("1", "2"), "a": ("3", "4")}
