"""What is asked of a choice beyond its ranking: how sure it is, what would change it, all of it in a word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ahp.core.synthesis import ranking
from ahp.decision.break_even import Change, Margin, margin_of
from ahp.decision.checks import audits
from ahp.decision.draws import drawn
from ahp.decision.findings import WITHHELD, Finding
from ahp.decision.index_offset import NO_SPECTRUM, Spectrum, spectrum_of
from ahp.decision.keeping import keeping_change, leaving_change, noise_before_keeping
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.noise import noise_findings, noise_of, without_verdict
from ahp.decision.run_diagnostics import doubts
from ahp.decision.uncertainty import Confidence, Question, confidence_of
from ahp.decision.weights import NO_WEIGHING, Weighing, weighing_of
from ahp.notebook import NotebookFace
from ahp.terms import SURE, Index

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
        The choice; those that tie; the baseline that is to be kept, surely or not.
    noise : float or None
        The noise in every number that the choice bears (:attr:`ahp.Margin.noise_95`); None at a tie, and
        where there is no rival.
    disagree : int
        How many checks would choose another, however many ways each knows.
    checks : int
        How many checks were made.
    keeping : Change or None
        The smallest change of one measurement at which the baseline would be kept instead; None where none
        does it, or where the baseline is no choice.
    leaving : Change or None
        The smallest change of one measurement at which the baseline is kept no more; None where none does it,
        or it is not kept.
    first_share : float or None
        In which share of the simulated repeats the choice is first, where the baseline is ranked too, for it
        is kept or the only rival; None elsewhere, and where runs are lacking.
    """

    word: str
    names: tuple[str, ...]
    noise: float | None
    disagree: int
    checks: int
    keeping: Change | None = None
    leaving: Change | None = None
    first_share: float | None = None

    @property
    def sure(self) -> bool:
        """Whether `ahp-rank --expect` passes for the name."""
        return self.word in SURE


NO_STANDING = Standing(FRAGILE, (), None, 0, 0)


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


NOT_SCRUTINISED = Scrutiny()


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
    noisy = noise_findings(matrix, confidence)
    confidence = without_verdict(confidence, noisy)
    spectrum = spectrum_of(matrix)
    weighing = weighing_of(matrix, question.resamples, rng, noise)
    findings = (*noisy, *known, *unsure, *audits(matrix, margin, noise))
    standing = standing_of(matrix, question, confidence, margin, findings)
    return Scrutiny(confidence, margin, spectrum, weighing, findings, standing)


def standing_of(
    matrix: DecisionMatrix,
    question: Question,
    confidence: Confidence | None,
    margin: Margin | None,
    findings: Iterable[Finding],
) -> Standing:
    """Return how the choice of one scenario stands.

    Parameters
    ----------
    matrix : DecisionMatrix
    question : Question
        Says what noise one run is taken to have.
    confidence, margin
        Of the alternatives among themselves.
    findings : iterable of Finding
        Of which a verdict withheld leaves every choice open.
    """
    found = tuple(findings)
    first = matrix.winners
    disagree, checks = _counted(found, judged=_is_judged(matrix))
    noise = None if margin is None else margin.noise_95

    def stands(word: str, *names: str, bears: float | None = noise) -> Standing:
        return Standing(word, names, bears, disagree, checks)

    if any(finding.verdict == WITHHELD for finding in found):
        return stands(FRAGILE, *first)
    with_it, baseline, may_keep = against_baseline(matrix), matrix.baseline or "", False
    if with_it is not None:
        may_keep = not matrix.study.is_reference(baseline) and not _is_of_codecs(matrix)
        if may_keep and baseline in with_it.winners:
            known = _against(with_it, baseline, question)
            if known.word == TIE:
                return stands(TIE, *_first_two(with_it), bears=None)
            word, leaving = KEEP if known.sure else known.word, leaving_change(matrix, with_it)
            return replace(known, word=word, disagree=disagree, checks=checks, leaving=leaving)
        if len(matrix.alternatives) == 1:  # its rival is the baseline, and how sure it is of that is asked
            known = _against(with_it, first[0], question)
            keeping = keeping_change(matrix, with_it) if may_keep else None
            return replace(known, disagree=disagree, checks=checks, keeping=keeping)
    if len(matrix.alternatives) == 1:
        return stands(HOLDS, *first)
    if len(first) > 1:
        return stands(TIE, *first)
    keeping = None
    if with_it is not None and may_keep:
        keeping = keeping_change(matrix, with_it)
        if noise:
            rng = np.random.default_rng(question.rng)
            noise = noise_before_keeping(matrix, matrix.alternatives.index(first[0]), with_it, noise, rng)
    word = _word(confidence, noise, question)
    if word == DECISIVE and with_it is not None and may_keep and _may_be_kept(with_it, baseline, question):
        word = LEANING
    known = stands(word, *(_first_two(matrix) if word == TIE else first), bears=noise)
    return replace(known, keeping=keeping)


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


def _against(matrix: DecisionMatrix, name: str, question: Question) -> Standing:
    """Return how a first place stands where the baseline is ranked too; the checks are not counted."""
    confidence = None if question.level is None else confidence_of(matrix, question)
    noise = _borne(matrix, name, question)
    best = None if confidence is None else confidence.best
    share = None if best is None else best[matrix.alternatives.index(name)]
    return Standing(_word(confidence, noise, question), (name,), noise, 0, 0, first_share=share)


def _first_two(matrix: DecisionMatrix) -> tuple[str, ...]:
    return tuple(matrix.alternatives[i] for i in ranking(matrix.at_point.scores.tolist())[:2])


def _borne(matrix: DecisionMatrix, name: str, question: Question) -> float | None:
    """Return the noise that a first place bears; None where it is shared."""
    if matrix.winners != (name,):
        return None
    rng = np.random.default_rng(question.rng)
    noise, _ = noise_of(matrix, matrix.alternatives.index(name), rng)
    return noise


def _may_be_kept(matrix: DecisionMatrix, baseline: str, question: Question) -> bool:
    """Return whether the baseline is first in more of the repeats than the level leaves open."""
    if question.level is None:
        return False
    best = confidence_of(matrix, question).best
    return best is not None and best[matrix.alternatives.index(baseline)] > 1.0 - question.level


def _counted(findings: Iterable[Finding], *, judged: bool) -> tuple[int, int]:
    """Return how many checks disagree, and how many there are; each counts once.

    Where nobody judged, matrices are consistent and every priority method says the same: that is no check.
    """
    passed_over = _NO_CHECKS if judged else (*_NO_CHECKS, "method")
    made = [f for f in findings if f.verdict in ("holds", "flips") and f.check not in passed_over]
    against = {finding.check for finding in made if finding.verdict == "flips"}
    return len(against), len({finding.check for finding in made})


def _is_of_codecs(matrix: DecisionMatrix) -> bool:
    """Return whether codecs are compared: what only copies is faster than all, and no codec to keep."""
    measures = {measure for criterion in matrix.criteria for measure in criterion.measures}
    return not measures.isdisjoint(_CODEC_SPEEDS)


def _is_judged(matrix: DecisionMatrix) -> bool:
    return bool(matrix.study.judgments) or any(c.judged is not None for c in matrix.criteria)
