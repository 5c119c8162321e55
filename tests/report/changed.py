"""A comparison as its document, for the tests of the reports."""


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
