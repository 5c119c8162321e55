"""How often intervals, sets of ranks and verdicts hold what they promise, over simulated benchmarks.

`python tests/simulations/coverage.py` writes the tables of `docs/explain/confidence.md` (about a quarter of an
hour on two processors that are free) and exits 1 where a promise is broken; `.ci/deep` runs it.
"""

import itertools
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from unittest import mock

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from simulations.worlds import NOISES, PROMISED, at_point, runs_of, truth_of, with_runs, world

from ahp.core.inference import bootstrap_displacements
from ahp.decision import drawn_confidence, sample_size
from ahp.decision.data_checks import doubts
from ahp.decision.uncertainty import Question, confidence_of
from ahp.terms import Index, Statistic

RUNS = (2, 3, 5, 10)
SETTLED = RUNS[1:]
"""How many runs are made before it is asked how many more would settle it; of two there is no answer."""
EQUAL = (0.03, 0.03, 0.03, 0.03)
UNEQUAL = (0.01, 0.03, 0.09, 0.02)
SPREADS = {"equal": EQUAL, "unequal": UNEQUAL}
VALUES = np.array(
    [[2.0, 2.5, 2.4, 1.0], [250.0, 300.0, 290.0, 100.0], [20.0, 18.0, 18.5, 25.0], [9.0, 10.0, 9.5, 8.0]]
)
"""Three alternatives, two of them close, and the baseline."""
KINDS = ("priorities", "benefit", "cost", "quotient", "ranks")
WARNINGS = ("skewness", "outliers")
DRAWS = 1000
REPETITIONS = {"coverage": 1000, "bootstrap": 400, "alike": 1000, "settling": 400, "ahead": 1000}
LEADS = {"5 %": 0.05, "10 %": 0.1}
"""By how much the first alternative is ahead of all others, with 3 % noise."""
DESIGNS = {
    "3 %": ((0.03,), 0.03),
    "5 %": ((0.05,), 0.03),
    "8 %": ((0.08,), 0.03),
    "5, 10 and 20 %": ((0.05, 0.1, 0.2), 0.05),
    "drawn, 5 %": (0.05, 0.03),
}
"""By how much the first alternative is ahead of each other, and the noise."""
PAGE = Path(__file__).resolve().parents[2] / "docs" / "explain" / "confidence.md"
BEGIN, END = "% simulated: begin\n", "% simulated: end\n"
POINT = Statistic.GEOMETRIC_MEAN


def bootstrap(matrix, draws, rng, level):
    """What :func:`ahp.decision.uncertainty.drawn` would draw if it were the plain bootstrap of the runs."""
    moved = [
        bootstrap_displacements((np.log(v) - np.log(v).mean(axis=1, keepdims=True)).T, draws, rng=rng)
        for v in matrix.runs.values()
    ]
    return matrix.x * np.exp(np.stack(moved, axis=-1))


def coverage(noise, spreads, runs, repetitions, *, seed=0):
    """Share of intervals of each kind, and of whole sets of ranks, that hold the truth; and of warnings.

    `unknown` is the share of repetitions in which nothing is claimed, and which do not count for the rest.
    """
    of = world(3)
    truth = of.outcome(truth_of(VALUES, NOISES[noise], spreads, POINT))
    places = 1 + (-truth.scores).argsort().argsort()
    rng = np.random.default_rng([seed, runs, *map(ord, noise)])
    held = dict.fromkeys((*KINDS, *WARNINGS), 0.0)
    claimed = 0
    for repetition in range(repetitions):
        matrix = runs_of(rng, of, VALUES, NOISES[noise], spreads, runs)
        found = _verdict(matrix, repetition)
        for warning in {finding.check for finding in doubts(matrix, found)} & set(WARNINGS):
            held[warning] += 1 / repetitions
        if found.verdict == "unknown":
            continue
        claimed += 1
        merits = dict(found.merits)
        held["priorities"] += _inside([ends for _, ends in found.priorities], truth.priorities)
        held["benefit"] += _inside(merits["benefit"], truth.benefit)
        held["cost"] += _inside(merits["cost"], truth.cost)
        held["quotient"] += _inside(merits["benefit_to_cost"], truth.quotient)
        sets = np.array(found.rank_sets)
        held["ranks"] += bool(((sets[:, 0] <= places) & (places <= sets[:, 1])).all())
    return {
        **{kind: held[kind] / claimed for kind in KINDS},
        **{warning: held[warning] for warning in WARNINGS},
        "unknown": 1.0 - claimed / repetitions,
    }


def bootstrap_coverage(noise, spreads, runs, repetitions, *, seed=0):
    """The same as :func:`coverage`, of the plain percentile bootstrap."""
    with mock.patch.object(drawn_confidence, "drawn", bootstrap):
        return coverage(noise, spreads, runs, repetitions, seed=seed)


