"""What a finding says: from its check and its values, the sentence of what was found and what to do about it.

A finding is data (`ahp.decision.findings.Finding`); its sentences are made here and nowhere else, and nothing
reads them back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ahp.errors import listed, quoted
from ahp.printing import in_a_row
from ahp.report.numbers import index_percent, percent, quotient, share
from ahp.report.phrases.grammar import are_first, in_words
from ahp.report.phrases.study import uncounted
from ahp.terms import ACCEPTABLE

Way = tuple[str, ...]
"""Another way of deciding: its kind, a key of `WAYS`, and what its phrase names."""

WAYS = {
    "relative": "totals throughout",
    "relative-saving": "totals throughout, storage as its saving",
    "criterion": "{} as {}",
    "merit-relative": "every {} as a total",
    "merit-gained": "every {} as a gain",
    "savings": "savings against {}",
    "method": "the {} method",
    "ideal": "the ideal mode",
    "difference": "benefit less cost",
    "with": "a ranking with {}",
    "without": "a ranking without {}",
    "copy": "a ranking with a copy of {}",
    "measure": "{}",
    "statistic": "the {} over runs",
}
"""The phrase of each way, behind `by`."""

_WAYS_TOLD = 4
_SCORED = {
    "relative": "a total",
    "improvement": "a gain",
    "overhead": "what is added",
    "saving": "a saving",
    "value": "measured",
}
"""What a criterion is scored as by each index."""
_SAY_INDEX = (
    "decide which you mean: totals are --index relative, gains are index = 'improvement' of a criterion in a "
    "study"
)


def detail_of(phrase: str, values: Mapping[str, Any]) -> str:
    """Return what was found, with its figures.

    Examples
    --------
    >>> detail_of("merits", {"winner": "zle", "ways": ((("difference",), ("lz4",)),)})
    'by benefit less cost, lz4 is first'
    >>> detail_of("merits", {"winner": "zle", "ways": ((("difference",), ("zle",)),)})
    'zle is first by benefit less cost too'
    """
    return _DETAILS.get(phrase, _tried)(**values)


def advice_of(phrase: str, values: Mapping[str, Any]) -> str:
    """Return what to do about it; empty where nothing is.

    Examples
    --------
    >>> advice_of("statistic", {"winner": "zle", "ways": ((("statistic", "mean"), ("lz4",)),)})
    'look at the runs'
    """
    if "ways" in values and not _flipping(**values):
        return ""
    advice = _ADVICE.get(phrase, "")
    return advice if isinstance(advice, str) else advice(**values)


def _way(way: Way) -> str:
    kind, *names = way
    if kind == "criterion":
        name, index = names
        names = [in_words(name), _SCORED.get(index, index)]
    return WAYS[kind].format(*map(in_words, names) if kind == "measure" else names)


def _flipping(winner: str, ways: Sequence[tuple[Way, tuple[str, ...]]], **_: object) -> list[tuple[Way, Any]]:
    return [(way, leaders) for way, leaders in ways if leaders != (winner,)]


def _tried(winner: str, ways: Sequence[tuple[Way, tuple[str, ...]]]) -> str:
    """Return who is first under other ways of deciding."""
    flipping = _flipping(winner, ways)
    if not flipping:
        return f"{winner} is first by {in_a_row(_way(way) for way, _ in ways)} too"
    told = "; ".join(f"by {_way(way)}, {are_first(leaders)}" for way, leaders in flipping[:_WAYS_TOLD])
    more = len(flipping) - _WAYS_TOLD
    return f"{told}; and {more} more like it" if more > 0 else told


def _reversal(winner: str, ways: Sequence[tuple[Way, tuple[str, ...]]]) -> str:
    if _flipping(winner, ways):
        return _tried(winner, ways)
    return f"{winner} stays first without any other, and with a copy of any"


def _untried(winner: str, ways: Sequence[tuple[Way, tuple[str, ...]]], untried: Sequence[Way]) -> str:
    detail = f"not tried, for not every alternative gains or adds anything: {in_a_row(map(_way, untried))}"
    return detail if not ways or _flipping(winner, ways) else f"{detail}; {_tried(winner, ways)}"


def _crossings(crossings: Sequence[Mapping[str, Any]], **_: object) -> str:
    return "; ".join(_crossing(**dict(one)) for one in crossings)


def _crossing(
    criterion: str, alternative: str, index: str, value: float, lacking: int, to: str, leaders: Sequence[str]
) -> str:
    whose = f"{alternative}'s {index} is {index_percent(value)}"
    if lacking > 1:
        whose += f" and {lacking - 1} more {'is' if lacking == 2 else 'are'} not above 0"
    where = "above 0" if lacking else "from 0 down"
    return f"{in_words(criterion)}: {whose}; {where} it counts as {_SCORED[to]}, and {are_first(leaders)}"


def _digits(winner: str, cells: Sequence[tuple[str, str, str, float]], edge: bool) -> str:
    reach = (
        "; some gains are smaller than the rounding of the printed numbers, and could be 0" if edge else ""
    )
    if not cells:
        return f"{winner} is first wherever the printed digits allow{reach}"
    # A number that several criteria read is named once.
    moved = dict.fromkeys(
        f"{alternative}'s {in_words(measure)} {then} instead of {now:.4g}"
        for alternative, measure, then, now in cells
    )
    return f"with {', '.join(moved)}, which the printed digits allow, {winner} is first{reach}"


def _left_out(share: float) -> str:
    return (
        f"in {100 * share:.3g} % of the draws some alternative gains or adds nothing, and the index that was "
        "asked for cannot score it: no verdict is given"
    )


def _skewness(skewness: float, errors: float) -> str:
    return (
        f"on the log scale the runs are skewed towards {'worse' if skewness > 0 else 'better'} values "
        f"(skewness {abs(skewness):.2f}, {abs(errors):.1f} standard errors); intervals of few runs then hold "
        "less often than they say"
    )


def _unequal(most: str, least: str, times: float) -> str:
    return (
        f"a lead may look surer than it is: the runs of {most} scatter {times:.2g} times as much as those of "
        f"{least}, and they are too few to show a long tail"
    )


def _extremes(measures: Sequence[str]) -> str:
    return (
        f"{in_a_row(map(in_words, measures))} is one event of each run: it grows with the length of a run "
        "and scatters with a long tail"
    )


def _disturbed(disturbed: int, runs: int, most: bool) -> str:
    were = "was" if disturbed == 1 else "were"
    return f"{disturbed} of {runs} runs {were} disturbed{', more than half' if most else ''}"


def _twin(alternative: str | None, apart: Sequence[tuple[str, float]], leader: str | None) -> str:
    sizes = [f"{percent(change).lstrip('+-')} in {in_words(measure)}" for measure, change in apart]
    what = "the baseline" if alternative is None else alternative
    differs = f"{what} measured twice differs by {in_a_row(sizes or ['nothing'])}"
    if leader is None:
        return f"{differs}; no other would be first for that"
    return f"{differs}, more than the lead of {leader}"


def _harness(measure: str, readers: Sequence[tuple[str, str]]) -> str:
    told = ", ".join(f"of {alternative} as {reader} reads it" for alternative, reader in readers)
    return f"{measure} is {told}"


def _caveat(caveat: str, files: Sequence[str]) -> str:
    return f"{caveat.rstrip('.')} ({files[0] if len(files) == 1 else f'{len(files)} files'})"


def _overridden(file: str, study: str, named: str) -> str:
    where = f"{file}: " if file else ""
    return f"{where}the study's baseline {quoted(study)} is overridden: {quoted(named)} was named"


def _by_units(names: Sequence[str]) -> str:
    verb = "counts" if len(names) == 1 else "count"
    return (
        f"assumed: {listed(names, 8)} {verb} by unit or heading: more of a "
        "rate and less of a time is better (--benefit, --cost and --only say otherwise)"
    )


def _against_units(measure: str, better: str) -> str:
    way, other = ("more", "less") if better == "higher" else ("less", "more")
    option = "--cost" if other == "less" else "--benefit"
    return (
        f"assumed: {way} of {quoted(measure)} is better, as was asked for; its heading or unit says {other} "
        f"({option} counts that)"
    )


def _dominated(
    choice: str, over: str, scenarios: Sequence[str], numbers: tuple[float, float], elsewhere: bool, by: str
) -> str:
    other, own = map(quotient, numbers)
    what = {"benefit_to_cost": " of benefit per cost", "benefit": " of benefit"}.get(by, "")
    told = f"as multiples of the baseline instead {over} beats {choice} in {scenarios[0]}"
    more = "" if len(scenarios) == 1 else f" and {len(scenarios) - 1} more"
    return f"{told} ({other} against {own}{what}){more}{', and is no worse elsewhere' if elsewhere else ''}"


def _no_cost(scenarios: Sequence[str]) -> str:
    return f"no cost counts{_where(scenarios)}: the ranking is by benefit alone"


def _no_benefit(scenarios: Sequence[str]) -> str:
    return f"no benefit was measured{_where(scenarios)}: the ranking is by lowest cost"


def _where(scenarios: Sequence[str]) -> str:
    """Return in which scenarios something is so; nothing where it is so in all."""
    return f" in {listed(scenarios, 4)}" if scenarios else ""


def _inconsistent(labels: Sequence[str], under: str, ratio: float) -> str:
    return (
        f"the judgments over {listed(labels)}{_under(under)} have a consistency ratio of {share(ratio)}, "
        f"above {ACCEPTABLE}; look at them again"
    )


def _divided(labels: Sequence[str], under: str, consensus: float) -> str:
    return (
        f"those who judged {listed(labels)}{_under(under)} do not agree (consensus {consensus:.2f}); their "
        "mean may speak for nobody"
    )


def _under(criterion: str) -> str:
    return f" under {quoted(criterion)}" if criterion else ""


def _unknown_scenarios(names: Sequence[str], known: Sequence[str]) -> str:
    return (
        f"the study describes {listed(names)}, which is no scenario here; the scenarios are {listed(known)}"
    )


def _left_out_there(scenario: str, alternative: str, measure: str) -> str:
    return f"scenario {quoted(scenario)}: {quoted(alternative)} is left out, it has no {measure}"


def _not_measured(scenario: str, criterion: str, measure: str) -> str:
    what = f"criterion {criterion!r} is left out, nothing there is read as {measure}"
    return f"scenario {quoted(scenario)}: {what}"


def _published(
    measure: str, alternative: str, shown: float, computed: float, decimals: int, place: str
) -> str:
    return (
        f"{measure} of {alternative} is printed as {100 * shown:.{decimals}f} %, the raw numbers give "
        f"{100 * computed:.{decimals + 1}f} % ({place})"
    )


def _sizes(alternative: str, ratio: float, place: str, given: float, stored: str) -> str:
    return (
        f"compression_ratio of {alternative} is {ratio:.6g} ({place}), the sizes give {given:.4g} ({stored})"
    )


_DETAILS: dict[str, Callable[..., str]] = {
    "against-units": _against_units,
    "alone": lambda alternative: f"{alternative} is the only alternative; a ranking of one says nothing",
    "assumed-caveat": lambda caveat, files: f"assumed: {_caveat(caveat, files)}",
    "baseline-by-name": lambda baseline: (
        f"assumed: {quoted(baseline)} is the baseline by its name; --baseline NAME names another"
    ),
    "blocks": lambda alternatives: (
        f"all runs of {listed(alternatives)} were made in one block, which says nothing of how blocks differ"
    ),
    "by-units": _by_units,
    "confidence": _left_out,
    "digits": _digits,
    "disturbed": _disturbed,
    "divided": _divided,
    "dominated": _dominated,
    "errors-caveat": _caveat,
    "extremes": _extremes,
    "harness": _harness,
    "harness-caveat": _caveat,
    "index-rule": _crossings,
    "index-untried": _untried,
    "inconsistent": _inconsistent,
    "input": lambda said: said,
    "left-out": _left_out_there,
    "never-chosen": lambda names: f"{listed(names)}: never chosen, as the study says under references",
    "means-caveat": _caveat,
    "no-baseline": lambda: (
        "assumed: nothing is a baseline, so everything is scored as it was measured; --baseline NAME scores "
        "what is gained over one"
    ),
    "no-benefit": _no_benefit,
    "no-cost": _no_cost,
    "noise": lambda alternatives: (
        f"the runs of {listed(alternatives)} do not differ in any measure; they count as exact"
    ),
    "not-compared": lambda criteria: (
        f"scenarios are not compared: no baseline for {in_a_row(map(in_words, criteria))}"
    ),
    "not-counted": uncounted,
    "not-in-all": lambda names: f"left out across scenarios, for not being in all of them: {listed(names)}",
    "not-measured": _not_measured,
    "outliers": lambda alternatives: f"a run of {listed(alternatives)} lies far from the others",
    "overridden": _overridden,
    "published": _published,
    "reversal": _reversal,
    "sizes": _sizes,
    "skewness": _skewness,
    "twin": _twin,
    "unequal": _unequal,
    "unknown-scenarios": _unknown_scenarios,
}
"""What was found; a check that is not here tried other ways of deciding."""

_ADVICE: dict[str, str | Callable[..., str]] = {
    "alone": "compare it with the baseline: --include-baseline",
    "baseline": lambda ways, **_: (
        "rank the baseline too: --include-baseline" if ways[0][0][0] == "with" else ""
    ),
    "blocks": "repeat the measurement in another block",
    "confidence": "make more runs, or use the index relative, which is positive whatever the noise",
    "digits": lambda cells, **_: "print more digits of what the choice hangs on" if cells else "",
    "disturbed": "repeat them undisturbed",
    "extremes": "compare runs of equal length, and rank by a percentile where there is one",
    "harness": "two harnesses do not run the same transactions; measure all alternatives with one",
    "index": _SAY_INDEX,
    "index-mixed": _SAY_INDEX,
    "index-rule": lambda near, **_: _SAY_INDEX if near else "",
    "merits": (
        "say what a unit of benefit is worth in units of cost; `marginal` lists the choice for every worth"
    ),
    "noise": "check that they are runs, and not one run copied",
    "outliers": "find out what disturbed it, and repeat it if it was not the alternative's own doing",
    "published": "the raw numbers were used; correct whichever is wrong",
    "response-statistic": "say which response time matters: --response-stat, or a study",
    "reversal": "compare only alternatives that could be chosen",
    "saving": lambda ways, **_: (
        f"a ratio tells the saving against the original, and {ways[0][0][1]} has a ratio itself; give bytes"
    ),
    "sizes": "the ratio was used; correct or leave out whichever is wrong",
    "skewness": "look at the runs; more of them help",
    "statistic": "look at the runs",
    "twin": lambda leader, **_: "" if leader is None else "measure longer, or on a quieter machine",
    "unequal": lambda most, **_: f"make more runs of {most}",
}
