"""The ways to say how things compare: judged by one or by several, measured, rated, or weighed directly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ahp.core.gate import Array
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.errors import ConvergenceError, JudgmentError, listed, quoted
from ahp.model.consistency import Consistency
from ahp.model.group import Group
from ahp.model.incomplete import IncompleteMatrix, consistency_by, narrowed
from ahp.model.labels import amount_of, table_given
from ahp.model.matrix import LabelledMatrix, PairwiseMatrix
from ahp.model.results import IncompleteConsistency
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.notebook import NotebookFace
from ahp.terms import Better


@dataclass(frozen=True)
class Measured(NotebookFace):
    """Measured values on a ratio scale, one for each item.

    Parameters
    ----------
    values : mapping of str to float
        Positive.
    better : {"higher", "lower"}
        With `"lower"`, half the value counts as twice as good.

    Examples
    --------
    >>> Measured({"a": 10_000, "b": 30_000}, better="lower").vector().tolist()
    [0.75, 0.25]
    """

    values: Mapping[str, float]
    better: str = "higher"

    def __post_init__(self) -> None:
        object.__setattr__(self, "better", Better.of(self.better).value)
        object.__setattr__(self, "values", _amounts(self.values, "measured value", zero=False))

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the items."""
        return tuple(self.values)

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the shares of the values, or of their reciprocals; every method gives the same."""
        amounts = np.array(list(self.values.values()))
        merit = amounts / amounts.max() if self.better == "higher" else amounts.min() / amounts
        shares: Array = merit / merit.sum()
        return shares

    def __hash__(self) -> int:
        return hash((tuple(self.values.items()), self.better))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self.values), self.better)


@dataclass(frozen=True)
class Weights(NotebookFace):
    """Weights given directly, without judgments.

    Parameters
    ----------
    values : mapping of str to float
        0 or more, not all 0.

    Examples
    --------
    >>> Weights({"price": 3, "safety": 1}).vector().tolist()
    [0.75, 0.25]
    """

    values: Mapping[str, float]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", _amounts(self.values, "weight", zero=True))

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the items."""
        return tuple(self.values)

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the weights, summing to 1."""
        amounts = np.array(list(self.values.values()))
        amounts = np.ldexp(amounts, -np.frexp(amounts.max())[1])  # or the sum of huge weights is no number
        shares: Array = amounts / amounts.sum()
        return shares

    def __hash__(self) -> int:
        return hash(tuple(self.values.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self.values),)


@dataclass(frozen=True)
class Ratings(NotebookFace):
    """Each item rated on a fixed scale, without being compared with any other (absolute measurement).

    Parameters
    ----------
    ratings : mapping of str to str
        The grade of each item.
    scale : PairwiseMatrix, or mapping of str to float
        The grades: judged against each other, or their values. The best counts 1.

    Examples
    --------
    >>> scale = {"excellent": 1, "good": 0.6, "poor": 0.1}
    >>> Ratings({"a": "good", "b": "excellent"}, scale).intensities().tolist()
    [0.6, 1.0]
    """

    ratings: Mapping[str, str]
    scale: PairwiseMatrix | Mapping[str, float]

    def __post_init__(self) -> None:
        ratings = {str(name): str(grade) for name, grade in table_given(self.ratings, "ratings").items()}
        if not ratings:
            raise JudgmentError("ratings rate at least one item; found none")
        if not isinstance(self.scale, PairwiseMatrix):
            object.__setattr__(self, "scale", _amounts(self.scale, "grade", zero=True))
        grades = self.grades
        for name, grade in ratings.items():
            if grade not in grades:
                raise JudgmentError(
                    f"{quoted(name)} is rated {quoted(grade)}; the grades are {listed(grades)}"
                )
        object.__setattr__(self, "ratings", MappingProxyType(ratings))

    @property
    def grades(self) -> tuple[str, ...]:
        """Names of the grades."""
        return self.scale.labels if isinstance(self.scale, PairwiseMatrix) else tuple(self.scale)

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the items."""
        return tuple(self.ratings)

    def intensities(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the value of each item's grade, that of the best grade being 1."""
        if isinstance(self.scale, PairwiseMatrix):
            values = priorities(self.scale.values, method=method)
        else:
            values = np.array(list(self.scale.values()))
        of = dict(zip(self.grades, (values / values.max()).tolist(), strict=True))
        return np.array([of[grade] for grade in self.ratings.values()])

    def vector(self, method: str = DEFAULT_METHOD) -> Array:
        """Return the values of the items' grades, summing to 1.

        Raises
        ------
        JudgmentError
            If every item has a grade of no value.
        """
        found = self.intensities(method)
        if not found.any():
            raise JudgmentError("every item has a grade whose value is 0; nothing is shared out among them")
        shares: Array = found / found.sum()
        return shares

    def __hash__(self) -> int:
        scale = self.scale if isinstance(self.scale, PairwiseMatrix) else tuple(self.scale.items())
        return hash((tuple(self.ratings.items()), scale))

    def __reduce__(self) -> tuple[Any, ...]:
        scale = self.scale if isinstance(self.scale, PairwiseMatrix) else dict(self.scale)
        return type(self), (dict(self.ratings), scale)


Comparison: TypeAlias = (
    PairwiseMatrix | IncompleteMatrix | Group | IntervalMatrix | FuzzyMatrix | Measured | Weights | Ratings
)
"""How things compare: what stands at a node of a hierarchy."""


def comparison_of(given: object) -> Comparison:
    """Return a comparison: one that is none yet is judgments by pair, or weights by name.

    Examples
    --------
    >>> comparison_of({"price": 3, "safety": 1})
    Weights(values=mappingproxy({'price': 3.0, 'safety': 1.0}))
    >>> comparison_of({("price", "safety"): 3}).labels
    ('price', 'safety')
    """
    if isinstance(given, Comparison):
        return given
    if isinstance(given, Mapping) and given:
        if all(isinstance(key, tuple) for key in given):
            return PairwiseMatrix.from_judgments(given)
        return Weights(given)
    if hasattr(given, "columns"):
        return PairwiseMatrix(given)  # type: ignore[arg-type]
    raise JudgmentError(
        f"found {quoted(type(given).__name__)}, needed is a comparison: a PairwiseMatrix, an "
        f"IncompleteMatrix, IntervalMatrix or FuzzyMatrix, a Group, Measured, Ratings, weights by name, or "
        f"judgments by pair"
    )


def on_scale_of(comparison: Comparison, scale: str) -> Comparison:
    """Return a comparison with the answers in it as ratios on a scale; what is not judged stays as it is.

    Examples
    --------
    >>> on_scale_of(PairwiseMatrix.from_judgments({("x", "y"): 9}), "root-square")["x", "y"]
    3.0
    """
    if isinstance(comparison, LabelledMatrix | Group | IntervalMatrix | FuzzyMatrix):
        return comparison.on_scale(scale)
    if isinstance(comparison, Ratings) and isinstance(comparison.scale, PairwiseMatrix):
        return Ratings(comparison.ratings, comparison.scale.on_scale(scale))
    return comparison


def shares_of(comparison: Comparison, method: str = DEFAULT_METHOD) -> Array:
    """Return the local priorities of a comparison, summing to 1."""
    return comparison.vector(method)


def ideals_of(comparison: Comparison, method: str = DEFAULT_METHOD) -> Array:
    """Return the local priorities in ideal form: the best item counts 1; of ratings, the best grade."""
    if isinstance(comparison, Ratings):
        return comparison.intensities(method)
    shares = shares_of(comparison, method)
    ideal: Array = shares / shares.max()
    return ideal


def located(
    where: str, priorities_of: Callable[[Comparison, str], Array], comparison: Comparison, method: str
) -> Array:
    """Return the priorities of a comparison; an error says where it stands.

    Raises
    ------
    ConvergenceError
        If the judgments differ too widely for the method.
    """
    try:
        return priorities_of(comparison, method)
    except ConvergenceError as error:
        raise ConvergenceError(f"{where}: {error}", error.estimate) from None


def within(comparison: Comparison) -> Comparison:
    """Return a comparison with the middle of what was judged where that is no single number.

    Examples
    --------
    >>> within(IntervalMatrix.from_judgments({("x", "y"): (2, 8)}))["x", "y"]
    4.0
    """
    return comparison.matrix() if isinstance(comparison, IntervalMatrix | FuzzyMatrix) else comparison


def judgments_of(comparison: Comparison) -> PairwiseMatrix | IncompleteMatrix | None:
    """Return the matrix of judgments, one with gaps where some are missing; None where nothing is judged."""
    known = comparison.known() if isinstance(comparison, Group) else within(comparison)
    if isinstance(known, IncompleteMatrix):
        return narrowed(known)
    return known if isinstance(known, PairwiseMatrix) else None


def consistency_of(
    comparison: Comparison, random_index: str = DEFAULT_TABLE
) -> Consistency | IncompleteConsistency | None:
    """Return how consistent the judgments are; None where nothing could contradict anything.

    Of ratings they are those between the grades of their scale, where it was judged. The table is for
    complete matrices; what lacks judgments is divided by the mean of random matrices that lack as many.
    """
    scale = comparison.scale if isinstance(comparison, Ratings) else None
    matrix = scale if isinstance(scale, PairwiseMatrix) else judgments_of(comparison)
    if matrix is None:
        return None
    found = consistency_by(matrix, random_index)
    return None if np.isnan(found.index) else found


def _amounts(given: Mapping[str, float], what: str, *, zero: bool) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for name, value in table_given(given, f"{what}s").items():
        number = amount_of(value)
        if not (np.isfinite(number) and (number > 0 or (zero and number == 0))):
            needed = "0 or more" if zero else "greater than 0"
            raise JudgmentError(
                f"the {what} of {quoted(str(name))} is {quoted(value)}; it is a finite number {needed}",
                row=str(name),
                found=value,
            )
        found[str(name)] = number
    if not found or not any(found.values()):
        raise JudgmentError(
            f"at least one {what} is greater than 0; found {'none' if not found else 'only zeros'}"
        )
    return MappingProxyType(found)
