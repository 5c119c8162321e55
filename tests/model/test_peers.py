"""What other programs print for their own worked examples, and where they are wrong, why."""

from fractions import Fraction
from itertools import combinations

import cases
import numpy as np
import pytest

import ahp
from ahp import core

CASES = cases.published("peers.json")


def of_kind(kind):
    return [pytest.param(case, id=name) for name, case in CASES.items() if case["kind"] == kind]


def half_a_unit(printed):
    """Half a unit of the last digit that was printed."""
    digits = str(printed).partition(".")[2]
    return max(0.5000001 * 10.0 ** -len(digits), 1e-12)


def shown(found, printed):
    """Whether numbers are what was printed, to its last digit."""
    found = list(found.values()) if isinstance(found, dict) else list(found)
    assert len(found) == len(printed)
    return all(abs(x - float(p)) <= half_a_unit(p) for x, p in zip(found, printed, strict=True))


def matrix_of(rows, **more):
    return ahp.PairwiseMatrix(
        [[str(Fraction(str(x)).limit_denominator(10**15)) for x in row] for row in rows], **more
    )


def tree_of(criteria, leaves):
    top = matrix_of(criteria)
    return ahp.Hierarchy("goal", top, dict(zip(top.labels, map(matrix_of, leaves), strict=True)))


@pytest.mark.parametrize("case", of_kind("matrix"))
def test_matrices(case):
    a, printed = matrix_of(case["data"]["matrix"]), case["printed"]
    if "weights" in printed:
        assert shown(a.priorities(method=printed["method"]), printed["weights"])
    index = a.consistency().index
    if "lambda_of_vector" in printed:  # λ of the column means, not the eigenvalue
        w = a.priorities(method=printed["method"]).to_numpy()
        found = float((a.values @ w / w).mean())
        assert found == pytest.approx(printed["lambda_of_vector"], rel=1e-9)
        index = (found - a.n) / (a.n - 1)
        assert index == pytest.approx(printed["ci"], rel=1e-9)
    if "cr" in printed:
        assert abs(index / printed["ri"] - float(printed["cr"])) <= half_a_unit(printed["cr"])


@pytest.mark.parametrize("case", of_kind("hierarchy"))
def test_hierarchies(case):
    h, printed = tree_of(case["data"]["criteria"], case["data"]["leaves"]), case["printed"]
    method, scores = printed["method"], "scores_percent" if "scores_percent" in printed else "scores"
    times = 100 if "scores_percent" in printed else 1
    assert shown(times * h.vector(method), printed[scores])
    for name in ("weights", "weights_percent"):
        if name in printed:
            assert shown(times * h.local_priorities(method=method), printed[name])
    if "geometric" in printed:
        assert shown(h.local_priorities(method="geometric-mean"), printed["geometric"])
    ratios = printed.get("cr", printed.get("cr_percent", []))
    nodes = [node for _, node in h.nodes()]
    found = [
        times * node.consistency().index / printed["cr_ri"][str(node.n)] for node in nodes[: len(ratios)]
    ]
    assert shown(found, ratios)


@pytest.mark.parametrize("case", of_kind("tree"))
def test_a_tree_of_two_levels(case):
    data, printed = case["data"], case["printed"]
    a = {name: matrix_of(rows) for name, rows in data.items()}
    for name, vector in printed["vectors"].items():
        assert shown(a[name].priorities(), vector)
    for name, ratio in printed["cr"].items():
        assert abs(a[name].consistency().index / printed["cr_ri"] - float(ratio)) <= half_a_unit(ratio)
    low = {
        name: ahp.Hierarchy(name, a[name], {"1": a[f"s{name}1"], "2": a[f"s{name}2"]})
        for name in ("c1", "c2")
    }
    h = ahp.Hierarchy("goal", a["goal"], {"1": low["c1"], "2": low["c2"]})
    assert shown(100 * h.vector(), printed["scores_percent"])


def test_a_survey_of_two_hundred():
    case = CASES["ahpsurvey-city200-group"]
    data, printed = case["data"], case["printed"]
    table = ahp.read_judgments({name: list(map(str, column)) for name, column in
                                zip(data["columns"], zip(*data["rows"], strict=True), strict=True)})  # fmt: skip
    group = table.comparison()
    assert all(shown(row, line) for row, line in zip(group.matrix().values, printed["aij"], strict=True))
    own = core.priorities(group.values, method="normalised-column-mean")
    assert shown(core.aggregate_priorities(own, mean="arithmetic"), printed["aip_arithmetic_of_column_means"])
    own = core.priorities(group.values)
    geometric = np.exp(np.log(own).mean(axis=0))  # printed without being normalised
    assert shown(geometric, printed["aip_geometric_of_eigenvectors"])
    # Its mean errors hold everybody's judgments against the priorities of the first respondent.
    places = {name: at for at, name in enumerate(data["attributes"])}
    for pair, told in printed["mean_error"].items():
        i, j = (places[name] for name in pair.split())
        mean = {
            whose: float(np.exp(np.abs(np.log(group.values[:, i, j] * w[:, j] / w[:, i])).mean()))
            for whose, w in {"first": own[:1], "own": own}.items()
        }
        assert abs(mean["first"] - float(told)) <= half_a_unit(told)
        assert mean["own"] != pytest.approx(float(told), abs=0.01)


