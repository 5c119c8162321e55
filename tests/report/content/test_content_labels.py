"""Labels on a page: whatever they are, they neither redraw it nor fill it."""

from report.html.pages_of import hostile

import ahp
from ahp.report.content.labels import LONGEST, labels_of, shown_by


def test_a_long_label_is_shortened_wherever_it_stands_and_two_stay_two():
    first, second = "x" * 200 + "1", "x" * 200 + "2"
    show, short = shown_by([first, second, "lz4"])
    assert show(first) != show(second)
    assert len(show(first)) <= LONGEST
    assert show(f"{first} beats {second} and lz4") == f"{short[first]} beats {short[second]} and lz4"


def test_a_label_inside_a_longer_one_is_not_mistaken_for_it():
    inner, outer = "y" * 100, "y" * 150
    show, short = shown_by([inner, outer])
    assert show(outer) == short[outer]
    assert show(inner) == short[inner]


def test_direction_and_control_characters_become_visible():
    show, _ = shown_by([])
    assert show("a\u202eb\x1b[0m") == "a\\u202eb\\x1b[0m"


def test_every_label_of_a_document_is_known():
    found = set(labels_of(hostile()))
    for scenario in hostile()["scenarios"]:
        assert {scenario["scenario"], *scenario["alternatives"], "none"} <= found
    assert {"storage_saving", "throughput", "cpu"} <= found


def test_who_failed_a_requirement_is_known_with_it():
    study = ahp.Study(
        (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),),
        screens=(ahp.Screen.of("throughput >= 2"),),
    )
    table = {"alternative": ["none", "a", "b", "c"], "tps": [1, 2, 3, 1.5]}
    assert {"c", "throughput >= 2"} <= set(labels_of(ahp.rank(ahp.read(table), study).to_dict()))
