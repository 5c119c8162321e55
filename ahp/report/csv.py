"""The rankings as one table, a row for each scenario and alternative."""

from __future__ import annotations

import csv
import io

from ahp.report.documents import DecisionDocument
from ahp.report.wording import places


def render_csv(document: DecisionDocument) -> str:
    """Return CSV at full precision: rank, merits, and by criterion what was measured, index and priority."""
    names = [criterion["name"] for criterion in document["study"]["criteria"]]
    columns = ["scenario", "alternative", "rank", "benefit", "cost", "benefit_to_cost"]
    columns += [f"{kind}_{name}" for name in names for kind in ("measured", "unit", "value", "priority")]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for scenario in document["scenarios"]:
        for name, place in places(scenario).items():
            row: dict[str, object] = {
                "scenario": scenario["scenario"],
                "alternative": name,
                "rank": place,
            }
            for merit in ("benefit", "cost", "benefit_to_cost"):
                numbers = scenario[merit]
                row[merit] = "" if numbers is None else repr(numbers[name])
            for criterion in scenario["criteria"]:
                row[f"measured_{criterion['name']}"] = repr(criterion["measured"][name])
                row[f"unit_{criterion['name']}"] = criterion["unit"]
                row[f"value_{criterion['name']}"] = repr(criterion["values"][name])
                row[f"priority_{criterion['name']}"] = repr(criterion["priorities"][name])
            writer.writerow(row)
    return out.getvalue()
