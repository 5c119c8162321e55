"""A history as a report: a row for each decision, new levels marked, in 80 columns."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.cells import cells
from report.histories import document, moment, point

from ahp.errors import StudyError
from ahp.report.history import HISTORY_FORMATS, render_history
from ahp.report.terminal import WIDTH

TWO_LEVELS = document(
    moment(),
    moment(lz4=2.1),
    moment("zle", lz4=1.1, zle=1.5),
    moment("zle", lz4=1.0, zle=1.5),
    change_points=[point(3, before=2.05, now=1.05), point(3, "zle", "benefit", 0.4, 0.5)],
)


def test_text():
    assert render_history(TWO_LEVELS).splitlines() == [
        "nightly   zle first in the last 2 of 4 decisions",
        "benefit to cost; a * begins a new level",
        "",
        "   decision  first    lz4   zle",
        "1  1.json    lz4     2.00  1.00",
        "2  2.json    lz4     2.10  1.00",
        "3  3.json    zle    *1.10  1.50",
        "4  4.json    zle     1.00  1.50",
        "",
        "  3: benefit to cost of lz4 goes from 2.05 to 1.05 (-48.8 %).",
        "  3: benefit of zle goes from 0.400 to 0.500 (+25.0 %).",
    ]


def test_csv_has_full_precision_and_every_merit_and_json_is_the_document():
    rows = list(csv.DictReader(io.StringIO(render_history(TWO_LEVELS, "csv"))))
    assert len(rows) == 8
    assert list(rows[4].items()) == [
        ("entry", "3"), ("name", "3.json"), ("time", ""), ("scenario", "nightly"), ("alternative", "lz4"),
        ("benefit", "0.6"), ("cost", "0.5"), ("benefit_to_cost", "1.1"), ("first", "no"), ("changed", "benefit_to_cost"),
    ]  # fmt: skip
    assert rows[5]["changed"] == "benefit"
    assert json.loads(render_history(TWO_LEVELS, "json")) == TWO_LEVELS
    lines = render_history(TWO_LEVELS, "markdown").splitlines()
    assert "By benefit to cost; a \\* begins a new level." in lines
    assert "| 3 | 3.json | zle | \\*1.10 | 1.50 |" in lines
    assert "- 3: benefit of zle goes from 0.400 to 0.500 (+25.0 %)." in lines
    assert set(HISTORY_FORMATS) == {"text", "json", "csv", "markdown"}
    with pytest.raises(StudyError, match="use one of: text, json"):
        render_history(TWO_LEVELS, "pdf")


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
