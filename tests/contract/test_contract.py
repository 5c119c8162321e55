"""The contract, from outside: what is produced now is what was frozen, as far as README.md says."""

from __future__ import annotations

import difflib
import json
from itertools import combinations, permutations, product

import numpy as np
import pytest
from contract import arrays, cases, freeze, reading
from contract.comparing import changed, differences, restored
from core.reference import lapack
from core.test_efficiency import improvement

import ahp.core

SHOWN = 25
"""Differences that a message lists."""

LONG = {name for name in freeze.NAMES if name.startswith("study_")}
"""Examples with many runs, which take seconds each."""

LONG_INPUTS = {
    "examples/studies",
    "shared_samples/own/pg_wal_compression",
    "shared_samples/tables/01_squash_compression",
}
"""Folders whose files, whole and changed, take many seconds to read."""


def examples(names=freeze.NAMES):
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in names]
    )


def agree(found, part):
    lines = list(found)
    more = [f"… and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    told = "\n".join([*lines[:SHOWN], *more])
    assert not lines, f"if it is on purpose, `python tests/contract/freeze.py {part}` writes it anew:\n{told}"


def frozen(path):
    return json.loads((freeze.FROZEN / path).read_text(encoding="utf-8"))


@examples()
def test_the_documents_of_the_commands_are_what_was_frozen(name):
    agree(differences(freeze.documents(name), freeze.outcomes(name)), "documents")


def test_the_gates_end_as_was_frozen():
    agree(differences(frozen("gates.json"), cases.gated()), "documents")


@examples([name for name in freeze.NAMES if freeze.whole(name) is not None])
def test_the_text_of_each_format_is_what_was_frozen(name):
    found = cases.texts(freeze.whole(name))
    kept = {path.name for path in (freeze.FROZEN / "texts").glob(f"{name}.*")}
    assert kept == {f"{name}.{ending}" for ending in found}
    for ending, text in found.items():
        before = (freeze.FROZEN / "texts" / f"{name}.{ending}").read_bytes().decode()
        lines = difflib.unified_diff(before.split("\n"), text.split("\n"), "frozen", f"{name}.{ending}", n=0)
        agree(lines if before != text else (), "texts")


@examples(cases.FIGURES_OF)
def test_the_numbers_of_each_figure_are_what_was_frozen(name):
    agree(differences(frozen(f"figures/{name}.json"), cases.figures(freeze.whole(name))), "figures")


def kept_lines(name):
    return (freeze.FROZEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", reading.TOPS)
def test_every_input_is_frozen_and_none_is_gone(name):
    if not reading.TOPS[name].exists():
        pytest.skip(f"{reading.TOPS[name]} is not here")
    kept = dict.fromkeys(line.split(" | ")[0] for line in kept_lines(name))
    assert list(kept) == [reading.title(name, path) for _, paths in reading.groups(name) for path in paths]


@pytest.mark.parametrize(
    "group",
    [
        pytest.param(group, id=title, marks=[pytest.mark.slow] if title in LONG_INPUTS else [])
        for name, top in reading.TOPS.items()
        for group in reading.groups(name)
        for title in [f"{name}/{group[1][0].parent.relative_to(top).as_posix()}"]
    ],
)
def test_each_input_is_read_or_refused_as_was_frozen(group):
    name, paths = group
    titles = {reading.title(name, path) for path in paths}
    before = [line for line in kept_lines(name) if line.split(" | ")[0] in titles]
    found = reading.lines(group)
    agree(difflib.unified_diff(before, found, "frozen", "now", n=0, lineterm=""), "reading")


def test_every_function_of_core_answers_as_was_frozen():
    agree(differences(frozen("core.json"), json.loads(json.dumps(arrays.answers()))), "core")


SIZES, EACH = range(2, 16), 36
SPREADS = (0.0, 1e-3, 0.1, 0.5, 1.5)
"""Of the judgments on the log scale around consistent ones; at the last they contradict each other wildly."""


def random_judgments():
    """For each size reciprocal matrices of every spread, and of Saaty's scale by lot: 3,024 in all."""
    rng = np.random.default_rng(20261123)
    scale = np.array([1 / k for k in range(9, 1, -1)] + [float(k) for k in range(1, 10)])
    for n in SIZES:
        upper = np.triu_indices(n, 1)
        kinds = []
        for spread in (*SPREADS, None):
            if spread is None:
                judged = rng.choice(scale, (EACH, len(upper[0])))
            else:
                w = rng.lognormal(0, 1, (EACH, n))
                judged = w[:, upper[0]] / w[:, upper[1]] * rng.lognormal(0, spread, (EACH, len(upper[0])))
            A = np.ones((EACH, n, n))
            A[:, upper[0], upper[1]] = judged
            A[:, upper[1], upper[0]] = 1 / judged
            kinds.append(A)
        yield n, np.concatenate(kinds)


def test_three_thousand_random_matrices_against_lapack_and_the_definitions():
    counted = 0
    for n, A in random_judgments():
        counted += len(A)
        vectors, values = lapack(A)
        np.testing.assert_allclose(ahp.core.priorities(A), vectors, rtol=1e-9)
        np.testing.assert_allclose(ahp.core.lambda_max(A), values, rtol=1e-9)
        index = ahp.core.consistency_index(A)
        np.testing.assert_allclose(index, (values - n) / (n - 1), rtol=1e-9, atol=1e-12)
        random = ahp.core.random_index(n)
        np.testing.assert_allclose(ahp.core.consistency_ratio(A), index / random if n > 2 else 0, rtol=1e-12)
        logs = np.log(A)
        means = np.exp(logs.mean(axis=-1))
        means /= means.sum(axis=-1, keepdims=True)
        np.testing.assert_allclose(ahp.core.priorities(A, method="geometric-mean"), means, rtol=1e-12)
        columns = (A / A.sum(axis=-2, keepdims=True)).mean(axis=-1)
        np.testing.assert_allclose(
            ahp.core.priorities(A, method="normalised-column-mean"), columns, rtol=1e-12
        )
        if n > 2:
            off = logs - np.log(means[:, :, None] / means[:, None, :])
            squares = (np.triu(off, 1) ** 2).sum(axis=(-1, -2)) * 2 / ((n - 1) * (n - 2))
            np.testing.assert_allclose(ahp.core.consistency(A), squares, rtol=1e-9, atol=1e-12)
    assert counted >= 3000


def stronger(x):
    """Whether the first of two is preferred (1), the second (-1) or neither; consistent ones are no ties."""
    return 0 if x == 1 else 1 if x > 1 else -1


def test_random_matrices_triad_by_triad_and_pair_by_pair():
    for n, everything in random_judgments():
        if n > 6:
            continue
        for A in everything[::3]:
            worst = max(
                (contradiction(A[i, k] / A[i, j] / A[j, k]) for i, j, k in combinations(range(n), 3)),
                default=0.0,
            )
            assert ahp.core.consistency(A, measure="koczkodaj") == pytest.approx(worst, rel=1e-9, abs=1e-12)
            sign = [[stronger(A[i, j]) for j in range(n)] for i in range(n)]
            circles = sum(is_circular(sign, triad) for triad in combinations(range(n), 3))
            assert ahp.core.more.circular_triads(A) == circles
            w = ahp.core.priorities(A)
            wrong = sum(np.log(w[i] / w[j]) < 1e-9 for i, j in product(range(n), repeat=2) if A[i, j] > 1)
            assert ahp.core.more.order_violations(A, w).preference == wrong


def contradiction(x):
    """How far a triad is from agreeing with itself (Koczkodaj 1993)."""
    return min(abs(1 - x), abs(1 - 1 / x))


def is_circular(sign, triad):
    """Whether in some order a > b > c, though not a > c; or a = b = c, though not a = c."""
    return any(
        (sign[a][b] == 1 and sign[b][c] == 1 and sign[a][c] < 1)
        or (sign[a][b] == 0 and sign[b][c] == 0 and sign[a][c] == 1)
        for a, b, c in permutations(triad)
    )


def test_random_matrices_are_efficient_where_no_linear_programme_betters_them():
    unsure = 0
    for n, everything in random_judgments():
        if not 3 <= n <= 6:
            continue
        for A in everything[-72::4]:
            w = ahp.core.priorities(A)
            gain = improvement(A, w)
            if 1e-8 < gain < 1e-6:
                unsure += 1
            else:
                assert bool(ahp.core.is_efficient(A, w)) == (gain < 1e-7)
    assert unsure < 5


DOCUMENT = {
    "scenarios": [
        {
            "scenario": "s",
            "benefit": {"a": 0.25, "b": 0.75},
            "criteria": [{"name": "c", "matrix": [[1.0, 2.0], [0.5, 1.0]]}],
            "confidence": {
                "resamples": 10_000,
                "verdict": "leaning",
                "best": {"a": 0.3, "b": 0.7},
                "intervals": {"benefit": {"a": [0.2, 0.3]}},
                "covariance": {"a": [[0.01, 0.0], [0.0, 0.01]]},
            },
            "margin": {"noise_95": 0.05},
        }
    ]
}


def moved(*path, to):
    found = json.loads(json.dumps(DOCUMENT))
    at = found["scenarios"][0]
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return found


@pytest.mark.parametrize(
    ("present", "where"),
    [
        (moved("benefit", "a", to=0.25 * (1 + 2e-9)), "/scenarios/0 s/benefit/a: 0.25 was frozen, now"),
        (moved("benefit", "a", to=None), "/scenarios/0 s/benefit/a"),
        (moved("benefit", "z", to=0.0), "/scenarios/0 s/benefit/z"),
        (moved("benefit", to={"b": 0.75, "a": 0.25}), "order"),
        (moved("criteria", 0, "matrix", 1, 0, to=0.6), "/scenarios/0 s/criteria/0 c/matrix/1/0: 0.5"),
        (moved("confidence", "verdict", to="tie"), "/confidence/verdict: 'leaning' was frozen, now 'tie'"),
        (moved("confidence", "best", "a", to=0.335), "/confidence/best/a: 0.3 was frozen, now 0.335"),
        (moved("confidence", "best", "a", to=None), "/confidence/best/a"),
        (moved("confidence", "best", "a", to="0.3"), "/confidence/best/a"),
        (moved("confidence", "intervals", "benefit", "a", to=[0.2, 0.33]), "/benefit/a"),
        (moved("confidence", "intervals", "benefit", "a", to=None), "/benefit/a"),
        (moved("confidence", "covariance", "a", to=[[0.013, 0.0], [0.0, 0.01]]), "/covariance/a"),
        (moved("margin", "noise_95", to=0.056), "/margin/noise_95"),
    ],
)
def test_a_difference_is_found_and_named(present, where):
    (line,) = differences(DOCUMENT, present)
    assert where in line


@pytest.mark.parametrize(
    "present",
    [
        DOCUMENT,
        moved("benefit", "a", to=0.25 * (1 + 5e-10)),
        moved("confidence", "best", "a", to=0.32),
        moved("confidence", "intervals", "benefit", "a", to=[0.206, 0.297]),
        moved("confidence", "covariance", "a", to=[[0.011, 0.001], [0.001, 0.0095]]),
        moved("margin", "noise_95", to=0.0535),
    ],
)
def test_what_another_draw_may_tell_is_no_difference(present):
    assert list(differences(DOCUMENT, present)) == []


@pytest.mark.parametrize(
    "other",
    [
        moved("benefit", to=None),
        moved("benefit", to={"a": 0.25, "c": 1, "b": 0.75}),
        moved("benefit", to={"b": 0.75, "a": 0.25}),
        moved("margin", to={}),
        moved("more", to=[1, {"a": 2}]),
    ],
)
def test_a_document_told_by_its_changes_is_the_same_again(other):
    for base, target in ((DOCUMENT, other), (other, DOCUMENT)):
        assert json.dumps(restored(base, changed(base, target))) == json.dumps(target)
