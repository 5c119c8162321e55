"""Where a choice stands, in one word: what the headline says, and what a gate lets pass."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.gate import Array
from ahp.core.synthesis import ranking
from ahp.decision.confidence import confidence_of
from ahp.decision.findings import WITHHELD, Finding
from ahp.decision.noise_tolerance import draws_for, noise_of
from ahp.notebook import NotebookFace
from ahp.terms import SURE, Index

if TYPE_CHECKING:
    from ahp.decision.break_even import Margin
    from ahp.decision.case import Case
    from ahp.decision.confidence import Confidence, Question
    from ahp.decision.frame import Frame
    from ahp.decision.samples import Samples

DECISIVE, LEANING, TIE, FRAGILE, HOLDS = "decisive", "leaning", "tie", "fragile", "holds"
FEW_RUNS, KEEP = "too few runs", "keep"

_CODEC_SPEEDS = {f"{way}compression_{what}" for way in ("", "de") for what in ("speed", "time")}
_NO_CHECKS = ("twin", "disturbed")
"""What is told of the measurements, and asks nothing otherwise of the choice."""


@dataclass(frozen=True)
class Standing(NotebookFace):
    """How a choice stands.

    Attributes
    ----------
    word : str
        With runs `decisive`, `leaning`, `tie` or `too few runs`; with one run `holds` where the choice bears
        more noise than a run is taken to have, else `fragile`, and `tie` where several are first; `keep`
        where the baseline is better than every alternative, everything relative to it.
    names : tuple of str
        The choice; those that tie; the baseline that is to be kept.
    noise : float or None
        The noise in every number that the choice bears (:attr:`ahp.Margin.noise_95`); None at a tie, and
        where there is no rival.
    disagree : int
        How many checks would choose another, however many ways each knows.
    checks : int
        How many checks were made.
    """

    word: str
    names: tuple[str, ...]
    noise: float | None
    disagree: int
    checks: int

    @property
    def sure(self) -> bool:
        """Whether `ahp-rank --expect` passes for the name."""
        return self.word in SURE


NO_STANDING = Standing(FRAGILE, (), None, 0, 0)


def standing_of(
    case: Case,
    samples: Samples,
    question: Question,
    confidence: Confidence | None,
    margin: Margin | None,
    findings: Iterable[Finding],
) -> Standing:
    """Return how the choice of one scenario stands.

    Parameters
    ----------
    case : Case
    samples : Samples
        Its runs.
    question : Question
        Says what noise one run is taken to have.
    confidence, margin
        Of the alternatives among themselves.
    findings : iterable of Finding
        Of which a verdict withheld leaves every choice open.
    """
    found = tuple(findings)
    frame, scores = case.frame, case.frame.scores(case.frame.outcome(case.x))
    first = frame.leaders(scores)
    disagree, checks = _counted(found, judged=_is_judged(case))
    noise = None if margin is None else margin.noise_95

    def stands(word: str, *names: str, bears: float | None = noise) -> Standing:
        return Standing(word, names, bears, disagree, checks)

    if any(finding.verdict == WITHHELD for finding in found):
        return stands(FRAGILE, *first)
    beside = against_baseline(case)
    if beside is not None:
        with_it, x = beside
        baseline = case.scene.baseline or ""
        kept = not case.study.is_reference(baseline) and not _is_of_codecs(case)
        if kept and baseline in with_it.first(x):
            return stands(KEEP, baseline, bears=_borne(with_it, x, baseline, question))
        if len(frame.competitors) == 1:  # its rival is the baseline, and how sure it is of that is asked
            confidence = _confidence_beside(with_it, x, samples, case, question)
            noise = _borne(with_it, x, first[0], question)
            return stands(_word(confidence, noise, question), *first, bears=noise)
    if len(frame.competitors) == 1:
        return stands(HOLDS, *first)
    if len(first) > 1:
        return stands(TIE, *first)
    word = _word(confidence, noise, question)
    two = tuple(frame.competitors[i] for i in ranking(scores.tolist())[:2])
    return stands(word, *(two if word == TIE else first))


def against_baseline(case: Case) -> tuple[Frame, Array] | None:
    """Return a scenario with its baseline competing, everything relative to it; None where that is unknown.

    A baseline without a compression ratio of its own is what was not compressed: its ratio is 1, as is that
    of every printed index.
    """
    scene, frame, x = case.scene, case.frame, case.x
    if scene.baseline is None or scene.baseline in scene.competitors:
        return None
    lacking = np.isnan(x)
    for c, index in enumerate(frame.indices):
        if lacking[c].any() and (index is Index.VALUE or frame.references[c] is not None):
            return None
    relative = tuple(Index.VALUE if i is Index.VALUE else Index.RELATIVE for i in frame.indices)
    competing = replace(frame, competitors=frame.columns, indices=relative)
    return competing, np.where(lacking, 1.0, x)


def _word(confidence: Confidence | None, noise: float | None, question: Question) -> str:
    """Return the word for one leader with a rival: what the runs say, or with one run what noise it bears."""
    if confidence is not None and (confidence.ranks is not None or confidence.left_out > 0):
        return FEW_RUNS if confidence.verdict == "unknown" else confidence.verdict
    return HOLDS if noise is not None and noise > question.noise else FRAGILE


def _confidence_beside(
    frame: Frame, x: Array, samples: Samples, case: Case, question: Question
) -> Confidence | None:
    if question.level is None:
        return None
    known = tuple(np.where(np.isnan(values), 1.0, values) for values in samples.values)
    return confidence_of(frame, x, replace(samples, values=known), case.statistic, question)


def _borne(frame: Frame, x: Array, name: str, question: Question) -> float | None:
    """Return the noise that a first place bears; None where it is shared."""
    if frame.first(x) != (name,):
        return None
    rng = np.random.default_rng(question.rng)
    noise, _ = noise_of(frame, x, frame.competitors.index(name), draws_for(x), rng)
    return noise


def _counted(findings: Iterable[Finding], *, judged: bool) -> tuple[int, int]:
    """Return how many checks disagree, and how many there are; each counts once.

    Where nobody judged, matrices are consistent and every priority method says the same: that is no check.
    """
    passed_over = _NO_CHECKS if judged else (*_NO_CHECKS, "method")
    made = [f for f in findings if f.verdict in ("holds", "flips") and f.check not in passed_over]
    against = {finding.check for finding in made if finding.verdict == "flips"}
    return len(against), len({finding.check for finding in made})


def _is_of_codecs(case: Case) -> bool:
    """Return whether codecs are compared: what only copies is faster than all, and no codec to keep."""
    measures = {measure for criterion in case.scene.criteria for measure in criterion.measures}
    return not measures.isdisjoint(_CODEC_SPEEDS)


def _is_judged(case: Case) -> bool:
    return bool(case.study.judgments) or any(c.judged is not None for c in case.scene.criteria)
