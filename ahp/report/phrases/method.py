"""What is said of how a decision was reckoned: step by step, by whose methods, and what made it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ahp.report.phrases.grammar import capital

if TYPE_CHECKING:
    from ahp.report.documents.decision import DecisionDocument

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
