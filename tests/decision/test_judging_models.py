"""Merits and networks from files to reports: their numbers against routes of their own."""

import json
from itertools import pairwise

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from judged_models import RESERVOIR, SERVICE

import ahp
from ahp.core import limit_matrix, merit_scores
from ahp.core.more import MERIT_METHODS, with_influence
from ahp.report import HIERARCHY_FORMATS, merits_schema, network_schema, render_hierarchy

SYNTHESES = [name for name in MERIT_METHODS if name != "multiplicative"]


@pytest.mark.parametrize("synthesis", SYNTHESES)
def test_who_is_first_as_a_weight_moves_is_who_is_first_with_that_weight(synthesis):
    document = ahp.judge(ahp.Merits.from_dict(SERVICE), synthesis=synthesis)
    names, parts = document["alternatives"], document["priorities"]
    given = {"benefit": 3.0, "cost": 2.0, "risk": 1.0}
    assert [one["merit"] for one in document["by_weight"]] == list(given)
    for one in document["by_weight"]:
        others = {merit: w for merit, w in given.items() if merit != one["merit"]}
        assert one["weight"] == pytest.approx(given[one["merit"]] / 6)
        for weight in np.linspace(0.003, 0.997, 60):
            shares = {m: (1 - weight) * w / sum(others.values()) for m, w in others.items()}
            weights = [
                {**shares, one["merit"]: weight}.get(m, 0) for m in ("benefit", "opportunity", "cost", "risk")
            ]
            scores = merit_scores(
                *(
                    None if m not in parts else list(parts[m].values())
                    for m in ("benefit", "opportunity", "cost", "risk")
                ),
                weights=weights,
                method=synthesis,
            )
            told = next(s["first"] for s in one["first"] if s["from"] <= weight <= s["to"])
            assert scores[names.index(told)] == pytest.approx(scores.max())


@given(st.lists(st.floats(0.05, 1.0), min_size=8, max_size=8), st.sampled_from(SYNTHESES))
def test_spans_of_weights_cover_all_and_change_hands_at_a_tie(values, synthesis):
    table = np.array(values).reshape(4, 2)
    table /= table.sum(axis=1, keepdims=True)
    names = ("benefit", "opportunity", "cost", "risk")
    merits = ahp.Merits(
        {m: dict(zip("xy", row.tolist(), strict=True)) for m, row in zip(names, table, strict=True)}
    )
    for one in ahp.judge(merits, synthesis=synthesis)["by_weight"]:
        ends = [(span["from"], span["to"]) for span in one["first"]]
        assert (ends[0][0], ends[-1][1]) == (0.0, 1.0)
        assert all(before[1] == after[0] for before, after in pairwise(ends))
        assert all(a["first"] != b["first"] for a, b in pairwise(one["first"]))


def test_merits_without_weights_are_multiplied_and_no_weight_moves():
    document = ahp.judge(ahp.Merits.from_dict({**{k: v for k, v in SERVICE.items() if k != "weights"}}))
    assert (document["synthesis"], document["weights"], document["by_weight"]) == ("multiplicative", None, [])
    p = {merit: np.array(list(shares.values())) for merit, shares in document["priorities"].items()}
    assert list(document["scores"].values()) == pytest.approx(
        (p["benefit"] / (p["cost"] * p["risk"])).tolist()
    )
    with pytest.raises(ahp.FigureError, match="puts merits together without weights"):
        document.plot("merit_weights")


def test_what_a_unit_of_benefit_is_worth_decides_as_the_document_says():
    document = ahp.judge(ahp.Merits.from_dict(SERVICE))
    p = {merit: np.array(list(shares.values())) for merit, shares in document["priorities"].items()}
    good, bad = 3 * p["benefit"], 2 * p["cost"] + p["risk"]
    for now, after in pairwise([*document["by_worth"], {"worth": document["by_worth"][-1]["worth"] + 2}]):
        worth = (now["worth"] + after["worth"]) / 2
        best = document["alternatives"][int((worth * good - bad).argmax())]
        assert best == now["choose"]


def test_the_hierarchy_of_a_merit_is_judged_as_any():
    document = ahp.judge(ahp.Merits.from_dict(SERVICE), mode="ideal")
    alone = ahp.Hierarchy.from_dict({"goal": "benefit", **SERVICE["merits"]["benefit"]})
    expected = alone.global_priorities(mode="ideal").to_dict()
    assert document["priorities"]["benefit"] == pytest.approx(expected)
    assert document["hierarchies"]["benefit"]["priorities"] == pytest.approx(expected)


