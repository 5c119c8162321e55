"""The rankings as one table, a row for each scenario and alternative."""

from __future__ import annotations

from ahp.report.documents.changes import ScenarioChangeDocument
from ahp.report.documents.decision import DecisionDocument
from ahp.report.phrases.scenario import places
from ahp.report.spreadsheets import to_csv


def render_csv(document: DecisionDocument) -> str:
    """Return CSV at full precision: rank, merits, and by criterion what was measured, index and priority.

    Beside a previous decision there are also who was first there, and by criterion what was measured then,
    the change since, and its interval. Text that a spreadsheet would run as a formula has a quote before it.
    """
    names = [criterion["name"] for criterion in document["study"]["criteria"]]
    columns = ["scenario", "alternative", "rank", "benefit", "cost", "benefit_to_cost"]
    columns += [f"{kind}_{name}" for name in names for kind in ("measured", "unit", "value", "priority")]
    changes = document["changes"]
    if changes is not None:
        columns += ["first_before", "changed", "beyond_noise"]
        columns += [f"{kind}_{name}" for name in names for kind in _CHANGES]
    since = {} if changes is None else {found["scenario"]: found for found in changes["scenarios"]}
    rows: list[list[object]] = [[*columns]]
    for scenario in document["scenarios"]:
        for name, place in places(scenario).items():
            row: dict[str, object] = {"scenario": scenario["scenario"], "alternative": name, "rank": place}
            for merit in ("benefit", "cost", "benefit_to_cost"):
                numbers = scenario[merit]
                row[merit] = "" if numbers is None else repr(numbers[name])
            for criterion in scenario["criteria"]:
                row[f"measured_{criterion['name']}"] = repr(criterion["measured"][name])
                row[f"unit_{criterion['name']}"] = criterion["unit"]
                row[f"value_{criterion['name']}"] = repr(criterion["values"][name])
                row[f"priority_{criterion['name']}"] = repr(criterion["priorities"][name])
            if scenario["scenario"] in since:
                row |= _since(since[scenario["scenario"]], name)
            rows.append([row.get(column, "") for column in columns])
    return to_csv(rows)


_CHANGES = ("before", "change", "low", "high")


def _since(scenario: ScenarioChangeDocument, name: str) -> dict[str, str]:
    """Return the cells that tell what changed in a scenario, and how the measures of an alternative did."""
    beyond = scenario["beyond_noise"]
    cells = {
        "first_before": "; ".join(scenario["previous"]),
        "changed": str(scenario["changed"]).lower(),
        "beyond_noise": "" if beyond is None else str(beyond).lower(),
    }
    for measure in scenario["measures"]:
        if measure["alternative"] == name:
            numbers = [measure["before"], measure["change"], *(measure["interval"] or [])]
            for kind, number in zip(_CHANGES, numbers, strict=False):
                cells[f"{kind}_{measure['criterion']}"] = repr(number)
    return cells