@pytest.mark.parametrize("case", of_kind("limit"))
def test_limits(case):
    printed = case["printed"]
    limit = core.limit_matrix(np.array(case["data"]["matrix"], dtype=float))
    columns = printed.get("columns", [printed.get("column")])
    for at, column in enumerate(columns):
        assert shown(limit[:, at], column)


@pytest.mark.parametrize("case", of_kind("sd-ahp"))
def test_blocks_of_super_decisions(case):
    for block in case["data"]["blocks"]:
        rows = np.array(block["matrix"], dtype=float)
        if len(rows) < 2:
            continue
        # Printed to three digits both ways: the upper half, and its reciprocals, are what was judged.
        upper = np.triu(rows, 1)
        lower = np.tril(rows, -1).T
        best = np.where(upper >= 1, upper, 1 / np.where(lower > 0, lower, 1))
        pairs = {(i, j): best[i, j] for i, j in combinations(range(len(rows)), 2)}
        a = ahp.PairwiseMatrix.from_judgments({(str(i), str(j)): x for (i, j), x in pairs.items()})
        assert a.priorities().to_numpy() == pytest.approx(block["normal"], abs=1.6e-3), block["wrt"]


def test_a_group_of_super_decisions():
    data, printed = CASES["sd-group-car"]["data"], CASES["sd-group-car"]["printed"]
    for at, block in enumerate(printed["group"]):
        said = {str(k): matrix_of(person[at]["matrix"], labels=block["names"]) for k, person in
                enumerate(data["respondents"])}  # fmt: skip
        assert ahp.Group(said).matrix().values == pytest.approx(
            np.array(block["matrix"], dtype=float), rel=1e-9
        )


def test_the_missing_judgment_that_is_completed():
    data, printed = CASES["zhou-2018-completion"]["data"], CASES["zhou-2018-completion"]["printed"]
    known = {tuple(pair.split()): times for pair, times in data["known"].items()}
    a = ahp.IncompleteMatrix.from_judgments(known, data["names"])
    assert a.completed()[tuple(data["missing"])] == pytest.approx(float(printed["value"]), abs=1e-6)


def test_a_judgment_replaced_by_what_the_others_say():
    data, printed = (
        CASES["ahpsurvey-harker-replacement"]["data"],
        CASES["ahpsurvey-harker-replacement"]["printed"],
    )
    said = dict(zip(combinations(data["names"], 2), data["upper"], strict=True))
    pair = tuple(data["missing"])
    rest = {other: times for other, times in said.items() if other != pair}
    w = ahp.IncompleteMatrix.from_judgments(rest, data["names"]).priorities(method="harker")
    times = w[pair[0]] / w[pair[1]]
    assert shown([times], [printed["replaced"]])
    before = ahp.PairwiseMatrix.from_judgments(said, data["names"]).consistency().ratio
    after = ahp.PairwiseMatrix.from_judgments({**rest, pair: times}, data["names"]).consistency().ratio
    assert shown([before], [printed["cr_before"]])
    assert after == pytest.approx(float(printed["cr_after"]), abs=1e-4)  # by a table of its own


def test_an_inner_dependence_that_absorbs():
    data, printed = CASES["hecbanda-supplier-anp"]["data"], CASES["hecbanda-supplier-anp"]["printed"]
    inner = matrix_of(data["alternatives"])
    assert shown(inner.priorities(), printed["inner"])


def test_the_car_of_the_package_in_r():
    data, printed = CASES["gluc-ahp-car"]["data"], CASES["gluc-ahp-car"]["printed"]
    told = iter(printed["priorities"])
    alternatives, vectors, weights = data["alts"], {}, {}
    for name, share in told:
        weights[name] = share
        if name in ("Cost", "Capacity"):
            continue
        vectors[name] = [next(told)[1] for _ in alternatives]
    judged = {
        name: ahp.PairwiseMatrix.from_upper(upper, alternatives) for name, upper in data["leaves"].items()
    }
    fuel = ahp.Measured(
        dict(zip(alternatives, data["mpg"], strict=True)), better="lower"
    )  # the file as shipped
    for name, a in judged.items():
        assert shown(a.priorities(), vectors[name])
        if name in printed["cr"]:
            assert abs(100 * a.consistency().ratio - float(printed["cr"][name])) <= 0.06
    assert shown(fuel.vector(), vectors["Fuel Cost"])
    # Two are computed by functions in R, which are not in the file as numbers.
    of_r = {
        name: dict(zip(alternatives, map(float, vectors[name]), strict=True))
        for name in ("Resale Value", "Cargo Capacity")
    }
    under = {**judged, "Fuel Cost": fuel, **of_r}

    def node(name):
        criteria = ahp.PairwiseMatrix.from_upper(data[name]["upper"], data[name]["items"])
        assert shown(criteria.priorities(), [weights[item] for item in data[name]["items"]])
        return ahp.Hierarchy(
            name,
            criteria,
            {item: under[item] if item in under else node(item) for item in data[name]["items"]},
        )

    assert shown(100 * node("goal").vector(), printed["goal"])


