"""What a choice gains and loses against the baseline, and what else hangs on it: offset, worth, weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ahp.printing import in_a_row, printable
from ahp.report.names import name_within
from ahp.report.numbers import edge, percent
from ahp.report.phrases.grammar import in_words, said_apart

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        CriterionDocument,
        DecisionDocument,
        PessimismDocument,
        ScenarioDocument,
        SpanDocument,
    )

_TIMES = ("compression_time", "decompression_time")
_HEADS = {
    "storage_saving": "space",
    "throughput": "tput",
    "compression_speed": "compress",
    "decompression_speed": "decompress",
}


def gains(document: DecisionDocument, scenario: ScenarioDocument) -> list[str]:
    """Return what each first choice gains and loses against the baseline, a sentence for each."""
    found = []
    for first, changes in against_baseline(document, scenario):
        if changes is None:
            found.append(f"{printable(first)} is the baseline itself.")
        elif changes:
            parts = [change_of(criterion, change) for criterion, change in changes]
            found.append(f"{printable(first)} against {baseline_of(document)}: {', '.join(parts)}.")
    return found


def baseline_of(document: DecisionDocument) -> str:
    """Return what the baseline is called; of space alone that is what was given, where none is named."""
    baseline = document["study"]["baseline"]
    if baseline is not None:
        return printable(baseline)
    changed = {
        criterion["name"]: criterion["space"]
        for scenario in document["scenarios"]
        for criterion in scenario["criteria"]
        if any(criterion["name"] in changes for changes in scenario["against_baseline"].values())
    }
    return "what was given" if all(changed.values()) else "the baseline"


def against_baseline(
    document: DecisionDocument, scenario: ScenarioDocument
) -> Iterator[tuple[str, list[tuple[CriterionDocument, float]] | None]]:
    """Yield each first choice with its change in each criterion; None for the baseline itself."""
    for first in scenario["choose"]:
        changes = scenario["against_baseline"].get(first, {})
        if first == document["study"]["baseline"]:
            yield first, None
        else:
            yield first, [(c, changes[c["name"]]) for c in scenario["criteria"] if c["name"] in changes]


def change_of(criterion: CriterionDocument, change: float) -> str:
    """Return a change against the baseline in a few words, as `throughput +3.0 %`."""
    if criterion["space"] and criterion["merit"] == "benefit":
        return f"stores {percent(abs(change)).lstrip('+')} {'less' if change >= 0 else 'more'}"
    return f"{name_of(criterion)} {percent(change)}"


def name_of(criterion: CriterionDocument) -> str:
    """Return what a criterion measures as one would say it: `CPU`, `p99 response time`."""
    by_measure = criterion["measure"] in _TIMES or criterion["name"] in ("storage_saving", "response_time")
    return in_words(printable(criterion["measure" if by_measure else "name"]))  # which several serve


def short_name_of(criterion: CriterionDocument) -> str:
    """Return the same as the heading of a narrow column: `p99 resp`, `tput`."""
    name = name_of(criterion).replace("response time", "resp").replace("maximum", "max")
    return _HEADS.get(criterion["name"]) or name_within(name, 14)


def title_of(criterion: CriterionDocument) -> str:
    """Return what a criterion is called at the head of a row or a column: `space`, `p99 response time`."""
    return "space" if criterion["name"] == "storage_saving" else name_of(criterion)


def titles_of(criteria: Iterable[CriterionDocument]) -> dict[str, str]:
    """Return what criteria are called at the heads of rows and columns, by their names."""
    return said_apart({criterion["name"]: title_of(criterion) for criterion in criteria})


_SELDOM = 0.0005  # is printed as 0.0 %
_SAVING = "space_saving"
_GAINS = ("throughput_improvement", "response_time_improvement", "cpu_overhead")
_ENDS = {"s0": "scored by gains", "s1": "scored by totals"}


def measure_of(scenario: ScenarioDocument, criterion: CriterionDocument) -> str:
    """Return what a criterion measures; beside others of that measure, with what it is called itself."""
    same = [c for c in scenario["criteria"] if in_words(c["measure"]) == in_words(criterion["measure"])]
    said = in_words(printable(criterion["measure"]))
    return said if len(same) == 1 else f"{said} ({titles_of(scenario['criteria'])[criterion['name']]})"


def is_printed_index(criterion: CriterionDocument) -> bool:
    """Say whether a measure is an index as it was printed: a change of it is one of what it stands for."""
    return criterion["measure"] in (*_GAINS, _SAVING)


def moved(criterion: CriterionDocument, name: str, change: float) -> str | None:
    """Return from what to what a measurement moves by a relative change; None for one that is not shown.

    A printed saving s stands for the ratio 1 / (1 - s), and a printed improvement or overhead g for 1 + g; it
    is these that change. The end is rounded outward: who types it in finds the change.

    Examples
    --------
    >>> saving = {"measure": "space_saving", "unit": "%", "measured": {"a": 50.0}}
    >>> moved(saving, "a", -0.2)  # from a ratio of 2 to one of 1.6
    '50 to 37.5 %'
    >>> moved({"measure": "duration", "unit": "s", "measured": {"a": 32045.0}}, "a", -0.481)
    '32045 to 16631 s'
    """
    ends = ends_of(criterion, name, change)
    if ends is None:
        return None
    now, then, unit = ends
    return f"{four_digits(now)} to {four_digits(then)}{f' {unit}' if unit else ''}"


def ends_of(criterion: CriterionDocument, name: str, change: float) -> tuple[float, float, str] | None:
    """Return from what to what a measurement moves by a relative change, and the unit; as :func:`moved`."""
    now = criterion["measured"].get(name)
    if now is None:
        return None
    whole = 100.0 if criterion["unit"] == "%" else 1.0
    if criterion["measure"] == _SAVING:
        then = whole - (whole - now) / (1.0 + change)
    elif criterion["measure"] in _GAINS:
        then = (whole + now) * (1.0 + change) - whole
    else:
        then = now * (1.0 + change)
    return now, then, criterion["unit"]


def four_digits(value: float) -> str:
    """Return a number with four digits, or with all before the point if these are a few more."""
    return f"{value:.0f}" if 1e4 <= abs(value) < 1e10 else f"{value:.4g}"


def beyond(scenario: ScenarioDocument) -> list[str]:
    """Return what other questions would choose, a sentence each; none where it is the same."""
    return [*_offset(scenario), *_marginal(scenario), *_weight_space(scenario), *_regions(scenario)]


def _offset(scenario: ScenarioDocument) -> list[str]:
    crossings = [
        f"at {100 * entry['s']:.1f} % of the way {printable(entry['to'])} replaces "
        f"{printable(entry['from'])}, storage as its {entry['storage']}"
        for entry in scenario["offset"]
    ]
    if not crossings:
        return []
    return [f"Scored by gains over the baseline, then by totals: {'; '.join(crossings)}."]


def _marginal(scenario: ScenarioDocument) -> list[str]:
    """Return who is chosen by what a unit of benefit is worth, at each end of s where that can be had."""
    marginal = scenario["marginal"]
    ends = [(_ENDS[key], spans) for key, spans in (("s0", marginal["s0"]), ("s1", marginal["s1"])) if spans]
    if len({span["choose"] for _, spans in ends for span in spans}) < 2:
        return []
    return [
        f"By what a unit of benefit is worth to you in units of cost ({said}): {spoken(spans)}."
        for said, spans in ends
    ]


def spoken(spans: Sequence[SpanDocument] | Sequence[PessimismDocument]) -> str:
    """Return choices along a number in words.

    Examples
    --------
    >>> spoken([{"from": 0.0, "to": None, "choose": "a"}])
    'always a'
    >>> spoken([{"from": 0.0, "to": 0.5, "choose": "a"}, {"from": 0.5, "to": None, "choose": "b"}])
    'a up to 0.500, then b'
    """
    if len(spans) == 1:
        return f"always {printable(spans[0]['choose'])}"
    parts = [f"{printable(span['choose'])} up to {edge(after['from'])}" for span, after in pairwise(spans)]
    return f"{', '.join(parts)}, then {printable(spans[-1]['choose'])}"


def _weight_space(scenario: ScenarioDocument) -> list[str]:
    found = scenario["weight_space"]
    if found is None:
        return []
    first = {name: shares[0] for name, shares in found["acceptability"].items() if shares[0] >= _SELDOM}
    if len(first) < 2:
        return []
    ordered = sorted(first.items(), key=lambda entry: -entry[1])
    (leader, most), *others = ordered
    told = "".join(f", {printable(name)} for {100 * share:.1f} %" for name, share in others)
    return [
        f"Without an opinion on the weights: {printable(leader)} wins for {100 * most:.1f} % of all possible "
        f"weights{told}."
    ]


def _regions(scenario: ScenarioDocument) -> list[str]:
    """Return where it is drawn who is first by which weights; nothing where one edge tells it all."""
    found = []
    for entry in scenario["winner_regions"]:
        if len(entry["regions"]) > 2 or len(entry["criteria"]) > len(entry["regions"]) > 1:
            names = in_a_row([in_words(printable(name)) for name in entry["criteria"]])
            found.append(f"Who is first by which weights of {names} is drawn by the figure regions.")
    return found


def corners(polygon: Sequence[Sequence[float]]) -> str:
    """Return the corners of a region of weights.

    Examples
    --------
    >>> corners([[1.0, 0.0], [0.25, 0.75]])
    '1/0 and 0.25/0.75'
    """
    shown = ["/".join(f"{weight:.3f}".rstrip("0").rstrip(".") for weight in corner) for corner in polygon]
    return in_a_row(shown)
