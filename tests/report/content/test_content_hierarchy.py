"""What is said of a hierarchy of judgments, for a page and for LaTeX."""

from model.test_reversal import mixed

from ahp import judge
from ahp.report.content.hierarchy import (
    hierarchy_labels,
    hierarchy_opening,
    hierarchy_parts,
    hierarchy_ranking,
)


def test_the_opening_names_the_first_and_the_ranking_has_every_alternative():
    document = judge(mixed())
    opening = hierarchy_opening(document, str, "p")
    assert opening.title == "car: choose a"
    assert opening.cards[0].names == document["ranking"][0]
    found = hierarchy_ranking(document, str)
    assert [row.name for row in found.rows] == document["ranking"]
    assert [float(row.numbers[0].exact) for row in found.rows] == [
        document["scores"][name] for name in document["ranking"]
    ]


def test_every_criterion_stands_in_the_parts_and_the_provenance_is_last():
    document = judge(mixed())
    parts = hierarchy_parts(document, str, {})
    assert [row[0] for row in parts[0].tables[0].rows][1:] == [
        " / ".join(node["path"]) for node in document["nodes"] if node["path"]
    ]
    assert parts[-1].title == "Provenance"
    assert set(document["alternatives"]) <= set(hierarchy_labels(document))
