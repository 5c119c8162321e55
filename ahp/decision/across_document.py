"""The part of a document that speaks of all scenarios together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.decision.scrutiny_document import nearest_document

if TYPE_CHECKING:
    from ahp.decision.across import Across, Rule
    from ahp.decision.across_shares import Numbers
    from ahp.report.across_documents import AcrossDocument, RuleDocument


def across_document(across: Across) -> AcrossDocument:
    """Return `across_scenarios` of a decision's document."""
    names, unknown = across.alternatives, across.unknown_margin

    def named(shares: Numbers | None) -> dict[str, float] | None:
        return None if shares is None else dict(zip(names, shares, strict=True))

    def rule(found: Rule) -> RuleDocument:
        return {
            "choose": found.choose,
            "values": dict(zip(names, found.values, strict=True)),
            "best": named(found.best),
        }

    return {
        "alternatives": list(names),
        "weights": dict(zip(across.scenarios, across.weights, strict=True)),
        "values": {
            scenario: dict(zip(names, row, strict=True))
            for scenario, row in zip(across.scenarios, across.values, strict=True)
        },
        "never_worse": list(across.never_worse),
        "never_worse_open": list(across.never_worse_open),
        "dominated": list(across.dominated),
        "never_worse_share": named(across.never_worse_share),
        "dominated_share": named(across.dominated_share),
        "maximin": rule(across.maximin),
        "minimax_regret": rule(across.minimax_regret),
        "expected": rule(across.expected),
        "hurwicz": [
            {"from": s.start, "to": s.end, "choose": s.choose, "best": named(s.best)} for s in across.hurwicz
        ],
        "recommended": {
            "known": dict(across.known),
            "unknown": across.unknown,
            "because": across.because,
            "best": named(across.unknown_share),
            "margin": None
            if unknown is None
            else {"scenario": unknown.scenario, **nearest_document(unknown)},
        },
        "trends": [
            {
                "attribute": trend.attribute,
                "criterion": trend.criterion,
                "scenarios": list(trend.scenarios),
                "points": {name: [list(point) for point in line] for name, line in trend.points},
                "directions": dict(zip(names, trend.directions, strict=True)),
                "best": named(trend.best),
            }
            for trend in across.trends
        ],
    }
