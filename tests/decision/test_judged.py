"""What `ahp.judge` returns hands itself out: as report, figure, tables and plain data."""

import json
import re
from html import unescape

import numpy as np
import pytest

import ahp
from ahp.model.comparisons import shares_of

PRICE = ahp.Measured({"A": 600, "B": 1200, "C": 1000}, better="lower")
SUPPORT = {"Ann": {("A", "B"): 4, ("A", "C"): 2, ("B", "C"): "1/2"}, "Bob": {("A", "B"): 1, ("A", "C"): 1}}
QUALITY = ahp.Hierarchy(
    "quality",
    {("keyboard", "support"): 4},
    {"keyboard": {("A", "B"): "1/5", ("A", "C"): "1/2", ("B", "C"): 3}, "support": ahp.Group(SUPPORT)},
)
LAPTOP = ahp.Hierarchy("laptop", {("price", "quality"): 2}, {"price": PRICE, "quality": QUALITY})
JUDGED = ahp.judge(LAPTOP)


def test_it_is_the_document_and_shows_itself_like_a_decision():
    assert json.loads(JUDGED.report("json")) == json.loads(json.dumps(JUDGED))
    assert JUDGED.report() == str(JUDGED) == ahp.report.render_hierarchy(JUDGED)
    plain = JUDGED.to_dict()
    assert type(plain) is dict
    plain["nodes"].clear()
    assert JUDGED["nodes"]
    assert JUDGED.plot("judged_gradient").figure.axes
    with pytest.raises(ahp.StudyError, match="'pdf' is not a known report format"):
        JUDGED.report("pdf")


def test_the_tree_is_shown_with_its_priorities():
    head, price, quality, keyboard, support = repr(JUDGED).splitlines()
    assert head == "<laptop: choose A>"
    weights = {path[-1]: local for path, (local, _) in LAPTOP.weights().items()}
    shares = PRICE.vector()
    assert price.split() == [
        "price",
        "0.667",
        "A",
        f"{shares[0]:.3f}",
        "B",
        f"{shares[1]:.3f}",
        "C",
        f"{shares[2]:.3f}",
    ]
    for line, name in ((quality, "quality"), (keyboard, "keyboard"), (support, "support")):
        assert line.split()[:2] == [name, f"{weights[name]:.3f}"]
    assert keyboard.startswith("  ")
    assert repr(LAPTOP).splitlines() == ["Hierarchy('laptop')", price, quality, keyboard, support]


def test_tables_have_the_names_and_the_numbers_of_the_hierarchy():
    scores = LAPTOP.global_priorities()
    assert JUDGED.to_frame()["priority"].to_dict() == pytest.approx(scores.to_dict())
    assert list(JUDGED.to_frame().index) == list(scores.sort_values(ascending=False).index)
    assert JUDGED.to_frame("criteria").to_numpy() == pytest.approx(LAPTOP.criteria().to_numpy())
    under = JUDGED.to_frame("performance")
    assert under.loc["price", ["A", "B", "C"]].tolist() == pytest.approx(PRICE.vector())
    ends = JUDGED.to_frame("gradients").loc["price"]
    assert ends["weight"].tolist() == [0, 1]
    assert ends[["A", "B", "C"]].iloc[1].tolist() == pytest.approx(PRICE.vector())
    ranks = JUDGED.to_frame("acceptability")
    assert ranks.sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert list(ranks.columns) == ["1", "2", "3"]
    judgments = JUDGED.to_frame("judgments")
    assert set(judgments.index) == {"the goal", "quality", "quality / keyboard", "quality / support"}
    people = JUDGED.to_frame("participants")
    assert list(people.index) == ["Ann", "Bob"]
    with pytest.raises(
        ahp.StudyError, match="'people' is not a known part of what a hierarchy says; use one of"
    ):
        JUDGED.to_frame("people")


def test_the_end_of_an_interval_is_where_the_first_place_changes():
    price = JUDGED.to_frame("weights").loc["price"]
    for shift, first in ((1e-6, "A"), (-1e-6, price["below"])):
        weight = price["holds_from"] + shift
        moved = LAPTOP.with_judgment((), "price", "quality", weight / (1 - weight))
        assert moved.global_priorities().idxmax() == first


