"""How the parts of a decision show themselves in a notebook, each as one table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ahp.notebook import lines_html, table_html
from ahp.report.numbers import floored, measured, percent, probability, quotient, share

if TYPE_CHECKING:
    from ahp.report.across_documents import AcrossDocument
    from ahp.report.documents import ConfidenceDocument, CriterionDocument, FindingDocument, MarginDocument

_NONE = "–"


def confidence_html(found: ConfidenceDocument) -> str:
    """Return the verdict, and for each alternative what the runs leave open, the likeliest first."""
    winner = found["winner"] or _NONE
    best, sets, intervals = found["best"], found["rank_sets"], found["intervals"]
    if best is None or sets is None or intervals is None:
        facts = [("verdict", found["verdict"]), ("winner", winner)]
        if found["left_out"] and found["resamples"]:
            facts.append(("draws left out", probability(found["left_out"] / found["resamples"])))
        return table_html("Confidence", (), facts)
    by, more = found["by"], found["more_runs"] or {}
    show = quotient if by == "benefit_to_cost" else share
    ends = intervals[by]  # type: ignore[literal-required]
    level = f"{100 * (found['level'] or 0):g} %"
    heads = ["alternative", "first", f"ranks, {level}", f"{by}, {level}", "more runs"]
    rows = [
        [
            name,
            probability(chance),
            " to ".join(map(str, dict.fromkeys(sets[name]))),
            " to ".join(map(show, ends[name])),
            str(more.get(name, _NONE)),
        ]
        for name, chance in sorted(best.items(), key=lambda entry: -entry[1])
    ]
    caption = f"{found['verdict']}, over {found['resamples']} draws"
    return table_html(caption if found["winner"] is None else f"{winner}: {caption}", heads, rows)


def criterion_html(found: CriterionDocument) -> str:
    """Return what was measured, the index that it became, and the priority that this gives."""
    is_change = found["index"] in ("saving", "improvement", "overhead")
    rows = [
        [
            name,
            measured(found["measured"][name], found["unit"]),
            percent(value) if is_change else f"{value:.4g}",
            share(found["priorities"][name]),
        ]
        for name, value in found["values"].items()
    ]
    heads = ("alternative", found["measure"], found["index"], "priority")
    weight = f"{found['merit']}, weight {share(found['weight'])}"
    return table_html(f"{found['name']} ({weight})", heads, rows) + lines_html([f"Index: {found['reason']}."])


def margin_html(found: MarginDocument) -> str:
    """Return how far each measurement may move before another is first, the nearest on top."""
    moving = [(abs(c["change"]), c) for c in found["all"] if c["change"] is not None]
    rows = [
        [c["measure"], c["alternative"], percent(c["change"] or 0.0), c["challenger"] or _NONE]
        for _, c in sorted(moving, key=lambda pair: pair[0])
    ]
    noise = f"Noise of up to {floored(100 * found['noise_95'])} % in every number leaves it first"
    return table_html(
        f"What would change the choice of {found['winner']}", ("measure", "of", "change", "then first"), rows
    ) + lines_html([f"{noise} at least 95 % of the time."])


def findings_html(found: Iterable[FindingDocument]) -> str:
    """Return findings, a line each, what flips the choice before what holds."""
    order = {"withheld": 0, "flips": 1, "warns": 2, "holds": 3}
    return lines_html(
        f"{f['verdict']} ({f['check']}): {f['detail']}" + (f"; {f['advice']}." if f["advice"] else ".")
        for f in sorted(found, key=lambda f: order[f["verdict"]])
    )


def across_html(found: AcrossDocument, by: str) -> str:
    """Return the values that scenarios are compared by, and what is said over all of them."""
    from ahp.report.across_tables import values_table
    from ahp.report.across_wording import choices, rules

    values = values_table(found, by)
    heads = ["alternative", *values.heads[1:]]
    shown = table_html(f"Across scenarios: {values.heads[0]}", heads, values.rows)
    return shown + lines_html([*choices(found, {}), *rules(found, by)])
