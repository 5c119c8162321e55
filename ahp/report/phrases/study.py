"""What is said of what was asked and read and how it was reckoned: criteria, judgments, columns, method."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from shlex import join, quote
from typing import TYPE_CHECKING, Any

from ahp.errors import listed, quoted
from ahp.printing import in_a_row, printable
from ahp.report.numbers import consistency, index_percent, ratio, share
from ahp.report.phrases.grammar import capital, in_words, joined, sentence
from ahp.terms import ACCEPTABLE

if TYPE_CHECKING:
    from ahp.report.documents.decision import (
        DecisionDocument,
        InspectedDocument,
        JudgedDocument,
        JudgmentsDocument,
        StudyDocument,
        UncountedDocument,
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


def contradict(study: StudyDocument) -> str | None:
    """Return that judgments contradict each other; None where they do so no more than is accepted."""
    judged = [*study["judgments"], *study.get("judged", [])]
    if not any((one["consistency_ratio"] or 0) > ACCEPTABLE for one in judged):
        return None
    return f"Note: judgments contradict each other, their consistency ratio is above {ACCEPTABLE}."


def _contradiction(one: InspectedDocument) -> str:
    return (
        f"{printable(one['first'])} over {printable(one['second'])} is {ratio(one['judgment'])}, the other "
        f"judgments say {ratio(one['consistent'])}, which would make it {share(one['ratio'])}"
    )


def over_criteria(judged: JudgmentsDocument) -> str:
    """Return what stands above the judgments over criteria: how consistent they are."""
    figures = consistency(judged["lambda_max"], judged["consistency_index"], judged["consistency_ratio"])
    return f"Judgments over the criteria: {figures}"


def under_criterion(one: JudgedDocument) -> str:
    """Return what stands above the judgments under a criterion: whose mean it is, and how consistent."""
    ratios = one["consistency_ratio"]
    known = "" if ratios is None else f": CI = {one['consistency_index']:.4f}, CR = {ratios:.4f}"
    mean = f", the mean of {len(one['participants'])} participants" if one["participants"] else ""
    return f"Judgments under {one['criterion']}{mean}{known}"


WITHOUT_BASELINE = "value, as nothing is a baseline"

_NAMED = 3


def as_asked(index: str) -> str:
    """Return that the index is the one that was asked for."""
    return f"{index}, as asked"


def positive(index: str) -> str:
    """Return that the index is positive for all, as the rule wants it."""
    return f"{index}, positive for every alternative"


def relative_because(index: str, failing: Sequence[tuple[str, float]]) -> str:
    """Return that everything counts relative to the baseline, for an index is not positive.

    Examples
    --------
    >>> relative_because("improvement", [("lz4", -0.02), ("zle", 0.0)])
    'relative, for lz4 (−2.00 %) and zle (0 %) gain nothing over the baseline'
    """
    shown = [f"{name} ({index_percent(value)})" for name, value in failing[:_NAMED]]
    shown += [f"{len(failing) - _NAMED} more"] if len(failing) > _NAMED else []
    does = "s" if len(shown) == 1 else ""
    lacks = f"add{does} nothing to" if index == "overhead" else f"gain{does} nothing over"
    return f"relative, for {in_a_row(shown)} {lacks} the baseline"


def not_positive(index: str, failing: Sequence[tuple[str, float]]) -> str:
    """Return of whom an index is not positive."""
    shown = ", ".join(f"{name}'s {index} is {index_percent(value)}" for name, value in failing[:_NAMED])
    more = len(failing) - _NAMED
    return f"{shown} (and {more} more)" if more > 0 else shown


MOST_COLUMNS = 8
"""Columns of one kind that a sentence names; of more it tells how many."""

_PASTED = 77  # columns of a line that is to be pasted, without what continues it
_OPTION = 24
_WORDS = 40
_WAYS = {"lower": "less is better", "higher": "more is better"}


def not_counted(document: DecisionDocument, most: int = MOST_COLUMNS) -> list[str]:
    """Return which columns do not count and how they would, and below it the command that counts them.

    At most so many of a kind are named.
    """
    found = document.get("not_counted")
    if found is None:
        return []
    columns, options, command = found["columns"], found["options"], found["command"]
    if command is None:
        return by_options(document, most)
    return [f"{capital(_told(columns, most))}{_instance(columns, options)}:", *_pasteable(command)]


def by_options(document: DecisionDocument, most: int = MOST_COLUMNS) -> list[str]:
    """Return which columns do not count and the options by which they would, in one sentence."""
    found = document.get("not_counted")
    return [] if found is None else [sentence(uncounted(found["columns"], found["options"], most))]


def in_a_line(document: DecisionDocument) -> list[str]:
    """Return how many columns do not count and one option that would count one, within a line."""
    found = document.get("not_counted")
    if found is None:
        return []
    number = len(found["columns"])
    told = f"Not counted: {number} {'column' if number == 1 else 'columns'}"
    if not any(map(_may_change, found["columns"])):
        return [f"{told}: --explain"]
    option = join(found["options"][:2]) or "--benefit or --cost"
    how = f"as by {option}" if len(option) <= _OPTION else "see --explain"
    return [f"{told}; they may change the choice, {how}"]


def uncounted(columns: Sequence[UncountedDocument], options: Sequence[str], most: int = MOST_COLUMNS) -> str:
    """Return which columns do not count, and the options by which they would."""
    ways, told = [one for one in columns if _could_count(one)], _told(columns, most)
    if not ways:
        return told
    if options:
        return f"{told}{_instance(columns, options) or ','} by {join(options)}"
    column = quote(ways[0]["column"]) if len(ways) == 1 else "COLUMN"
    known = {"--benefit" if one["better"] == "higher" else "--cost" for one in ways if one["better"]}
    if len(known) == 1 and all(one["better"] for one in ways):
        return f"{told}, by {known.pop()} {column}"
    if known:
        return f"{told}, by --benefit {column} or --cost {column}"
    return f"{told}, by --benefit {column} (more is better) or --cost {column} (less is better)"


def _instance(columns: Sequence[UncountedDocument], options: Sequence[str]) -> str:
    """Return that the options count some of the columns only, where it is so."""
    return ", for instance" if len(options) < 2 * sum(map(_could_count, columns)) else ""


def _could_count(column: UncountedDocument) -> bool:
    return column["holds"] == "number" and column["of_all"] and not column["same"]


def _may_change(column: UncountedDocument) -> bool:
    return _could_count(column) and not column.get("agrees")


def _told(columns: Sequence[UncountedDocument], most: int) -> str:
    held: dict[str, list[UncountedDocument]] = {}
    for one in columns:
        held.setdefault(one["holds"], []).append(one)
    # Those of which the way is known first: `vmaf, memory (less is better)` may be taken for both.
    numbers = sorted(held.get("number", []), key=lambda one: one["better"] is None)
    shown = ", ".join(map(_shown, numbers[:most]))
    told = [f"{shown} and {len(numbers) - most} more" if len(numbers) > most else shown] * bool(numbers)
    told += [f"{quoted(one['column'])} ({one['repeats']} again)" for one in held.get("again", [])[:most]]
    if statistics := [one["column"] for one in held.get("statistic", [])]:
        told.append(f"{listed(statistics, min(4, most))}, of runs and how they scatter")
    if words := [one["column"] for one in held.get("words", [])]:
        told.append(f"{listed(words, most if most < MOST_COLUMNS else _WORDS)}, not read")
    if "row number" in held:
        told.append("'#', which numbers the rows")
    counting = [one["column"] for one in columns if _could_count(one)]
    ways = [one["column"] for one in columns if _may_change(one)] or counting
    if ways:
        them = "the numbers" if len(told) > 1 else "them"
        if len(ways) == 1:
            them = "it" if len(numbers) == len(told) == 1 else quoted(ways[0])
        does = "may change" if any(map(_may_change, columns)) else "does not change"
        told.append(f"counting {them} {does} the choice")
    return f"not counted: {'; '.join(told)}"


def _shown(column: UncountedDocument) -> str:
    """Return a column with what is known of it: which way it is better, and whether it could count."""
    name = quoted(column["column"])
    if column["same"] and column["of_all"]:
        return f"{name} (the same for all)"
    known = [_WAYS[column["better"]]] if column["better"] else []
    known += [] if column["of_all"] else ["missing or 0 for some"]
    return f"{name} ({'; '.join(known)})" if known else name


def _pasteable(command: Sequence[str]) -> list[str]:
    r"""Return a command in lines that a terminal takes together, each within the width.

    Examples
    --------
    >>> _pasteable(["ahp-rank", f"{'a' * 60}.csv", "--cost", "Peak RAM (MB)"])[1]
    "  --cost 'Peak RAM (MB)'"
    """
    parts: list[list[str]] = []  # each an option with its value
    for word in command:
        if parts and parts[-1][0].startswith("--") and len(parts[-1]) == 1 and not word.startswith("--"):
            parts[-1].append(word)
        else:
            parts.append([word])
    lines: list[str] = []
    for part in map(join, parts):
        if lines and len(lines[-1]) + len(part) < _PASTED:
            lines[-1] += f" {part}"
        else:
            lines.append(f"  {part}" if lines else part)
    return [*(f"{line} \\" for line in lines[:-1]), *lines[-1:]]


REFERENCES = {
    "Alonso & Lamata 2006": "J. A. Alonso and M. T. Lamata, Consistency in the analytic hierarchy process: a "
    "new approach. International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 14.",
    "Bernhard & Canada 1990": "R. H. Bernhard and J. R. Canada, Some problems in using benefit/cost ratios "
    "with the analytic hierarchy process. The Engineering Economist 36.",
    "Lahdelma & Salminen 2001": "R. Lahdelma and P. Salminen, SMAA-2: stochastic multicriteria acceptability "
    "analysis for group decision making. Operations Research 49.",
    "Mareschal 1988": "B. Mareschal, Weight stability intervals in multicriteria decision aid. European "
    "Journal of Operational Research 33.",
    "Saaty 1977": "T. L. Saaty, A scaling method for priorities in hierarchical structures. Journal of "
    "Mathematical Psychology 15.",
    "Saaty 1980": "T. L. Saaty, The Analytic Hierarchy Process. McGraw-Hill.",
    "Suharjito & Kurnadi 2017": "Suharjito and A. B. Kurnadi, OLTP performance improvement using "
    "file-systems layer compression. Jurnal Teknologi.",
    "Triantaphyllou & Sánchez 1997": "E. Triantaphyllou and A. Sánchez, A sensitivity analysis approach for "
    "some deterministic multi-criteria decision-making methods. Decision Sciences 28.",
    "Wedley, Choo & Schoner 2001": "W. C. Wedley, E. U. Choo and B. Schoner, Magnitude adjustment for AHP "
    "benefit/cost ratios. European Journal of Operational Research 133.",
}
"""What the method of every decision goes back to, by author and year."""


def references() -> list[str]:
    """Return the sources of the method, each behind its author and year."""
    return [f"{key}: {reference}" for key, reference in REFERENCES.items()]


def steps(document: DecisionDocument) -> list[str]:
    """Return how a decision was reckoned, a paragraph for each step, from the runs to the confidence."""
    told = [
        f"Runs: where one number for an alternative and a measure is needed it is the "
        f"{document['statistic'].replace('-', ' ')} of its runs; intervals are from the runs themselves.",
        "Index: each measure becomes a positive number that grows with its merit. With r the value over that "
        "of the baseline (its inverse where lower is better) improvement and overhead are r − 1, relative is "
        "r, and saving is 1 − 1/ratio; the rule that chooses among them is published (Suharjito & Kurnadi "
        "2017), and the table of criteria says which was used and why.",
        f"Priorities: of the matrix of the ratios of an index, by the {document['method']} method (Saaty "
        f"1977); its consistency ratio is CI / RI with the random index of {document['random_index']} "
        "(Alonso & Lamata 2006, unless another is named).",
        "Merits: benefit and cost are weighted sums of priorities over the criteria of each, summing to 1 "
        "over the alternatives. They are kept apart and then divided (Saaty 1980): the order of the "
        "quotients has meaning, the value 1 has none (Wedley, Choo & Schoner 2001).",
        "Weights: one moves, the others of its merit keep their proportions (Mareschal 1988); the smallest "
        "change of one alone is that of Triantaphyllou & Sánchez 1997. Shares of all weights: Lahdelma & "
        "Salminen 2001. What a unit of benefit is worth: Bernhard & Canada 1990.",
    ]
    sure = [s["confidence"] for s in document["scenarios"]]
    found = next((entry for entry in sure if entry is not None and entry["method"]), None)
    if found is not None:
        told.append(
            f"Confidence: the same reckoning over {found['resamples']} draws of what the runs leave open "
            f"({found['method']}), at {100 * (found['level'] or 0):g} %."
        )
    return told


def made(document: Mapping[str, Any]) -> str:
    """Return what made a document."""
    return f"{made_with(document)}."


def made_with(document: Mapping[str, Any]) -> str:
    """Return what made a document, as a sentence begins."""
    return f"Made with ahp {document['version']}, document {document['schema']}"


def provenance(document: DecisionDocument) -> list[str]:
    """Return what made a decision, and what it takes to make it again, a sentence each."""
    study = document["study"]
    facts = [
        ("made with", f"ahp {document['version']}, document {document['schema']}"),
        ("baseline", "none needed" if study["baseline"] is None else study["baseline"]),
        ("index asked for", study["index"]),
    ]
    seeds = {str(s["confidence"]["seed"]) for s in document["scenarios"] if s["confidence"] is not None}
    known = sorted(seed for seed in seeds if seed != "None")
    if known:
        facts.append(("seed of the draws", ", ".join(known)))
    return [f"{capital(name)}: {said}." for name, said in facts]
