"""What is asked of a choice beyond its ranking: how sure it is, what would change it, all of it in a word.

Also when the baseline is kept: how much noise, and which change of one number, put it first, or end that.
What is chosen among the alternatives is a choice only while it is better than what there is. Both are asked
of the ranking in which the baseline competes, everything relative to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.core.synthesis import ranking
from ahp.decision.break_even import Change, Margin, changes_of, margin_of
from ahp.decision.checks import audits
from ahp.decision.data_checks import doubts
from ahp.decision.findings import WITHHELD, Finding
from ahp.decision.index_checks import NO_SPECTRUM, Spectrum, spectrum_of
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.noise import Draws, borne, lost_in, noise_findings, noise_of, uniform_of, without_verdict
from ahp.decision.uncertainty import Confidence, Question, confidence_of, drawn
from ahp.decision.weights import NO_WEIGHING, Weighing, weighing_of
from ahp.notebook import NotebookFace
from ahp.terms import SURE, Index

_SIZES = np.geomspace(1e-5, 9.0, 80)
_CHANGES = np.concatenate([_SIZES, -_SIZES / (1.0 + _SIZES)])
"""Changes that are tried: to ten times the number, and to a tenth of it."""
_CLOSEST = 4  # cells in which where it turns is looked for closely
_HALVINGS = 28
_NUMBERS = 1 << 22  # moved at once
_PILOT = 2000  # draws in which a baseline that is first in none is first in less than one in 600


def noise_before_keeping(
    matrix: DecisionMatrix, first: int, competing: DecisionMatrix, noise: float, rng: np.random.Generator
) -> float:
    """Return the noise at which the first is chosen in 95 % of the cases: it is first, and no baseline kept.

    Parameters
    ----------
    matrix : DecisionMatrix
        Of the alternatives among themselves.
    first : int
        Position of the first.
    competing : DecisionMatrix
        The same with the baseline among them.
    noise : float
        The noise at which it is first among the alternatives (:func:`ahp.decision.noise.noise_of`).
    rng : numpy.random.Generator
    """
    kept = competing.alternatives.index(matrix.baseline or "")
    uniform = uniform_of(matrix, rng)

    def lost(draws: Draws, size: float | Array) -> npt.NDArray[np.bool_]:
        return lost_in(matrix, first, draws, size) | ~lost_in(competing, kept, draws, size)

    if lost_in(competing, kept, uniform[..., :_PILOT], noise).all():
        return noise
    return min(noise, borne(lost, uniform, turning=True)[0])


def keeping_change(matrix: DecisionMatrix, competing: DecisionMatrix) -> Change | None:
    """Return the smallest change of one measurement at which the baseline is kept; None where none does it.

    It is looked for from a tenth of each number to ten times it. One number that several criteria read moves
    in all of them.
    """
    kept = competing.alternatives.index(matrix.baseline or "")
    numbers = list(dict.fromkeys(competing.sources))
    cells = [
        (number, j)
        for number in numbers
        for j in range(competing.x.shape[1])
        if not np.isnan(matrix.x[competing.sources.index(number), j])
    ]
    first = np.full(len(cells), np.inf)
    step = max(1, _NUMBERS // (competing.x.size * len(_CHANGES)))
    for start in range(0, len(cells), step):
        some = cells[start : start + step]
        is_kept = _is_kept(competing, kept, some, np.broadcast_to(_CHANGES, (len(some), len(_CHANGES))))
        sizes = np.where(is_kept, np.abs(_CHANGES), np.inf)
        first[start : start + step] = np.where(is_kept.any(axis=1), _CHANGES[sizes.argmin(axis=1)], np.inf)
    nearest = [at for at in np.abs(first).argsort()[:_CLOSEST].tolist() if np.isfinite(first[at])]
    if not nearest:
        return None
    some, high = [cells[at] for at in nearest], first[nearest]
    low = np.zeros(len(nearest))
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        gone = _is_kept(competing, kept, some, middle[:, None])[:, 0]
        low, high = np.where(gone, low, middle), np.where(gone, middle, high)
    at = int(np.abs(high).argmin())
    number, j = some[at]
    criterion = matrix.criteria[competing.sources.index(number)].name
    return Change(matrix.columns[j], criterion, float(high[at]), matrix.baseline)


def leaving_change(matrix: DecisionMatrix, competing: DecisionMatrix) -> Change | None:
    """Return the smallest change of one measurement that ends the keeping of the baseline; None: none does.

    Whoever is ahead of the baseline then need not be who is chosen: the alternatives among themselves may be
    ranked by what they gain.
    """
    if len(competing.winners) > 1:
        return None
    moving = [change for change in changes_of(competing) if change.change is not None]
    measured = [change for change in moving if not np.isnan(matrix.x[_cell(matrix, change)])]
    nearest = min(measured, key=lambda change: abs(change.change or 0.0), default=None)
    return None if nearest is None else replace(nearest, challenger=matrix.baseline)


def _cell(matrix: DecisionMatrix, change: Change) -> tuple[int, int]:
    return matrix.criterion_names.index(change.criterion), matrix.columns.index(change.alternative)


def _is_kept(
    competing: DecisionMatrix, kept: int, cells: list[tuple[int, int]], changes: Array
) -> npt.NDArray[np.bool_]:
    """Return whether the baseline is first at each change of each cell, shape (cells, changes)."""
    moved = np.broadcast_to(competing.x, (*changes.shape, *competing.x.shape)).copy()
    sources = np.array(competing.sources)
    for at, (number, j) in enumerate(cells):
        moved[at, :, sources == number, j] *= 1.0 + changes[at]
    scores = competing.merits(competing.index_values(moved)).scores
    return np.asarray(scores[..., kept] >= scores.max(axis=-1))


TIE, FRAGILE, HOLDS = "tie", "fragile", "holds"
DECISIVE, LEANING = "decisive", "leaning"
FEW_RUNS, KEEP = "too few runs", "keep"

_CODEC_SPEEDS = {f"{way}compression_{what}" for way in ("", "de") for what in ("speed", "time")}
_NO_CHECKS = ("twin", "disturbed")
"""What is told of the measurements, and asks nothing otherwise of the choice."""

_CENTRAL = 2000  # draws of measurements on which central weights are tried


@dataclass(frozen=True)
class Standing(NotebookFace):
    """How a choice stands.

    Attributes
    ----------
    word : str
        With runs `decisive`, `leaning`, `tie` or `too few runs`; with one run `holds` where the choice bears
        more noise than a run is taken to have, else `fragile`, and `tie` where several are first; `keep`
        where the baseline is better than every alternative, everything relative to it, as surely as a choice
        is `decisive` or `holds`.
    names : tuple of str
        The choice; those that tie, the baseline among them; the baseline that is to be kept, surely or not.
    noise : float or None
        The noise in every number that the choice bears (:attr:`ahp.Margin.noise_95`); None at a tie, and
        where there is no rival.
    disagree : int
        How many checks would choose another, however many ways each knows.
    checks : int
        How many checks were made; none where the answer is the baseline, which they leave out.
    keeping : Change or None
        The smallest change of one measurement at which the baseline would be kept instead; None where none
        does it, or where the baseline is no choice.
    leaving : Change or None
        The smallest change of one measurement at which the baseline is kept no more; None where none does it,
        or it is not kept.
    first_share : float or None
        In which share of the simulated repeats the choice is first with the baseline among the ranked, where
        that is what the word goes by: it is kept, may be kept, or is the only rival. Otherwise None.
    """

    word: str
    names: tuple[str, ...]
    noise: float | None
    disagree: int = 0
    checks: int = 0
    keeping: Change | None = None
    leaving: Change | None = None
    first_share: float | None = None

    @property
    def sure(self) -> bool:
        """Whether `ahp-rank --expect` passes for the name."""
        return self.word in SURE


NO_STANDING = Standing(FRAGILE, (), None)


@dataclass(frozen=True)
class Scrutiny(NotebookFace):
    """What is known of a ranking beside the ranking.

    Attributes
    ----------
    confidence : Confidence or None
        None if it was not asked for.
    margin : Margin or None
        None at a tie for first, and where there is no rival.
    spectrum : Spectrum
        What the offset between improvement and relative changes.
    weighing : Weighing
        What the weights decide.
    findings : tuple of Finding
        Audits among them.
    standing : Standing
        What all of it comes to, in a word.
    """

    confidence: Confidence | None = None
    margin: Margin | None = None
    spectrum: Spectrum = NO_SPECTRUM
    weighing: Weighing = NO_WEIGHING
    findings: tuple[Finding, ...] = ()
    standing: Standing = NO_STANDING


def scrutinise(matrix: DecisionMatrix, question: Question, known: tuple[Finding, ...]) -> Scrutiny:
    """Return what there is to say of the ranking of one scenario.

    Parameters
    ----------
    matrix : DecisionMatrix
    question : Question
        Without a level it asks for no confidence.
    known : tuple of Finding
        What was found before.
    """
    rng = np.random.default_rng(question.rng)
    confidence = noise = None
    if question.level is not None:
        confidence = confidence_of(matrix, question)
        if confidence.best is not None:
            noise = drawn(matrix, min(question.resamples, _CENTRAL), rng, question.level)
    unsure = () if confidence is None else doubts(matrix, confidence)
    margin = margin_of(matrix, rng)
    competing = _competing(matrix)
    noisy = noise_findings(_answering(matrix, competing), confidence)
    confidence = without_verdict(confidence, noisy)
    spectrum = spectrum_of(matrix)
    weighing = weighing_of(matrix, question.resamples, rng, noise)
    findings = (*noisy, *known, *unsure, *audits(matrix, margin, noise))
    standing = standing_of(matrix, competing, question, confidence, margin, findings)
    return Scrutiny(confidence, margin, spectrum, weighing, findings, standing)


def standing_of(
    matrix: DecisionMatrix,
    competing: DecisionMatrix | None,
    question: Question,
    confidence: Confidence | None,
    margin: Margin | None,
    findings: Iterable[Finding],
) -> Standing:
    """Return how the choice of one scenario stands.

    Parameters
    ----------
    matrix : DecisionMatrix
    competing : DecisionMatrix or None
        The same with a baseline that may be kept among the ranked.
    question : Question
        Says what noise one run is taken to have.
    confidence, margin
        Of the alternatives among themselves.
    findings : iterable of Finding
        Of which a verdict withheld leaves every choice open.
    """
    found = tuple(findings)
    ranked = _answering(matrix, competing)
    first, withheld = ranked.winners, any(finding.verdict == WITHHELD for finding in found)
    kept = matrix.baseline in first and ranked is not matrix
    judged = bool(matrix.study.judgments) or any(c.judged is not None for c in matrix.criteria)
    disagree, checks = (0, 0) if kept else _counted(found, judged=judged)
    if len(ranked.alternatives) == 1:
        standing = Standing(HOLDS, first, None)
    elif len(first) > 1:
        standing = Standing(TIE, first, None)
    elif ranked is not matrix:
        standing = _with_baseline(matrix, ranked, question)
    else:
        standing = _of_alternatives(matrix, competing, question, confidence, margin)
    if withheld:
        standing = replace(standing, word=FRAGILE, names=first)
    return replace(standing, disagree=disagree, checks=checks)


def _answering(matrix: DecisionMatrix, competing: DecisionMatrix | None) -> DecisionMatrix:
    """Return the ranking that the answer goes by: with the baseline where it is first, or the only rival."""
    if competing is None:
        return matrix
    return competing if matrix.baseline in competing.winners or len(matrix.alternatives) == 1 else matrix


def _competing(matrix: DecisionMatrix) -> DecisionMatrix | None:
    """Return the ranking with a baseline that may be kept; None without one.

    A reference is never chosen, and what only copies is faster than all codecs, and no codec to keep.
    """
    baseline = matrix.baseline
    measures = {measure for criterion in matrix.criteria for measure in criterion.measures}
    of_codecs = not measures.isdisjoint(_CODEC_SPEEDS)  # what only copies is no codec to keep
    if baseline is None or matrix.study.is_reference(baseline) or of_codecs:
        return None
    return against_baseline(matrix)


def _with_baseline(matrix: DecisionMatrix, ranked: DecisionMatrix, question: Question) -> Standing:
    """Return how the first of a ranking stands in which the baseline competes: that, or its only rival."""
    (name,) = ranked.winners
    confidence = None if question.level is None else confidence_of(ranked, question)
    noise, _ = noise_of(ranked, ranked.alternatives.index(name), np.random.default_rng(question.rng))
    word = _word(confidence, noise, question)
    if word == TIE:
        return Standing(TIE, _first_two(ranked), None)
    best = None if confidence is None else confidence.best
    standing = Standing(
        word,
        (name,),
        noise,
        first_share=None if best is None else best[ranked.alternatives.index(name)],
    )
    if name != matrix.baseline:
        return replace(standing, keeping=keeping_change(matrix, ranked))
    return replace(standing, word=KEEP if standing.sure else word, leaving=leaving_change(matrix, ranked))


def _of_alternatives(
    matrix: DecisionMatrix,
    competing: DecisionMatrix | None,
    question: Question,
    confidence: Confidence | None,
    margin: Margin | None,
) -> Standing:
    """Return how the first of several alternatives stands, a baseline that may be kept being behind it."""
    (name,) = matrix.winners
    noise = None if margin is None else margin.noise_95
    keeping = None
    if competing is not None:
        keeping = keeping_change(matrix, competing)
        if noise:
            rng = np.random.default_rng(question.rng)
            noise = noise_before_keeping(matrix, matrix.alternatives.index(name), competing, noise, rng)
    word = _word(confidence, noise, question)
    if word == TIE:
        return Standing(TIE, _first_two(matrix), None)
    standing = Standing(word, (name,), noise, keeping=keeping)
    if word == DECISIVE and competing is not None and question.level is not None:
        best = dict(zip(competing.alternatives, confidence_of(competing, question).best or (), strict=False))
        if best.get(matrix.baseline or "", 0.0) > 1.0 - question.level:
            return replace(standing, word=LEANING, first_share=best[name])
    return standing


def against_baseline(matrix: DecisionMatrix) -> DecisionMatrix | None:
    """Return a scenario with its baseline competing, everything relative to it; None where that is unknown.

    A baseline without a compression ratio of its own is what was not compressed: its ratio is 1, as is that
    of every printed index.
    """
    if matrix.baseline is None or matrix.baseline in matrix.alternatives:
        return None
    lacking = np.asarray(np.isnan(matrix.x).any(axis=1))
    if any(
        lacks and (index is Index.VALUE or reference is not None)
        for lacks, index, reference in zip(lacking, matrix.indices, matrix.references, strict=True)
    ):
        return None
    relative = tuple(Index.VALUE if i is Index.VALUE else Index.RELATIVE for i in matrix.indices)
    runs = {name: np.where(np.isnan(own), 1.0, own) for name, own in matrix.runs.items()}
    whole = replace(matrix, alternatives=matrix.columns, runs=runs)
    return whole.with_indices(relative)  # no rule turns one: what the baseline itself saves may be rounding


def _word(confidence: Confidence | None, noise: float | None, question: Question) -> str:
    """Return the word for one leader with a rival: what the runs say, or with one run what noise it bears."""
    if confidence is not None and (confidence.ranks is not None or confidence.left_out > 0):
        return FEW_RUNS if confidence.verdict == "unknown" else confidence.verdict
    return HOLDS if noise is not None and noise > question.noise else FRAGILE


def _first_two(matrix: DecisionMatrix) -> tuple[str, ...]:
    return tuple(matrix.alternatives[i] for i in ranking(matrix.at_point.scores.tolist())[:2])


def _counted(findings: Iterable[Finding], *, judged: bool) -> tuple[int, int]:
    """Return how many checks disagree, and how many there are; each counts once.

    Where nobody judged, matrices are consistent and every priority method says the same: that is no check.
    """
    passed_over = _NO_CHECKS if judged else (*_NO_CHECKS, "method")
    made = [f for f in findings if f.verdict in ("holds", "flips") and f.check not in passed_over]
    against = {finding.check for finding in made if finding.verdict == "flips"}
    return len(against), len({finding.check for finding in made})
