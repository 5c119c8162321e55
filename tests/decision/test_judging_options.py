"""Scales, aggregation, products, standard errors, the round before, and each participant: by other routes to the same numbers."""

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import ahp
from ahp.cli.judge import main
from ahp.decision.judging import judge
from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy

WHO = {
    "Ann": {("price", "look"): 3, ("price", "size"): 5, ("look", "size"): 2},
    "Ben": {("price", "look"): 4, ("price", "size"): 2, ("look", "size"): 1},
    "Cleo": {("price", "look"): "1/2", ("price", "size"): 3, ("look", "size"): 7},
}
UNDER = {
    "price": {"a": 5, "b": 3, "c": 2},
    "look": {("a", "b"): "1/3", ("a", "c"): 2, ("b", "c"): 5},
    "size": {"a": 1, "b": 1, "c": 4},
}


@pytest.fixture
def flat():
    return ahp.Hierarchy("flat", ahp.Group(WHO), UNDER)


def local(under):
    return np.array([list(ahp.Hierarchy("", {"one": 1}, {"one": under[name]}).vector()) for name in UNDER])


def test_a_product_of_priorities_raised_to_the_weights(flat):
    weights = ahp.Group(WHO).vector()
    products = np.prod(local(UNDER) ** weights[:, None], axis=0)
    document = judge(flat, mode="product")
    assert list(document["scores"].values()) == pytest.approx(products)
    assert list(document["priorities"].values()) == pytest.approx(products / products.sum())
    assert flat.global_priorities(mode="product").tolist() == pytest.approx(products / products.sum())
    for one in document["sensitivity"]["weights"]:
        k = list(UNDER).index(one["path"][0])
        for end, other in ((one["holds_from"], one["below"]), (one["holds_to"], one["above"])):
            if other is None:
                continue
            beyond = end + (1e-6 if other == one["above"] and end == one["holds_to"] else -1e-6)
            moved = weights * (1 - beyond) / (1 - weights[k])
            moved[k] = beyond
            assert "abc"[np.prod(local(UNDER) ** moved[:, None], axis=0).argmax()] == other
    critical = [one for one in document["sensitivity"]["judgments"] if one["critical"] is not None]
    assert critical
    for one in critical:
        pair = one["first"], one["second"]
        common = (
            ahp.Group(WHO).matrix() if not one["path"] else ahp.PairwiseMatrix.from_judgments(UNDER["look"])
        )
        said = {(a, b): common[a, b] for i, a in enumerate(common.labels) for b in common.labels[i + 1 :]}
        said[pair] = one["critical"] * (1 + 1e-6 * np.sign(np.log(one["critical"] / one["judgment"])))
        criteria, under = (said, UNDER) if not one["path"] else (ahp.Group(WHO), {**UNDER, "look": said})
        turned = ahp.Hierarchy("flat", criteria, under)
        assert turned.global_priorities(mode="product").idxmax() == one["challenger"]
    drawn = ahp.simulate(ahp.Hierarchy("flat", {("price", "look"): 1}, {k: UNDER[k] for k in ("price", "look")}),
                         sigma=1e-9, mode="product", draws=10)  # fmt: skip
    assert drawn.quantiles[0][2] == pytest.approx(0.5**0.5 * local(UNDER)[1][0] ** 0.5 / sum(
        (np.array([0.5, 0.3, 0.2]) * local(UNDER)[1]) ** 0.5))  # fmt: skip


def test_a_product_with_nothing_is_refused():
    h = ahp.Hierarchy("flat", {"price": 1}, {"price": {"a": 1, "b": 0}})
    with pytest.raises(ahp.StudyError, match="'price' gives 'b' a priority of 0"):
        h.global_priorities(mode="product")


