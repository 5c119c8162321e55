"""What is said of a change since a previous decision, and why a gate does not open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import quoted
from ahp.printing import in_a_row, printable
from ahp.report.numbers import percent, quotient, share
from ahp.report.phrases.choice import WITHIN
from ahp.report.phrases.grammar import are_first, in_words, joined, noise_size
from ahp.report.phrases.scenario import MERITS

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        ChangesDocument,
        MeasureChangeDocument,
        ScenarioChangeDocument,
    )


def first_as_before(names: Sequence[str]) -> str:
    """Return that the first place did not change."""
    return f"{are_first(names)} as before"


def chosen_no_more(before: Sequence[str], now: Sequence[str]) -> str:
    """Return that those who were first do not compete any more."""
    return f"{_were_first(before)} and cannot be chosen any more; {in_a_row(now)} is first now"


def without_verdict(before: Sequence[str], now: Sequence[str], reason: str) -> str:
    """Return that no verdict is given on the choice that is another one now."""
    return f"{_moved(before, now)}, but no verdict is given: {reason}"


def left_open(before: Sequence[str], now: Sequence[str]) -> str:
    """Return that the runs do not tell how sure the change is."""
    return f"{_moved(before, now)}; the runs leave open how sure that is"


def by_ranks(
    before: Sequence[str],
    now: Sequence[str],
    ranks: Mapping[str, Sequence[int]],
    level: float,
    *,
    beyond: bool,
    settled: bool,
) -> str:
    """Return how sure a change is by the ranks that the runs leave to those who were first.

    Examples
    --------
    >>> by_ranks(["a"], ["b"], {"a": (1, 2)}, 0.95, beyond=False, settled=True)
    'a was first and b is now, but within the noise of the runs: a ranks 1 to 2 (95 %, all ranks at once)'
    """
    places = "; ".join(f"{name} ranks {_range(found)}" for name, found in ranks.items())
    doubt = "" if settled else ", as far as the runs can say"
    joint = f"{100 * level:g} %, all ranks at once{doubt}"
    within = "; " if beyond else ", but within the noise of the runs: "
    return f"{_moved(before, now)}{within}{places} ({joint})"


def by_a_tie(before: Sequence[str], now: Sequence[str]) -> str:
    """Return that those who are first now tie, so that no margin tells how sure the change is."""
    tie = f"{_were_first(before)} and {in_a_row(now)} tie now"
    return f"{tie}, so that their margin says nothing of how sure that is"


def by_noise(before: Sequence[str], now: Sequence[str], borne: float, noise: float) -> str:
    """Return how sure a change is by the noise that the choice bears, and the noise that a run has."""
    if borne > noise:
        return f"{_moved(before, now)}, and stays so under {noise_in_words(borne)}, above {100 * noise:.3g} %"
    return (
        f"{_moved(before, now)}, but bears no more than {noise_in_words(borne)}, within {100 * noise:.3g} %"
    )


def kept_as_before(name: str) -> str:
    """Return that the baseline is kept both times."""
    return f"{name} is kept as before"


def keeping_changed(
    was: str | None, now: str | None, before: Sequence[str], first: Sequence[str], unsure: Sequence[str]
) -> str:
    """Return that a baseline was kept and is not, or the other way round; and which of them is not sure."""
    told = f"{was} was kept" if was is not None else _were_first(before)
    told += f" and {now} is kept now" if now is not None else f" and {in_a_row(first)} is first now"
    return f"{told}; not surely {' or '.join(unsure)}" if unsure else told


def other_indices(
    moved: Mapping[str, tuple[str, str]], same: Sequence[str], before: Sequence[str], now: Sequence[str]
) -> str:
    """Return which criteria have another index than before, and who is first with the same one.

    Examples
    --------
    >>> other_indices({"tps": ("improvement", "relative")}, ["b"], ["b"], ["b"])
    'the index of tps was improvement and is relative: relative both times, b would be first as before'
    """
    told = in_a_row([f"the index of {name} was {was} and is {index}" for name, (was, index) in moved.items()])
    if same:
        then = f"{in_a_row(same)} would be first as before"
    else:
        then = f"{in_a_row(before)} would have been first and {in_a_row(now)} would be now"
    return f"{told}: relative both times, {then}"


def noise_in_words(size: float) -> str:
    """Return a size of noise as a sentence names it, rounded towards none.

    Examples
    --------
    >>> noise_in_words(0.0123)
    'noise of 1.2 % in every number'
    """
    return f"noise of {noise_size(size).removeprefix('±')} in every number"


_SUBJECTS = {
    "baseline": "the baseline",
    "index": "the index",
    "statistic": "the statistic over runs",
    "merit": "the merit of {}",
    "measure": "the measure of {}",
    "better": "what is better in {}",
    "scored": "the index of {}",
    "unit": "the unit of {}",
}


def differing(what: str, then: str | None, new: str | None, name: str = "", scenario: str = "") -> list[str]:
    """Return that something of a study, of a criterion or of a scenario is another; nothing where it is not.

    Examples
    --------
    >>> differing("scored", "value", "relative", "'tps'", "Stress")
    ["in scenario 'Stress' the index of 'tps' was 'value' and is 'relative'"]
    """
    if then == new:
        return []
    where = f"in scenario {quoted(scenario)} " if scenario else ""
    shown = ("none" if word is None else quoted(word) for word in (then, new))
    return [f"{where}{_SUBJECTS[what].format(name)} was {' and is '.join(shown)}"]


def criterion_gone(name: str) -> str:
    """Return that a criterion is missing now."""
    return f"criterion {quoted(name)} is no longer there"


def criterion_new(name: str) -> str:
    """Return that a criterion was not there before."""
    return f"criterion {quoted(name)} is new"


def weight_changed(name: str, then: float, new: float) -> str:
    """Return that a criterion has another weight."""
    return f"the weight of {quoted(name)} was {then:.4g} and is {new:.4g}"


def _moved(before: Sequence[str], now: Sequence[str]) -> str:
    return f"{_were_first(before)} and {in_a_row(now)} is now"


def _were_first(names: Sequence[str]) -> str:
    return f"{in_a_row(names)} {'was' if len(names) == 1 else 'were'} first"


def _range(ranks: Sequence[int]) -> str:
    low, high = ranks
    return str(low) if low == high else f"{low} to {high}"


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
    moved = f"{100 * change:+.1f} % ({before:.6g} to {now:.6g} {unit}".rstrip()
    text = f"{in_words(measure)} of {alternative} is {moved}"
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


def others_first(names: Sequence[str]) -> str:
    """Return who is first instead.

    Examples
    --------
    >>> others_first(["lz4", "zle"])
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


