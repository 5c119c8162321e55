"""Comparisons, histories and their parts as documents, for the tests of the reports."""


def moment(choose="lz4", lz4=2.0, zle=1.0, scenario="nightly", **changed):
    found = {"scenario": scenario, "choose": [choose], "by": "benefit_to_cost", "verdict": "decisive"}
    found |= {"benefit": {"lz4": 0.6, "zle": 0.4}, "cost": {"lz4": 0.5, "zle": 0.5}}
    return found | {"benefit_to_cost": {"lz4": lz4, "zle": zle}} | changed


def document(*moments, change_points=(), **changed):
    entries = [
        {"entry": number, "name": f"{number}.json", "time": None, "study": []}
        | {"scenarios": [found] if isinstance(found, dict) else list(found)}
        for number, found in enumerate(moments, 1)
    ]
    found = {"schema": "ahp.history/1", "version": "0.1.0", "order": "name", "false_alarms": 0.01}
    return found | {"entries": entries, "change_points": list(change_points), "choices": []} | changed


def point(entry, alternative="lz4", merit="benefit_to_cost", before=2.0, now=1.0, scenario="nightly"):
    found = {"scenario": scenario, "alternative": alternative, "merit": merit, "entry": entry}
    return found | {"name": f"{entry}.json", "before": before, "now": now, "change": now / before - 1.0}


def measure(alternative="a", criterion="throughput", **changed):
    found = {"alternative": alternative, "criterion": criterion, "measure": criterion, "unit": "1/s"}
    found |= {"before": 100.0, "now": 70.0, "change": -0.3, "interval": [-0.35, -0.24]}
    return found | {"better": False, "beyond_noise": True} | changed


def scenario(name="nightly", **changed):
    found = {"scenario": name, "previous": ["a"], "present": ["b"], "changed": True, "beyond_noise": True}
    found |= {"reason": "a was first and b is now", "only_before": [], "only_now": []}
    return found | {"measures": [measure()], "worse": []} | changed


def changes(*scenarios, **changed):
    found = {"file": "previous.json", "sha256": "0" * 64, "level": 0.95, "noise": 0.05}
    found |= {"changed": any(s["beyond_noise"] for s in scenarios), "study": [], "scenarios": list(scenarios)}
    return found | {"only_before": [], "only_now": []} | changed