@pytest.mark.parametrize(("scale", "ratio"), [("root-square", lambda x: x**0.5), ("power", lambda x: x**2)])
def test_answers_on_another_scale_and_consistency_as_answered(flat, scale, ratio):
    def turned(said):
        return {pair: ratio(float(Fraction(times))) for pair, times in said.items()}

    by_hand = ahp.Hierarchy(
        "flat",
        ahp.Group({name: turned(said) for name, said in WHO.items()}),
        {**UNDER, "look": turned(UNDER["look"])},
    )
    document = judge(flat, scale=scale)
    assert document["priorities"] == pytest.approx(by_hand.global_priorities().to_dict())
    assert document["consistency"] == judge(flat)["consistency"]
    ben = document["people"]["participants"][1]
    alone = ahp.Hierarchy("flat", turned(WHO["Ben"]), {**UNDER, "look": turned(UNDER["look"])})
    assert ben["priorities"] == pytest.approx(alone.global_priorities().to_dict())
    again = ahp.Hierarchy.from_dict(document["hierarchy"])
    assert judge(again, scale=scale)["priorities"] == pytest.approx(document["priorities"])


def test_gaps_stay_gaps_on_a_scale():
    known = ahp.IncompleteMatrix.from_judgments({("x", "y"): 4, ("y", "z"): 9})
    group = ahp.Group({"Ann": {("x", "y"): 4}, "Bob": {("y", "z"): 9}})
    for node in (known, group):
        found = ahp.Hierarchy("h", node, {}).on_scale("root-square").global_priorities().to_dict()
        assert found == pytest.approx({"x": 0.6, "y": 0.3, "z": 0.1})
    with pytest.raises(ahp.JudgmentError, match=r"x.*z|z.*x"):
        ahp.Group({"Ann": {("x", "y"): 1, ("x", "z"): 12}}).on_scale("balanced")


def test_priorities_are_aggregated_at_each_node(flat):
    own = np.array([ahp.PairwiseMatrix.from_judgments(said).priorities() for said in WHO.values()])
    means = {"arithmetic-priorities": own.mean(axis=0), "priorities": np.exp(np.log(own).mean(axis=0))}
    for aggregate, mean in means.items():
        document = judge(flat, aggregate=aggregate)
        expected = mean / mean.sum() @ local(UNDER)
        assert list(document["priorities"].values()) == pytest.approx(expected)
        assert document["nodes"][0]["priorities"] == pytest.approx(
            dict(zip(UNDER, mean / mean.sum(), strict=True))
        )
        assert "participants' priorities" in render_hierarchy(document)


def test_standard_errors_leave_out_each_who_counts(flat):
    rest = [ahp.Hierarchy("flat", ahp.Group(WHO).without([name]), UNDER).global_priorities() for name in WHO]
    people = judge(flat)["people"]
    expected = np.std(rest, axis=0) * np.sqrt(2)  # (g - 1)/g Σ (θ_k - θ̄)² = (g - 1) times the variance
    assert list(people["standard_errors"].values()) == pytest.approx(expected)
    assert [one["without"] for one in people["participants"]] == [one.idxmax() for one in rest]
    others = [one.idxmax() for one in rest if one.idxmax() != flat.global_priorities().idxmax()]
    assert render_hierarchy(judge(flat)).count("would be first") == len(set(others)) > 0
    two = ahp.Hierarchy("flat", ahp.Group({k: v for k, v in WHO.items() if k != "Ann"}), UNDER)
    assert judge(two)["people"]["standard_errors"] is None
    out = ahp.Hierarchy("flat", ahp.Group(WHO, weights={"Ann": 0}), UNDER)
    assert judge(out)["people"]["standard_errors"] is None


def test_the_round_before_says_what_changed_and_who_moved(flat):
    later = {**WHO, "Ann": {**WHO["Ann"], ("price", "look"): "1/3"}, "Dan": WHO["Ben"]}
    del later["Ben"]
    now = ahp.Hierarchy("flat", ahp.Group(later), UNDER)
    found = judge(now, against=flat)["against"]
    assert found["first_before"] == flat.global_priorities().idxmax()
    assert found["first"] == now.global_priorities().idxmax()
    assert {one["path"][0]: one["before"] for one in found["priorities"]} == pytest.approx(
        flat.global_priorities().to_dict()
    )
    assert [(one["participant"], one["joined"], one["changed"]) for one in found["participants"]] == [
        ("Ann", False, 1),
        ("Cleo", False, 0),
        ("Dan", True, 3),
    ]
    assert found["participants"][0]["distance_before"] == judge(flat)["people"]["participants"][0]["distance"]
    assert found["left"] == ["Ben"]
    for name in HIERARCHY_FORMATS:
        if name not in ("csv", "json"):
            text = render_hierarchy(judge(now, against=flat), name)
            assert "Since the round before" in text
            assert "Ann changed 1 judgment;" in text


