"""Several participants' judgments over the same items, and how far they agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ahp.core.gate import RNG, Array, real_number
from ahp.core.groups import (
    OUTLYING,
    aggregate_judgments,
    aggregate_priorities,
    compatibility,
    consensus,
    dispersion,
    dispersion_test,
    geometric_compatibility,
    kendall_w,
    kendall_w_test,
    outlyingness,
    participant_weights,
)
from ahp.core.matrices import connected_groups, from_values
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.random_index import DEFAULT_TABLE
from ahp.errors import JudgmentError, StudyError, listed, quoted
from ahp.model.consistency import Consistency
from ahp.model.incomplete import IncompleteMatrix, consistency_by, narrowed
from ahp.model.labels import (
    Judgment,
    checked_labels,
    collected,
    given_pairs,
    name_given,
    pairs_given,
    series_of,
    table_given,
)
from ahp.model.matrix import PairwiseMatrix, answers_on_scale
from ahp.model.results import Agreement, Dispersion, IncompleteConsistency
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    import pandas as pd

Judgments = PairwiseMatrix | Mapping[tuple[str, str], Judgment]
"""What one participant says: a whole matrix, or judgments of which some may be left out."""

_FEWEST = 5  # people of whom one can stand apart

AGGREGATIONS = ("judgments", "priorities", "arithmetic-priorities")
"""What is aggregated: judgments, or priorities by their geometric or arithmetic mean."""


def items_of(given: Judgments) -> tuple[str, ...]:
    """Return the items that judgments name, by first appearance."""
    if isinstance(given, PairwiseMatrix):
        return given.labels
    return tuple(dict.fromkeys(str(item) for pair in _pairs(given) for item in pair))


def partial_matrix(who: str, given: Judgments, names: tuple[str, ...]) -> Array:
    """Return a participant's matrix in the order of the names, NaN where they gave no judgment.

    Raises
    ------
    JudgmentError
        If an item is unknown, or a judgment is no positive number or contradicts another; the message begins
        with the participant's name.
    """
    if isinstance(given, PairwiseMatrix):
        if set(given.labels) != set(names):
            raise JudgmentError(
                f"{quoted(who)} compares {listed(given.labels)}, others {listed(names)}; compare the same"
            )
        order = [given.labels.index(name) for name in names]
        return np.array(given.values[np.ix_(order, order)])
    try:
        return collected(_pairs(given), names)[1]
    except JudgmentError as error:
        raise JudgmentError(
            f"{quoted(who)}: {error}", row=error.row, column=error.column, found=error.found
        ) from None


def _pairs(given: object) -> Mapping[tuple[str, str], Judgment]:
    return {} if isinstance(given, Mapping) and not given else pairs_given(given)


def agreement_of(
    judgments: Array,
    labels: tuple[str, ...],
    participants: Mapping[str, float],
    *,
    own: Array,
    group: Array,
    largest: float,
    draws: int,
    rng: RNG,
) -> Agreement:
    """Return how far participants agree, and who stands apart; see :meth:`ahp.Group.agreement`.

    Parameters
    ----------
    judgments : ndarray, shape (g, n, n)
        NaN where somebody gave no judgment.
    labels : tuple of str
        Names of the items.
    participants : mapping of str to float
        How much each counts, summing to 1.
    own : ndarray, shape (g, n)
        The priorities of each.
    group : ndarray, shape (n,)
        Those of all together.
    largest : float
        The largest judgment of the scale.
    draws, rng
        How many random groups, and what they are drawn with.
    """
    weights = list(participants.values())
    # Where somebody gave no judgment, their own priorities speak for them.
    filled = np.where(np.isnan(judgments), own[:, :, None] / own[:, None, :], judgments)
    n = len(labels)
    spread, chance = dispersion(judgments), dispersion_test(judgments, draws=draws, rng=rng)
    near = compatibility(from_values(own), from_values(group)).tolist()
    # Of three or four people one is always far from the middle, and of two items chance says as much.
    far = (outlyingness(own) > OUTLYING) & (len(own) >= _FEWEST) & (n > 2)
    return Agreement(
        consensus=float(consensus(own, weights, largest=largest)),
        kendall_w=float(kendall_w(own)),
        kendall_p=float(kendall_w_test(own, draws=draws, rng=rng)),
        geometric_compatibility=float(np.dot(weights, geometric_compatibility(filled, group))),
        compatibility=tuple(zip(participants, near, strict=True)),
        dispersions=tuple(
            Dispersion(labels[i], labels[j], float(spread[i, j]), float(chance[i, j]))
            for i in range(n)
            for j in range(i + 1, n)
        ),
        outlying=tuple(name for name, apart in zip(participants, far, strict=True) if apart),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Group(NotebookFace):
    """What several people say of the same items; immutable.

    Parameters
    ----------
    judgments : mapping of str to PairwiseMatrix or mapping
        For each participant a matrix, or judgments `{(a, b): how many times a is preferred to b}`, of which a
        participant may leave some out.
    labels : sequence of str, optional
        The order of the items; by first appearance unless given.
    weights : mapping of str to float, optional
        How much participants count; 1 for those not named.

    Raises
    ------
    JudgmentError
        If there is no participant, a judgment contradicts another of the same participant, or participants
        compare different items. The message names the participant and the pair.
    StudyError
        If a weight names nobody, is negative, or all are 0.

    Examples
    --------
    >>> group = Group({"Ann": {("x", "y"): 2}, "Bob": {("x", "y"): 8}})
    >>> group.matrix()["x", "y"]
    4.0
    >>> group.priorities().to_dict()
    {'x': 0.8, 'y': 0.2}
    """

    values: Array
    """Their matrices, shape (g, n, n), read-only; NaN where somebody gave no judgment."""
    labels: tuple[str, ...]
    """Names of the items."""
    participants: tuple[str, ...]
    """Names of the participants, in the user's order."""
    weights: tuple[float, ...]
    """How much each counts, summing to 1."""

    def __init__(
        self,
        judgments: Mapping[str, Judgments],
        labels: Iterable[str] | None = None,
        *,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        judgments = table_given(judgments, "the judgments of a group")
        if not judgments:
            raise JudgmentError("a group has at least one participant; found none")
        participants = checked_labels(judgments)
        names = (
            tuple(dict.fromkeys(x for given in judgments.values() for x in items_of(given)))
            if labels is None
            else checked_labels(labels)
        )
        if not names:
            raise JudgmentError("nobody compares anything; a group has at least one judgment, or labels")
        stack = np.stack([partial_matrix(name, given, names) for name, given in judgments.items()])
        stack.setflags(write=False)
        object.__setattr__(self, "values", stack)
        object.__setattr__(self, "labels", names)
        object.__setattr__(self, "participants", participants)
        object.__setattr__(self, "weights", _weights(weights, participants))

    def matrix(self) -> PairwiseMatrix:
        """Return the group's matrix: the weighted geometric mean of the judgments (Aczél & Saaty 1983).

        Raises
        ------
        JudgmentError
            If nobody judged some pair.
        """
        group = aggregate_judgments(self.values, self.weights)
        missing = [f"{self.labels[i]} : {self.labels[j]}" for i, j in np.argwhere(np.triu(np.isnan(group)))]
        if missing:
            raise JudgmentError(f"nobody judged {listed(missing)}; ask at least one participant")
        return PairwiseMatrix(group, self.labels)

    def known(self) -> IncompleteMatrix:
        """Return the group's matrix with gaps where nobody judged a pair.

        Examples
        --------
        >>> group = Group({"Ann": {("x", "y"): 2}, "Bob": {("y", "z"): 8}})
        >>> group.known().missing
        (('x', 'z'),)
        """
        return IncompleteMatrix(aggregate_judgments(self.values, self.weights), self.labels)

    def priorities(self, *, method: str = DEFAULT_METHOD, aggregate: str = "judgments") -> pd.Series[float]:
        """Return the group's priorities as a Series in the order of the labels, summing to 1.

        Parameters
        ----------
        method : str
            A key of :data:`ahp.core.PRIORITY_METHODS`.
        aggregate : {"judgments", "priorities", "arithmetic-priorities"}
            Judgments where the group acts as one, priorities where its members keep their identities (Forman
            & Peniwati 1998).
        """
        return series_of(self.vector(method, aggregate), self.labels)

    def vector(self, method: str = DEFAULT_METHOD, aggregate: str = "judgments") -> Array:
        """Return the group's priorities as an array, as :meth:`priorities`."""
        name_given(aggregate, "what can be aggregated", AGGREGATIONS)
        if aggregate == "judgments":
            return self.known().vector(method)
        mean = "geometric" if aggregate == "priorities" else "arithmetic"
        return aggregate_priorities(self._individual(method), self.weights, mean=mean)

    def individual_priorities(self, *, method: str = DEFAULT_METHOD) -> pd.DataFrame:
        """Return each participant's own priorities: a row for each, a column for each item.

        Of those who left judgments out they are what :meth:`IncompleteMatrix.vector` says.
        """
        import pandas as pd

        return pd.DataFrame(
            self._individual(method),
            index=pd.Index(self.participants, name="participant"),
            columns=pd.Index(self.labels, name="item"),
        )

    def consistency(self, *, random_index: str = DEFAULT_TABLE) -> Consistency | IncompleteConsistency:
        """Return the consistency of the group's common judgments, which says little about its members.

        A mean of judgments contradicts itself less than they do: 24 people who answer at random are
        consistent together. :meth:`individual_consistency` has what each of them says.
        """
        return consistency_by(narrowed(self.known()), random_index)

    def individual_consistency(self, *, random_index: str = DEFAULT_TABLE) -> pd.Series[float]:
        """Return each participant's own consistency ratio; NaN where nothing they judged can contradict.

        Examples
        --------
        >>> ann = {("x", "y"): 2, ("y", "z"): 2, ("x", "z"): 1}
        >>> group = Group({"Ann": ann, "Bob": {("x", "y"): 2, ("x", "z"): 2}})
        >>> group.individual_consistency().round(3).to_dict()
        {'Ann': 0.207, 'Bob': nan}
        """
        known = [IncompleteMatrix(matrix, self.labels) for matrix in self.values]
        ratios = [
            consistency_by(narrowed(matrix), random_index).ratio if connected else np.nan
            for matrix, connected in zip(known, self._connected(), strict=True)
        ]
        return series_of(ratios, self.participants, "participant", "consistency ratio")

    def _individual(self, method: str) -> Array:
        torn = [name for name, whole in zip(self.participants, self._connected(), strict=True) if not whole]
        if torn:
            raise JudgmentError(
                f"the judgments of {listed(torn)} do not connect all items, so there are no priorities of "
                f"their own; aggregate judgments, or leave them out"
            )
        return np.array([IncompleteMatrix(matrix, self.labels).vector(method) for matrix in self.values])

    def _connected(self) -> list[bool]:
        """Say of each participant whether their judgments connect all items."""
        return [len(connected_groups(matrix)) == 1 for matrix in self.values]

    def without(self, participants: Iterable[str]) -> Group:
        """Return the group without some of its participants; the others keep their weights."""
        gone = checked_labels(participants)
        unknown = [name for name in gone if name not in self.participants]
        if unknown:
            raise JudgmentError(
                f"{listed(unknown)} is no participant; the participants are {listed(self.participants)}"
            )
        return self._with_values(
            self.values, participants=[name for name in self.participants if name not in gone]
        )

    def on_scale(self, scale: str) -> Group:
        """Return the group with its members' answers from 1/9 to 9 as ratios on another scale.

        See :data:`ahp.core.SCALES`.

        Raises
        ------
        JudgmentError
            If an answer lies beyond 1/9 and 9; the message names its pair.

        Examples
        --------
        >>> group = Group({"Ann": {("x", "y"): 4}, "Bob": {("x", "y"): 9}})
        >>> group.on_scale("root-square").matrix()["x", "y"].__round__(6)
        2.44949
        """
        return self._with_values([answers_on_scale(matrix, self.labels, scale) for matrix in self.values])

    def _with_values(
        self,
        values: Iterable[Array],
        *,
        participants: Iterable[str] | None = None,
        labels: Sequence[str] | None = None,
    ) -> Group:
        """Return the group of some of its participants, who keep their weights, with other matrices."""
        names = self.labels if labels is None else tuple(labels)
        said = dict(zip(self.participants, values, strict=True))
        counts = dict(zip(self.participants, self.weights, strict=True))
        kept = self.participants if participants is None else tuple(participants)
        pairs = {name: given_pairs(said[name], names) for name in kept}
        return Group(pairs, names, weights={name: counts[name] for name in kept})

    def agreement(
        self, *, method: str = DEFAULT_METHOD, largest: float = 9.0, draws: int = 10_000, rng: RNG = 0
    ) -> Agreement:
        """Return how far the participants agree, and who stands apart.

        Parameters
        ----------
        method : str
            How priorities are found; a key of :data:`ahp.core.PRIORITY_METHODS`.
        largest : float
            The largest judgment of the scale, for the consensus.
        draws : int
            Random groups that Kendall's W and the dispersions are compared with.
        rng : None, int, SeedSequence, BitGenerator or Generator
            As :func:`numpy.random.default_rng` takes it: the default repeats itself, None draws anew.

        Raises
        ------
        JudgmentError
            If nobody's judgments connect all items, or only those of participants who count nothing.
        """
        torn = [name for name, whole in zip(self.participants, self._connected(), strict=True) if not whole]
        whole = {
            name: weight
            for name, weight in zip(self.participants, self.weights, strict=True)
            if name not in torn
        }
        if not whole:
            raise JudgmentError("nobody's judgments connect all items; their priorities cannot be compared")
        if not any(whole.values()):
            raise JudgmentError(
                f"only the judgments of {listed(whole)} connect all items, and they count 0; give one of "
                f"them a weight, or ask the others for what they left out"
            )
        if torn:
            rest = self.without(torn).agreement(method=method, largest=largest, draws=draws, rng=rng)
            return replace(rest, left_out=tuple(torn))
        everybody = self._individual(method)
        group = self.vector(method)
        return agreement_of(
            self.values,
            self.labels,
            dict(zip(self.participants, self.weights, strict=True)),
            own=everybody,
            group=group,
            largest=largest,
            draws=draws,
            rng=rng,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Group):
            return NotImplemented
        mine, theirs = ((g.labels, g.participants, g.weights) for g in (self, other))
        return mine == theirs and bool(np.array_equal(self.values, other.values, equal_nan=True))

    def __hash__(self) -> int:
        return hash((self.labels, self.participants, self.weights, self.values.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        matrices = zip(self.participants, self.values, strict=True)
        given = {name: given_pairs(matrix, self.labels) for name, matrix in matrices}
        weights = dict(zip(self.participants, self.weights, strict=True))
        return partial(Group, given, self.labels, weights=weights), ()

    def __repr__(self) -> str:
        return f"Group(participants={list(self.participants)}, labels={list(self.labels)})"


def _weights(weights: Mapping[str, float] | None, participants: tuple[str, ...]) -> tuple[float, ...]:
    given = {} if weights is None else table_given(weights, "weights of participants")
    counts = {
        str(name): real_number(value, f"the weight of {quoted(str(name))}", least=0.0)
        for name, value in given.items()
    }
    unknown = [name for name in counts if name not in participants]
    if unknown:
        raise StudyError(
            f"{listed(unknown)} has a weight but is no participant; they are {listed(participants)}"
        )
    return tuple(
        participant_weights([counts.get(name, 1.0) for name in participants], len(participants)).tolist()
    )
