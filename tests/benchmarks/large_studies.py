"""Tables of large studies as a program would write them: a row for each run, a column for each measure."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import ahp

RUNS = 10


def write_study(path: Path, scenarios: int, alternatives: int, criteria: int) -> Path:
    """Write a table of ten runs of each alternative in each scenario, with three decimals."""
    rng = np.random.default_rng(scenarios)
    heading = ["scenario", "alternative", "run", *(f"m{c}" for c in range(criteria))]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(heading) + "\n")
        for s in range(scenarios):
            centres = 100.0 * np.exp(rng.uniform(-0.5, 0.5, (alternatives, 1, criteria)))
            noise = np.exp(0.03 * rng.standard_normal((alternatives, RUNS, criteria)))
            for a, runs in enumerate((centres * noise).tolist()):
                for run, numbers in enumerate(runs, 1):
                    file.write(f"s{s},a{a},{run}," + ",".join(f"{x:.3f}" for x in numbers) + "\n")
    return path


def study_of(criteria: int, path: Path) -> ahp.Study:
    """Return the study of such a table: the first half benefits, the second costs, `a0` the baseline."""
    text = 'baseline = "a0"\n'
    for c in range(criteria):
        merit = "benefit" if c < criteria // 2 else "cost"
        text += f'[[criteria]]\nname = "c{c}"\nmerit = "{merit}"\nmeasure = "m{c}"\n'
    for c in range(criteria):
        text += f'[measures.m{c}]\nbetter = "{("higher", "lower")[c % 2]}"\n'
    path.write_text(text, encoding="utf-8")
    return ahp.Study.from_toml(path)