def test_the_command_takes_them(tmp_path, capsys):
    model, before, now = (tmp_path / name for name in ("flat.toml", "one.csv", "two.csv"))
    model.write_text(
        'alternatives = ["a", "b"]\n[children.price]\nweights = { a = 2, b = 1 }\n[children.look]\n'
    )
    rows = "participant,under,first,second,judgment\nAnn,,price,look,{}\nAnn,look,a,b,1/4\n"
    rows += "Ben,,price,look,4\nBen,look,a,b,1/9\n"
    before.write_text(rows.format(2))
    now.write_text(rows.format("1/5"))
    report = tmp_path / "one.json"
    options = ["--scale", "root-square", "--aggregate", "priorities", "--synthesis", "product"]
    assert main([str(model), str(before), *options, "--format", "json", "--output", str(report)]) == 0
    document = json.loads(report.read_text())
    assert (document["scale"], document["aggregate"], document["mode"]) == (
        "root-square",
        "priorities",
        "product",
    )
    # Weights √(√2 · √4) : 1; the product of 2^w and √(1/6)^(1 - w), as √(1/4 · 1/9) is 1/6.
    times = (2 * 4) ** 0.25
    w = times / (times + 1)
    odds = 2**w * 6 ** -((1 - w) / 2)
    assert document["priorities"]["a"] == pytest.approx(odds / (odds + 1))
    assert main([str(model), str(now), *options, "--against", str(report)]) == 0
    told = capsys.readouterr().out
    assert "product mode, means of participants' priorities, root-square scale" in told
    assert "b is first instead of a." in told
    assert "Ann changed 1 judgment" in told
    assert "Ben changed nothing." in told


ITEMS = ["risk", "cost", "time", "fit", "look"]
SCALE = [1 / 9, 1 / 7, 1 / 5, 1 / 3, 1, 3, 5, 7, 9]


def at_random(people, rng):
    return ahp.Group(
        {f"P{k}": {pair: float(rng.choice(SCALE)) for pair in combinations(ITEMS, 2)} for k in range(people)}
    )


@pytest.fixture
def three():
    said = {
        "Ann": {("x", "y"): 2, ("y", "z"): 2, ("x", "z"): 4},
        "Ben": {("x", "y"): 3, ("y", "z"): 1, ("x", "z"): "1/4"},
        "Cleo": {("x", "y"): "1/2"},
    }
    goal = ahp.Group({name: {("p", "s"): 3} for name in said}, weights={"Cleo": 0})
    weights = {"Cleo": 0}
    return ahp.Hierarchy("car", goal, {"p": ahp.Group(said, weights=weights), "s": {"x": 1, "y": 2, "z": 3}})


def test_each_participant_has_a_row_of_their_own(three):
    ann, ben, cleo = judge(three)["people"]["participants"]
    alone = ahp.Hierarchy(
        "car",
        {("p", "s"): 3},
        {"p": {("x", "y"): 2, ("y", "z"): 2, ("x", "z"): 4}, "s": {"x": 1, "y": 2, "z": 3}},
    )
    assert ann["priorities"] == pytest.approx(alone.global_priorities().to_dict())
    assert ann["ratio"] == pytest.approx(0, abs=1e-12)
    assert ben["ratio"] > 0.1
    assert ben["nodes"][1]["worst"][0]["judgment"] == pytest.approx(3)
    # Who left out too much has no priorities, but is told what is open; a weight of 0 leaves out.
    assert cleo["priorities"] is cleo["ranking"] is cleo["distance"] is None
    assert cleo["nodes"][1]["missing"] == [{"first": "x", "second": "z"}, {"first": "y", "second": "z"}]
    assert cleo["weight"] == 0
    together = three.global_priorities()
    mine = alone.global_priorities()
    assert ann["distance"] == pytest.approx(float((mine - together).abs().sum()) / 2)


