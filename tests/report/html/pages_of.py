"""The decisions whose pages are tested: as they are shipped, hostile, and large."""

from __future__ import annotations

import functools

import numpy as np

import ahp

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "a\u202eb\u200fc </style> &amp; {{ 7 * 7 }}",
    "long " + "x" * 10_000,
    "long " + "x" * 9_999,
)


@functools.cache
def shipped(examples, name: str, study: str | None = None):
    """The document of a shipped table."""
    asked = None if study is None else ahp.Study.from_toml(examples / f"{study}.toml")
    return ahp.rank(ahp.read(examples / f"{name}.csv"), asked).to_dict()


@functools.cache
def hostile():
    """The document of a table whose every label is an attack or of a length that nobody reads."""
    rng = np.random.default_rng(8)
    cells = [
        (f"{scenario} s", name, run)
        for scenario in HOSTILE[:3]
        for name in ("none", *HOSTILE)
        for run in (1, 2, 3)
    ]
    scenarios, names, runs = zip(*cells, strict=True)
    table = {
        "scenario": scenarios,
        "alternative": names,
        "run": runs,
        "tps": 100 * rng.lognormal(0, 0.05, len(cells)),
        "cpu": 20 * rng.lognormal(0, 0.05, len(cells)),
        "compression_ratio": np.where(np.array(names) == "none", 1.0, 1.5 + rng.uniform(0, 1, len(cells))),
    }
    measured = ahp.read({heading: list(column) for heading, column in table.items()})
    return ahp.rank(measured, index="relative", confidence=0.9, resamples=500).to_dict()


def large(folder, alternatives: int = 30, criteria: int = 12, scenarios: int = 10):
    """The document of as large a decision as a page is promised for, with three runs of everything."""
    rng = np.random.default_rng(30)
    lines = []
    for c in range(criteria):
        merit, better = ("cost", "lower") if c % 3 == 2 else ("benefit", "higher")
        lines += [f"[measures.measure_{c}]", 'unit = "ms"', f'better = "{better}"', "[[criteria]]"]
        lines += [
            f'name = "criterion_{c}"',
            f'merit = "{merit}"',
            f'measure = "measure_{c}"',
            'index = "value"',
        ]
    study_file = folder / "study.toml"
    study_file.write_text("\n".join(lines), encoding="utf-8")
    study = ahp.Study.from_toml(study_file)
    places = [
        (f"scenario {s}", f"alternative {a}", run)
        for s in range(scenarios)
        for a in range(alternatives)
        for run in (1, 2, 3)
    ]
    table = dict(zip(("scenario", "alternative", "run"), map(list, zip(*places, strict=True)), strict=True))
    own = rng.lognormal(4, 0.4, (scenarios * alternatives, criteria)).repeat(3, axis=0)
    values = own * rng.lognormal(0, 0.03, own.shape)
    table |= {f"measure_{c} (ms)": values[:, c].tolist() for c in range(criteria)}
    return ahp.rank(ahp.read(table, study=study), study, resamples=1000).to_dict()
