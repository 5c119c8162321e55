"""A choice and noise: how much in every number at once it bears, and what noise the table itself shows.

Two measurements of one thing differ by nothing but noise. Where another would be first if some alternative
came out as far off as that, or where most runs were disturbed, no verdict is given, however little the runs
scatter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.decision.findings import WITHHELD, Finding, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.uncertainty import TIE, Confidence

Draws: TypeAlias = npt.NDArray[np.floating]
Lost: TypeAlias = Callable[[Draws, float | Array], npt.NDArray[np.bool_]]
"""In which draws, of uniform numbers that lie next to each other, a choice is lost with so much noise."""

WIDEST_NOISE = float(np.log(10.0))
"""Noise is looked for up to a factor of ten either way."""
_LOST = 0.05
_ERRORS = 3.0  # standard errors that the draws may be off: one estimate in 700 claims too much
_CLOSELY, _ROUGHLY = 0.001, 0.05  # of the noise found: as closely it is looked for
_AGAIN = 0.005  # as closely in all draws anew: about as far apart as other draws would find it
_DRAWS = 20_000
_NUMBERS = 2_000_000  # drawn at most: of more measurements there are fewer draws
_FEWEST = 2000
_PILOT = 500  # draws that say roughly where to look
_BEYOND = 0.08  # share of the pilot that is lost where all draws are looked at: 5 % and three errors more
_LEAST_NOISE, _SCALE = 1e-5, 1.5  # with the rule all sizes from here on are looked at, by such steps
_TURNS = 4  # in which these sizes are tried: few calls, and none of those far beyond
_BLOCK = 1 << 16  # numbers moved at once: they stay in the cache
_MOST_DISTURBED = 0.5
_NAMED = 3
_ROUNDING = 1e-9


def noise_of(
    matrix: DecisionMatrix, first: int, rng: np.random.Generator
) -> tuple[float, tuple[float, float]]:
    """Return the noise at which the first keeps its place in 95 % of the cases, and in how many it does.

    Every measurement is multiplied by exp of a uniform draw in ± noise, and the rule chooses the indices of
    every draw again. A draw in which an index asked for by name is not positive counts as lost: the choice
    cannot be computed there. What a finite number of draws leaves open is held against the noise: of them,
    fewer than 5 % are lost, by three standard errors. Where the rule chooses, more noise may lose fewer
    draws; what is found is less than any noise at which too many are lost.

    Parameters
    ----------
    matrix : DecisionMatrix
    first : int
        Position of the first.
    rng : numpy.random.Generator

    Returns
    -------
    noise : float
        At most :data:`WIDEST_NOISE`; 0 where a thousandth of a per cent is too much.
    holds : (float, float)
        Between which shares the first keeps its place at this noise, three standard errors either way.
    """
    return borne(partial(lost_in, matrix, first), uniform_of(matrix, rng), any(matrix.naturals))


def uniform_of(matrix: DecisionMatrix, rng: np.random.Generator) -> Draws:
    """Return draws for each measurement of a matrix, shape (m, k, draws): they lie next to each other."""
    draws = min(_DRAWS, max(_FEWEST, _NUMBERS // matrix.x.size))
    uniform = uniform_draws(rng, (*matrix.x.shape[::-1], draws))
    if len(set(matrix.sources)) < len(matrix.sources):
        uniform = uniform[:, matrix.sources]  # one number that several criteria read is off by one factor
    return uniform


def uniform_draws(rng: np.random.Generator, shape: tuple[int, ...]) -> Draws:
    """Return uniform draws in ± 1, of seven digits: an exponential of those takes an eighth of the time."""
    return rng.uniform(-1.0, 1.0, shape).astype(np.float32)


def borne(lost: Lost, uniform: Draws, turning: bool) -> tuple[float, tuple[float, float]]:
    """Return the noise with which a choice is lost in 5 % of the draws, and in how many it is kept.

    Parameters
    ----------
    lost : callable
    uniform : ndarray, shape (..., draws)
        Between -1 and 1.
    turning : bool
        Whether more noise may lose fewer draws.
    """
    draws = uniform.shape[-1]
    error = _ERRORS * math.sqrt(_LOST * (1.0 - _LOST) / draws)
    most = max(0, int((_LOST - error) * draws))
    pilot = uniform[..., :_PILOT]
    allowed = int(_BEYOND * pilot.shape[-1])
    widest = _least_lost(lost, pilot, allowed) if turning else WIDEST_NOISE
    beyond, _ = _borne(lost, pilot, widest, allowed, _ROUGHLY)
    noise, gone = _borne(lost, uniform, max(beyond, _LEAST_NOISE), most, _CLOSELY)
    if turning and noise:
        noise, gone = _held(lost, uniform, noise, most)
    kept = 1.0 - gone / draws
    return noise, (float(max(0.0, kept - error)), float(min(1.0, kept + error)))


def _held(lost: Lost, uniform: Draws, noise: float, most: int) -> tuple[float, int]:
    """Return the noise, or the most below it, that loses no more than so many draws, and how many it loses.

    A draw may be lost at some noise and not at more: what was found with some of the
    draws left out is counted anew in all of them.
    """

    def lost_at(size: float) -> int:
        return int(lost(uniform, size).sum())

    gone, high, step = lost_at(noise), noise, 1.0 + _AGAIN
    while noise and gone > most:
        high, noise, step = noise, noise / step, step**4  # it is seldom far below
        gone = lost_at(noise)
    while noise and high / noise > 1.0 + _AGAIN:
        middle = math.sqrt(noise * high)
        found = lost_at(middle)
        if found > most:
            high = middle
        else:
            noise, gone = middle, found
    return noise, gone


def _least_lost(lost: Lost, pilot: Draws, allowed: int) -> float:
    """Return the least noise, by steps, that loses more draws than allowed; the widest without one."""
    draws, steps = pilot.shape[-1], math.ceil(math.log(WIDEST_NOISE / _LEAST_NOISE, _SCALE))
    sizes = np.cumprod([_LEAST_NOISE, *[_SCALE] * (steps - 1)])
    for some in np.array_split(sizes, _TURNS):
        each = lost(np.tile(pilot, len(some)), np.repeat(some, draws)).reshape(-1, draws)
        if (beyond := each.sum(axis=-1) > allowed).any():
            return float(some[beyond.argmax()])
    return WIDEST_NOISE


def _borne(lost: Lost, uniform: Draws, high: float, most: int, step: float) -> tuple[float, int]:
    """Return the most noise with which the first is lost in at most so many of the draws, and in how many.

    What is lost at some noise is taken to be lost at more of the same, so that only those draws are looked at
    again that are still between.
    """
    gone = lost(uniform, high)
    while gone.sum() <= most:
        if high >= WIDEST_NOISE:
            return WIDEST_NOISE, int(gone.sum())
        high = min(1.5 * high, WIDEST_NOISE)
        gone = lost(uniform, high)
    low, surely, between = 0.0, 0, uniform[..., gone]
    while high - low > step * high:
        if high < _LEAST_NOISE:
            return 0.0, 0
        middle = 0.5 * (low + high)
        gone = lost(between, middle)
        if surely + int(gone.sum()) <= most:
            low, surely, between = middle, surely + int(gone.sum()), between[..., ~gone]
        else:
            high, between = middle, between[..., gone]
    return low, surely


def lost_in(
    matrix: DecisionMatrix, first: int, uniform: Draws, noise: float | Array
) -> npt.NDArray[np.bool_]:
    """Return in which draws, shape (m, k, draws), the first is not first with so much noise each."""
    x, draws = matrix.x, uniform.shape[-1]
    found = np.empty(draws, dtype=bool)
    step = max(1, min(draws, _BLOCK // x.size))
    noises = np.broadcast_to(np.float32(noise), draws)
    workspace = np.empty((*uniform.shape[:-1], step))
    for start in range(0, draws, step):
        block = uniform[..., start : start + step]
        factors = block * noises[start : start + step]
        np.exp(factors, out=factors)
        moved = np.multiply(factors, x.T[..., None], out=workspace[..., : block.shape[-1]])
        values = matrix.index_values(moved.T)
        sound = (values > 0).all(axis=(-2, -1))
        values[~sound] = 1.0  # as good as any: to take them out would part the draws from each other
        scores = matrix.merits(values).scores
        found[start : start + step] = (np.maximum.reduce(scores, axis=-1) > scores[..., first]) | ~sound
    return found


def noise_findings(matrix: DecisionMatrix, confidence: Confidence | None) -> tuple[Finding, ...]:
    """Return what the table shows of its noise; a finding is `withheld` where it leaves no verdict.

    Parameters
    ----------
    matrix : DecisionMatrix
    confidence : Confidence or None
        What the runs say: of a tie, that two are within one per cent, more is asked than of a first place.
    """
    slack = TIE if confidence is not None and confidence.verdict == "tie" else 0.0
    return (*_disturbed(matrix), *(_twin(matrix, *repeat, slack) for repeat in matrix.repeats))


def without_verdict(confidence: Confidence | None, findings: tuple[Finding, ...]) -> Confidence | None:
    """Return how sure a ranking is, without its verdict where a finding leaves none."""
    if confidence is None or all(finding.verdict != WITHHELD for finding in findings):
        return confidence
    return replace(confidence, verdict=WITHHELD, more_runs=())


def _disturbed(matrix: DecisionMatrix) -> list[Finding]:
    number = matrix.disturbed
    if not number:
        return []
    runs = sum(len(matrix.labels[name]) for name in matrix.columns)
    most = number > _MOST_DISTURBED * runs
    verdict = WITHHELD if most else "warns"
    return [finding("disturbed", verdict, disturbed=number, runs=runs, most=most)]


def _twin(matrix: DecisionMatrix, name: str, ratios: Array, slack: float) -> Finding:
    """Return whether the choice would be the same if any one were as far off as what was measured twice."""
    apart = np.abs(np.log(ratios))
    overturning = _overturning(matrix, ratios, slack)
    numbers = dict.fromkeys(matrix.sources[c] for c in overturning or range(len(ratios)))
    worst = sorted((c for c in numbers if apart[c] > _ROUNDING), key=lambda c: -apart[c])[:_NAMED]
    return finding(
        "twin",
        WITHHELD if overturning else "holds",
        alternative=None if name == matrix.baseline else name,
        apart=tuple((matrix.spoken(c), float(ratios[c]) - 1.0) for c in worst),
        leader=matrix.winners[0] if overturning else None,
    )


def _overturning(matrix: DecisionMatrix, ratios: Array, slack: float) -> list[int]:
    """Return the criteria in which the noise takes the first place away; all where it does so only together.

    Any one column is moved by the ratio, either way, in one number or in all: whoever was measured might as
    well have come out so. A move that leaves an index without a meaning takes the place away too.
    """
    x, leaders = matrix.x, matrix.winners
    if len(leaders) > 1 or len(matrix.alternatives) < 2:
        return []
    first = matrix.alternatives.index(leaders[0])
    everything = range(len(ratios))
    kinds = [matrix.readers(c) for c in dict.fromkeys(matrix.sources)]
    factors = np.array([np.where(np.isin(everything, kind), ratios, 1.0) for kind in (*kinds, everything)])
    lost = np.zeros(len(factors), dtype=bool)
    for column in range(x.shape[1]):
        for moves in (factors, 1.0 / factors):
            moved = np.repeat(x[None], len(moves), axis=0)
            moved[:, :, column] *= moves
            values = matrix.index_values(moved)
            sound = (values > 0).all(axis=(-2, -1))
            values[~sound] = 1.0
            scores = matrix.merits(values).logarithms
            lost |= ~sound | (scores.max(axis=-1) - scores[:, first] > slack + _ROUNDING)
    single = [c for kind, gone in zip(kinds, lost, strict=False) if gone for c in kind]
    return single or (list(everything) if lost[-1] else [])
