"""Draws have the distributions that pgbench's manual gives."""

import itertools
import math
from random import Random

import pytest

from ahp.errors import InputError
from ahp.harness.arithmetic import PYTHON_NAMES
from ahp.harness.expressions import python, variables, written


def value(expression, seed=1, **given_):
    names = {**PYTHON_NAMES, "uniform": Random(seed).random, **given_}
    return eval(written(expression, python(str)), names)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7.0 / 2", 3.5),
        (":a + :b - 1", 11),
        ("greatest(1, :a, 3)", 5),
        ("least(4, :a)", 4),
        ("abs(-2)", 2),
        (":a = 5 and not (:b <> 7)", True),
        (":a >= 6 OR :b < 1", False),
        ("1 + (:next + :taken) % 10", 4),
        (":w1_id + 1", 4),
    ],
)
def test_arithmetic(expression, expected):
    assert value(expression, a=5, b=7, next=2, taken=1, w1_id=3) == expected


def draws(expression, number=20_000):
    names = {**PYTHON_NAMES, "uniform": Random(7).random, "n": 10}
    code = compile(written(expression, python(str)), "", "eval")
    return [eval(code, names) for _ in range(number)]


def shares(found, low, high):
    return [found.count(k) / len(found) for k in range(low, high + 1)]


@pytest.mark.parametrize("expression", ["random(1, 10)", "random(1, :n)"])
def test_uniform_draws(expression):
    assert shares(draws(expression), 1, 10) == pytest.approx([0.1] * 10, abs=0.012)


def test_zipfian_draws_fall_as_a_power():
    weights = [k**-1.5 for k in range(1, 11)]
    expected = [weight / sum(weights) for weight in weights]
    assert shares(draws("random_zipfian(1, 10, 1.5)"), 1, 10) == pytest.approx(expected, abs=0.015)


def test_gaussian_draws_follow_the_normal_distribution_cut_off():
    def below(x):
        return 0.5 * (1 + math.erf(x / math.sqrt(2)))

    edges = [2 * 2.5 * k / 10 - 2.5 for k in range(11)]
    expected = [(below(b) - below(a)) / (2 * below(2.5) - 1) for a, b in itertools.pairwise(edges)]
    assert shares(draws("random_gaussian(1, 10, 2.5)"), 1, 10) == pytest.approx(expected, abs=0.015)


def test_exponential_draws_fall_off():
    edges = [math.exp(-3.0 * k / 10) for k in range(11)]
    expected = [(a - b) / (1 - math.exp(-3.0)) for a, b in itertools.pairwise(edges)]
    assert shares(draws("random_exponential(1, 10, 3.0)"), 1, 10) == pytest.approx(expected, abs=0.015)


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os')",
        "1 if 2 else 3",
        "random(1)",
        "sqrt(2)",
        "a.b",
        "1 +",
        "'text'",
        "[1]",
        "lambda: 1",
        "1 << 3",
        "1 == 1",
        "0x10",
        "1_000",
        "1e1_0",
        "2 # 3",
        "True + 1",
        "(1 = 1) + 1",
        "abs(1 = 1)",
        "1 = (1 = 1)",
        "not 1",
        "1 and (1 = 1)",
        "9223372036854775808",
        "1e400",
    ],
)
def test_nothing_else_is_understood(expression):
    with pytest.raises(InputError):
        written(expression, python(str))


def test_variables():
    assert variables(":x + random(1, :y)") == {"x", "y"}


def test_an_expression_of_more_parts_than_can_be_followed_is_refused():
    with pytest.raises(InputError, match="an expression of too many parts; set variables to some of them"):
        written("1" + "+1" * 600, python(str))
