"""A comparison as its document, for the tests of the reports."""


def measure(alternative="a", criterion="throughput", **changed):
    found = {
        "alternative": alternative,
        "criterion": criterion,
        "measure": criterion,
        "unit": "1/s",
        "before": 100.0,
        "now": 70.0,
        "change": -0.3,
        "interval": [-0.35, -0.24],
        "better": False,
        "beyond_noise": True,
    }
    return found | changed


def scenario(name="nightly", **changed):
    found = {
        "scenario": name,
        "previous": ["a"],
        "present": ["b"],
        "changed": True,
        "beyond_noise": True,
        "reason": "a was first and b is now",
        "only_before": [],
        "only_now": [],
        "measures": [measure()],
        "worse": [],
    }
    return found | changed


def changes(*scenarios, **changed):
    found = {
        "file": "previous.json",
        "sha256": "0" * 64,
        "level": 0.95,
        "noise": 0.05,
        "changed": any(s["beyond_noise"] for s in scenarios),
        "study": [],
        "scenarios": list(scenarios),
        "only_before": [],
        "only_now": [],
    }
    return found | changed
