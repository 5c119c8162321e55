"""What is asked of one scenario beyond its ranking: how sure it is, and what would change it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.decision.break_even import Margin, margin_of
from ahp.decision.checks import audits
from ahp.decision.draws import drawn
from ahp.decision.findings import Finding
from ahp.decision.index_offset import NO_SPECTRUM, Spectrum, spectrum_of
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.noise import noise_findings, without_verdict
from ahp.decision.run_diagnostics import doubts
from ahp.decision.standing import NO_STANDING, Standing, standing_of
from ahp.decision.uncertainty import Confidence, Question, confidence_of
from ahp.decision.weights import NO_WEIGHING, Weighing, weighing_of
from ahp.notebook import NotebookFace

_CENTRAL = 2000  # draws of measurements on which central weights are tried


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