def alike(noise, spread, runs, alternatives, repetitions, *, seed=0):
    """How often identical alternatives are given each verdict, and how often no two are told apart."""
    of = world(alternatives)
    values = np.repeat(VALUES[:, [0, 3]], [alternatives, 1], axis=1)
    rng = np.random.default_rng([seed, runs, alternatives, *map(ord, noise)])
    spreads = (spread,) * (alternatives + 1)
    counts = Counter()
    for repetition in range(repetitions):
        found = _verdict(runs_of(rng, of, values, NOISES[noise], spreads, runs), repetition)
        counts[found.verdict] += 1
        counts["ranks"] += found.rank_sets is None or set(found.rank_sets) == {(1, alternatives)}
    return {said: count / repetitions for said, count in counts.items()}


def ahead(noise, lead, runs, alternatives, repetitions, *, seed=0):
    """How often the best of several, which takes less CPU by the lead and is alike otherwise, is called decisive.

    The criteria are compared as they are, so that the lead is that of the quotient. `another` is how often one of
    the others is called decisive.
    """
    of = world(alternatives, (Index.RELATIVE,) * 4)
    values = np.repeat(VALUES[:, [0]], alternatives + 1, axis=1)
    values[3, 0] /= 1.0 + lead
    rng = np.random.default_rng([seed, runs, alternatives, round(100 * lead), *map(ord, noise)])
    counts = Counter()
    for repetition in range(repetitions):
        matrix = runs_of(rng, of, values, NOISES[noise], (0.03,) * (alternatives + 1), runs)
        found = _verdict(matrix, repetition)
        if found.verdict == "decisive":
            counts["found" if found.winner == "a0" else "another"] += 1
    return {said: count / repetitions for said, count in counts.items()}


def settling(noise, gaps, spread, runs, repetitions, *, seed=0):
    """How often the runs asked for make a leaning verdict decisive, and the median of what was asked.

    The first alternative's throughput is larger than another's by each of the gaps, its storage too; a number
    in place of the gaps is the deviation of the logarithm of one gap, which is drawn anew each time. `open` is
    the share of leaning verdicts for which no number is given.
    """
    rivals = 1 if isinstance(gaps, float) else len(gaps)
    of = world(rivals + 1, (Index.RELATIVE,) * 4)
    spreads = (spread,) * (rivals + 2)
    rng = np.random.default_rng([seed, runs, rivals, *map(ord, noise)])
    verdicts, asked, unanswered = Counter(), [], 0
    while len(asked) < repetitions:
        apart = np.exp(gaps * rng.standard_normal(1)) if isinstance(gaps, float) else 1.0 + np.array(gaps)
        values = np.repeat(VALUES[:, [0, 3]], [rivals + 1, 1], axis=1)
        values[:2, 1 : rivals + 1] /= apart
        matrix = runs_of(rng, of, values, NOISES[noise], spreads, runs)
        found = _asked(matrix, len(asked))
        more = dict(found.more_runs)
        if found.verdict != "leaning" or not more:
            unanswered += found.verdict == "leaning"
            continue
        asked.append(max(more.values()))
        extra = runs_of(rng, of, values, NOISES[noise], spreads, asked[-1])
        together = tuple(
            np.concatenate([own, extra.runs[name][:, : more.get(name, 0)]], axis=1)
            for name, own in matrix.runs.items()
        )
        verdicts[_verdict(with_runs(of, together), len(asked)).verdict] += 1
    return {
        "decisive": verdicts["decisive"] / repetitions,
        "asked": float(np.median(asked)),
        "open": unanswered / (unanswered + repetitions),
    }


def _asked(matrix, seed):
    return confidence_of(at_point(matrix), Question(resamples=DRAWS, rng=seed))


def _verdict(matrix, seed):
    """The same, but for how many more runs to make, which takes long."""
    with mock.patch.object(sample_size, "more_runs", return_value=()):
        return _asked(matrix, seed)


def _inside(intervals, truth):
    """Share of the intervals that hold the truth."""
    ends = np.array(intervals)
    return float(((ends[..., 0] <= truth) & (truth <= ends[..., 1])).mean())


def _both(cell):
    noise, spreads, runs = cell
    asked = noise, SPREADS[spreads], runs
    plain = bootstrap_coverage(*asked, REPETITIONS["bootstrap"])
    return coverage(*asked, REPETITIONS["coverage"]), plain


def _alike(cell):
    noise, alternatives, runs = cell
    return alike(noise, 0.03, runs, alternatives, REPETITIONS["alike"])


def _ahead(cell):
    noise, lead, alternatives, runs = cell
    return ahead(noise, LEADS[lead], runs, alternatives, REPETITIONS["ahead"])


def _settling(cell):
    noise, design, runs = cell
    return settling(noise, *DESIGNS[design], runs, REPETITIONS["settling"])


def _cells(*axes):
    return list(itertools.product(*axes))


