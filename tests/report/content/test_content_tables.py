"""Tables of a page: what is text and what is a number, and what they are called."""

import pytest
from report.html.pages_of import shipped

from ahp.report.content.tables import captioned, table_of
from ahp.report.scrutiny_tables import change_tables, sureness_tables


def test_every_cell_is_made_fit_to_be_shown():
    table = table_of(str.upper, "caption", ["a", "b"], [["c", "d"]], (1,))
    assert (table.caption, table.heads, table.rows) == ("CAPTION", ("A", "B"), (("C", "D"),))
    assert table.words == {1}


def test_a_table_of_many_columns_is_wide():
    assert not table_of(str, "", ["x"] * 12, []).wide
    assert table_of(str, "", ["x"] * 13, []).wide


@pytest.mark.parametrize("name", ["zfs_oltp", "oracle_tablespace"])
def test_every_table_that_reports_share_has_a_caption_of_its_own(examples, name):
    study = name if name == "oracle_tablespace" else None
    for scenario in shipped(examples, name, study)["scenarios"]:
        for heads, rows in (*sureness_tables(scenario), *change_tables(scenario)):
            table = captioned(str, heads, rows)
            assert table.caption != heads[0]
            for column in range(1, len(heads)):
                numbers = all(
                    row[column].strip("+-–%<>. to")[:1].isdigit() or row[column] == "–" for row in rows
                )
                assert numbers or column in table.words, (table.caption, heads[column])
