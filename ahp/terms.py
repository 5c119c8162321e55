"""The words of the field, and every spelling of them that is accepted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Self

from ahp.errors import StudyError, quoted


class _Term(StrEnum):
    """A closed set of words that says which ones it knows when it is given another."""

    @classmethod
    def of(cls, word: str, among: Iterable[Self] = ()) -> Self:
        """Return the member that `word` spells, or raise :class:`~ahp.errors.StudyError`.

        `among` are the members that the error names, where not all of them would do.
        """
        key = (word if isinstance(word, str) else "").strip().casefold().replace("_", "-").replace(" ", "-")
        key = _SPELLINGS.get((cls.__name__, key), key)
        try:
            return cls(key)
        except ValueError:
            known = ", ".join(member.value for member in among or cls)
            kind = cls.__name__.casefold()
            raise StudyError(f"{quoted(word)} is not a known {kind}; use one of: {known}") from None


class Merit(_Term):
    """What a criterion speaks for: the four merits of Saaty's BOCR."""

    BENEFIT = "benefit"
    COST = "cost"
    OPPORTUNITY = "opportunity"
    RISK = "risk"


MEASURED = (Merit.BENEFIT, Merit.COST)
"""What a measurement can speak for; opportunities and risks are judged."""


class Better(_Term):
    """Which way a measure is better."""

    HIGHER = "higher"
    LOWER = "lower"


class Index(_Term):
    """How a measure is made comparable (`auto` is decided from the data, by the published rule)."""

    AUTO = "auto"
    SAVING = "saving"
    IMPROVEMENT = "improvement"
    RELATIVE = "relative"
    OVERHEAD = "overhead"
    VALUE = "value"


INDICES = (Index.AUTO, Index.RELATIVE, Index.IMPROVEMENT)
"""What `index` may be for a whole decision; a criterion of a study may also have `value` and the rest."""


class Statistic(_Term):
    """How several runs become one number."""

    GEOMETRIC_MEAN = "geometric-mean"
    MEAN = "mean"
    MEDIAN = "median"


class Combine(_Term):
    """How several transaction types become one number."""

    SUM = "sum"
    MIX = "mix"
    WORST = "worst"


ACCEPTABLE = 0.10
"""The consistency ratio up to which judgments are usually accepted (Saaty 1980)."""

DEEPEST = 100
"""Levels of criteria that a hierarchy may have."""

NOISE = 0.05
"""The noise that one run is taken to have where nobody has measured it, unless told otherwise: 5 %."""

SURE = ("decisive", "holds", "keep")
"""The words of a standing under which a name is chosen, and a gate that expects it passes."""

_SPELLINGS = {
    ("Merit", "benefits"): "benefit",
    ("Merit", "costs"): "cost",
    ("Merit", "opportunities"): "opportunity",
    ("Merit", "risks"): "risk",
    ("Better", "high"): "higher",
    ("Better", "larger"): "higher",
    ("Better", "max"): "higher",
    ("Better", "low"): "lower",
    ("Better", "smaller"): "lower",
    ("Better", "min"): "lower",
    ("Statistic", "geomean"): "geometric-mean",
    ("Statistic", "average"): "mean",
}

BASELINE_NAMES = frozenset(
    {
        "baseline",
        "base",
        "none",
        "off",
        "uncompressed",
        "no compress",
        "no compression",
        "nocompress",
        "nocompression",
        "non compressed",
        "noncompressed",
        "not compressed",
        "without compression",
        "compression off",
        "no comp",
        "memcpy",
        "copy",
        "cat",
        "store",
        "tar",
        "tar only",
        "ohne",
        "keine",
        "ohne kompression",
        "sans compression",
        "aucune",
    }
)
"""Names that are taken for the baseline where one is needed and none was given."""


LIKELY_BASELINES = frozenset(
    {
        "plain",
        "stock",
        "default",
        "defaults",
        "vanilla",
        "raw",
        "original",
        "reference",
        "référence",
        "referenz",
        "control",
        "standard",
        "unmodified",
        "before",
        "old",
        "current",
        "today",
        "existing",
        "status quo",
    }
)
"""Names that may mean the baseline, and may as well be one of the alternatives: whoever is called so is asked
for."""


_BRACKET = re.compile(r"[()\[\]]")  # `uncompressed (baseline)`


def may_be_baseline(name: str) -> bool:
    """Say whether an alternative may be meant as the baseline by its name.

    Examples
    --------
    >>> may_be_baseline("Stock"), may_be_baseline("make (current)"), may_be_baseline("zstd -3 (default)")
    (True, True, False)
    """
    plain = name.casefold()
    beside = [part.strip() for part in _BRACKET.split(plain)[1:]]  # `(default)` is one setting
    return plain in LIKELY_BASELINES or any(
        part in LIKELY_BASELINES and not part.startswith("default") for part in beside
    )


def is_baseline_name(name: str) -> bool:
    """Say whether a name alone marks an alternative as the baseline.

    Examples
    --------
    >>> is_baseline_name("No_Compression"), is_baseline_name("lz4")
    (True, False)
    """
    plain = name.casefold()
    if any(
        re.sub(r"[\W_]+", " ", part).strip() in BASELINE_NAMES for part in (plain, *_BRACKET.split(plain))
    ):
        return True
    if re.fullmatch(r"(?:without|w/o|ohne|sans|sin|senza|no) \w+", plain):  # `ohne VPN`
        return True
    parts = plain.split(":")  # `copy:copy`, a name joined of several columns
    return all(part.strip() in BASELINE_NAMES for part in parts)
