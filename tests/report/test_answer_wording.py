"""What to choose and how sure that is, in words no surer than the verdict."""

import pytest

import ahp
from ahp.report.answer_wording import certainty, choice


def _document(**columns):
    return ahp.rank(ahp.read(columns)).to_dict()


def test_how_sure_counts_the_runs():
    (scenario,) = _document(alternative=["none", "a", "b"], tps=[1, 2, 3])["scenarios"]
    assert certainty(scenario) == "one run each: how sure is not known"
    uneven = {"alternative": ["none", "none", "a", "a", "b"], "run": [1, 2, 1, 2, 1], "tps": [1, 1, 2, 2, 3]}
    (scenario,) = _document(**uneven)["scenarios"]
    assert certainty(scenario) == "1 to 2 runs each: how sure is not known"


def test_one_alternative_is_no_choice():
    (scenario,) = _document(alternative=["none", "a"], tps=[1, 2])["scenarios"]
    assert choice(scenario) == "only a, nothing to choose between"


def test_those_that_are_tied_are_all_named():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[1, 3, 2, 2])["scenarios"]
    assert choice(scenario) == "a tie: b and c"


@pytest.mark.parametrize(
    ("verdict", "shares", "said"),
    [
        ("decisive", (0.97, 0.03), "choose b"),
        ("leaning", (0.7, 0.3), "lean towards b"),
        ("leaning", (0.54, 0.46), "too close to call between b and a"),
        ("leaning", (0.3, 0.7), "too close to call between a and b"),
        ("unknown", (0.54, 0.46), "undecided, with b first"),
    ],
)
def test_every_report_says_no_more_than_the_verdict_bears(verdict, shares, said):
    runs = {"alternative": ["none", "a", "b"] * 3, "run": [1] * 3 + [2] * 3 + [3] * 3}
    document = _document(**runs, tps=[1, 2, 3, 1, 2.1, 2.9, 1, 2.2, 3.1])
    (scenario,) = document["scenarios"]
    best = dict(zip(("b", "a"), shares, strict=True))
    scenario["confidence"] |= {"verdict": verdict, "best": best, "winner": "b"}
    assert choice(scenario) == said
    shown = {form: ahp.report.render(document, form) for form in ("text", "markdown", "html", "latex")}
    assert all(
        said in (text + text.replace("Choose", "choose").replace("Undecided", "undecided"))
        for text in shown.values()
    ), shown


def test_how_often_is_how_often_the_choice_is_first_whoever_is_it_more_often():
    runs = {"alternative": ["none", "a", "b"] * 3, "run": [1] * 3 + [2] * 3 + [3] * 3}
    (scenario,) = _document(**runs, tps=[1, 2, 3, 1, 2.1, 2.9, 1, 2.2, 3.1])["scenarios"]
    scenario["confidence"] |= {"verdict": "leaning", "best": {"b": 0.41, "a": 0.59}, "winner": "b"}
    assert scenario["choose"] == ["b"]
    assert "first in 41.0 %" in certainty(scenario)


def test_what_was_not_asked_is_not_called_unknown():
    table = {
        "alternative": ["none", "none", "a", "a", "b", "b"],
        "run": [1, 2] * 3,
        "tps": [1, 1.1, 2, 2.1, 3, 3.1],
    }
    (scenario,) = ahp.rank(ahp.read(table), confidence=None).to_dict()["scenarios"]
    assert certainty(scenario) == "2 runs each: how sure was not asked"
