import pytest
from ingest.damage import INPUTS

from ahp.errors import InputError
from ahp.ingest.readers.sysstat import entries, processors

SAR = (INPUTS / "sar" / "sar_u.txt").read_text()


def test_headings_rows_and_averages():
    found = list(entries(SAR))
    assert [entry.line for entry in found] == [3, 4, 5, 6, 7]
    assert [entry.seconds for entry in found] == [None, 1.0, 1.0, 1.0, None]
    assert [entry.clock is None for entry in found] == [False, False, False, False, True]
    assert [entry.end is None for entry in found] == [False, False, False, False, True]
    assert found[0].cells == {}
    assert found[1].cell("%system") == "26.63"


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(InputError, match="no column %guest"):
        list(entries(SAR))[1].cell("%guest")


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("21:34:42 ", "21;34:42 ", "this is no line of a report"),
        ("  0.00     26.63", "  26.63", "found 6 columns, the heading has 7"),
        ("all      0.00", "a11      0.00", "this is no processor"),
    ],
)
def test_damage_is_named(was, now, said):
    with pytest.raises(InputError, match=said):
        processors(SAR.replace(was, now, 1))


def test_a_damaged_heading_is_found_before_and_behind_the_good_one():
    again = "\n".join(SAR.splitlines()[2:6])
    for first, second in ((again, again.replace("%user", "%usar")), (again.replace("%user", "%usar"), again)):
        with pytest.raises(InputError, match="this heading is not"):
            processors(f"{first}\n\n{second}\n")


def test_average_has_many_names():
    assert processors(SAR.replace("Average:", "Durchschn.:")).caveats == ()