def _table(head, rows):
    """A table in Markdown; the first column is text, the others are numbers."""
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ruler, *rows))


def _cents(share):
    return f"{100 * share:.1f}"


def _error(share, repetitions):
    """The standard error of a share, in per cent."""
    return _cents((share * (1 - share) / REPETITIONS[repetitions]) ** 0.5)


def _rows(found, *columns):
    """A row for each cell: its name, and what each function says of what was found in it."""
    return [[", ".join(map(str, cell)), *(column(one) for column in columns)] for cell, one in found.items()]


def _broken(found, what, kind, kept):
    """What was found that breaks a promise, a line for each cell."""
    return [
        f"{' '.join(map(str, cell))}: {what} {_cents(one.get(kind, 0.0))} %"
        for cell, one in found.items()
        if not kept(one.get(kind, 0.0))
    ]


def simulate(run):
    """The tables of the page as Markdown, and what in them breaks a promise; `run` is a parallel `map`."""
    cells, same, best, settled = (
        _cells(NOISES, SPREADS, RUNS),
        _cells(PROMISED, (2, 3, 6), RUNS),
        _cells(PROMISED, LEADS, (3, 6), RUNS),
        _cells(("log-normal", "heavy-tailed"), DESIGNS, SETTLED),
    )
    pairs = dict(zip(cells, run(_both, cells), strict=True))
    verdicts = dict(zip(same, run(_alike, same), strict=True))
    leads = dict(zip(best, run(_ahead, best), strict=True))
    settlings = dict(zip(settled, run(_settling, settled), strict=True))
    promised = {cell: own for cell, (own, _) in pairs.items() if cell[0] in PROMISED}
    broken = [line for kind in KINDS for line in _broken(promised, kind, kind, lambda share: share >= 0.93)]
    broken += _broken(verdicts, "decisive", "decisive", lambda share: share <= 0.05)
    broken += _broken(leads, "another decisive", "another", lambda share: share <= 0.05)
    broken += _broken(
        {cell: one for cell, one in leads.items() if cell[1:] == ("10 %", 6, 5)},
        "found",
        "found",
        lambda share: share >= 0.55,
    )
    broken += _broken(settlings, "settled", "decisive", lambda share: 0.60 <= share <= 0.95)
    covered = [lambda pair, k=k: f"{_cents(pair[0][k])} ({_cents(pair[1][k])})" for k in KINDS]
    warned = [lambda pair, k=k: _cents(pair[0][k]) for k in (*WARNINGS, "unknown")]
    said = [lambda one, k=k: _cents(one.get(k, 0.0)) for k in ("decisive", "leaning", "tie", "ranks")]
    found = [lambda one, k=k: _cents(one.get(k, 0.0)) for k in ("found", "another")]
    asked = (
        lambda one: _cents(one["decisive"]),
        lambda one: f"{one['asked']:g}",
        lambda one: _cents(one["open"]),
    )
    text = [
        f"How often 95 % intervals and sets of ranks hold the truth, in per cent of {REPETITIONS['coverage']} "
        f"repetitions (the standard error of 95 % is {_error(0.95, 'coverage')}); in brackets the plain percentile "
        f"bootstrap, over {REPETITIONS['bootstrap']} repetitions.\n\n",
        _table(["noise, variances, runs", *KINDS], _rows(pairs, *covered)),
        "\nIn how many per cent of the same repetitions a finding warns of the runs, and in how many nothing is "
        "claimed because the noise reaches the baseline (these do not count above).\n\n",
        _table(["noise, variances, runs", *WARNINGS, "unknown"], _rows(pairs, *warned)),
        f"\nWhat is said of alternatives that are identical, in per cent of {REPETITIONS['alike']} repetitions "
        f"(the standard error of 5 % is {_error(0.05, 'alike')}); `not told "
        "apart` is how often every set of ranks holds all ranks.\n\n",
        _table(
            ["noise, alternatives, runs", "decisive", "leaning", "tie", "not told apart"],
            _rows(verdicts, *said),
        ),
        "\nHow often the best, ahead of all others by so much, is called decisive, and how often another is, in per cent "
        f"of {REPETITIONS['ahead']} repetitions.\n\n",
        _table(["noise, lead, alternatives, runs", "decisive", "another"], _rows(leads, *found)),
        "\nHow often a leaning verdict is decisive after the runs asked for, in per cent of "
        f"{REPETITIONS['settling']} repetitions (the standard error of 80 % is {_error(0.8, 'settling')}), the median "
        "of what is asked for, and for how many per cent of the leaning verdicts no number is given.\n\n",
        _table(["noise, lead, runs", "decisive", "asked for", "no number"], _rows(settlings, *asked)),
    ]
    return "".join(text), broken


def main():
    """Write the tables into the page; return 1 where a promise is broken."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tables, broken = simulate(lambda function, cells: list(pool.map(function, cells)))
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")
    for line in broken:
        print(line)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
