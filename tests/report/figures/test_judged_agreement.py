import pytest
from report.figures.hierarchies import judged
from report.figures.parts import inside

from ahp.errors import FigureError
from ahp.report.figures import draw


def test_every_participant_has_an_index_under_every_comparison_the_furthest_on_top():
    document = judged(people=6)
    nodes = sorted(document["nodes"], key=lambda node: -node["weight"])
    nodes[1]["agreement"]["outlying"] = ["Participant 03"]
    nodes[2]["agreement"]["compatibility"].pop("Participant 01")
    axes = draw(document, "judged_agreement")
    people = [label.get_text() for label in axes.get_yticklabels()]
    shown = {tuple(map(round, text.get_position())): text.get_text() for text in axes.texts}
    for column, node in enumerate(nodes):
        for row, name in enumerate(people):
            index = node["agreement"]["compatibility"].get(name)
            text = shown[column, row]
            assert text.split()[0] == ("–" if index is None else f"{index:.2f}")
            assert ("✓" in text) == (index is not None and index <= 1.1 and "!" not in text)
    assert "!" in shown[1, people.index("Participant 03")]
    most = [max(node["agreement"]["compatibility"].get(name, 0) for node in nodes) for name in people]
    assert most == sorted(most, reverse=True)
    assert f"1  the goal: consensus {nodes[0]['agreement']['consensus']:.3f}" in axes.get_xlabel()
    assert not inside(axes)


def test_of_many_the_furthest_thirty_are_shown():
    axes = draw(judged(people=35, noise=0.3, long=True), "judged_agreement")
    assert len(axes.get_yticklabels()) == 30
    assert not inside(axes)


def test_two_participants_are_enough_and_one_is_not():
    assert not inside(draw(judged(count=2, criteria=2, people=2), "judged_agreement"))
    with pytest.raises(FigureError, match="two participants or more"):
        draw(judged(), "judged_agreement")