def test_a_tree_of_six_people_and_what_one_of_them_says():
    case = CASES["pyanp-ahptree-group"]
    columns, rows, printed = case["data"]["columns"], case["data"]["rows"], case["printed"]
    asked = [at for at, name in enumerate(columns) if at == 0 or " vs " in name]
    scores = {
        name.partition(" wrt ")[2]: [rows[-1][columns.index(f"Alt{k} {name[5:]}")] for k in (1, 2, 3)]
        for name in columns
        if name.startswith("Alt1 ")
    }

    def tree(people):
        table = {columns[at]: [str(row[at]) for row in people] for at in asked}
        return ahp.read_hierarchy(table).hierarchy

    def shown_of(h, printed_scores):
        leaves = h.global_priorities()
        found = sum(share * np.array(scores[name]) for name, share in leaves.items())
        return {**leaves.to_dict(), **h.local_priorities().to_dict()}, shown(found, printed_scores)

    everybody = {"group": rows[:-1], **{row[0]: [row] for row in rows[:-1]}}
    others = {name: {"alternatives": numbers} for name, numbers in printed["others"].items()}
    for who, told in {"group": printed["group"], "Bill": printed["Bill"], **others}.items():
        h = tree(everybody[who])
        shares, right = shown_of(h, told["alternatives"])
        assert right, who
        for name, share in told.get("glob", {}).items():
            assert abs(shares[name] - float(share)) <= half_a_unit(share), (who, name)
    bill = tree(everybody["Bill"]).judgments
    ratio = bill.matrix().consistency().index / 0.52  # as Saaty has the random index of three
    assert abs(ratio - float(printed["Bill"]["cr_goal"])) <= half_a_unit(printed["Bill"]["cr_goal"])


def test_the_vacation_of_three_of_the_package_in_r():
    """Priorities are averaged at each node, as --aggregate arithmetic-priorities does; not the people's results."""
    data, printed = CASES["gluc-ahp-vacation"]["data"], CASES["gluc-ahp-vacation"]["printed"]
    own = {who: ahp.PairwiseMatrix.from_upper(u, data["criteria"]) for who, u in data["goal"].items()}
    counts = data["counts"]

    def leaves(shares):
        return {
            name: ahp.Weights(dict(zip(data["alternatives"], part, strict=True)))
            for name, part in shares.items()
        }

    for who, a in own.items():
        assert shown(100 * ahp.Hierarchy("v", a, leaves(data["shares"][who])).vector(), printed[who])
        assert abs(100 * a.consistency().ratio - float(printed["cr"][who])) <= 0.06
    group = ahp.Group(own, data["criteria"], weights=counts)
    weights = ahp.Hierarchy("v", group, {}).aggregated("arithmetic-priorities").local_priorities()
    assert shown(100 * weights, printed["Total_weights"].values())
    mean = {
        name: sum(
            count * np.array(data["shares"][who][name]) / sum(data["shares"][who][name])
            for who, count in counts.items()
        )
        for name in data["criteria"]
    }
    assert shown(100 * ahp.Hierarchy("v", weights.to_dict(), leaves(mean)).vector(), printed["Total"])
    # The inconsistency it prints of a group is that of the member whose own is largest.
    ratios = {who: 100 * a.consistency().ratio for who, a in own.items()}
    assert abs(max(ratios.values()) - float(printed["cr"]["Total"])) <= 0.06
    assert 100 * group.consistency().ratio < 2


# Where the printed digits are not those of this library, and why.


def test_a_power_method_that_ends_too_early():
    data, printed = CASES["ahp-os-manual-download"]["data"], CASES["ahp-os-manual-download"]["printed"]
    w = matrix_of(data["criteria"]).priorities().to_numpy()
    exact = matrix_of(data["criteria"]).priorities(method="geometric-mean").to_numpy()
    assert w == pytest.approx(exact, rel=1e-12)  # of three items the two are the same
    assert np.abs(w - np.array(printed["weights"], dtype=float)).max() == pytest.approx(3.5e-5, abs=5e-6)


