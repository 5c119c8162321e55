"""What a page says over all scenarios and since a previous decision."""

from golden import comparisons
from report.html.pages_of import shipped

from ahp.report.content.together import across_of, changes_of


def test_values_stand_by_scenario_and_rule(examples):
    document = shipped(examples, "zfs_oltp")
    found = across_of(document, str)
    (table,) = found.tables
    assert table.heads[1:4] == ("Order Entry", "Calling Circle", "Stress Test")
    assert {row[0]: row[1:] for row in table.rows}["LZJB"] == (
        "1.65",
        "1.64",
        "1.62",
        "1.62",
        "1.16",
        "1.64",
    )
    assert any("LZJB by the worst case" in sentence for sentence in found.sentences)


def test_one_scenario_has_nothing_to_say_over_all(examples):
    assert across_of(shipped(examples, "pg_wal_runs"), str) is None


def test_changes_stand_by_scenario_with_every_measure(examples):
    assert changes_of(shipped(examples, "zfs_oltp"), str) == ()
    compared = comparisons.compared(examples)["zfs_oltp_against"].to_dict()
    whole, *scenarios = changes_of(compared, str)
    assert whole.title == "Changes"
    assert len(scenarios) == len(compared["changes"]["scenarios"])
    for part, scenario in zip(scenarios, compared["changes"]["scenarios"], strict=True):
        assert part.title.startswith(scenario["scenario"])
        assert sum(len(table.rows) for table in part.tables) == len(scenario["measures"])
