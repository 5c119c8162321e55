"""How often a decision is called decisive where there is nothing to decide, looked at once or again and again.

`python tests/simulations/looking.py` writes the table of `docs/explain/runs.md` (ten minutes on two processors
that are free) and exits 1 where a promise is broken; `python tests/simulations/looking.py 200` takes fewer
experiments and only prints. `.ci/deep looking` runs it.
"""

import itertools
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest import mock

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from simulations.worlds import NOISES, PROMISED, runs_of, with_runs, world

from ahp.decision import sample_size
from ahp.decision.sample_size import FIRST_LOOK, level_at, resamples_at
from ahp.decision.uncertainty import Question, confidence_of
from ahp.terms import Statistic

ALIKE = np.array(
    [[2.0, 2.0, 2.0, 1.0], [300.0, 300.0, 300.0, 100.0], [20.0, 20.0, 20.0, 25.0], [9.0, 9.0, 9.0, 8.0]]
)
"""Three alternatives that are the same one, and the baseline."""
SPREADS = (0.03, 0.03, 0.03, 0.03)
SHARED = 0.05
"""What a block does to all of its runs, as a standard deviation of the logarithm."""
MEAN = Statistic.GEOMETRIC_MEAN
EXPERIMENTS, BLOCKS, ONCE = 2000, 12, 5
LEVEL = 0.95
CHUNK = 50
"""Experiments that one process does at a time; each chunk has draws of its own."""
SCREEN = 0.85, 1000
"""Level and draws at which an experiment is not worth a closer look unless it is decisive already: a set of
ranks only grows with the level, and no look asks below 0.95."""
PAGE = Path(__file__).resolve().parents[2] / "docs" / "explain" / "runs.md"
BEGIN, END = "% simulated: begin\n", "% simulated: end\n"


def spent(blocks=BLOCKS):
    """The looks of `--until-decisive`: after how many blocks, at which level, with how many draws."""
    runs = range(FIRST_LOOK, blocks + 1)
    return tuple((n, level_at(look), resamples_at(look)) for look, n in enumerate(runs, start=1))


def unspent(blocks=BLOCKS):
    """The same level at every look: how it must not be done."""
    return tuple((n, LEVEL, 10_000) for n in range(FIRST_LOOK, blocks + 1))


def once(blocks=ONCE):
    """One look, after the last block: without `--until-decisive`."""
    return ((blocks, LEVEL, 10_000),)


RULES = {"once": once, "until decisive": spent, "every look at 95 %": unspent}
KEEPS = ("once", "until decisive")
"""The rules that promise something."""


def first(matrix, runs):
    """The first runs of an experiment."""
    own = [values[:, :runs] for values in matrix.runs.values()]
    return with_runs(matrix, own, matrix.blocks["none"][:runs], MEAN)


def decisive(matrix, question):
    """Whether one look calls the decision decisive; how many more runs to make is not asked, which takes long."""
    with mock.patch.object(sample_size, "more_runs", return_value=()):
        found = confidence_of(matrix, question)
    return found.verdict == "decisive"


def screened(matrix, question):
    """The same, at a tenth of the price where it clearly is not."""
    level, draws = SCREEN
    coarse = Question(level, draws, rng=question.rng)
    return decisive(matrix, coarse) and decisive(matrix, question)


def wrong(noise, experiments, looks, *, asked=screened, seed=0):
    """Number of experiments that are called decisive at any of the looks."""
    of = world(3)
    rng = np.random.default_rng([seed, *map(ord, noise)])
    blocks = looks[-1][0]
    found = 0
    for experiment in range(experiments):
        matrix = runs_of(rng, of, ALIKE, NOISES[noise], SPREADS, blocks, shared=SHARED)
        found += any(
            asked(first(matrix, runs), Question(level, draws, rng=experiment)) for runs, level, draws in looks
        )
    return found


def bound(experiments):
    """The most that may be decisive: the 99 % point of the binomial distribution at the level's rate."""
    from scipy.stats import binom

    return int(binom.ppf(0.99, experiments, 1 - LEVEL))


def _chunk(cell):
    noise, rule, experiments, seed = cell
    return wrong(noise, experiments, RULES[rule](), seed=seed)


def simulate(experiments):
    """The table as Markdown, and what in it breaks a promise."""
    sizes = [CHUNK] * (experiments // CHUNK) + [experiments % CHUNK] * (experiments % CHUNK > 0)
    cells = list(itertools.product(PROMISED, RULES))
    chunks = [(*cell, size, seed) for cell in cells for seed, size in enumerate(sizes)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(_chunk, chunks))
    counts = {cell: sum(found[i * len(sizes) : (i + 1) * len(sizes)]) for i, cell in enumerate(cells)}
    most = bound(experiments)
    lines = [
        f"Of {experiments} experiments each, so many were called decisive at the level of {LEVEL * 100:g} %. Chance "
        f"alone keeps {(1 - LEVEL) * 100:.0f} % at or below {most} with 99 %.\n",
        f"| noise | {' | '.join(RULES)} |",
        f"| --- |{' ---: |' * len(RULES)}",
    ]
    for noise in PROMISED:
        shown = (f"{counts[noise, rule]} ({counts[noise, rule] / experiments * 100:.2f} %)" for rule in RULES)
        lines.append(f"| {noise} | {' | '.join(shown)} |")
    broken = [
        f"{noise}, {rule}: {counts[noise, rule]} of {experiments} decisive, {most} may be"
        for noise, rule in cells
        if rule in KEEPS and counts[noise, rule] > most
    ]
    return "\n".join(lines) + "\n", broken


def main(arguments):
    """Print the table, and write it into the page if it is the whole of it; 1 where a promise is broken."""
    experiments = int(arguments[0]) if arguments else EXPERIMENTS
    table, broken = simulate(experiments)
    print(table)
    if experiments == EXPERIMENTS:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    for line in broken:
        print(line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
