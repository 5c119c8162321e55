"""What changed since an earlier decision, and over many: sentences and tables in 80 columns."""

import csv
import io
import re

from hypothesis import given
from hypothesis import strategies as st
from report.by_hand import changes, document, measure, moment, point, scenario
from report.cells import cells

from ahp.report.history import render_history
from ahp.report.markdown import block_lines
from ahp.report.phrases.changes import headline
from ahp.report.sections.decision import changes_section
from ahp.report.terminal import WIDTH, Page, print_blocks


def printed(document):
    page = Page()
    print_blocks(page, changes_section(document))
    return page.finished()


def test_the_whole_on_a_terminal():
    found = changes(
        scenario(
            measures=[
                measure("none", change=0.004, now=100.4, interval=[-0.02, 0.03], beyond_noise=False),
                measure("a"),
                measure("a", "cpu", unit="%", before=9.0, now=4.5, change=-0.5, better=True),
            ],
            only_now=["c"],
            worse=[measure("a"), measure("b", "cpu", interval=None)],
        ),
        study=["the index was 'auto' and is 'relative'"],
    )
    assert printed(found).splitlines() == [
        "Changes",
        "  Against previous.json: the decision changed beyond noise.",
        "  Not asked alike: the index was 'auto' and is 'relative'.",
        "",
        "nightly   a before, b now: beyond noise",
        "  a was first and b is now.",
        "  Only in the present decision: c.",
        "  Surely worse than it was: throughput of a (-35.0 to -24.0 %) and CPU of b.",
        "  These intervals hold all at once; in the table each holds alone, and is",
        "  narrower.",
        "",
        "measure           of    before    now   change     95 % interval  is",
        "throughput (1/s)  none     100  100.4   +0.4 %    -2.0 to +3.0 %",
        "                  a        100     70  -30.0 %  -35.0 to -24.0 %  worse",
        "CPU (%)           a          9    4.5  -50.0 %  -35.0 to -24.0 %  better",
    ]


def test_measures_are_called_as_in_the_answer_and_two_of_one_name_as_they_are():
    printed_rows = printed(
        changes(scenario(measures=[measure("a", "cpu_system + cpu_user"), measure("a", "response_time_p99")]))
    )
    assert re.findall(r"^(\S.*) \(1/s\)", printed_rows, re.MULTILINE) == ["CPU", "p99 response time"]
    alike = [measure("a", name) for name in ("cpu_system + cpu_user", "cpu")]
    told = re.findall(r"^(\S.*) \(1/s\)", printed(changes(scenario(measures=alike))), re.MULTILINE)
    assert told == ["cpu_system + cpu_user", "cpu"]


def test_each_part_of_a_wide_table_names_its_rows():
    found = changes(scenario(measures=[measure("lz4 of a long name", "throughput over a long window")]))
    parts = [line for line in printed(found).splitlines() if line.startswith("throughput over")]
    assert len(parts) == 2
    assert all("lz4 of a long name" in line for line in parts)


NAMES = st.text(min_size=1, max_size=60)


@given(NAMES, NAMES, st.floats(1e-9, 1e12), st.floats(-1, 1e60))
def test_any_names_and_numbers_fit(name, criterion, value, change):
    found = measure(name, criterion, before=value, now=value, change=change, interval=[-1.0, change])
    text = printed(changes(scenario(name, measures=[found] * 2, worse=[found], reason=criterion)))
    for line in text.split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)


def test_the_headline_says_whether_it_changed():
    same = scenario(changed=False, beyond_noise=False, reason="a is first as before")
    noise = scenario(beyond_noise=False)
    assert headline(changes(scenario())) == "Against previous.json: the decision changed beyond noise."
    assert headline(changes(noise)) == (
        "Against previous.json: the first place changed, but not beyond noise."
    )
    assert headline(changes(same, file="")) == "Against the previous decision: the decision is the same."
    assert headline(changes(same, scenario())).endswith("changed beyond noise.")
    for others in ((), (same,), (noise,)):
        assert headline(changes(*others, scenario(beyond_noise=None))) == (
            "Against previous.json: the first place changed; it may be noise."
        )


def test_the_whole_in_markdown():
    found = changes(
        scenario(
            "night_ly",
            measures=[measure("a*"), measure("b", interval=None, beyond_noise=False)],
            only_before=["x"],
        ),
        only_now=["new"],
    )
    assert block_lines(changes_section(found)) == [
        "## Changes",
        "",
        "Against previous.json: the decision changed beyond noise.",
        "",
        "Scenarios only in the present decision: new.",
        "",
        "### night_ly: a before, b now: beyond noise",
        "",
        "a was first and b is now.",
        "",
        "Only in the previous decision: x.",
        "",
        "Every measure before and now:",
        "",
        "| measure | of | before | now | change | 95 % interval | is |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
        "| throughput (1/s) | a\\* | 100 | 70 | -30.0 % | -35.0 to -24.0 % | worse |",
        "| throughput (1/s) | b | 100 | 70 | -30.0 % | – |  |",
        "",
    ]


def test_scenarios_come_one_after_the_other_and_need_not_be_everywhere():
    found = document(
        [moment(), moment("zle", scenario="weekly")], moment(), [moment(), moment("lz4", scenario="weekly")]
    )
    text = render_history(found)
    nightly, weekly = text.split("\n\nweekly   ")
    assert nightly.startswith("nightly   lz4 first in all 3 decisions\n")
    assert weekly.startswith("lz4 first in the last 1 of 2 decisions\n")
    assert [line.split()[0] for line in weekly.splitlines()[4:]] == ["1", "3"]


def test_one_decision_is_no_series_and_a_merit_may_be_missing():
    assert render_history(document(moment())).startswith("nightly   lz4 first in 1 decision\n")
    costless = moment(by="benefit", cost=None, benefit_to_cost=None)
    found = document(moment(benefit=None, benefit_to_cost=None, by="cost"), costless)
    lines = render_history(found).splitlines()
    assert lines[1] == "benefit; a * begins a new level"
    assert lines[4].split() == ["1", "1.json", "lz4", "–", "–"]
    rows = list(csv.DictReader(io.StringIO(render_history(found, "csv"))))
    assert (rows[0]["benefit"], rows[0]["cost"]) == ("", "0.5")
    found = document(moment(), moment())
    found["entries"][0]["time"] = "2026-01-31T03:00:00+00:00"
    found["entries"][1]["study"] = ["the index was 'auto' and is 'relative'"]
    text = render_history(found)
    assert "1  2026-01-31T03:00:00+00:00  lz4" in text
    assert text.endswith("  2: not asked alike: the index was 'auto' and is 'relative'.\n")


@given(
    st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=12, unique=True),
    st.text(max_size=200),
    st.floats(1e-300, 1e300),
)
def test_any_names_fit(names, label, value):
    found = document(
        moment(names[0], benefit_to_cost=dict.fromkeys(names, value), scenario=label),
        change_points=[point(1, name, scenario=label) for name in names],
    )
    found["entries"][0]["name"] = label
    for line in render_history(found).split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)
    render_history(found, "markdown")
    render_history(found, "csv")
