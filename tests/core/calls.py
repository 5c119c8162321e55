"""A right call of every function of `ahp.core`, by the names of its arguments: what sweeps over all begin with.

`A` is a pairwise comparison matrix of three items. A function that is added to `ahp.core` is added here, or the
sweeps say that it is missing.
"""

import dataclasses
import inspect

import numpy as np

import ahp.core

A = [[1, 2, 5], [1 / 2, 1, 3], [1 / 5, 1 / 3, 1]]
W = [0.6, 0.3, 0.1]
GROUP = [A, [[1, 3, 5], [1 / 3, 1, 2], [1 / 5, 1 / 2, 1]]]
PEOPLE = [W, [0.5, 0.3, 0.2], [0.2, 0.3, 0.5]]
LOW = [[1, 1, 3], [1 / 3, 1, 2], [1 / 6, 1 / 4, 1]]
HIGH = [[1, 3, 6], [1, 1, 4], [1 / 3, 1 / 2, 1]]
FUZZY = [
    [[1, 1, 1], [2, 3, 4], [3, 4, 5]],
    [[1 / 4, 1 / 3, 1 / 2], [1, 1, 1], [1, 2, 3]],
    [[1 / 5, 1 / 4, 1 / 3], [1 / 3, 1 / 2, 1], [1, 1, 1]],
]
NETWORK = [[0, 0, 0.7], [0, 0, 0.3], [1, 1, 0]]
DRAWS = np.random.default_rng(0).normal([3.0, 1.0, 1.1], 0.1, (40, 3)).tolist()
TABLE = [[1.0, 2.0, 1.5], [1.0, 1.0, 3.0]]
LOCAL = [[0.5, 0.3, 0.2], [0.2, 0.5, 0.3]]
DRAWN = [[0.7, 0.3], [0.4, 0.6], [0.5, 0.5], [0.1, 0.9]]
DEVIATIONS = [[-1.0, 0.5], [0.0, -0.5], [1.0, 0.0]]

