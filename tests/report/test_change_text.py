"""Changes on a terminal: every measure, in 80 columns, for any names."""

import pytest
from golden import comparisons
from hypothesis import given
from hypothesis import strategies as st
from report.cells import cells
from report.changed import changes, measure, scenario

from ahp.report.change_text import print_changes
from ahp.report.terminal import WIDTH, Page


@pytest.fixture(scope="module")
def compared(examples):
    return comparisons.compared(examples)


@pytest.mark.parametrize("name", ["zfs_oltp_against", "pg_wal_runs_against"])
@pytest.mark.parametrize(("format", "ending"), [("text", "txt"), ("markdown", "md")])
def test_kept_reports(root, compared, name, format, ending):
    """Changed on purpose? Look at the report, then write it: see tests/golden/README.md."""
    expected = (root / "tests" / "golden" / f"{name}.{ending}").read_text(encoding="utf-8")
    assert comparisons.about_changes(compared[name], format) == expected


def printed(document):
    page = Page()
    print_changes(page, document)
    return page.finished()


def test_the_whole():
    found = changes(
        scenario(
            measures=[
                measure("none", change=0.004, now=100.4, interval=[-0.02, 0.03], beyond_noise=False),
                measure("a"),
                measure("a", "cpu", unit="%", before=9.0, now=4.5, change=-0.5, better=True),
            ],
            only_now=["c"],
        ),
        study=["the index was 'auto' and is 'relative'"],
    )
    assert printed(found).splitlines() == [
        "",
        "Against previous.json: the decision changed beyond noise.",
        "  Not asked alike: the index was 'auto' and is 'relative'.",
        "",
        "nightly   a before, b now: beyond noise",
        "  a was first and b is now.",
        "  Only in the present decision: c.",
        "",
        "measure                 before    now   change     95 % interval",
        "throughput (1/s)  none     100  100.4   +0.4 %    -2.0 to +3.0 %",
        "                  a        100     70  -30.0 %  -35.0 to -24.0 %  worse",
        "cpu (%)           a          9    4.5  -50.0 %  -35.0 to -24.0 %  better",
    ]


def test_without_intervals_there_is_no_column_for_them():
    text = printed(changes(scenario(measures=[measure(interval=None)])))
    assert "interval" not in text
    assert text.splitlines()[-1] == "throughput (1/s)  a     100   70  -30.0 %  worse"


def test_a_scenario_without_measures_has_no_table():
    assert "measure" not in printed(changes(scenario(measures=[])))


@given(
    st.text(min_size=1, max_size=60),
    st.text(min_size=1, max_size=60),
    st.floats(1e-9, 1e12),
    st.floats(-1, 1e60),
)
def test_any_names_and_numbers_fit(name, criterion, value, change):
    found = measure(name, criterion, before=value, now=value, change=change, interval=[-1.0, change])
    text = printed(changes(scenario(name, measures=[found] * 2, worse=[found], reason=criterion)))
    for line in text.split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)