def powers(W):
    """The mean of two high powers in a row: the limit, also of one that turns in a circle of two."""
    high = np.linalg.matrix_power(W, 400)
    return (high + high @ W) / 2


def test_a_network_has_the_priorities_of_its_powers():
    network = ahp.Network.from_dict(RESERVOIR)
    document = ahp.judge(network)
    W = np.array(document["supermatrix"])
    assert W.sum(axis=0) == pytest.approx(np.ones(6))
    limit = powers(W)[:, 0]
    assert [node["limit"] for node in document["nodes"]] == pytest.approx(limit.tolist())
    levels = limit[3:] / limit[3:].sum()
    assert list(document["priorities"].values()) == pytest.approx(levels.tolist())
    assert (document["periodic"], document["warnings"]) == (True, [])


def test_who_is_first_as_a_node_has_less_of_a_say_is_found_again_by_powers():
    document = ahp.judge(ahp.Network.from_dict(RESERVOIR))
    W = np.array(document["supermatrix"])
    names = [node["node"] for node in document["nodes"]]
    assert [one["node"] for one in document["rows"]] == ["flood", "power", "fun"]
    for one in document["rows"]:
        k = names.index(one["node"])
        for p in (0.1, 0.3, 0.5, 0.7, 0.9):
            moved = W.copy()
            for j in range(6):
                if 0 < W[k, j] < 1:
                    moved[k, j] = 2 * p * W[k, j] if p <= 0.5 else 1 - 2 * (1 - p) * (1 - W[k, j])
                    rest = [i for i in range(6) if i != k]
                    moved[rest, j] = W[rest, j] * (1 - moved[k, j]) / (1 - W[k, j])
            levels = powers(moved)[3:, 0]
            told = next(s["first"] for s in one["first"] if s["from"] <= p <= s["to"])
            assert names[3 + int(levels.argmax())] == told
        for before, _ in pairwise(one["first"]):
            limit = limit_matrix(with_influence(W, k, [before["to"]]))[0, 3:, 0]
            assert np.sort(limit)[-1] == pytest.approx(np.sort(limit)[-2], rel=1e-9)


def test_a_hierarchy_as_a_network_is_judged_alike():
    h = ahp.Hierarchy(
        "car", {"price": 3, "safety": 1}, {"price": {"a": 2, "b": 1}, "safety": {"a": 1, "b": 4}}
    )
    document = ahp.judge(ahp.Network.from_hierarchy(h))
    assert document["priorities"] == pytest.approx(h.global_priorities().to_dict())
    assert document["warnings"] == []


def test_criteria_without_a_say_are_told():
    """As in HecBanda's lecture: the alternatives influence each other, and nothing leads back from them."""
    data = {
        "goal": "banks",
        "clusters": {"criteria": ["rate", "service"], "alternatives": ["a", "b", "c"]},
        "influences": {
            "rate": {"alternatives": {"weights": {"a": 6, "b": 3, "c": 1}}},
            "service": {"alternatives": {"weights": {"a": 1, "b": 3, "c": 6}}},
            **{n: {"alternatives": {"weights": {m: 1 for m in "abc" if m != n}}} for n in "abc"},
        },
    }
    document = ahp.judge(ahp.Network.from_dict(data))
    (warning,) = document["warnings"]
    assert "'rate', 'service' have no say" in warning.replace("[", "").replace("]", "")
    assert list(document["priorities"].values()) == pytest.approx([1 / 3] * 3)
    back = {"a": {"criteria": {"weights": {"rate": 1, "service": 1}}, **data["influences"]["a"]}}
    assert (
        ahp.judge(ahp.Network.from_dict({**data, "influences": {**data["influences"], **back}}))["warnings"]
        == []
    )


@pytest.mark.parametrize(("model", "schema"), [(ahp.Merits, merits_schema), (ahp.Network, network_schema)])
def test_every_report_is_made_and_the_json_fits_its_schema_and_comes_back(model, schema):
    given = model.from_dict(SERVICE if model is ahp.Merits else RESERVOIR)
    document = ahp.judge(given)
    jsonschema.validate(json.loads(document.report("json")), schema())
    for form in HIERARCHY_FORMATS:
        told = document.report(form)
        assert told == render_hierarchy(document.to_dict(), form)
        assert all(name in told for name in document["alternatives"])
    again = ahp.judge(model.from_dict(json.loads(document.report("json"))["model"]))
    assert again["ranking"] == document["ranking"]
    assert again["model"] == document["model"]
    assert document._repr_html_().startswith("<table>")
    assert max(map(len, document.report().splitlines())) <= 80


