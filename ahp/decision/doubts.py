"""Reasons to doubt how sure a decision looks: what the runs themselves show."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array
from ahp.decision.confidence import MOST_LEFT_OUT, Confidence
from ahp.decision.findings import Finding
from ahp.decision.frame import Frame
from ahp.decision.samples import Samples
from ahp.errors import listed

_SKEWED = 3.5
"""Standard errors of the third moment; in normal runs it is beyond that once in two thousand times."""
_FAR = 6.0
"""Spreads from the median; of normal runs hardly one in ten thousand samples of ten lies beyond."""


def doubts(frame: Frame, samples: Samples, confidence: Confidence) -> tuple[Finding, ...]:
    """Return what in the runs makes their intervals less sure than they say."""
    found = [*_left_out(confidence), *_blocks(samples)]
    if not samples.repeated:
        return tuple(found)
    return (*found, *_still(frame, samples), *_shape(samples), *_extremes(frame))


def _left_out(confidence: Confidence) -> list[Finding]:
    if confidence.left_out <= MOST_LEFT_OUT * confidence.resamples:
        return []
    share = 100 * confidence.left_out / confidence.resamples
    return [
        Finding(
            "confidence",
            "warns",
            f"in {share:.3g} % of the draws an index is not positive, so the noise reaches the baseline and "
            "nothing is said of how sure the choice is",
            "use the index relative, which is positive whatever the noise",
        )
    ]


def _blocks(samples: Samples) -> list[Finding]:
    single = [
        name
        for name, blocks, values in zip(samples.columns, samples.blocks, samples.values, strict=True)
        if values.shape[-1] > 1 and len(set(blocks)) == 1 and blocks[0]
    ]
    if not single:
        return []
    return [
        Finding(
            "blocks",
            "warns",
            f"all runs of {listed(single)} were made in one block, which says nothing of how blocks differ",
            "repeat the measurement in another block",
        )
    ]


def _still(frame: Frame, samples: Samples) -> list[Finding]:
    """Tell of alternatives none of whose numbers differs between runs: copies, or no repetition."""
    still = [
        name
        for name, values in zip(samples.columns, samples.values, strict=True)
        if not (np.ptp(values[~np.isnan(values[:, 0])], axis=1) > 0).any()
        and not np.isnan(values[:, 0]).all()
    ]
    if not still:
        return []
    return [
        Finding(
            "noise",
            "warns",
            f"the runs of {listed(still)} do not differ in any measure; they count as exact",
            "check that they are runs, and not one run copied",
        )
    ]


def _shape(samples: Samples) -> list[Finding]:
    """Tell of runs that are skewed, or of one far from its fellows: intervals cover less then."""
    apart = [_standardised(values) for values in samples.values]
    pooled = np.concatenate([numbers.ravel() for numbers in apart])
    found = []
    if pooled.size >= 8:
        skewness = float(np.mean(pooled**3) / np.mean(pooled**2) ** 1.5)
        if abs(skewness) > _SKEWED * (6.0 / pooled.size) ** 0.5:
            found.append(
                Finding(
                    "skewness",
                    "warns",
                    f"the runs are skewed on the log scale (third moment {skewness:.2f} over {pooled.size} "
                    "numbers); intervals of few runs then hold less often than they say",
                    "look at the runs; more of them help",
                )
            )
    outlying = [
        name for name, values in zip(samples.columns, samples.values, strict=True) if _outlying(values)
    ]
    if outlying:
        found.append(
            Finding(
                "outliers",
                "warns",
                f"a run of {listed(outlying)} lies far from the others",
                "find out what disturbed it, and repeat it if it was not the alternative's own doing",
            )
        )
    return found


def _standardised(values: Array) -> Array:
    """Return deviations of logarithms over their own standard deviation, of rows that vary."""
    logs = np.log(values[~np.isnan(values[:, 0])])
    logs = logs[np.ptp(logs, axis=1) > 0]
    if not len(logs):
        return np.zeros((0, 0))
    apart = logs - logs.mean(axis=1, keepdims=True)
    return np.asarray(apart / apart.std(axis=1, ddof=1, keepdims=True))


def _outlying(values: Array) -> bool:
    """Say whether a run lies far outside the spread of the others, under any criterion."""
    logs = np.log(values[~np.isnan(values[:, 0])])
    if logs.shape[-1] < 4:
        return False  # of three, one always lies outside the other two
    distance = np.abs(logs - np.median(logs, axis=1, keepdims=True))
    spread = 1.4826 * np.median(distance, axis=1, keepdims=True)
    return bool((distance > _FAR * spread)[np.broadcast_to(spread > 0, distance.shape)].any())


def _extremes(frame: Frame) -> list[Finding]:
    """Tell that a maximum is one event of a run: its scatter is skewed and grows with the run."""
    maxima = [m for m in frame.measures if m.endswith("_max")]
    if not maxima:
        return []
    return [
        Finding(
            "extremes",
            "warns",
            f"{listed(maxima)} is one event of each run: it grows with the length of a run and scatters "
            "with a long tail",
            "compare runs of equal length, and rank by a percentile where there is one",
        )
    ]
