import re

import pytest
from report.figures.documents import decision, tuned
from report.figures.hierarchies import judged
from report.figures.parts import inside, texts
from report.histories import document as history
from report.histories import moment

from ahp.report.figures import draw
from ahp.report.figures.kinds import KINDS, planned
from ahp.report.figures.naming import Labels, labels_of

SHORT = [f"…zstd-{level}…" for level in range(1, 13)]


def _named(names, document, limit):
    """Return the label of each name; no two alike."""
    short = labels_of(document)
    found = {name: short(name, limit) for name in names}
    assert len(set(found.values())) == len(names)
    return found


def _rows(axes):
    return [tick.get_text() for tick in axes.get_yticklabels()]


@pytest.fixture(scope="module")
def swept():
    return judged(12, 3, 1.2, names=tuned())


def test_every_panel_of_local_priorities_has_one_label_for_one_name(swept):
    assert list(_named(tuned(), swept, 18).values()) == SHORT
    axes = draw(swept, "judged_priorities")
    for panel, node in zip(axes.child_axes[1:], swept["nodes"][1:], strict=True):
        order = sorted(node["priorities"], key=lambda name: -node["priorities"][name])
        assert _rows(panel) == [SHORT[tuned().index(name)] for name in order]
    assert not inside(axes)


def test_margins_of_judgments_name_the_two_that_are_compared(swept):
    axes = draw(swept, "judged_margins")
    weights, judgments = axes.child_axes
    shown = [row for row in _rows(judgments) if "…" in row]
    assert shown
    turning = {(one["first"], one["second"]) for one in swept["sensitivity"]["judgments"] if one["critical"]}
    pairs = {tuple(SHORT[tuned().index(name)] for name in pair) for pair in turning if pair[0] in tuned()}
    assert {tuple(row.split(" (")[0].split(" over ")) for row in shown} <= pairs
    assert not any("recor" in text for text in [*_rows(weights), *_rows(judgments), *texts(axes)])
    assert not inside(axes)


def test_notes_below_matrices_name_them_as_the_rows_of_the_others_do(swept):
    axes = draw(swept, "judged_matrices")
    notes = " ".join(" ".join(texts(axes)).split())
    found = re.findall(r"\(\d\) (\S+) over (\S+): judged", notes)
    expected = [
        tuple(SHORT[tuned().index(one[key])] for key in ("first", "second"))
        for node in swept["nodes"][1:]
        for one in node["worst"]
    ]
    assert expected
    assert [pair for pair in found if "…" in pair[0]] == expected


def test_measurements_that_would_change_the_choice_name_their_alternative():
    document = decision(tuned())
    axes = draw(document, "margins")
    of = {row.split(" of ")[1] for row in _rows(axes)}
    assert of
    assert of <= {"none", *_named(tuned(), document, 20).values()}
    then = {text.split("  ")[1] for text in texts(axes) if "  " in text}
    assert then
    assert then <= set(_named(tuned(), document, 18).values())


@pytest.mark.parametrize("names", [tuned(), tuned(30)])
def test_no_figure_says_that_two_are_one(names):
    decided, hierarchy = decision(names), judged(len(names), 2, 0.2, names=names)
    drawn = 0
    for document in (decided, hierarchy):
        for name, kind in KINDS.items():
            if kind.schema == document["schema"] and name not in (
                "improvement",
                "judgments",
                "judged_agreement",
            ):
                said = planned(document, name, "nightly" if kind.each == "scenario" else None).description
                drawn += 1
                assert "record…" not in said
                assert "me=off" not in said
    assert drawn == 21


def test_a_name_has_one_label_whoever_competes_in_a_scenario():
    document = decision(tuned(), scenarios=("day", "night"))
    everywhere = labels_of(document)
    document["scenarios"][1]["alternatives"] = document["scenarios"][1]["alternatives"][6:]
    assert labels_of(document) == everywhere


def test_a_history_names_all_that_come_up():
    later = moment(benefit_to_cost=dict.fromkeys(tuned(), 1.0))
    short = labels_of(history(moment(), later))
    assert [short(name, 18) for name in ("lz4", *tuned())] == ["lz4", *SHORT]


def test_what_is_not_of_the_document_is_shortened_alone():
    assert Labels(("a",))("b" * 40, 10) == "bbbbb…bbbb"
