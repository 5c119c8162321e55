"""How sure a decision is, given how much the runs scatter: the whole computation over drawn measurements.

They are drawn around the point, with the scatter of their own runs: that is what the runs leave open. Columns
whose runs were made in the same blocks move together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from ahp.core.gate import RNG, Array, generator_of, real_number, whole_number
from ahp.decision.matrix import DecisionMatrix
from ahp.errors import StudyError
from ahp.notebook import NotebookFace
from ahp.terms import NOISE, Statistic

if TYPE_CHECKING:
    import pandas as pd

_FARTHEST = 50.0


def drawn(matrix: DecisionMatrix, draws: int, rng: np.random.Generator, level: float) -> Array:
    """Return measurements drawn around the point with the scatter of their runs, shape (draws, k, m).

    Columns whose runs were made in the same blocks move together; others are independent. The draws of a
    number lie next to each other in memory. They are made for intervals at a level.
    """
    from ahp.core.inference import t_displacements

    x = matrix.x
    found = np.empty((*x.shape[::-1], draws))
    for group in groups_of(matrix):
        deviations = [deviations_of(matrix, j, group.units) for j in group.columns]
        moved = t_displacements(
            np.concatenate(deviations, axis=1), draws, rng=rng, runs=group.runs, level=level
        )
        found[list(group.columns)] = moved.T.reshape(len(deviations), len(x), draws)
    # Two runs leave one degree of freedom, whose tails reach beyond every float.
    np.clip(found, -_FARTHEST, _FARTHEST, out=found)
    np.exp(found, out=found)
    found *= x.T[..., None]
    return found.T


class BlockedColumns(NamedTuple):
    """Columns that vary together, since their runs were made in the same blocks; or one column.

    Attributes
    ----------
    columns : tuple of int
    units : tuple of str, or int
        The blocks that vary independently; their number where each run does.
    runs : int
        Of each column.
    """

    columns: tuple[int, ...]
    units: tuple[str, ...] | int
    runs: int

    @property
    def size(self) -> int:
        """How many units vary independently."""
        return self.units if isinstance(self.units, int) else len(self.units)


def groups_of(matrix: DecisionMatrix) -> list[BlockedColumns]:
    """Return the columns in groups that share their blocks."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for j, name in enumerate(matrix.columns):
        blocks = matrix.blocks[name]
        groups.setdefault((j,) if "" in blocks else tuple(sorted(blocks)), []).append(j)
    found = []
    for columns in groups.values():
        blocks = matrix.blocks[matrix.columns[columns[0]]]
        units = len(blocks) if "" in blocks else tuple(dict.fromkeys(blocks))
        found.append(BlockedColumns(tuple(columns), units, len(blocks)))
    return found


def deviations_of(matrix: DecisionMatrix, column: int, units: tuple[str, ...] | int) -> Array:
    """Return for each unit the sum of its runs' deviations on the log scale, shape (u, k)."""
    name = matrix.columns[column]
    values = matrix.runs[name]
    if matrix.statistic is Statistic.MEAN:
        apart = values / values.mean(axis=1, keepdims=True) - 1.0
    else:
        logs = np.log(values)
        apart = logs - logs.mean(axis=1, keepdims=True)
    if matrix.statistic is Statistic.MEDIAN:
        # A median of normal runs scatters more than their mean: by √(π/2) for many, by less for few.
        apart *= math.sqrt(math.pi / 2.0)
    if isinstance(units, int):
        return np.asarray(apart.T)
    place = {unit: at for at, unit in enumerate(units)}
    found = np.zeros((len(units), len(apart)))
    np.add.at(found, [place[block] for block in matrix.blocks[name]], apart.T)
    return found


T = TypeVar("T")

METHOD = "Student's t on the log scale"
TIE = 0.01
"""First and second whose quotient is surely within 1 % of 1 are tied (DESIGN: the verdict)."""
MOST_LEFT_OUT = 0.001
"""Above this share of draws without a positive index no verdict is given."""
MOST_RESAMPLES = 1_000_000
"""Draws are kept until their quantiles are taken; a million put 25,000 beyond each end of a 95 % interval."""

Interval = tuple[float, float]
Numbers = tuple[float, ...]
Merits = tuple[tuple[str, tuple[Interval, ...]], ...]


