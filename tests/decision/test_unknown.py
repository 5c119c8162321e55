"""What is claimed of the choice for the unknown scenario, against the plain way: changed tables ranked again."""

from unittest import mock

import numpy as np
import pytest

import ahp
from ahp.decision import scenarios as rules

COLUMNS = {"tps": "throughput", "response_time_mean_ms": "response_time", "cpu": "cpu_overhead"}
HAIR = 1e-6
NOISES = 150


def study(seed):
    """Two or three scenarios with a baseline and two to four alternatives around it."""
    rng = np.random.default_rng(seed)
    n, names = int(rng.integers(2, 5)), "stu"[: int(rng.integers(2, 4))]
    table = {"scenario": [], "alternative": [], **{column: [] for column in COLUMNS}}
    for scenario in names:
        table["scenario"] += [scenario] * (n + 1)
        table["alternative"] += ["none", *"abcd"[:n]]
        for column in COLUMNS:
            base = float(rng.uniform(10.0, 90.0))
            width = float(rng.choice([0.02, 0.1, 0.4]))
            table[column] += [base, *(base * np.exp(width * rng.uniform(-0.5, 1.0, n)))]
    return table


def across(table, **options):
    return ahp.rank(ahp.read(table, baseline="none"), confidence=None, **options).across


def chosen(table):
    """The choice of a changed table, without its own margin, which takes long."""
    with mock.patch.object(rules, "unknown_margin", return_value=None):
        return across(table).unknown


def changed(table, at, column, factor):
    return {**table, column: [v * factor if i == at else v for i, v in enumerate(table[column])]}


SEEDS = [pytest.param(seed, id=str(seed)) for seed in (1, 3, 6)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_nearest_change_changes_the_choice_and_no_smaller_one_does(seed):
    table = study(seed)
    said = across(table)
    margin = said.unknown_margin
    rows = list(zip(table["scenario"], table["alternative"], strict=True))
    near = np.log(1000.0)
    if margin.critical is not None:
        near, way = abs(np.log1p(margin.critical.change)), np.sign(margin.critical.change)
        column = next(c for c, name in COLUMNS.items() if name == margin.critical.criterion)
        at = rows.index((margin.scenario, margin.critical.alternative))
        assert (
            chosen(changed(table, at, column, np.exp(way * near * (1 + HAIR)))) == margin.critical.challenger
        )
    for at in range(len(rows)):
        for column in COLUMNS:
            for way in (-1.0, 1.0):
                for part in (0.3, 1 - HAIR):
                    assert chosen(changed(table, at, column, np.exp(way * near * part))) == said.unknown


@pytest.mark.parametrize("seed", SEEDS)
def test_the_noise_that_it_bears_it_bears(seed):
    table = study(seed)
    said = across(table)
    rng = np.random.default_rng(seed)
    noise, kept = said.unknown_margin.noise_95, 0
    for _ in range(NOISES):
        noisy = {c: (table[c] * np.exp(rng.uniform(-noise, noise, len(table[c])))).tolist() for c in COLUMNS}
        kept += chosen({**table, **noisy}) == said.unknown
    assert kept / NOISES > 0.95 - 3 * np.sqrt(0.05 * 0.95 / NOISES)


def test_who_is_as_good_as_the_baseline_within_the_digits_is_open():
    table = {
        "scenario": ["x"] * 5 + ["y"] * 5,
        "alternative": ["none", "level", "hair", "better", "worse"] * 2,
        "tps": ["100", "120", "120", "104", "120", "100.0", "100.0", "99.9", "102.0", "97.0"],
    }
    said = across(table)
    assert said.never_worse == ("level", "better")
    assert said.never_worse_open == ("level", "hair")


def test_with_runs_it_is_open_where_the_draws_disagree():
    rng = np.random.default_rng(1)
    true = {"none": (100.0, 100.0), "near": (120.0, 99.9), "better": (110.0, 120.0), "worse": (130.0, 80.0)}
    rows = [
        {
            "scenario": s,
            "alternative": name,
            "run": run,
            "tps": v * float(np.exp(0.02 * rng.standard_normal())),
        }
        for name, values in true.items()
        for s, v in zip("xy", values, strict=True)
        for run in range(5)
    ]
    table = {key: [row[key] for row in rows] for key in rows[0]}
    said = ahp.rank(ahp.read(table, baseline="none")).across
    assert said.never_worse_open == ("near",)


def test_a_tie_has_no_margin():
    table = {
        "scenario": ["x"] * 3 + ["y"] * 3,
        "alternative": ["none", "a", "b"] * 2,
        "tps": [100.0, 120.0, 120.0] * 2,
    }
    assert across(table).unknown_margin is None
