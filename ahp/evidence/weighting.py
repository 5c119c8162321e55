"""How much each criterion weighs: by its own weight or by judgments, among its siblings, down branches."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ahp.core.priorities import priorities
from ahp.errors import StudyError, listed, quoted
from ahp.notebook import NotebookFace
from ahp.terms import DEEPEST, Merit

if TYPE_CHECKING:
    from ahp.model.matrix import PairwiseMatrix

_HUGE = 2.0**960
"""Sums of larger weights may be more than a float holds."""


@dataclass(frozen=True)
class Branch(NotebookFace):
    """A criterion that is made of others, its sub-criteria; nothing is measured for it.

    Attributes
    ----------
    name : str
        What `under` of its sub-criteria says.
    merit : Merit
        That of all its sub-criteria.
    weight : float
        Among its siblings, before these are normalised.
    under : str or None
        The branch that it belongs to itself; None for one of the merit's own.

    Examples
    --------
    >>> Branch("performance", Merit.BENEFIT).weight
    1.0
    """

    name: str
    merit: Merit
    weight: float = 1.0
    under: str | None = None


@dataclass(frozen=True)
class Leaf:
    """What is known of a criterion here: name, merit, own weight, branch."""

    name: str
    merit: Merit
    weight: float
    under: str | None


Node: TypeAlias = Leaf | Branch


def nodes_of(leaves: Sequence[Leaf], branches: Sequence[Branch]) -> tuple[Node, ...]:
    """Return everything that has a weight, leaves first."""
    return (*leaves, *branches)


def check_branches(branches: Sequence[Branch], leaves: Sequence[Leaf]) -> None:
    """Refuse branches that are unknown, empty, of two merits, under themselves, or too deep.

    Raises
    ------
    StudyError
        The message names the branch.
    """
    times = Counter(node.name for node in nodes_of(leaves, branches))
    twice = [name for name, count in times.items() if count > 1]
    if twice:
        raise StudyError(f"criteria are named once; found {listed(twice)} more than once")
    by_name = {branch.name: branch for branch in branches}
    for node in nodes_of(leaves, branches):
        if node.under is None:
            continue
        above = by_name.get(node.under)
        if above is None:
            raise StudyError(
                f"{quoted(node.name)} stands under {quoted(node.under)}, which is no branch; describe it in "
                f"[branches.{node.under}]"
            )
        if above.merit is not node.merit:
            raise StudyError(
                f"{quoted(node.name)} is a {node.merit.value} under {quoted(above.name)}, a "
                f"{above.merit.value}; merits are kept apart"
            )
    inhabited = {node.under for node in nodes_of(leaves, branches)}
    levels: dict[str | None, int] = {None: 0}
    for branch in branches:
        way: dict[str, None] = {}
        here: str | None = branch.name
        while here is not None and here not in levels:
            if here in way:
                raise StudyError(f"the branch {quoted(here)} stands under itself")
            way[here] = None
            here = by_name[here].under
        levels.update(zip(reversed(way), itertools.count(levels[here] + 1), strict=False))
        if branch.name not in inhabited:
            raise StudyError(f"nothing stands under the branch {quoted(branch.name)}; leave it out")
    deepest = max(levels.values()) + 1
    if deepest > DEEPEST:
        raise StudyError(f"the criteria have {deepest} levels, at most {DEEPEST} are read; join branches")


def siblings_of(name: str, branches: Sequence[Branch], leaves: Sequence[Leaf]) -> tuple[str, ...]:
    """Return what stands beside a criterion or branch, itself included: same merit, same branch."""
    nodes = {node.name: node for node in nodes_of(leaves, branches)}
    own = nodes[name]
    return tuple(node.name for node in nodes.values() if (node.merit, node.under) == (own.merit, own.under))


def leaf_weights(
    leaves: Sequence[Leaf], branches: Sequence[Branch], judgments: Sequence[PairwiseMatrix], method: str
) -> dict[str, float]:
    """Return the weight of each leaf, summing to 1 within each merit.

    A leaf's weight is the product of the local weights on the way to it. Where a leaf is left out, what
    remains of its siblings shares its weight; a branch of which nothing remains counts for nothing.
    """
    judged = {
        name: float(share)
        for matrix in judgments
        for name, share in zip(matrix.labels, priorities(matrix.values, method=method), strict=True)
    }
    kept = _inhabited(leaves, branches)
    nodes = {node.name: node for node in nodes_of(leaves, kept)}
    raw = {name: judged.get(name, node.weight) for name, node in nodes.items()}
    if max(raw.values(), default=0.0) > _HUGE:  # or their sum is no number
        raw = {name: math.ldexp(weight, -64) for name, weight in raw.items()}
    totals: dict[tuple[Merit, str | None], float] = {}
    for name, node in nodes.items():
        totals[node.merit, node.under] = totals.get((node.merit, node.under), 0.0) + raw[name]

    def share(node: Node) -> float:
        total = totals[node.merit, node.under]
        local = raw[node.name] / total if total else 0.0
        return local if node.under is None else local * share(nodes[node.under])

    return {leaf.name: share(leaf) for leaf in leaves}


def _inhabited(leaves: Sequence[Leaf], branches: Sequence[Branch]) -> list[Branch]:
    """Return the branches under which a leaf stands, however far down."""
    by_name = {branch.name: branch for branch in branches}
    found: dict[str, Branch] = {}
    for leaf in leaves:
        above = leaf.under
        while above is not None and above not in found:
            found[above] = by_name[above]
            above = by_name[above].under
    return [branch for branch in branches if branch.name in found]