def test_contradictions_in_a_network_are_told_and_looked_at():
    data = {
        **RESERVOIR,
        "influences": {
            **RESERVOIR["influences"],
            "fun": {"levels": {"judgments": [["low", "mid", 9], ["mid", "high", 9], ["low", "high", "1/9"]]}},
        },
    }
    document = ahp.judge(ahp.Network.from_dict(data))
    assert any(
        "with respect to 'fun' have a consistency ratio" in warning for warning in document["warnings"]
    )
    assert "With respect to fun: " in document.report()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cluster": {}}, "a network has no key"),
        ({"clusters": {**RESERVOIR["clusters"], "more": ["low"]}}, "more than once"),
        ({"alternatives": "level"}, "'level' is no cluster; the clusters are"),
        ({"start": "flod"}, "'flod' is no node; the nodes are"),
        ({"influences": {"flod": {}}}, "'flod' is no node"),
        (
            {"influences": {"flood": {"level": {"weights": {"low": 1}}}}},
            "influences / flood / level: 'level' is no",
        ),
        (
            {"influences": {"flood": {"levels": {"weights": {"lo": 1}}}}},
            "'lo' is not in the cluster 'levels'",
        ),
        ({"influences": {"flood": {"levels": {}}}}, "influences / flood / levels needs one of 'judgments'"),
        ({"cluster_weights": {"levels": {"weights": {"x": 1}}}}, "'x' is no cluster"),
    ],
)
def test_a_network_that_is_none_is_refused_with_its_place(change, said):
    with pytest.raises(ahp.JudgmentError, match=said):
        ahp.Network.from_dict({**RESERVOIR, **change})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"merit": {}}, "merits have no key"),
        ({"merits": {"danger": {"weights": {"a": 1}}}}, "danger"),
        ({"merits": {"benefit": {"weights": {"a": 1}, "judgments": []}}}, "benefit: "),
        ({"weights": {"benefit": 1}}, "the merits compares|weights are given for"),
        ({"participants": {"Ann": 2}}, "'Ann' has a weight but judges under no merit"),
    ],
)
def test_merits_that_are_none_are_refused_with_their_place(change, said):
    with pytest.raises(ahp.AHPError, match=said):
        ahp.Merits.from_dict({**SERVICE, **change})


def test_what_turns_a_cost_round_is_told():
    data = {
        "merits": {
            "benefit": {"weights": {"a": 1, "b": 2}},
            "cost": {"values": {"a": 10, "b": 20}, "better": "lower"},
        }
    }
    warnings = ahp.judge(ahp.Merits.from_dict(data))["warnings"]
    assert any("leave out better = 'lower' there" in warning for warning in warnings)


def test_a_round_before_is_one_of_a_hierarchy():
    with pytest.raises(ahp.StudyError, match="a round before is one of a hierarchy"):
        ahp.judge(ahp.Network.from_dict(RESERVOIR), against=ahp.Network.from_dict(RESERVOIR))


CIRCLE = [["cloud", "own", 5], ["own", "mixed", 5], ["cloud", "mixed", "1/5"]]
OTHER = [["cloud", "own", "1/5"], ["own", "mixed", "1/5"], ["cloud", "mixed", 5]]


def test_merits_that_people_doubt_are_doubtful_with_the_people_told():
    risk = {"judgments": {"Ann": CIRCLE, "Bob": OTHER}}
    document = ahp.judge(ahp.Merits.from_dict({**SERVICE, "merits": {**SERVICE["merits"], "risk": risk}}))
    text = document.report()
    assert text.splitlines()[0].startswith("run a service   doubtful, with ")
    assert "participant  counts  consistency" in text
    assert "each of which contradicts the other two" in " ".join(text.split())


@pytest.mark.parametrize(
    "option", [{"mode": "ideal"}, {"scale": "power"}, {"aggregate": "priorities"}, {"synthesis": "powers"}]
)
def test_a_network_is_judged_without_options_of_others(option):
    with pytest.raises(
        ahp.StudyError, match=f"a network is judged without '{next(iter(option))}'; leave it out"
    ):
        ahp.judge(ahp.Network.from_dict(RESERVOIR), **option)


def test_a_hierarchy_puts_no_merits_together():
    with pytest.raises(ahp.StudyError, match="a hierarchy is judged without 'synthesis'"):
        ahp.judge(ahp.Hierarchy("g", {"a": 1, "b": 2}, {}), synthesis="powers")