def test_a_matrix_that_is_not_reciprocal_and_another_method():
    data, printed = CASES["npm-ahp-lite"]["data"], CASES["npm-ahp-lite"]["printed"]
    with pytest.raises(ahp.JudgmentError):
        ahp.PairwiseMatrix(data["matrix"])
    rows = np.array(data["matrix"], dtype=float)
    assert shown((rows / rows.sum(axis=0)).mean(axis=1), printed["weights"])  # column means, not "ev"
    w = ahp.PairwiseMatrix(data["matrix"], tolerance=0.05).priorities()
    assert w.iloc[2] == pytest.approx(0.739, abs=1e-3)


def test_scores_cut_to_integers():
    data, printed = CASES["pymcdm-scoring"]["data"], CASES["pymcdm-scoring"]["printed"]
    w = ahp.PairwiseMatrix.from_values(data["values"]).priorities()
    assert w.tolist() == pytest.approx([10 / 18, 3 / 18, 5 / 18])
    cut = ahp.PairwiseMatrix([[1, 3, 1], ["1/3", 1, "1/2"], [1, 2, 1]])  # of 3, 10 and 5, in whole numbers
    assert shown(cut.priorities(), printed["weights"])


def test_fuzzy_weights_defuzzified_before_they_are_normalised():
    data, printed = CASES["multiahpy-buckley-2025"]["data"], CASES["multiahpy-buckley-2025"]["printed"]
    said = {tuple(pair.split()): tuple(times) for pair, times in data["judgments"].items()}
    a = ahp.FuzzyMatrix.from_judgments(said)
    means = np.prod(a.values, axis=1) ** (1 / 3)
    assert shown(means.mean(axis=-1) / means.mean(axis=-1).sum(), printed["weights"])
    # An earlier version of the same test normalised first, as Buckley (1985) does.
    assert shown(a.priorities(method="geometric-mean"), ["0.613", "0.241", "0.145"])


def test_the_column_mean_where_another_has_the_eigenvector():
    data, printed = CASES["ahpy-issue-8-npm"]["data"], CASES["ahpy-issue-8-npm"]["printed"]
    a = ahp.PairwiseMatrix.from_upper(data["upper"], data["items"])
    for method, who in (("eigenvector", "ahpy"), ("normalised-column-mean", "npm")):
        found = a.priorities(method=method)
        assert all(abs(found[name] - float(x)) <= half_a_unit(x) for name, x in printed[who].items())


@pytest.mark.parametrize("case", of_kind("sd-anp"))
def test_networks_of_super_decisions(case):
    """Two of three results are those of the supermatrix before it is weighed: columns that add up to 2 or more."""
    data = case["data"]
    raw = np.array(data["supermatrix"], dtype=float)
    sums = raw.sum(axis=0)
    clusters = np.array(data["clusters"])

    def local(vector):
        return {
            (cluster, node): x / vector[clusters == cluster].sum()
            for cluster, node, x in zip(data["clusters"], data["nodes"], vector, strict=True)
            if vector[clusters == cluster].sum() > 0
        }

    printed = {(cluster, node): x for cluster, node, x in case["printed"]["local"]}
    stochastic = raw / np.where(sums > 0, sums, 1)
    right = local(core.limit_matrix(stochastic)[:, 0])
    off = max(abs(right[key] - x) for key, x in printed.items() if key in right)
    if case["id"] == "sd-economy-2008-anp":
        assert off <= 1.5e-3
        return
    assert off > 0.005
    _, vectors = np.linalg.eig(raw)
    values = np.linalg.eigvals(raw)
    perron = np.abs(vectors[:, values.real.argmax()].real)
    wrong = local(perron)
    assert max(abs(wrong[key] - x) for key, x in printed.items() if key in wrong) <= 1.5e-3


def test_sinks_that_are_reached_from_where_one_has_been_long():
    """There the start is forgotten: it is the Perron vector of what is left, for which there is no reason."""
    case = CASES["pyanp-limit-sinks-5x5"]
    matrix, printed = np.array(case["data"]["matrix"]), case["printed"]
    within, out = matrix[:3, :3], matrix[3:, :3]
    values, vectors = np.linalg.eig(within)
    long = out @ np.abs(vectors[:, values.real.argmax()].real)
    long /= long.sum()
    for told in printed.values():
        there = np.array(told, dtype=float)
        assert there / there.sum() == pytest.approx(long, abs=5e-4)
    # From each of the three, how often each sink is the end of the way: the sum of all powers.
    limit = core.limit_matrix(matrix)
    assert limit[3:, :3] == pytest.approx(out @ np.linalg.inv(np.eye(3) - within), rel=1e-9)
    assert limit[3:, :3].sum(axis=0) == pytest.approx(1)
    assert np.abs(limit[3:, :3] - long[:, None]).min() > 0.006