@dataclass(frozen=True)
class Confidence(NotebookFace):
    """What the scatter of the runs leaves open; sequences are in the order of the alternatives.

    Attributes
    ----------
    level : float
        Of the intervals and, jointly, of the sets of ranks.
    resamples : int
        How many draws.
    left_out : int
        Draws in which an index was not positive.
    seed : int or None
        None where `rng` was no seed.
    by : str
        What the alternatives are ranked by.
    verdict : str
        `decisive`, `leaning`, `tie`, `unknown`, or `withheld` where a finding leaves none.
    winner : str or None
        None at an exact tie for first.
    alternatives : tuple of str
    best : tuple of float, or None
        Probability of being first; None, as all below, where the verdict is `unknown` for want of runs.
    ranks, wins : tuple of tuple of float, or None
        Probability of each rank, and of beating each other.
    rank_sets : tuple of (int, int), or None
        Best and worst rank, simultaneously for all: more is asked than of a decisive lead, which is that of
        the first alone, so that its set may be larger than (1, 1).
    covariance : tuple, or None
        Of benefit and cost, 2 by 2 for each alternative; None without both merits.
    merits : tuple of (str, intervals), or None
        Intervals of `benefit`, `cost` and `benefit_to_cost`, of those that there are.
    priorities : tuple of (str, intervals), or None
        Intervals of the local priorities under each criterion.
    more_runs : tuple of (str, int)
        Additional runs of which alternatives would likely settle it.
    """

    level: float
    resamples: int
    left_out: int
    seed: int | None
    by: str
    verdict: str
    winner: str | None
    alternatives: tuple[str, ...]
    best: Numbers | None = None
    ranks: tuple[Numbers, ...] | None = None
    wins: tuple[Numbers, ...] | None = None
    rank_sets: tuple[tuple[int, int], ...] | None = None
    covariance: tuple[tuple[Numbers, Numbers], ...] | None = None
    merits: tuple[tuple[str, tuple[Interval, ...]], ...] | None = None
    priorities: tuple[tuple[str, tuple[Interval, ...]], ...] | None = None
    more_runs: tuple[tuple[str, int], ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return what is known of each alternative as a new DataFrame; NaN where runs are lacking.

        Columns: `first`, the probability of being first; `best_rank` and `worst_rank`; `low` and `high`, the
        interval of what the alternatives are ranked by; `more_runs`, 0 where none are asked for.
        """
        import pandas as pd

        names, more = self.alternatives, dict(self.more_runs)
        nothing = [(np.nan, np.nan)] * len(names)
        sets = np.array(self.rank_sets or nothing)
        ends = np.array(dict(self.merits or ()).get(self.by, nothing), dtype=float)
        return pd.DataFrame(
            {
                "first": np.array(self.best or [np.nan] * len(names), dtype=float),
                "best_rank": sets[:, 0],
                "worst_rank": sets[:, 1],
                "low": ends[:, 0],
                "high": ends[:, 1],
                "more_runs": [more.get(name, 0) for name in names],
            },
            index=pd.Index(names, name="alternative"),
        )

    def _repr_html_(self) -> str:
        from ahp.decision.document import confidence_document
        from ahp.report.html.notebook import confidence_html

        return confidence_html(confidence_document(self))


@dataclass(frozen=True)
class Question(NotebookFace):
    """How confidence is asked for.

    Attributes
    ----------
    level : float or None
        Between 0.5 and 1; None asks for no confidence. What else is drawn, noise and weights, is drawn from
        the same seed with or without it.
    resamples : int
        From 100 to 1 million.
    rng : int, None, SeedSequence, BitGenerator or Generator
    noise : float
        What one run is taken to be off by: a choice from one run holds where it bears more.
    """

    level: float | None = 0.95
    resamples: int = 10_000
    rng: RNG = 0
    noise: float = NOISE

    def __post_init__(self) -> None:
        # Kept as Python's own numbers: NumPy's are none to JSON.
        if self.level is not None:
            level = real_number(self.level, "confidence")
            if not 0.5 <= level < 1:
                raise StudyError(f"confidence = {self.level}; it lies between 0.5 and 1, such as 0.95")
            object.__setattr__(self, "level", level)
        object.__setattr__(
            self, "resamples", whole_number(self.resamples, "resamples", least=100, most=MOST_RESAMPLES)
        )
        object.__setattr__(self, "noise", real_number(self.noise, "noise", least=0.0, most=2.0))
        generator_of(self.rng)

    @property
    def seed(self) -> int | None:
        """The seed, or None where it is none: nobody could repeat the draws by a number."""
        return int(self.rng) if isinstance(self.rng, Integral) else None


def confidence_of(matrix: DecisionMatrix, question: Question) -> Confidence:
    """Return how sure the ranking of one scenario is.

    Measurements are drawn around the point with the scatter of their own runs
    (:func:`ahp.core.inference.t_displacements`), and every draw goes through the same computation as the
    point: where the rule chooses the index of a criterion, it does so again. A draw that leaves an index that
    was asked for by name without a meaning is counted and left out, and then held against everything that is
    claimed: it lies outside every interval and tells nobody apart. Where as many of them are left out as lie
    beyond one end of an interval, nothing is claimed.

    Parameters
    ----------
    matrix : DecisionMatrix
    question : Question
        With a level.
    """
    level = question.level
    assert level is not None
    leaders = matrix.winners
    winner = leaders[0] if len(leaders) == 1 else None
    if not matrix.repeated:
        return unknown(matrix, winner, question, level, 0)
    from ahp.decision.drawn_confidence import drawn_confidence

    return drawn_confidence(matrix, winner, question, level)


def unknown(
    matrix: DecisionMatrix, winner: str | None, question: Question, level: float, left_out: int
) -> Confidence:
    """Return that nothing is claimed."""
    return Confidence(
        level,
        question.resamples,
        left_out,
        question.seed,
        matrix.by,
        "unknown",
        winner,
        matrix.alternatives,
    )