def first_without_verdict(detail: str) -> str:
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


def not_asked_alike(clause: str) -> str:
    """Return what two studies ask differently."""
    return f"not asked alike: {printable(clause)}"


def new_level(merit: str, alternative: str, numbers: tuple[float, float], change: float) -> str:
    """Return from where to where a merit of an alternative goes; `numbers` are those before and now."""
    show = quotient if merit == "benefit_to_cost" else share
    before, now = map(show, numbers)
    name = MERITS[merit] if merit != "cost" else "cost"
    return f"{name} of {printable(alternative)} goes from {before} to {now} ({percent(change)})"


def first_over_time(choices: Sequence[Sequence[str]]) -> str:
    """Return who is first at the end of a history, and for how long; `choices` are those of each decision.

    Examples
    --------
    >>> first_over_time([["lz4"], ["zle"], ["zle"]])
    'zle first in the last 2 of 3 decisions'
    """
    last, since = choices[-1], len(choices)
    while since > 1 and choices[since - 2] == last:
        since -= 1
    held = len(choices) - since + 1
    if held == len(choices):
        return f"{joined(last)} first in {'all ' if held > 1 else ''}{held} decision{'s' if held > 1 else ''}"
    return f"{joined(last)} first in the last {held} of {len(choices)} decisions"


def by_merit(merit: str, mark: str) -> str:
    """Return which merit is told over time, and what the mark at a number means."""
    return f"{MERITS[merit]}; a {mark} begins a new level"


def headline(changes: ChangesDocument) -> str:
    """Return whether the decision changed, in one sentence."""
    previous = f" {printable(changes['file'])}" if changes["file"] else " the previous decision"
    if changes["changed"]:
        return f"Against{previous}: the decision changed beyond noise."
    if any(scenario["beyond_noise"] is None for scenario in changes["scenarios"]):
        return f"Against{previous}: the first place changed; it may be noise."
    if any(scenario["changed"] for scenario in changes["scenarios"]):
        return f"Against{previous}: the first place changed, but not beyond noise."
    return f"Against{previous}: the decision is the same."


def caveats(changes: ChangesDocument) -> Iterator[str]:
    """Yield what makes the comparison doubtful or leaves something out of it."""
    for clause in changes["study"]:
        yield f"Not asked alike: {printable(clause)}."
    for when, names in (("previous", changes["only_before"]), ("present", changes["only_now"])):
        if names:
            yield f"Scenarios only in the {when} decision: {joined(names)}."


def verdict(scenario: ScenarioChangeDocument) -> str:
    """Return what became of the first place in a scenario, in a few words."""
    if not scenario["changed"]:
        return printable(scenario["reason"])
    beyond = {True: "beyond noise", False: "within noise", None: "beyond noise or not is not known"}
    names = f"{joined(scenario['previous'])} before, {joined(scenario['present'])} now"
    return f"{names}: {beyond[scenario['beyond_noise']]}"


def remarks(scenario: ScenarioChangeDocument) -> Iterator[str]:
    """Yield why, and who is on one side only."""
    if scenario["changed"]:
        yield f"{printable(scenario['reason'])}."
    for when, names in (("previous", scenario["only_before"]), ("present", scenario["only_now"])):
        if names:
            yield f"Only in the {when} decision: {joined(names)}."
    if scenario["worse"]:
        yield f"Surely worse than it was: {joined([_told_worse(measure) for measure in scenario['worse']])}."
        if any(measure["interval"] is not None for measure in scenario["worse"]):
            yield "These intervals hold all at once; in the table each holds alone, and is narrower."


def _told_worse(measure: MeasureChangeDocument) -> str:
    name = f"{in_words(measure['measure'])} of {measure['alternative']}"
    return name if measure["interval"] is None else f"{name} ({interval(measure)})"


def interval(measure: MeasureChangeDocument) -> str:
    """Return the interval of a change; a dash where there is none."""
    if measure["interval"] is None:
        return "–"
    low, high = measure["interval"]
    return f"{percent(low).removesuffix(' %')} to {percent(high)}"
