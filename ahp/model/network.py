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
from ahp.model.labels import items_given, series_of, table_given
from ahp.model.nested import comparison_in, plain
from ahp.notebook import NotebookFace
from ahp.report.phrases import doubts

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
    goal: str = "network"
    """What the decision is about."""
    alternatives: str | None = None
    """The cluster whose nodes are ranked; unless given that of this name, or else the last."""
    start: str | None = None
    """The node where influence begins; needed where it ends in more than one part of the network."""

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
        ranked = self.alternatives
        if ranked is None:
            ranked = "alternatives" if "alternatives" in clusters else next(reversed(clusters))
        object.__setattr__(self, "alternatives", self._cluster(ranked))
        if self.start is not None:
            self._node(self.start)

    def _cluster_of(self, influence: Comparison, node: str) -> str:
        names = influence.labels
        found = [name for name, members in self.clusters.items() if set(names) <= set(members)]
        if not found:
            raise JudgmentError(
                f"under {quoted(node)}: {listed(names)} are not nodes of one cluster; compare those"
            )
        return found[0]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Network:
        """Return the network that nested mappings describe, as in a TOML or JSON file.

        Parameters
        ----------
        data : mapping
            `clusters`, the names of the nodes of each; `influences`, by the node that is influenced and then
            by the cluster that does it a comparison as in :meth:`ahp.Hierarchy.from_dict`: `judgments`,
            `weights`, `values` or `ratings`; `cluster_weights` alike, by the cluster that is influenced; and
            `goal`, `alternatives` (the cluster that is ranked) and `start` (the node to begin with).

        Raises
        ------
        JudgmentError
            If a key is unknown or a comparison wrong; the message names the way to it.

        Examples
        --------
        >>> Network.from_dict({
        ...     "clusters": {"purposes": ["flood", "power"], "levels": ["low", "high"]},
        ...     "influences": {
        ...         "flood": {"levels": {"judgments": [["low", "high", 9]]}},
        ...         "power": {"levels": {"judgments": [["low", "high", "1/4"]]}},
        ...         "low": {"purposes": {"weights": {"flood": 4, "power": 1}}},
        ...         "high": {"purposes": {"weights": {"flood": 1, "power": 9}}}},
        ... }).priorities("levels").round(3).to_dict()
        {'low': 0.529, 'high': 0.471}
        """
        keys = ("clusters", "influences", "cluster_weights", "goal", "alternatives", "start")
        unknown = [key for key in data if key not in keys]
        if unknown:
            raise JudgmentError(f"a network has no key {listed(unknown)}; its keys are {listed(keys)}")
        if "clusters" not in data or "influences" not in data:
            raise JudgmentError("a network has clusters, and influences of nodes on nodes; give both")
        clusters = table_given(data["clusters"], "clusters")
        influences = {
            str(node): [
                _influence(said, f"influences / {node} / {cluster}", clusters.get(cluster), str(cluster))
                for cluster, said in table_given(by_cluster, f"the influences on {quoted(str(node))}").items()
            ]
            for node, by_cluster in table_given(data["influences"], "influences").items()
        }
        weights = {
            str(cluster): _said(said, f"cluster_weights / {cluster}")
            for cluster, said in table_given(data.get("cluster_weights", {}), "weights of clusters").items()
        }
        named = {key: data[key] for key in ("goal", "alternatives", "start") if key in data}
        return cls(clusters, influences, weights or None, **named)

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
        return cls(levels, influences, goal=hierarchy.goal, start=hierarchy.goal)

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
            The node whose column of the limit is read; :attr:`start` unless given. Needed where columns
            differ: influence then ends in more than one part of the network.
        method : str
            A key of :data:`ahp.core.PRIORITY_METHODS`.

        Raises
        ------
        JudgmentError
            If a name is unknown, or the columns differ and no goal is given.
        """
        limit, goal = limit_matrix(self._weighted(method)), self.start if goal is None else goal
        column = limit[:, 0]
        if goal is not None:
            column = limit[:, self._node(goal)]
        elif np.abs(limit - column[:, None]).max() > 1e-9:
            raise JudgmentError(
                "the priorities depend on where influence begins; name the node to begin with: goal=… here, "
                "start in a file"
            )
        found = series_of(column, self.nodes, "node")
        if cluster is None:
            return found
        found[:] = cluster_priorities(column, self._positions)
        return found[list(self.clusters[self._cluster(cluster)])]

    def influences_on(self) -> list[tuple[str, str, Comparison]]:
        """Return every comparison: the node that is influenced, the cluster it is by, what is compared."""
        return [
            (node, self._cluster_of(influence, node), influence)
            for node, given in self.influences.items()
            for influence in map(comparison_of, given)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return clusters and comparisons as plain data, which :meth:`from_dict` takes."""
        influences: dict[str, dict[str, Any]] = {}
        for node, cluster, compared in self.influences_on():
            influences.setdefault(node, {})[cluster] = plain(compared)
        weights = {name: plain(comparison_of(said)) for name, said in (self.cluster_weights or {}).items()}
        return {
            "goal": self.goal,
            "alternatives": self.alternatives,
            **({} if self.start is None else {"start": self.start}),
            "clusters": {name: list(nodes) for name, nodes in self.clusters.items()},
            "influences": influences,
            **({"cluster_weights": weights} if weights else {}),
        }

    def warnings(self, *, method: str = DEFAULT_METHOD) -> tuple[str, ...]:
        """Return what the priorities do not say, one sentence each; empty where all is well.

        Examples
        --------
        >>> Network(
        ...     {"criteria": ["price", "safety"], "cars": ["a", "b"]},
        ...     {"price": [{"a": 2, "b": 1}], "safety": [{"a": 1, "b": 4}],
        ...      "a": [{"b": 1}], "b": [{"a": 1}]},
        ... ).warnings()[0].partition(",")[0]
        "nothing leads back from 'cars'"
        """
        W = self._weighted(method)
        found = []
        own = np.isin(self.nodes, list(self.clusters[str(self.alternatives)]))
        within = W[np.ix_(own, own)].any(axis=0)
        if within.any() and not W[np.ix_(~own, own)].any() and not own.all():
            others = [name for name, there in zip(self.nodes, own, strict=True) if not there]
            found.append(doubts.ends_in(str(self.alternatives), others))
        idle = [
            name
            for name, row, there in zip(self.nodes, W, own, strict=True)
            if not row.any() and name != self.start and not there
        ]
        if idle and self.start is not None:
            found.append(doubts.idle(idle))
        return tuple(found)

    def __hash__(self) -> int:
        weights = self.cluster_weights or {}
        tables = tuple(tuple(one.items()) for one in (self.clusters, self.influences, weights))
        return hash((*tables, self.goal, self.alternatives, self.start))

    def __reduce__(self) -> tuple[Any, ...]:
        weights = None if self.cluster_weights is None else dict(self.cluster_weights)
        given = dict(self.clusters), dict(self.influences), weights
        return type(self), (*given, self.goal, self.alternatives, self.start)

    def _cluster(self, name: object) -> str:
        if not isinstance(name, str) or name not in self.clusters:
            raise JudgmentError(f"{quoted(name)} is no cluster; the clusters are {listed(self.clusters)}")
        return name

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


def _influence(said: object, where: str, nodes: object, cluster: str) -> Comparison:
    """Return what a file says of the influence that the nodes of one cluster have on a node."""
    if nodes is None:
        raise JudgmentError(f"{where}: {quoted(cluster)} is no cluster")
    found = _said(said, where)
    strange = [name for name in found.labels if name not in list(map(str, items_given(nodes, where)))]
    if strange:
        raise JudgmentError(f"{where}: {listed(strange)} is not in the cluster {quoted(cluster)}")
    return found


def _said(said: object, where: str) -> Comparison:
    """Return the comparison that a file holds at one place; a matrix in rows is of its `alternatives`."""
    data = table_given(said, f"{where}: a comparison")
    names = data.get("alternatives")
    return comparison_in(data, where, None if names is None else list(items_given(names, where)), {})


def _compared(given: object, node: str) -> tuple[Comparison, ...]:
    """Return the comparisons of what influences a node, one for each cluster they come from."""
    if not isinstance(given, list | tuple):
        raise JudgmentError(
            f"the influences on {quoted(node)} are a list of comparisons, one for each cluster; found "
            f"{quoted(given)}"
        )
    return tuple(map(comparison_of, given))
