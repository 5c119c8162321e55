"""A goal, the criteria that serve it, and the alternatives compared under each, if there are any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ahp.core.gate import Array
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.synthesis import global_priorities
from ahp.deprecation import renamed
from ahp.errors import JudgmentError, StudyError, listed, quoted
from ahp.model.comparisons import (
    Comparison,
    Ratings,
    Weights,
    comparison_of,
    consistency_of,
    ideals_of,
    located,
    on_scale_of,
    shares_of,
)
from ahp.model.group import AGGREGATIONS, Group
from ahp.model.labels import Judgment, name_given, series_of, table_given
from ahp.model.results import HierarchyConsistency, whole_consistency
from ahp.notebook import NotebookFace
from ahp.printing import priority_tree
from ahp.terms import DEEPEST

if TYPE_CHECKING:
    import pandas as pd

    from ahp.model.changes import Newcomer, Reversal

MODES = ("distributive", "ideal", "ratings", "product")
"""How local priorities of alternatives are put together."""

Path = tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Hierarchy(NotebookFace):
    """A goal over criteria, to any depth, over alternatives (Saaty 1980).

    Parameters
    ----------
    goal : str
        What the decision is about.
    judgments : PairwiseMatrix or other comparison
        The criteria compared with respect to the goal: judged by one (:class:`~ahp.PairwiseMatrix`,
        :class:`~ahp.IncompleteMatrix`, or judgments by pair) or by several (:class:`~ahp.Group`), or weighed
        directly (:class:`~ahp.Weights`, or weights by name).
    children : mapping of str to comparison or Hierarchy
        For each criterion the alternatives compared under it (judged, :class:`~ahp.Measured`,
        :class:`~ahp.Ratings`, or weighed), or the criteria beneath it. Branches may differ in depth. Of
        criteria alone, whose weights are all that is asked, nothing: `{}`, or hierarchies for those that have
        criteria beneath them. Their :attr:`alternatives` are then the lowest criteria.

    Raises
    ------
    JudgmentError
        If a criterion has no child though others have alternatives, a child no criterion, or the alternatives
        differ between criteria.

    Examples
    --------
    >>> from ahp.model.comparisons import Measured
    >>> price = Measured({"a": 10_000, "b": 20_000}, better="lower")
    >>> safety = {("a", "b"): "1/4"}
    >>> h = Hierarchy("choose a car", {("price", "safety"): 3}, {"price": price, "safety": safety})
    >>> h.global_priorities().round(4).to_dict()
    {'a': 0.55, 'b': 0.45}

    Criteria alone:

    >>> cost = Hierarchy("cost", {("price", "upkeep"): 3}, {})
    >>> Hierarchy("site", {("cost", "view"): 4}, {"cost": cost}).global_priorities().round(4).to_dict()
    {'price': 0.6, 'upkeep': 0.2, 'view': 0.2}
    """

    goal: str
    judgments: Comparison
    children: Mapping[str, Comparison | Hierarchy]
    depth: int = field(init=False, repr=False, compare=False)
    """Levels of criteria, 1 where the alternatives stand right under the criteria."""
    criteria_alone: bool = field(init=False, repr=False, compare=False)
    """Say whether there are no alternatives; the weights of the criteria are all that is asked."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "judgments", comparison_of(self.judgments))
        object.__setattr__(self, "goal", str(self.goal))
        object.__setattr__(self, "children", table_given(self.children, "what stands under the criteria"))
        criteria = self.judgments.labels
        alone = [isinstance(child, Hierarchy) and child.criteria_alone for child in self.children.values()]
        missing = [name for name in criteria if name not in self.children and not all(alone)]
        surplus = [name for name in self.children if name not in criteria]
        if missing or surplus:
            found = f"unknown {listed(surplus)}"
            if missing:
                found = f"no comparison under {listed(missing)}"
            raise JudgmentError(f"{quoted(self.goal)} has the criteria {listed(criteria)}; found {found}")
        if any(alone) and not all(alone):
            with_some = [name for name, none in zip(self.children, alone, strict=True) if not none]
            raise JudgmentError(
                f"{quoted(self.goal)}: alternatives stand under {listed(with_some)} and not under the other "
                f"criteria; compare them under each, or under none"
            )
        object.__setattr__(self, "criteria_alone", all(alone))
        children = {name: _child(self.children[name], name) for name in criteria if name in self.children}
        depths = [child.depth if isinstance(child, Hierarchy) else 0 for child in children.values()]
        depth = 1 + max(depths, default=0)
        if depth > DEEPEST:
            raise JudgmentError(
                f"{quoted(self.goal)} has more than {DEEPEST} levels of criteria beneath it; join some"
            )
        object.__setattr__(self, "depth", depth)
        # A plain dict would let the caller change the hierarchy afterwards.
        object.__setattr__(self, "children", MappingProxyType(children))
        if self.criteria_alone:
            return
        expected = _alternatives(children[criteria[0]])
        for name in criteria:
            if set(_alternatives(children[name])) != set(expected):
                raise JudgmentError(
                    f"{quoted(name)} compares {listed(_alternatives(children[name]))}, "
                    f"{quoted(criteria[0])} compares {listed(expected)}; they must be the same"
                )

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The alternatives, in the order of the first criterion; of criteria alone the lowest criteria.

        Criteria of the same name in two places are named by the way to them.
        """
        if self.criteria_alone:
            lowest = self.lowest_criteria()
            names = [path[-1] for path in lowest]
            return tuple(path[-1] if names.count(path[-1]) == 1 else " / ".join(path) for path in lowest)
        return _alternatives(self.children[self.judgments.labels[0]])

    def __getitem__(self, criterion: str) -> Comparison | Hierarchy:
        """Return what stands under a criterion."""
        if criterion not in self.children:
            raise JudgmentError(
                f"{quoted(criterion)} is not a criterion of {quoted(self.goal)}; "
                f"the criteria are {listed(self.children)}"
            )
        return self.children[criterion]

    def nodes(self) -> Iterator[tuple[Path, Comparison]]:
        """Yield every comparison with the way to it, from the goal `()` down, a branch at a time."""
        yield (), self.judgments
        for name, child in self.children.items():
            if isinstance(child, Hierarchy):
                for path, comparison in child.nodes():
                    yield (name, *path), comparison
            else:
                yield (name,), child

    def leaves(self) -> dict[Path, Comparison]:
        """Return the comparisons of the alternatives, by the way to them."""
        return {path: node for path, node in self.nodes() if not self._inner(path)}

    @property
    def _ranked(self) -> str:
        return "criterion" if self.criteria_alone else "alternative"

    def lowest_criteria(self) -> list[Path]:
        """Return the ways to the criteria under which there are no others."""
        found: list[Path] = []
        for name in self.judgments.labels:
            child = self.children.get(name)
            below = child.lowest_criteria() if isinstance(child, Hierarchy) else [()]
            found += [(name, *path) for path in below]
        return found

    def _inner(self, path: Path) -> bool:
        here: Comparison | Hierarchy = self
        for name in path:
            here = here.children[name]  # type: ignore[union-attr]
        return isinstance(here, Hierarchy)

    def local_priorities(self, *, method: str = DEFAULT_METHOD) -> pd.Series[float]:
        """Return the local priority of every criterion by the way to it; those of siblings sum to 1.

        Beside the global ones they stand in :meth:`criteria`.
        """
        return self.criteria(method=method)["local"].rename("priority")

    def weights(self, *, method: str = DEFAULT_METHOD) -> dict[Path, tuple[float, float]]:
        """Return the local and the global priority of every criterion, by the way to it.

        The global one is the product of the local ones on the way; those of the leaves sum to 1.

        Examples
        --------
        >>> one = {"a": 1}
        >>> quality = Hierarchy("quality", {"safety": 1, "comfort": 1}, {"safety": one, "comfort": one})
        >>> h = Hierarchy("car", {"price": 1, "quality": 3}, {"price": one, "quality": quality})
        >>> h.weights()[("quality", "safety")]
        (0.5, 0.375)
        """
        found: dict[Path, tuple[float, float]] = {}
        shares = located(quoted(self.goal), shares_of, self.judgments, method).tolist()
        for name, share in zip(self.judgments.labels, shares, strict=True):
            found[name,] = (share, share)
            child = self.children.get(name)
            if isinstance(child, Hierarchy):
                for path, (local, total) in child.weights(method=method).items():
                    found[(name, *path)] = (local, share * total)
        return found

    def criteria(self, *, method: str = DEFAULT_METHOD) -> pd.DataFrame:
        """Return the criteria as a table: the way to each, its local and its global priority."""
        import pandas as pd

        found = self.weights(method=method)
        rows = [{"local": local, "global": total} for local, total in found.values()]
        return pd.DataFrame(rows, index=pd.Index([" / ".join(path) for path in found], name="criterion"))

    def leaf_arrays(self, *, mode: str = "distributive", method: str = DEFAULT_METHOD) -> tuple[Array, Array]:
        """Return the weights of the leaves `(k,)` and the alternatives' priorities under each `(k, n)`.

        Parameters
        ----------
        mode : {"distributive", "ideal", "ratings", "product"}
            See :meth:`global_priorities`.

        Returns
        -------
        weights, local : ndarray
            What :func:`ahp.core.global_priorities` takes. Criteria alone stand for themselves: their local
            priorities are the identity matrix. In the product mode, the logarithms of the priorities.
        """
        name_given(mode, "a known mode", MODES)
        weights = self.weights(method=method)
        if self.criteria_alone:
            lowest = [weights[path][1] for path in self.lowest_criteria()]
            return np.array(lowest), np.eye(len(lowest))
        order, rows = self.alternatives, []
        leaves = self.leaves()
        for path, leaf in leaves.items():
            if mode == "ratings" and not isinstance(leaf, Ratings):
                raise StudyError(
                    f"{quoted(' / '.join(path))} compares the alternatives with each other; in the ratings "
                    f"mode each is rated on a scale: give Ratings there, or use the ideal mode"
                )
            of = shares_of if mode in ("distributive", "product") else ideals_of
            vector = located(quoted(" / ".join(path)), of, leaf, method)
            if mode == "product" and not vector.all():
                nothing = leaf.labels[int(vector.argmin())]
                raise StudyError(
                    f"{quoted(' / '.join(path))} gives {quoted(nothing)} a priority of 0, and a product with "
                    f"it is 0; use another mode"
                )
            vector = np.log(vector) if mode == "product" else vector
            rows.append(vector[[leaf.labels.index(name) for name in order]])
        return np.array([weights[path][1] for path in leaves]), np.array(rows)

    def scores(self, *, mode: str = "distributive", method: str = DEFAULT_METHOD) -> pd.Series[float]:
        """Return the weighted sums over the leaves, or products, as they are, not normalised.

        In the ratings mode a score is the share of what an alternative with the best grade everywhere would
        have; in the ideal mode of what one would have that is as good as the best under each criterion.
        """
        return series_of(self.totals(method, mode), self.alternatives, self._ranked, "score")

    def global_priorities(
        self, *, mode: str = "distributive", method: str = DEFAULT_METHOD
    ) -> pd.Series[float]:
        """Return the priorities of the alternatives with respect to the goal, summing to 1.

        Parameters
        ----------
        mode : {"distributive", "ideal", "ratings", "product"}
            `distributive`: under each criterion the alternatives share out 1, so each depends on how many and
            how good the others are. `ideal`: the best counts 1 under each criterion, so copies and losers do
            not matter (Millet & Saaty 2000). `ratings`: each is rated on a fixed scale, so the others never
            matter; every leaf must then be :class:`~ahp.Ratings`. `product`: priorities are multiplied, each
            raised to the weight of its criterion, so that copies do not matter (Barzilai & Golany 1994); of
            criteria alone, whose weights are no priorities under anything, it is as `distributive`.
        method : str
            A key of :data:`ahp.core.PRIORITY_METHODS`.

        Raises
        ------
        StudyError
            If the mode or method is unknown, or does not fit a leaf.
        """
        return series_of(self.vector(method, mode), self.alternatives, self._ranked)

    def vector(self, method: str = DEFAULT_METHOD, mode: str = "distributive") -> Array:
        """Return the global priorities as an array, in the order of the alternatives."""
        totals = self.totals(method, mode)
        if not totals.any():
            raise JudgmentError("every alternative has a score of 0; nothing is shared out among them")
        shares: Array = totals / totals.sum()
        return shares

    def totals(self, method: str = DEFAULT_METHOD, mode: str = "distributive") -> Array:
        """Return the scores as an array, in the order of the alternatives; see :meth:`scores`."""
        totals = global_priorities(*self.leaf_arrays(mode=mode, method=method))
        return np.exp(totals) if mode == "product" and not self.criteria_alone else totals

    def on_scale(self, scale: str) -> Hierarchy:
        """Return the hierarchy with all answers from 1/9 to 9 as ratios on another scale.

        See :data:`ahp.core.SCALES`.

        Raises
        ------
        JudgmentError
            If an answer lies beyond 1/9 and 9; the message names its pair.

        Examples
        --------
        >>> h = Hierarchy("car", {("price", "safety"): 4}, {})
        >>> h.on_scale("root-square").global_priorities().round(3).to_dict()
        {'price': 0.667, 'safety': 0.333}
        """
        return self.each(lambda node: on_scale_of(node, scale))

    def aggregated(self, aggregate: str = "priorities", *, method: str = DEFAULT_METHOD) -> Hierarchy:
        """Return the hierarchy with the mean of its members' priorities where a group judged.

        Parameters
        ----------
        aggregate : {"judgments", "priorities", "arithmetic-priorities"}
            As for :meth:`ahp.Group.priorities`; of judgments groups stay as they are.

        Examples
        --------
        >>> group = Group({"Ann": {("x", "y"): 1}, "Bob": {("x", "y"): 4}})
        >>> h = Hierarchy("car", group, {}).aggregated("arithmetic-priorities")
        >>> h.global_priorities().round(3).to_dict()
        {'x': 0.65, 'y': 0.35}
        """
        if name_given(aggregate, "what can be aggregated", AGGREGATIONS) == "judgments":
            return self

        def mean(node: Comparison) -> Comparison:
            if not isinstance(node, Group):
                return node
            return Weights(dict(zip(node.labels, node.vector(method, aggregate).tolist(), strict=True)))

        return self.each(mean)

    def each(self, change: Callable[[Comparison], Comparison]) -> Hierarchy:
        """Return the hierarchy with every comparison changed, of criteria and of alternatives.

        Examples
        --------
        >>> Hierarchy("car", {"price": 3, "safety": 1}, {}).each(lambda node: node).alternatives
        ('price', 'safety')
        """
        return mapped(self, lambda path, node: change(node))

    def consistency(
        self, *, random_index: str = DEFAULT_TABLE, method: str = DEFAULT_METHOD
    ) -> HierarchyConsistency:
        """Return the consistency of the whole hierarchy and of each comparison in it.

        The consistency ratio of a hierarchy is the sum of its matrices' consistency indices over the sum of
        their random indices, each weighted with the global priority of its node (Saaty 1980), by the
        method. Measured values, weights, ratings on a scale that was not judged, and judgments that contain
        no circle contradict nothing and have no part.
        """
        weights = {(): 1.0} | {path: total for path, (_, total) in self.weights(method=method).items()}
        nodes = []
        for path, comparison in self.nodes():
            found = consistency_of(comparison, random_index)
            if found is not None:
                nodes.append((path, found))
        return whole_consistency(nodes, weights, random_index)

    def without(self, alternative: str) -> Hierarchy:
        """Return the hierarchy without one of its alternatives."""
        from ahp.model.changes import without

        return without(self, alternative)

    def with_copy(self, alternative: str, name: str | None = None) -> Hierarchy:
        """Return the hierarchy with a copy of an alternative, as good as it under every criterion."""
        from ahp.model.changes import with_copy

        return with_copy(self, alternative, name)

    @renamed(said="values")
    def with_alternative(self, name: str, values: Mapping[str, Newcomer]) -> Hierarchy:
        """Return the hierarchy with one more alternative.

        Parameters
        ----------
        name : str
            Of the newcomer.
        values : mapping of str to value, grade or judgments
            For each leaf criterion, by its name or the way to it (`"quality / safety"`): the measured value
            or weight, the grade, or how many times the newcomer is preferred to each other alternative.
        """
        from ahp.model.changes import with_alternative

        return with_alternative(self, name, values)

    def rank_reversals(
        self, *, modes: tuple[str, ...] = ("distributive", "ideal"), method: str = DEFAULT_METHOD
    ) -> tuple[Reversal, ...]:
        """Return every order of two alternatives that turns round when another leaves or is copied."""
        from ahp.model.changes import rank_reversals

        return rank_reversals(self, modes=modes, method=method)

    def with_judgment(
        self, path: Path, first: str, second: str, judgment: Judgment, *, participant: str | None = None
    ) -> Hierarchy:
        """Return the hierarchy with one judgment put in place of what was judged, or left open.

        Parameters
        ----------
        path : tuple of str
            The way to the comparison; `()` is that of the criteria under the goal.
        first, second : str
        judgment : float or str
            How many times the first is preferred to the second.
        participant : str, optional
            Whose judgment it is, where several judged.

        Raises
        ------
        JudgmentError
            If no matrix stands there, or it does not compare the two, or nobody is called so.

        Examples
        --------
        >>> h = Hierarchy("site", {("cost", "view"): 4}, {})
        >>> h.with_judgment((), "cost", "view", 1).global_priorities().to_dict()
        {'cost': 0.5, 'view': 0.5}
        """
        from ahp.model.changes import with_judgment

        return with_judgment(self, path, first, second, judgment, participant)

    def without_participants(self, participants: Iterable[str]) -> Hierarchy:
        """Return the hierarchy without what some of the participants judged.

        Raises
        ------
        JudgmentError
            If nobody is called so, or under some criterion nobody remains.

        Examples
        --------
        >>> from ahp.model.group import Group
        >>> both = Group({"Ann": {("cost", "view"): 4}, "Bob": {("cost", "view"): 1}})
        >>> h = Hierarchy("site", both, {})
        >>> h.without_participants(["Bob"]).global_priorities().to_dict()
        {'cost': 0.8, 'view': 0.2}
        """
        from ahp.model.changes import without_participants

        return without_participants(self, participants)

    def __repr__(self) -> str:
        lowest = self.leaves()
        nodes = (
            (path, path in lowest, dict(zip(node.labels, shares_of(node, DEFAULT_METHOD), strict=True)))
            for path, node in self.nodes()
        )
        return "\n".join([f"Hierarchy({self.goal!r})", *priority_tree(nodes)])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.goal, self.judgments, dict(self.children))

    def __hash__(self) -> int:
        return hash((self.goal, self.judgments, tuple(self.children.items())))

    def to_dict(self) -> dict[str, Any]:
        """Return goal, criteria and comparisons as plain data, which :meth:`from_dict` takes."""
        from ahp.model.nested import plain

        return plain(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Hierarchy:
        """Return the hierarchy that nested mappings describe, as in a TOML or JSON file.

        Parameters
        ----------
        data : mapping
            `goal` (text) and `children` (a mapping from criteria to nodes), and the comparison of the
            criteria. A node has one comparison: `judgments` (a list of `["a", "b", 3]`, a matrix in rows, a
            DataFrame, or a mapping from participants to these), `values` with `better`, `weights`, or
            `ratings` with `scale`; and `children` if criteria stand beneath it. Pairs may be left out of a
            list as long as the others connect all items. Data without `children` compares the alternatives,
            under one criterion. `participants`, how much participants count, holds
            for its node and all beneath it, down to one that has its own.

        Raises
        ------
        JudgmentError
            If a key is unknown or a comparison wrong; the message names the way to it.

        Examples
        --------
        >>> h = Hierarchy.from_dict({"goal": "car", "judgments": [["price", "safety", 3]], "children": {
        ...     "price": {"values": {"a": 10_000, "b": 20_000}, "better": "lower"},
        ...     "safety": {"judgments": [["a", "b", "1/4"]]}}})
        >>> h.global_priorities().round(2).to_dict()
        {'a': 0.55, 'b': 0.45}
        """
        from ahp.model.nested import nested

        return nested(data)


def mapped(
    hierarchy: Hierarchy, change: Callable[[Path, Comparison], Comparison], path: Path = ()
) -> Hierarchy:
    """Return the hierarchy with every comparison changed, by the way to it.

    Examples
    --------
    >>> h = Hierarchy("car", {"price": 3, "safety": 1}, {})
    >>> mapped(h, lambda path, node: node if path else Weights({"price": 1})).alternatives
    ('price',)
    """
    children = {
        name: mapped(child, change, (*path, name))
        if isinstance(child, Hierarchy)
        else change((*path, name), child)
        for name, child in hierarchy.children.items()
    }
    return Hierarchy(hierarchy.goal, change(path, hierarchy.judgments), children)


def _child(given: object, name: str) -> Comparison | Hierarchy:
    if isinstance(given, Hierarchy):
        return given
    try:
        return comparison_of(given)
    except JudgmentError as error:
        raise JudgmentError(f"{quoted(name)}: {error}", row=error.row, column=error.column) from None


def _alternatives(child: Comparison | Hierarchy) -> tuple[str, ...]:
    return child.alternatives if isinstance(child, Hierarchy) else child.labels


def hierarchy_given(given: object) -> Hierarchy:
    """Return a hierarchy if it is one.

    Raises
    ------
    JudgmentError
        If it is something else.
    """
    if isinstance(given, Hierarchy):
        return given
    raise JudgmentError(f"a Hierarchy is needed; found {quoted(given)}; Hierarchy.from_dict takes plain data")
