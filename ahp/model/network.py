"""A network of clusters of nodes that influence each other, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ahp.core.gate import Array
from ahp.core.network import cluster_priorities, is_periodic, limit_matrix, weighted_supermatrix
from ahp.core.priorities import DEFAULT_METHOD
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.comparisons import Comparison, comparison_of, shares_of
from ahp.model.hierarchy import Hierarchy, hierarchy_given
from ahp.model.labels import items_given, table_given
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    import pandas as pd

Influence: TypeAlias = Comparison | Mapping[str, float]
"""How much some things influence another: a comparison, or priorities by name."""


@dataclass(frozen=True)
class Network(NotebookFace):
    """Clusters of nodes, and which influence which how much (Saaty 2005).

    Parameters
    ----------
    clusters : mapping of str to sequence of str
        The nodes of each cluster; every name stands once.
    influences : mapping of str to sequence of influences
        For each node that is influenced, comparisons of the nodes that influence it: one for each cluster
        that they come from, as a matrix, a group, or priorities by name. What is not compared has no
        influence.
    cluster_weights : mapping of str to influence, optional
        For each cluster how much clusters influence it; equal unless given.

    Raises
    ------
    JudgmentError
        If a name is unknown or stands twice, a comparison mixes clusters, or two compare the same cluster.

    Examples
    --------
    >>> network = Network(
    ...     {"purposes": ["flood", "power"], "levels": ["low", "high"]},
    ...     {"flood": [{"low": 0.9, "high": 0.1}], "power": [{"low": 0.2, "high": 0.8}],
    ...      "low": [{"flood": 0.8, "power": 0.2}], "high": [{"flood": 0.1, "power": 0.9}]},
    ... )
    >>> network.priorities("levels").round(3).to_dict()
    {'low': 0.529, 'high': 0.471}
    """

    clusters: Mapping[str, Sequence[str]]
    influences: Mapping[str, Sequence[Influence]]
    cluster_weights: Mapping[str, Influence] | None = None

    def __post_init__(self) -> None:
        clusters = {
            str(name): tuple(map(str, items_given(nodes, f"the nodes of the cluster {quoted(str(name))}")))
            for name, nodes in table_given(self.clusters, "clusters").items()
        }
        object.__setattr__(self, "clusters", MappingProxyType(clusters))
        nodes = self.nodes
        if not nodes:
            raise JudgmentError("a network has at least one cluster with a node; found none")
        twice = [name for name in dict.fromkeys(nodes) if nodes.count(name) > 1]
        if twice:
            raise JudgmentError(
                f"every node stands in one cluster, once; found {listed(twice)} more than once"
            )
        given = {str(name): said for name, said in table_given(self.influences, "influences").items()}
        unknown = [name for name in given if name not in nodes]
        if unknown:
            raise JudgmentError(f"{listed(unknown)} is no node; the nodes are {listed(nodes)}")
        influences = {name: _compared(said, name) for name, said in given.items()}
        object.__setattr__(self, "influences", MappingProxyType(influences))
        for node, compared in influences.items():
            reached = [self._cluster_of(influence, node) for influence in compared]
            again = [name for name in dict.fromkeys(reached) if reached.count(name) > 1]
            if again:
                raise JudgmentError(
                    f"under {quoted(node)} the cluster {listed(again)} is compared more than once"
                )
        said = (
            {} if self.cluster_weights is None else table_given(self.cluster_weights, "weights of clusters")
        )
        weights = {str(name): comparison_of(influence) for name, influence in said.items()}
        object.__setattr__(self, "cluster_weights", MappingProxyType(weights) if weights else None)
        for name, influence in weights.items():
            strange = [x for x in (name, *influence.labels) if x not in clusters]
            if strange:
                raise JudgmentError(f"{listed(strange)} is no cluster; the clusters are {listed(clusters)}")

    def _cluster_of(self, influence: Comparison, node: str) -> str:
        names = influence.labels
        found = [name for name, members in self.clusters.items() if set(names) <= set(members)]
        if not found:
            raise JudgmentError(
                f"under {quoted(node)}: {listed(names)} are not nodes of one cluster; compare those"
            )
        return found[0]

    @classmethod
    def from_hierarchy(cls, hierarchy: Hierarchy) -> Network:
        """Return a hierarchy as a network: the goal, each level of criteria, and the alternatives.

        With `goal=hierarchy.goal` its priorities of the cluster `"alternatives"` are the hierarchy's global
        priorities in the distributive mode. Criteria are named by the way to them.

        Examples
        --------
        >>> local = {"price": {"a": 2, "b": 1}, "safety": {"a": 1, "b": 4}}
        >>> h = Hierarchy("car", {"price": 3, "safety": 1}, local)
        >>> Network.from_hierarchy(h).priorities("alternatives", goal="car").round(2).to_dict()
        {'a': 0.55, 'b': 0.45}
        """
        hierarchy = hierarchy_given(hierarchy)
        if hierarchy.criteria_alone:
            raise JudgmentError(f"{quoted(hierarchy.goal)} has criteria alone; a network needs alternatives")
        inner = {path: node for path, node in hierarchy.nodes() if path not in hierarchy.leaves()}
        levels: dict[str, list[str]] = {"goal": [hierarchy.goal]}
        influences: dict[str, list[Influence]] = {}
        for path, node in hierarchy.nodes():
            name = " / ".join(path) or hierarchy.goal
            if path:
                levels.setdefault(f"level {len(path)}", []).append(name)
            shares = zip(node.labels, shares_of(node).tolist(), strict=True)
            below = {" / ".join((*path, label)) if path in inner else label: share for label, share in shares}
            influences[name] = [below]
        levels["alternatives"] = list(hierarchy.alternatives)
        return cls(levels, influences)

    @property
    def nodes(self) -> tuple[str, ...]:
        """All nodes, cluster after cluster."""
        return tuple(node for members in self.clusters.values() for node in members)

    @property
    def _positions(self) -> list[int]:
        return [i for i, members in enumerate(self.clusters.values()) for _ in members]

    def supermatrix(self, *, method: str = DEFAULT_METHOD) -> pd.DataFrame:
        """Return the unweighted supermatrix: in column j the local priorities of what influences j."""
        return self._frame(self._unweighted(method))

    def weighted(self, *, method: str = DEFAULT_METHOD) -> pd.DataFrame:
        """Return the supermatrix weighted by clusters; its columns sum to 1, or to 0 without influence."""
        return self._frame(self._weighted(method))

    def limit(self, *, method: str = DEFAULT_METHOD) -> pd.DataFrame:
        """Return the limit of the powers, or of their mean where they turn in a circle.

        See :func:`ahp.core.limit_matrix`.
        """
        return self._frame(limit_matrix(self._weighted(method)))

    def is_periodic(self, *, method: str = DEFAULT_METHOD) -> bool:
        """Say whether influence turns in a circle, so that only the mean of the powers has a limit."""
        return bool(is_periodic(self._weighted(method)))

    def priorities(
        self, cluster: str | None = None, *, goal: str | None = None, method: str = DEFAULT_METHOD
    ) -> pd.Series[float]:
        """Return the limit priorities of the nodes.

        Parameters
        ----------
        cluster : str, optional
            Only the nodes of this cluster, summing to 1; all nodes unless given.
        goal : str, optional
            The node whose column of the limit is read. Needed where columns differ: influence then ends in
            more than one part of the network.
        method : str
            A key of :data:`ahp.core.PRIORITY_METHODS`.

        Raises
        ------
        JudgmentError
            If a name is unknown, or the columns differ and no goal is given.
        """
        import pandas as pd

        limit = limit_matrix(self._weighted(method))
        column = limit[:, 0]
        if goal is not None:
            column = limit[:, self._node(goal)]
        elif np.abs(limit - column[:, None]).max() > 1e-9:
            raise JudgmentError(
                "the priorities depend on where influence begins; name the node to begin with: goal=…"
            )
        found = pd.Series(column, index=pd.Index(self.nodes, name="node"), name="priority")
        if cluster is None:
            return found
        if not isinstance(cluster, str) or cluster not in self.clusters:
            raise JudgmentError(f"{quoted(cluster)} is no cluster; the clusters are {listed(self.clusters)}")
        found[:] = cluster_priorities(column, self._positions)
        return found[list(self.clusters[cluster])]

    def __hash__(self) -> int:
        weights = self.cluster_weights or {}
        return hash(tuple(tuple(one.items()) for one in (self.clusters, self.influences, weights)))

    def __reduce__(self) -> tuple[Any, ...]:
        weights = None if self.cluster_weights is None else dict(self.cluster_weights)
        return type(self), (dict(self.clusters), dict(self.influences), weights)

    def _node(self, name: str) -> int:
        if not isinstance(name, str) or name not in self.nodes:
            raise JudgmentError(f"{quoted(name)} is no node; the nodes are {listed(self.nodes)}")
        return self.nodes.index(name)

    def _unweighted(self, method: str) -> Array:
        position = {name: i for i, name in enumerate(self.nodes)}
        W = np.zeros((len(position), len(position)))
        for node, given in self.influences.items():
            for influence in map(comparison_of, given):
                rows = [position[name] for name in influence.labels]
                W[rows, position[node]] = shares_of(influence, method)
        return W

    def _weighted(self, method: str) -> Array:
        weights = None
        if self.cluster_weights is not None:
            order = list(self.clusters)
            weights = np.ones((len(order), len(order)))
            for name, given in self.cluster_weights.items():
                influence = comparison_of(given)
                column = np.zeros(len(order))
                column[[order.index(x) for x in influence.labels]] = shares_of(influence, method)
                weights[:, order.index(name)] = column
        return weighted_supermatrix(self._unweighted(method), self._positions, weights)

    def _frame(self, matrix: Array) -> pd.DataFrame:
        import pandas as pd

        names = pd.Index(self.nodes, name="node"), pd.Index(self.nodes, name="with respect to")
        return pd.DataFrame(matrix, *names)


def _compared(given: object, node: str) -> tuple[Comparison, ...]:
    """Return the comparisons of what influences a node, one for each cluster they come from."""
    if not isinstance(given, list | tuple):
        raise JudgmentError(
            f"the influences on {quoted(node)} are a list of comparisons, one for each cluster; found "
            f"{quoted(given)}"
        )
    return tuple(map(comparison_of, given))