def test_reports_show_them(three):
    document = judge(three)
    text = render_hierarchy(document)
    assert "participant  counts  consistency  unanswered  first  from the group" in text
    assert any(line.split()[:4] == ["Cleo", "out", "–", "2"] for line in text.splitlines())
    for name in HIERARCHY_FORMATS:
        if name != "csv":
            assert "Cleo" in render_hierarchy(document, name)
    old = {key: value for key, value in document.items() if key != "people"}
    assert "participant" in render_hierarchy(document, "markdown")
    assert "unanswered" not in render_hierarchy(old)  # a document that was written before


def test_people_at_random_are_doubtful_however_consistent_their_mean_is():
    document = judge(ahp.Hierarchy("choose", at_random(24, np.random.default_rng(1)), {}))
    assert document["consistency"]["ratio"] < 0.1
    assert "doubtful" in render_hierarchy(document)
    assert "doubtful" in render_hierarchy(document, "html-fragment")
    warnings = " ".join(document["warnings"])
    assert "participants contradict themselves (consistency ratio above 0.1: P0" in warnings
    assert "under the goal the participants agree no better than random answers would" in warnings


def test_people_who_agree_are_not_doubtful():
    truth = np.array([4.0, 2.0, 2.0, 1.0, 1.0])
    rng = np.random.default_rng(1)
    said = {}
    for k in range(8):
        noisy = truth * rng.lognormal(0, 0.1, 5)
        said[f"P{k}"] = {(ITEMS[i], ITEMS[j]): noisy[i] / noisy[j] for i, j in combinations(range(5), 2)}
    document = judge(ahp.Hierarchy("choose", ahp.Group(said), {}))
    assert render_hierarchy(document).startswith("choose   risk weighs most")
    assert document["people"]["level"] == "very high"
    assert document["people"]["clusters"] == [list(said)]


def test_two_opinions_are_two_clusters():
    one, other = {("x", "y"): 4}, {("x", "y"): "1/4"}
    said = {"Ann": one, "Ben": other, "Cleo": one, "Dan": other, "Eve": one}
    people = judge(ahp.Hierarchy("choose", ahp.Group(said), {}))["people"]
    assert people["clusters"] == [["Ann", "Cleo", "Eve"], ["Ben", "Dan"]]


def people(judgments, **weights):
    return ahp.judge(ahp.Hierarchy("g", ahp.Group(judgments, weights=weights or None), {}))


def test_half_that_contradict_themselves_make_it_doubtful_and_the_text_says_why():
    straight = {("a", "b"): 2, ("b", "c"): 2, ("a", "c"): 4}
    circle = {("a", "b"): 5, ("b", "c"): 5, ("a", "c"): "1/5"}
    assert people({"Ann": straight, "Bob": straight}).report().startswith("g   a weighs most")
    doubtful = people({"Ann": straight, "Bob": circle})
    lines = doubtful.report().splitlines()
    assert lines[0] == "g   doubtful, with a weighing most"
    assert lines[2].startswith("Doubtful: 1 of 2 participants contradict themselves")
    lighter = people({"Ann": straight, "Bob": circle}, Ann=3, Bob=1)["warnings"]
    assert not any("contradict themselves" in warning for warning in lighter)


def test_how_much_participants_count_is_as_it_was_given():
    one, other = {("a", "b"): 2}, {("x", "y"): 3}
    top = ahp.Group({"Ann": one, "Bob": one, "Cy": one}, weights={"Ann": 2})
    below = ahp.Group({"Ann": other, "Dee": other, "Bob": other}, weights={"Ann": 2})
    document = ahp.judge(ahp.Hierarchy("g", top, {"a": below, "b": {"x": 1, "y": 1}}))
    told = {one["participant"]: one["weight"] for one in document["people"]["participants"]}
    assert told == pytest.approx({"Ann": 2, "Bob": 1, "Cy": 1, "Dee": 1})


def test_the_consensus_of_all_is_that_of_the_node_where_there_is_one():
    document = people({"Ann": {("a", "b"): 5}, "Bob": {("a", "b"): "1/5"}, "Cy": {("a", "b"): 1}})
    assert document["people"]["consensus"] == pytest.approx(document["nodes"][0]["agreement"]["consensus"])