TAKE_A_MATRIX = (
    "as_connected", "as_incomplete", "as_pairwise", "circular_triads", "connected_groups", "consistency",
    "consistency_index", "consistency_ratio", "effective_resistances", "geometric", "incomplete_consistency_index",
    "incomplete_consistency_ratio", "incomplete_priorities", "inspection", "kendall_zeta", "lambda_max",
    "least_squares_solutions", "nearest_acceptable", "nearest_reciprocal", "on_scale", "optimal_completion",
    "principal", "priorities", "worst_triads",
)  # fmt: skip
TAKE_A_TABLE = (
    "expected_value", "hurwicz_choices", "hurwicz_shares", "is_dominated", "largest_regret", "worst_case",
)  # fmt: skip
CALLS = {
    **{name: {"A": A} for name in TAKE_A_MATRIX},
    "acceptability": {"benefit_weights": DRAWN, "benefit": LOCAL, "cost_weights": DRAWN, "cost": LOCAL[::-1]},
    "aggregate_judgments": {"A": GROUP, "weights": [1, 2]},
    "aggregate_priorities": {"priorities": PEOPLE, "weights": [1, 2, 1]},
    "answer_of": {"words": "strong"},
    "as_interval_judgments": {"low": LOW, "high": HIGH},
    "as_triangular": {"T": FUZZY},
    "benefit_to_cost": {"benefit": W, "cost": W[::-1]},
    "best_worst": {"best_to_others": [1, 2, 4], "others_to_worst": [4, 3, 1]},
    "best_worst_intervals": {"best_to_others": [1, 2, 4], "others_to_worst": [4, 3, 1]},
    "bootstrap_displacements": {"deviations": DEVIATIONS, "draws": 20, "rng": 0},
    "central_weights": {"weights": DRAWN, "winners": [0, 1, 1, 2], "alternatives": 3},
    "centroids": {"fuzzy": [[0.6, 0.75, 0.9], [0.2, 0.25, 0.3]]},
    "cluster_priorities": {"limit": [0.1, 0.3, 0.6], "clusters": [0, 0, 1]},
    "compatibility": {"A": A, "B": GROUP[1]},
    "consensus": {"priorities": PEOPLE, "weights": [1, 2, 1], "largest": 9.0},
    "consistency_threshold": {"n": 4, "measure": "geometric"},
    "critical_weights": {"weights": [0.7, 0.3], "local": LOCAL, "factors": W[::-1], "first": 2},
    "dispersion": {"A": GROUP},
    "dispersion_test": {"A": GROUP, "draws": 20, "rng": 0},
    "diversity": {"priorities": PEOPLE, "weights": [1, 2, 1]},
    "dominating": {"A": A, "priorities": W},
    "equal_tailed": {"draws": DRAWS, "level": 0.95},
    "expected_value": {"values": TABLE, "weights": [1, 2]},
    "extent_analysis": {"T": FUZZY},
    "from_upper": {"judgments": [2, 5, 3], "n": 3},
    "from_values": {"values": W},
    "fuzzy_geometric_means": {"T": FUZZY},
    "fuzzy_preference_programming": {"T": FUZZY},
    "fuzzy_priorities": {"T": FUZZY},
    "garuti_compatibility": {"p": W, "q": PEOPLE[1]},
    "geometric_compatibility": {"A": A, "priorities": W},
    "geometric_threshold": {"n": 4, "ratio": 0.1, "random_index": "alonso-lamata"},
    "global_priorities": {"weights": [0.5, 0.5], "local": [[0.2, 0.8], [0.6, 0.4]]},
    "hurwicz_choices": {"values": TABLE},
    "hurwicz_shares": {"values": TABLE, "start": 0.2, "end": 0.9},
    "ideal_priorities": {"weights": [0.5, 0.5], "local": [[0.2, 0.8], [0.6, 0.4]]},
    "incremental_analysis": {"benefit": W, "cost": W, "worth": 1.0},
    "interval_draws": {"low": LOW, "high": HIGH, "draws": 20, "rng": 0},
    "interval_priorities": {"low": LOW, "high": HIGH},
    "is_dominated": {"values": TABLE},
    "is_efficient": {"A": A, "priorities": W},
    "is_periodic": {"stochastic": NETWORK},
    "is_weakly_efficient": {"A": A, "priorities": W},
    "kendall_w": {"priorities": PEOPLE},
    "kendall_w_test": {"priorities": PEOPLE, "draws": 20, "rng": 0},
    "largest_regret": {"values": TABLE},
    "limit_matrix": {"stochastic": NETWORK},
    "line_crossings": {"at_zero": [0.2, 0.8], "at_one": [0.7, 0.3]},
    "lognormal_draws": {"A": A, "sigma": 0.1, "draws": 20, "rng": 0, "method": "geometric-mean"},
    "marginal_choices": {"benefit": W, "cost": W},
    "merit_scores": {"benefit": W, "opportunity": W, "cost": W, "risk": W, "weights": [1, 1, 1, 1]},
    "negative_priorities": {"gains": [0.75, 0.25, 0.0], "losses": [0.0, 0.0, 1.0], "magnitude": 4.0},
    "order_violations": {"A": A, "priorities": W},
    "ordered_weights": {"criteria": 3, "draws": 20, "rng": 0},
    "outlyingness": {"priorities": PEOPLE},
    "random_index": {"n": 4, "random_index": "alonso-lamata"},
    "random_matrices": {"n": 3, "draws": 4, "rng": 0, "scale": [0.5, 1.0, 2.0]},
    "pairs_to_ask": {"n": 5, "each": 2},
    "rank_probabilities": {"scores": DRAWS},
    "rank_sets": {"estimates": [3.0, 1.0, 1.1], "draws": DRAWS, "level": 0.95},
    "rank_violations": {"A": A, "priorities": W},
    "ranking": {"scores": W},
    "ratio_bounds": {"low": LOW, "high": HIGH},
    "relaxed_intervals": {"low": LOW, "high": HIGH},
    "saaty_limit": {"n": 4},
    "scale_values": {"scale": "balanced", "n": 3},
    "signed_shares": {"values": [3.0, -1.0]},
    "similarity": {"priorities": PEOPLE},
    "simulated_random_index": {"n": 4, "missing": 1, "draws": 20, "rng": 0, "scale": [0.5, 1.0, 2.0]},
    "step_draws": {"A": A, "steps": 1.0, "draws": 20, "rng": 0, "method": "geometric-mean", "largest": 9.0},
    "subtractive": {"benefit": W, "cost": W, "worth": 1.0},
    "t_displacements": {"deviations": DEVIATIONS, "draws": 20, "rng": 0, "runs": 3, "level": 0.95},
    "tie_groups": {"scores": W},
    "top_lines": {"at_zero": W, "at_one": W[::-1]},
    "triads_with": {"A": A, "i": 0, "j": 1},
    "uniform_weights": {"criteria": 3, "draws": 20, "rng": 0},
    "weight_intervals": {"weights": [0.7, 0.3], "local": LOCAL, "factors": W[::-1], "first": 2},
    "weighted_supermatrix": {"supermatrix": NETWORK, "clusters": [0, 0, 1], "cluster_weights": [[0, 1], [1, 0]]},
    "with_influence": {"stochastic": NETWORK, "node": 0, "share": 0.25},
    "winner_regions": {"scores": [[3.0, 1.0], [1.0, 1.0], [1.0, 3.0]]},
    "words_of": {"answer": 5.0},
    "worst_case": {"values": TABLE},
    "worst_reversals": {"A": A, "priorities": W, "count": 3},
}  # fmt: skip

