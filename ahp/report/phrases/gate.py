"""Why a gate does not open: the choice is another one, or worse, or not sure enough."""

from __future__ import annotations

from collections.abc import Sequence

from ahp.errors import quoted
from ahp.report.phrases.changes import noise_in_words
from ahp.report.phrases.choice import WITHIN

_WORDS = {
    "leaning": "the runs lean that way",
    "tie": WITHIN,
    "too few runs": "the runs leave open how sure that is",
}

UNCOMPARED = "no measure of the choice was measured both times"


def of_scenario(scenario: str, reason: str) -> str:
    """Return a reason with the scenario that it is of."""
    return f"scenario {quoted(scenario)}: {reason}"


def worse(
    measure: str,
    alternative: str,
    change: float,
    numbers: tuple[float, float, str],
    interval: tuple[float, float] | None,
    level: float,
    noise: float,
) -> str:
    """Return by how much a measure of the choice is surely worse than before.

    `numbers` are those before and now, and their unit.
    """
    before, now, unit = numbers
    text = f"{measure} of {alternative} is {100 * change:+.1f} % ({before:.6g} to {now:.6g} {unit}".rstrip()
    if interval is None:
        return f"{text}), more than noise of {100 * noise:.3g} % in both numbers makes"
    low, high = (100 * end for end in interval)
    return (
        f"{text}; {low:+.1f} to {high:+.1f} %, at {100 * level:g} % for all measures of the choices "
        f"at once), worse by more than {100 * noise:.3g} %"
    )


def kept_instead(baseline: str, names: Sequence[str], unsure: str | None) -> str:
    """Return that a baseline is kept, or among the first; `unsure` is why that is not sure, if it is not."""
    leads = f"in the ranking, everything relative to it, {' and '.join(names)}"
    if unsure is None:
        return f"{baseline} is to be kept: with it {leads} is first"
    if len(names) > 1:
        return f"with {baseline} {leads} are first, within 1 % of each other"
    return f"with {baseline} {leads} is first, {unsure}"


def are_first(names: Sequence[str]) -> str:
    """Return who is first instead.

    Examples
    --------
    >>> are_first(["lz4", "zle"])
    'lz4 and zle are first'
    """
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} first"


def ties_with(name: str, others: Sequence[str]) -> str:
    """Return that others are first as well."""
    return f"{name} ties for first with {' and '.join(others)}"


def first_but(name: str, unsure: str) -> str:
    """Return that the alternative is first, and why that is not sure."""
    return f"{name} is first, {unsure}"


def unsure(word: str) -> str:
    """Return why a choice of this standing is not sure."""
    return f"but not decisively: {_WORDS[word]}"


def without_verdict(detail: str) -> str:
    """Return why no verdict is given on who is first."""
    return f"but no verdict is given: {detail}"


def bears(borne: float, noise: float) -> str:
    """Return that a choice bears no more noise than a run has."""
    return f"but bears no more than {noise_in_words(borne)}, within {100 * noise:.3g} %"


def is_baseline(baseline: str) -> str:
    """Return that the baseline does not compete."""
    return f"{baseline} is the baseline and does not compete"


def is_screened(name: str, screen: str) -> str:
    """Return that an alternative does not compete for the screen that it fails."""
    return f"{name} does not pass the screen {quoted(screen)}"


NEVER_CHOSEN, ABSENT = "the study never chooses it", "it does not compete there"
"""Why an alternative that was measured somewhere is not among those to choose from."""