def test_judgments_and_participants_can_be_changed():
    alone = LAPTOP.without_participants(["Bob"])
    by_ann = ahp.PairwiseMatrix.from_judgments(SUPPORT["Ann"]).priorities()
    assert alone["quality"]["support"].priorities().to_dict() == pytest.approx(by_ann.to_dict())
    turned = LAPTOP.with_judgment(("quality", "keyboard"), "B", "A", 7)
    assert turned["quality"]["keyboard"]["A", "B"] == pytest.approx(1 / 7)
    assert LAPTOP["quality"]["keyboard"]["A", "B"] == pytest.approx(1 / 5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda: LAPTOP.with_judgment(("size",), "A", "B", 2),
            "nothing is compared under 'size'; it is under",
        ),
        (
            lambda: LAPTOP.with_judgment(("price",), "A", "B", 2),
            "nothing is judged under 'price': it is Measured",
        ),
        (lambda: LAPTOP.with_judgment(("quality", "support"), "A", "B", 2), "say whose judgment it is"),
        (lambda: LAPTOP.with_judgment((), "price", "size", 2), "'size' is not compared here"),
        (lambda: LAPTOP.with_judgment((), "price", "price", 2), "'price' is compared with itself"),
        (lambda: LAPTOP.with_judgment((), "price", "quality", -2), "a judgment is a positive number"),
        (lambda: LAPTOP.without_participants(["Cleo"]), "'Cleo' judged nothing here"),
        (
            lambda: LAPTOP.without_participants(["Ann", "Bob"]),
            "nobody remains who judged under 'quality / support'",
        ),
    ],
)
def test_what_cannot_be_changed_is_told(change, message):
    with pytest.raises(ahp.JudgmentError, match=message):
        change()


def test_the_consistency_of_a_group_hides_that_of_its_members():
    # By hand, n = 3: λ_max = 1 + t + 1/t with t³ = a12 a23 / a13; Ann and Bob contradict themselves the opposite
    # way, so that their common judgments are consistent.
    ann = {("x", "y"): 2, ("y", "z"): 2, ("x", "z"): 1}
    bob = {("x", "y"): "1/2", ("y", "z"): "1/2", ("x", "z"): 1}
    group = ahp.Group({"Ann": ann, "Bob": bob, "Cleo": {("x", "y"): 1, ("x", "z"): 1}})
    t = 4 ** (1 / 3)
    ratio = (1 + t + 1 / t - 3) / 2 / 0.5247
    own = group.individual_consistency()
    assert own[["Ann", "Bob"]].tolist() == pytest.approx([ratio, ratio], rel=1e-6)
    assert own.isna().tolist() == [False, False, True]
    assert group.consistency().ratio == pytest.approx(0, abs=1e-12)


def test_the_page_has_every_kind_of_figure_and_what_each_criterion_adds():
    page = unescape(JUDGED.report("html"))
    kinds = [kind for name, kind in ahp.report.figures.KINDS.items() if name.startswith("judged_")]
    assert len(kinds) == 9
    assert [kind.shows for kind in kinds if kind.shows.partition(",")[0] not in page] == []
    (table,) = re.findall(r"<caption>Contributions.*?</table>", page, re.DOTALL)
    rows = [re.findall(r"<t[hd][^>]*>([^<\n]*)", row) for row in table.split("<tr")[1:]]
    assert rows[0] == ["weight of", "weight", "A", "B", "C"]
    numbers = np.array([row[1:] for row in rows[1:]], float)
    assert numbers[:-1].sum(axis=0) == pytest.approx(numbers[-1], abs=0.002)
    weights = {" / ".join(path): total for path, (_, total) in LAPTOP.weights().items()}
    for (label, *_), (weight, *shares) in zip(rows[1:-1], numbers, strict=False):
        assert weight == pytest.approx(weights[label], abs=0.0005)
        local = shares_of(LAPTOP.leaves()[tuple(label.split(" / "))])
        assert shares == pytest.approx(weights[label] * local, abs=0.0005)
