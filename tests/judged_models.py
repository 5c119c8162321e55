"""Merits and a network, as a file holds them, for tests of every floor."""

SERVICE = {
    "goal": "run a service",
    "alternatives": ["cloud", "own", "mixed"],
    "weights": {"benefit": 3, "cost": 2, "risk": 1},
    "merits": {
        "benefit": {
            "judgments": [["speed", "ease", 2]],
            "children": {
                "speed": {"judgments": [["cloud", "own", 2], ["cloud", "mixed", "1/2"], ["mixed", "own", 3]]},
                "ease": {"judgments": [["cloud", "own", 4], ["cloud", "mixed", 2], ["mixed", "own", 3]]},
            },
        },
        "cost": {"values": {"cloud": 120_000, "own": 70_000, "mixed": 150_000}},
        "risk": {"judgments": [["own", "cloud", 3], ["own", "mixed", 3], ["cloud", "mixed", 1]]},
    },
}

RESERVOIR = {
    "goal": "reservoir",
    "alternatives": "levels",
    "clusters": {"purposes": ["flood", "power", "fun"], "levels": ["low", "mid", "high"]},
    "influences": {
        "flood": {"levels": {"judgments": [["low", "mid", 5], ["low", "high", 9], ["mid", "high", 4]]}},
        "power": {
            "levels": {"judgments": [["low", "mid", "1/3"], ["low", "high", "1/7"], ["mid", "high", "1/4"]]}
        },
        "fun": {"levels": {"weights": {"low": 0.07, "mid": 0.65, "high": 0.28}}},
        "low": {
            "purposes": {"judgments": [["flood", "power", 7], ["flood", "fun", 3], ["power", "fun", "1/2"]]}
        },
        "mid": {"purposes": {"weights": {"flood": 0.2, "power": 0.2, "fun": 0.6}}},
        "high": {"purposes": {"weights": {"flood": 0.06, "power": 0.7, "fun": 0.24}}},
    },
}
