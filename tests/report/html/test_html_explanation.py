import pytest
from report.html.parsed import parsed

import ahp

ATTACK = "<script>alert(1)</script>"


def explained():
    return ahp.explain(
        {"alternative": ["none", ATTACK], "Ratio": [1.05, 2.125], ATTACK: [1, 2]}, attempt=ahp.rank
    )


def test_a_file_is_a_table_of_its_columns_and_one_of_what_else_there_is():
    columns, told, whole = parsed(explained()._repr_html_()).all("table")
    assert [cell.text for cell in columns.all("th")[:3]] == ["stands as", "read as", "first value"]
    assert "not clear: compression_ratio or space_saving" in columns.text
    assert "SHA-256" not in told.text
    assert "refused, as above" in whole.text


def test_a_refusal_is_told_to_its_end():
    found = explained()
    assert len(found.refusal) > 200
    assert found.refusal in parsed(found._repr_html_()).text


@pytest.mark.parametrize("thing", [explained(), explained().files[0]], ids=["explanation", "file"])
def test_names_are_text(thing):
    assert ATTACK not in thing._repr_html_()


def test_a_file_that_cannot_be_opened_has_its_name_and_why():
    shown = parsed(ahp.explain("nowhere.csv").files[0]._repr_html_()).text
    assert "nowhere.csv" in shown
    assert "there is no such file" in shown
