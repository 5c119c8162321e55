"""The choice for the scenario that is not known: what makes scenarios comparable, and what would change it.

V is the relative benefit of an alternative over its relative cost: Σ w·r over benefits divided by Σ w·r over
costs, 1 for the baseline. It is not normalised over the alternatives, so that it means the same in every
scenario.

The choice is that of least regret among those that are never worse than the baseline. A number of an
alternative moves its own V alone, and the choice keeps its place on one interval of it: where it ends is
found by halving. A number of the baseline moves every V of its scenario, so it is looked at in steps, and
wherever an alternative becomes worse than the baseline, or ceases to be.

How often each rule over scenarios says what is asked over drawn measurements. The draws of all scenarios are
needed together, but never all draws: they are made in blocks, which together take no more memory than the
draws of one scenario do elsewhere.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ahp.core.choice import expected_value, hurwicz_shares, is_dominated, largest_regret, worst_case
from ahp.core.gate import Array
from ahp.core.synthesis import TIE
from ahp.decision.break_even import Change
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.noise import Draws, borne, uniform_draws
from ahp.decision.trends import Line, ways_along
from ahp.decision.uncertainty import Question, drawn
from ahp.notebook import NotebookFace
from ahp.terms import Index

_LEVEL = 1e-12

Truths = npt.NDArray[np.bool_]
Positions = npt.NDArray[np.intp]


def without_reference(matrix: DecisionMatrix) -> list[str]:
    """Return the criteria compared as they are, which no baseline makes comparable between scenarios."""
    known = len(matrix.columns) > len(matrix.alternatives) or matrix.baseline in matrix.alternatives
    return [
        name
        for c, name in enumerate(matrix.criterion_names)
        if matrix.indices[c] is Index.VALUE and not (known and not np.isnan(matrix.x[c, _baseline(matrix)]))
    ]


def _baseline(matrix: DecisionMatrix) -> int:
    baseline = matrix.baseline
    return matrix.columns.index(baseline) if baseline in matrix.columns else -1


def relatives_of(matrix: DecisionMatrix, x: Array, names: Sequence[str]) -> Array:
    """Return everything relative to the baseline, shape (..., k, n) for the alternatives named."""
    if Index.VALUE in matrix.indices:
        references = tuple(
            _baseline(matrix) if index is Index.VALUE else reference
            for index, reference in zip(matrix.indices, matrix.references, strict=True)
        )
        matrix = replace(matrix, references=references)
    r = matrix.relatives(x)
    return r[..., [matrix.alternatives.index(name) for name in names]]


def comparable_value(matrix: DecisionMatrix, r: Array) -> Array:
    """Return V, shape (..., n), from relatives of shape (..., k, n)."""
    weights, costs = np.array(matrix.weights), np.array(matrix.is_cost)
    value = np.ones(r.shape[:-2] + r.shape[-1:])
    if not costs.all():
        value = np.einsum("k,...kn->...n", weights[~costs], r[..., ~costs, :])
    if costs.any():
        value = value / np.einsum("k,...kn->...n", weights[costs], r[..., costs, :])
    return value


def not_worse(matrix: DecisionMatrix, r: Array) -> Truths:
    """Return who is at least as good as the baseline on every benefit, from relatives (..., k, n)."""
    benefits = [not cost for cost in matrix.is_cost]
    return np.asarray((r[..., benefits, :] >= 1.0 - _LEVEL).all(axis=-2))


def not_worse_by_digits(matrix: DecisionMatrix, names: Sequence[str]) -> tuple[Truths, Truths]:
    """Return who surely is and who may be as good as the baseline on every benefit, by the printed digits."""
    straight = np.array(matrix.straight)[:, None]
    low, high = matrix.ends
    worst, best = np.where(straight, low, high), np.where(straight, high, low)
    baseline = _baseline(matrix)
    worst[:, baseline], best[:, baseline] = best[:, baseline].copy(), worst[:, baseline].copy()
    surely, maybe = (not_worse(matrix, relatives_of(matrix, x, names)) for x in (worst, best))
    return surely, maybe


def for_the_unknown(values: Array, safe: Truths) -> Positions:
    """Return whom to choose where the scenario is not known, from tables (..., s, n).

    The one of least regret, among those that are never worse than the baseline if there are any.

    Examples
    --------
    >>> int(for_the_unknown(np.array([[1.2, 2.0], [1.1, 0.9]]), np.array([True, False])))
    0
    """
    return least_regret(largest_regret(values), safe)


def least_regret(regret: Array, safe: Truths) -> Positions:
    """Return who has the least regret, shape (..., n), among those that are safe if there are any."""
    among = np.where(safe.any(axis=-1, keepdims=True), safe, True)
    chosen: Positions = np.where(among, regret, np.inf).argmin(axis=-1)
    return chosen


_WIDEST = math.log(1000.0)  # a number is moved up to a thousandfold either way
_FIRST_STEP, _STEPS = 1e-6, 256  # of a number of the baseline: by logarithms, each 6 % farther
_CLOSELY = 1e-9  # of a change: as closely as it is found
_MOVED = 1 << 18  # numbers moved at once
_MOST = 1 << 13  # numbers of all scenarios; of more there is no margin
_DRAWS = 2000


@dataclass(frozen=True)
class UnknownMargin(NotebookFace):
    """How far the measurements are from another choice for the scenario that is not known.

    Attributes
    ----------
    scenario : str or None
        Whose measurement needs to change least; None where none alone changes the choice.
    critical : Change or None
        From which change on its `challenger` is the choice.
    noise_95 : float
        As :attr:`ahp.decision.break_even.Margin.noise_95`, over the measurements of all scenarios.
    holds_95 : (float, float)
        In which share of these cases it stays the choice at `noise_95`, as closely as the draws tell.
    """

    scenario: str | None
    critical: Change | None
    noise_95: float
    holds_95: tuple[float, float]


@dataclass(frozen=True)
class _Scenario:
    """One scenario beside the others, which stay.

    Attributes
    ----------
    matrix : DecisionMatrix
    names : sequence of str
    regret : ndarray, shape (n,)
        The largest of each in the others.
    safe : ndarray of bool, shape (n,)
        Who is never worse than the baseline in the others.
    """

    matrix: DecisionMatrix
    names: Sequence[str]
    regret: Array
    safe: Truths

    def chosen(self, x: Array) -> Positions:
        """Return the choice where this scenario has other numbers, shape (..., k, m)."""
        r = relatives_of(self.matrix, x, self.names)
        own = largest_regret(comparable_value(self.matrix, r)[..., None, :])
        return least_regret(np.maximum(self.regret, own), self.safe & not_worse(self.matrix, r))


def unknown_margin(
    matrices: Sequence[DecisionMatrix],
    names: Sequence[str],
    values: Array,
    safe: Truths,
    rng: np.random.Generator,
) -> UnknownMargin | None:
    """Return the margin; None at a tie, without a rival, and of more than 8192 numbers.

    Parameters
    ----------
    matrices : sequence of DecisionMatrix
    names : sequence of str
        The alternatives that all of them have.
    values : ndarray, shape (s, n)
        V.
    safe : ndarray of bool, shape (s, n)
        Who is no worse than the baseline there.
    rng : numpy.random.Generator
    """
    regrets = largest_regret(values[:, None, :])
    always = np.asarray(safe.all(axis=0))
    first = int(for_the_unknown(values, always))
    rivals = np.delete(np.where(always | ~always.any(), regrets.max(axis=0), np.inf), first)
    if not rivals.size or rivals.min() <= regrets[:, first].max() * (1.0 + TIE):
        return None
    if sum(matrix.x.size for matrix in matrices) > _MOST:
        return None
    near, scenario, critical = _WIDEST, None, None
    for s, matrix in enumerate(matrices):
        others = np.arange(len(matrices)) != s
        here = _Scenario(matrix, names, regrets[others].max(axis=0), np.asarray(safe[others].all(axis=0)))
        nearest = _nearest(here, first, near)
        if nearest is not None:
            c, j, way, near, to = nearest
            scenario = matrix.scenario
            change = math.expm1(way * near)
            critical = Change(matrix.columns[j], matrix.criterion_names[c], change, names[to])
    return UnknownMargin(scenario, critical, *_noise(matrices, names, first, rng))


def _nearest(here: _Scenario, first: int, near: float) -> tuple[int, int, float, float, int] | None:
    """Return the number, the way and the logarithm of the change nearer than `near`, and to whom; or None."""
    matrix, x = here.matrix, here.matrix.x
    cells = [
        (c, j)
        for j, name in enumerate(matrix.columns)
        for c in range(len(x))
        if matrix.sources[c] == c and (name in here.names or name == here.matrix.baseline) and x[c, j] > 0
    ]
    best = None
    step = max(1, _MOVED // x.size)
    for start, way in itertools.product(range(0, len(cells), step), (-1.0, 1.0)):
        some = np.array(cells[start : start + step])
        high = np.full(len(some), near)
        for i, (c, j) in enumerate(some.tolist()):
            if matrix.columns[j] == here.matrix.baseline or matrix.sources.count(c) > 1:
                high[i] = _first_lost(here, first, c, j, way, near)
        lost = here.chosen(_moved(here, some, way * high)) != first
        some, low, high = some[lost], np.zeros(int(lost.sum())), high[lost]
        while (high - low > _CLOSELY * high).any():
            middle = 0.5 * (low + high)
            gone = here.chosen(_moved(here, some, way * middle)) != first
            low, high = np.where(gone, low, middle), np.where(gone, middle, high)
        if len(some) and (best is None or high.min() < near):
            i = int(high.argmin())
            near = float(high[i])
            to = int(here.chosen(_moved(here, some[[i]], way * high[[i]]))[0])
            best = (*some[i].tolist(), way, near, to)
    return best


def _first_lost(here: _Scenario, first: int, c: int, j: int, way: float, near: float) -> float:
    """Return the least of the steps at which the choice is another; `near` where it is at none."""
    level = np.abs(
        np.log(relatives_of(here.matrix, here.matrix.x, here.names)[c])
    )  # where one is the baseline's
    steps = np.geomspace(min(_FIRST_STEP, near), near, _STEPS)
    steps = np.sort(np.concatenate([steps, level * (1.0 + _CLOSELY), level * (1.0 - _CLOSELY)]))
    steps = steps[(steps > 0) & (steps <= near)]
    gone = here.chosen(_moved(here, np.array([(c, j)] * len(steps)), way * steps)) != first
    return float(steps[gone.argmax()]) if gone.any() else near


def _moved(here: _Scenario, cells: npt.NDArray[np.int64], logs: Array) -> Array:
    """Return the measurements with one number moved in each, under all its criteria, shape (b, k, m)."""
    rows = np.array(here.matrix.sources) == cells[:, :1]
    columns = np.arange(here.matrix.x.shape[1]) == cells[:, 1:]
    return np.where(rows[:, :, None] & columns[:, None, :], np.exp(logs)[:, None, None], 1.0) * here.matrix.x


def _noise(
    matrices: Sequence[DecisionMatrix], names: Sequence[str], first: int, rng: np.random.Generator
) -> tuple[float, tuple[float, float]]:
    """Return the noise that the choice bears in every number at once, and how often it keeps its place."""
    starts = np.cumsum([0, *(matrix.x.size for matrix in matrices)])
    read = [  # one number that several criteria read is off by one factor
        start + np.arange(matrix.x.size).reshape(matrix.x.T.shape)[:, list(matrix.sources)].ravel()
        for matrix, start in zip(matrices, starts[:-1], strict=True)
    ]
    uniform = uniform_draws(rng, (starts[-1], _DRAWS))[np.concatenate(read)]

    def lost(some: Draws, noise: float | Array) -> Truths:
        factors = np.exp(np.float32(noise) * some)
        values = np.empty((len(names), len(matrices), some.shape[-1])).T  # draws lie next to each other
        safe = np.ones((len(names), some.shape[-1]), dtype=bool).T
        for s, matrix in enumerate(matrices):
            own = factors[starts[s] : starts[s + 1]].reshape(*matrix.x.shape[::-1], -1)
            r = relatives_of(matrix, (matrix.x.T[..., None] * own).T, names)
            values[:, s] = comparable_value(matrix, r)
            safe &= not_worse(matrix, r)
        return np.asarray(for_the_unknown(values, safe) != first)

    return borne(lost, uniform, True)


_DRAWN = 2**23  # drawn numbers of all scenarios at once

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Shares:
    """In which share of the draws something is so, for each alternative; None where there are no draws.

    Attributes
    ----------
    never_worse, dominated : tuple of float, or None
    maximin, minimax_regret, expected, unknown : tuple of float, or None
        How often the rule chooses each.
    hurwicz : tuple of (tuple of float, or None)
        For each range of pessimism; None where it has no width, too.
    trends : tuple of (tuple of float, or None)
        For each line, how often each goes the way that it goes at the point.
    """

    hurwicz: tuple[Numbers | None, ...]
    trends: tuple[Numbers | None, ...]
    never_worse: Numbers | None = None
    dominated: Numbers | None = None
    maximin: Numbers | None = None
    minimax_regret: Numbers | None = None
    expected: Numbers | None = None
    unknown: Numbers | None = None


def shares_of(
    matrices: Sequence[DecisionMatrix],
    names: Sequence[str],
    weights: Array,
    pessimism: Sequence[tuple[float, float]],
    lines: Sequence[tuple[Line, Positions]],
    question: Question,
) -> Shares:
    """Return how often each rule says what; nothing where runs are lacking or no confidence is asked for.

    Parameters
    ----------
    matrices : sequence of DecisionMatrix
    names : sequence of str
        The alternatives that all of them have.
    weights : ndarray, shape (s,)
        Of the scenarios.
    pessimism : sequence of (float, float)
        Ranges of it.
    lines : sequence of (Line, ndarray of int)
        Along attributes of the scenarios, and which way each alternative goes at the point.
    question : Question
    """
    if question.level is None or not all(matrix.repeated for matrix in matrices):
        return Shares((None,) * len(pessimism), (None,) * len(lines))
    wide = {f"hurwicz {at}": ends for at, ends in enumerate(pessimism) if ends[0] < ends[1]}
    counted: dict[str, Array] = {}
    for values, safe, relatives in _blocks(matrices, names, question):
        said = {
            "never_worse": safe.sum(axis=0),
            "dominated": is_dominated(values).sum(axis=0),
            "maximin": _chosen(worst_case(values).argmax(axis=1), names),
            "minimax_regret": _chosen(largest_regret(values).argmin(axis=1), names),
            "expected": _chosen(expected_value(values, weights).argmax(axis=1), names),
            "unknown": _chosen(for_the_unknown(values, safe), names),
            **{name: hurwicz_shares(values, *ends).sum(axis=0) for name, ends in wide.items()},
        }
        for at, (line, ways) in enumerate(lines):
            said[f"trend {at}"] = (ways_along(line, relatives) == ways).sum(axis=0)
        counted = {name: count + counted.get(name, 0) for name, count in said.items()}
    shares = {name: tuple((count / question.resamples).tolist()) for name, count in counted.items()}
    return Shares(
        tuple(shares.pop(f"hurwicz {at}", None) for at in range(len(pessimism))),
        tuple(shares.pop(f"trend {at}") for at in range(len(lines))),
        **shares,
    )


def draws_at_once(numbers: Sequence[int], resamples: int) -> int:
    """Return how many draws a block has, of scenarios with so many numbers each.

    Examples
    --------
    >>> draws_at_once([20, 20], 10_000), draws_at_once([2000] * 10, 10_000)
    (10000, 1000)
    """
    return max(1, min(resamples, max(_DRAWN, resamples * max(numbers)) // sum(numbers)))


def _blocks(
    matrices: Sequence[DecisionMatrix], names: Sequence[str], question: Question
) -> Iterator[tuple[Array, Truths, list[Array]]]:
    """Yield V (draws, s, n), who is never worse (draws, n), and relatives (draws, k, n) of each scenario."""
    assert question.level is not None
    rng = np.random.default_rng(question.rng)
    step = draws_at_once([matrix.x.size for matrix in matrices], question.resamples)
    for start in range(0, question.resamples, step):
        draws = min(step, question.resamples - start)
        values = np.empty((draws, len(matrices), len(names)))
        safe = np.ones((draws, len(names)), dtype=bool)
        kept = []
        for at, matrix in enumerate(matrices):
            x = drawn(matrix, draws, rng, question.level)
            kept.append(relatives_of(matrix, x, names))
            values[:, at] = comparable_value(matrix, kept[-1])
            safe &= not_worse(matrix, kept[-1])
        yield values, safe, kept


def _chosen(positions: Positions, names: Sequence[str]) -> Array:
    """Return in how many of the draws each is chosen."""
    return np.bincount(positions, minlength=len(names)).astype(np.float64)
