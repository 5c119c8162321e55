"""Whose order turns round when an alternative leaves or is copied."""

from __future__ import annotations

from dataclasses import dataclass

from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.synthesis import TIE
from ahp.model.changes import with_copy, without
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy
from ahp.model.incomplete import IncompleteMatrix
from ahp.model.labels import items_given
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class Reversal(NotebookFace):
    """Two alternatives whose order turns round though nothing was said anew of either.

    Attributes
    ----------
    change : str
        What was done: `"without C"` or `"a copy of B"`.
    mode : str
        The mode in which it happens.
    first, second : str
        Before, the first stood above the second; afterwards below.
    """

    change: str
    mode: str
    first: str
    second: str


def rank_reversals(
    hierarchy: Hierarchy, *, modes: tuple[str, ...] = ("distributive", "ideal"), method: str = DEFAULT_METHOD
) -> tuple[Reversal, ...]:
    """Return every order of two alternatives that turns round when another leaves or is copied.

    Parameters
    ----------
    hierarchy : Hierarchy
    modes : tuple of str
        Those to look at; of `"distributive"`, `"ideal"`, `"ratings"`, `"product"`.
    method : str
        A key of :data:`ahp.core.PRIORITY_METHODS`.

    Returns
    -------
    tuple of Reversal
        Empty where nothing turns round. Belton & Gear (1983) showed the distributive mode doing so.
    """
    found: list[Reversal] = []
    names = hierarchy.alternatives
    changes: list[tuple[str, Hierarchy]] = []
    if hierarchy.criteria_alone:
        return ()
    if len(names) > 2:  # of two, one that leaves leaves no order behind
        fewer = [(f"without {name}", without(hierarchy, name)) for name in names]
        # Where judgments are missing, one alternative may be all that connects the others.
        changes += [(what, changed) for what, changed in fewer if _connected(changed)]
    changes += [(f"a copy of {name}", with_copy(hierarchy, name)) for name in names]
    for mode in items_given(modes, "modes"):
        before = dict(zip(names, hierarchy.vector(method, mode).tolist(), strict=True))
        for what, changed in changes:
            after = dict(zip(changed.alternatives, changed.vector(method, mode).tolist(), strict=True))
            kept = [name for name in names if name in after]
            found += [
                Reversal(what, mode, first, second)
                for first in kept
                for second in kept
                if _above(before[first], before[second]) and _above(after[second], after[first])
            ]
    return tuple(found)


def _connected(hierarchy: Hierarchy) -> bool:
    leaves = hierarchy.leaves().values()
    known = [leaf.known() if isinstance(leaf, Group) else leaf for leaf in leaves]
    return all(len(leaf.groups) == 1 for leaf in known if isinstance(leaf, IncompleteMatrix))


def _above(one: float, other: float) -> bool:
    return one - other > TIE * max(abs(one), abs(other))
