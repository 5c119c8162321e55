"""Who stands where, in the numbers of the document."""

from report.html.pages_of import shipped

from ahp.report.content.ranking import ranking_of


def test_the_ranking_stands_in_the_order_of_the_choice_with_bars(examples):
    scenario = shipped(examples, "zfs_oltp")["scenarios"][0]
    found = ranking_of(scenario, str)
    assert [row.name for row in found.rows] == ["LZJB", "ZLE", "LZ4"]
    assert [row.position for row in found.rows] == [1, 0, 2]
    assert [row.first for row in found.rows] == [True, False, False]
    assert [key for key, _ in found.merits] == ["benefit", "cost", "benefit_to_cost"]
    for row in found.rows:
        assert float(row.numbers[0].exact) == scenario["benefit"][row.name]
    assert [row.numbers[1].bar for row in found.rows] == ["13.33", "6.667", "100"]
