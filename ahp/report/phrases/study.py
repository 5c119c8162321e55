"""What is said of what was asked: of criteria that were not measured, and of judgments."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.printing import printable
from ahp.report.numbers import ratio, share
from ahp.report.phrases.grammar import joined
from ahp.report.phrases.measures import in_words
from ahp.terms import ACCEPTABLE

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        DecisionDocument,
        InspectedDocument,
        JudgmentsDocument,
        StudyDocument,
    )

MOST = 3
"""Contradictions that are told."""

_CLEAR = 1.05  # an error below is none that a judge could see


def left_out(document: DecisionDocument) -> str | None:
    """Return which criteria of the default study are missing, or None."""
    absent = document["study"]["absent"]
    return f"Not measured, as far as is known: {joined(list(map(in_words, absent)))}." if absent else None


def contradicting(judged: JudgmentsDocument) -> list[InspectedDocument]:
    """Return the judgments that are furthest from what the others say, none that is as good as consistent.

    Of three judgments each is as far from what the other two say, so that one is enough.
    """
    found = [one for one in judged.get("inspected", []) if abs(math.log(one["error"])) > math.log(_CLEAR)]
    return found[: 1 if len(judged["criteria"]) == 3 else MOST]


def judged_sentences(study: StudyDocument) -> Iterator[str]:
    """Yield how consistent judgments are; above a ratio of 0.1 also the worst, with what would be consistent.

    Examples
    --------
    >>> list(judged_sentences({"judgments": [], "judged": []}))
    []
    """
    for judged in study["judgments"]:
        names = ", ".join(map(printable, judged["criteria"]))
        said = f"Judgments over {names}: consistency ratio {share(judged['consistency_ratio'])}"
        worst = contradicting(judged) if judged["consistency_ratio"] > ACCEPTABLE else []
        yield f"{said}{'; ' if worst else ''}{'; '.join(map(_contradiction, worst))}."
    for one in study.get("judged", []):
        if one["consistency_ratio"] is not None:
            yield (
                f"Judgments under {printable(one['criterion'])}: consistency ratio "
                f"{share(one['consistency_ratio'])}."
            )


def _contradiction(one: InspectedDocument) -> str:
    return (
        f"{printable(one['first'])} over {printable(one['second'])} is {ratio(one['judgment'])}, the other "
        f"judgments say {ratio(one['consistent'])}, which would make it {share(one['ratio'])}"
    )