CHOICES = {
    "aggregate_priorities": ("mean", ("arithmetic",)),
    "consistency": ("measure", ahp.core.CONSISTENCY_MEASURES),
    "incomplete_priorities": ("method", ahp.core.more.INCOMPLETE_METHODS),
    "merit_scores": ("method", ahp.core.more.MERIT_METHODS),
    "on_scale": ("scale", ahp.core.SCALES),
    "optimal_completion": ("bound", (9.0,)),
    "priorities": ("method", ahp.core.PRIORITY_METHODS),
}


def numbers_in(found):
    """Yield every array of numbers in an answer."""
    if dataclasses.is_dataclass(found):
        found = [getattr(found, field.name) for field in dataclasses.fields(found)]
    if isinstance(found, tuple | list):
        for one in found:
            yield from numbers_in(one)
    elif isinstance(found, float | np.floating | np.ndarray):
        yield np.asarray(found)


def functions():
    """Return every exported function, with a right call that names all of its arguments."""
    found = {}
    for name, thing in (
        vars(ahp.core.more) | {one: getattr(ahp.core, one) for one in ahp.core.__all__}
    ).items():
        if inspect.isfunction(thing):
            given = inspect.signature(thing).parameters
            defaults = {p.name: p.default for p in given.values() if p.default is not inspect.Parameter.empty}
            found[name] = thing, defaults | CALLS.get(name, {})
    return found


def cases():
    """Return every exported function, and again by "function choice" where one of its arguments chooses a way."""
    found = dict(functions())
    for name, (argument, choices) in CHOICES.items():
        function, right = found[name]
        found |= {f"{name} {choice}": (function, right | {argument: choice}) for choice in choices}
    return found


def of_size(case, n, seed=0):
    """Return a right call for n items; the judgments are consistent if the seed is 0."""
    name = case.partition(" ")[0]
    rng = np.random.default_rng(seed)
    given = dict(cases()[case][1])
    w = rng.dirichlet(np.ones(n))
    w = (w + 0.1) / (w + 0.1).sum()
    matrix = w[:, None] / w[None, :]
    if seed:
        noise = np.triu(rng.normal(0, 0.4, (n, n)), 1)
        matrix = np.clip(matrix * np.exp(noise - noise.T), 1 / 9, 9)
    apart = np.where(np.eye(n, dtype=bool), 1.0, rng.uniform(1.1, 1.2))
    people = rng.dirichlet(np.full(n, 9.0), 3) + 0.01 / n
    stochastic = rng.dirichlet(np.ones(n), n).T
    pairs = n * (n - 1) // 2
    new = {
        "A": matrix, "B": matrix, "priorities": people, "low": matrix / apart, "high": matrix * apart,
        "T": np.stack([matrix / apart, matrix, matrix * apart], axis=-1), "judgments": np.ones(pairs), "n": n,
        "fuzzy": np.stack([w / 1.1, w, w * 1.1], axis=-1), "local": rng.dirichlet(np.ones(n), 2),
        "scores": w, "estimates": w, "deviations": rng.normal(size=(3, n)), "losses": np.zeros(n),
        "stochastic": stochastic, "supermatrix": stochastic, "clusters": np.zeros(n, dtype=int),
        "cluster_weights": np.ones((1, 1)), "best_to_others": w.max() / w, "others_to_worst": w / w.min(),
    }  # fmt: skip
    new |= dict.fromkeys(("benefit", "opportunity", "cost", "risk", "values", "p", "q", "limit"), w)
    new |= dict.fromkeys(("at_zero", "at_one", "gains"), w)
    for argument in given:
        if argument in new:
            given[argument] = new[argument]
    if name in ("aggregate_judgments", "dispersion", "dispersion_test"):
        given["A"] = np.stack([matrix, matrix.T])
    if "A" in given and "priorities" in given:
        given["priorities"] = w
    if name == "rank_probabilities":
        given["scores"] = people
    if name in ("rank_sets", "equal_tailed"):
        given["draws"] = people
    if name in TAKE_A_TABLE:
        given["values"] = rng.uniform(1, 2, (2, n))
    if name == "acceptability":
        given |= {"benefit": people[:2], "cost": people[1:]}
    if name == "winner_regions":
        given["scores"] = people.T
    if name in ("weight_intervals", "critical_weights"):
        given |= {"factors": np.ones(n), "first": int((given["weights"] @ given["local"]).argmax())}
    if name == "simulated_random_index" and n > 100:
        given |= {"missing": 0, "draws": 2}
    return given
