"""What is asked of one scenario beyond its ranking: how sure it is, and what would change it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.decision.confidence import Confidence, Question, confidence_of
from ahp.decision.doubts import doubts
from ahp.decision.findings import Finding
from ahp.decision.frame import Frame
from ahp.decision.margin import Margin, margin_of
from ahp.decision.samples import Samples
from ahp.terms import Statistic


@dataclass(frozen=True)
class Scrutiny:
    """What is known of a ranking beside the ranking.

    Attributes
    ----------
    confidence : Confidence or None
        None if it was not asked for.
    margin : Margin or None
        None at a tie for first, and where there is no rival.
    findings : tuple of Finding
    """

    confidence: Confidence | None = None
    margin: Margin | None = None
    findings: tuple[Finding, ...] = ()


NOT_SCRUTINISED = Scrutiny()


def scrutinise(
    frame: Frame,
    x: Array,
    samples: Samples,
    statistic: Statistic,
    question: Question | None,
    known: tuple[Finding, ...],
) -> Scrutiny:
    """Return what there is to say of the ranking of one scenario.

    Parameters
    ----------
    frame : Frame
    x : ndarray, shape (k, m)
    samples : Samples
    statistic : Statistic
    question : Question or None
        None asks for no confidence; noise is then drawn from seed 0.
    known : tuple of Finding
        What was found before.
    """
    asked = question or Question()
    confidence = None if question is None else confidence_of(frame, x, samples, statistic, question)
    margin = margin_of(frame, x, np.random.default_rng(asked.rng))
    unsure = () if confidence is None else doubts(frame, samples, confidence)
    return Scrutiny(confidence, margin, (*known, *unsure))
