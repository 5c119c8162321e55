"""A goal, the criteria that serve it, and the alternatives compared under each criterion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ahp.core.matrices import Array
from ahp.core.priorities import priorities
from ahp.core.synthesis import global_priorities
from ahp.errors import JudgmentError, listed, quoted
from ahp.model.matrix import PairwiseMatrix

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Hierarchy:
    """A goal over criteria over alternatives (Saaty 1980), in the distributive mode.

    Parameters
    ----------
    goal : str
        What the decision is about.
    judgments : PairwiseMatrix
        The criteria compared with respect to the goal.
    children : mapping of str to PairwiseMatrix or Hierarchy
        For each criterion the alternatives compared under it, or the criteria beneath it.

    Raises
    ------
    JudgmentError
        If a criterion has no child, a child no criterion, or the alternatives differ between
        criteria.

    Examples
    --------
    >>> judgments = PairwiseMatrix.from_judgments({("price", "safety"): 3})
    >>> price = PairwiseMatrix.from_values({"a": 10_000, "b": 20_000}, better="lower")
    >>> safety = PairwiseMatrix.from_judgments({("a", "b"): "1/4"})
    >>> h = Hierarchy("choose a car", judgments, {"price": price, "safety": safety})
    >>> h.global_priorities().round(4).to_dict()
    {'a': 0.55, 'b': 0.45}
    """

    goal: str
    judgments: PairwiseMatrix
    children: Mapping[str, PairwiseMatrix | Hierarchy]

    def __post_init__(self) -> None:
        criteria = self.judgments.labels
        missing = [name for name in criteria if name not in self.children]
        surplus = [name for name in self.children if name not in criteria]
        if missing or surplus:
            found = f"unknown {listed(surplus)}"
            if missing:
                found = f"no comparison under {listed(missing)}"
            raise JudgmentError(f"{quoted(self.goal)} has the criteria {listed(criteria)}; found {found}")
        expected = _alternatives(self.children[criteria[0]])
        for name in criteria:
            if set(_alternatives(self.children[name])) != set(expected):
                raise JudgmentError(
                    f"{quoted(name)} compares {listed(_alternatives(self.children[name]))}, "
                    f"{quoted(criteria[0])} compares {listed(expected)}; they must be the same"
                )
        # A plain dict would let the caller change the hierarchy afterwards.
        children = MappingProxyType({name: self.children[name] for name in criteria})
        object.__setattr__(self, "children", children)

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The alternatives, in the order of the first criterion."""
        return _alternatives(self.children[self.judgments.labels[0]])

    def __getitem__(self, criterion: str) -> PairwiseMatrix | Hierarchy:
        """Return what stands under a criterion."""
        if criterion not in self.children:
            raise JudgmentError(
                f"{quoted(criterion)} is not a criterion of {quoted(self.goal)}; "
                f"the criteria are {listed(self.children)}"
            )
        return self.children[criterion]

    def local_priorities(self, *, method: str = "eigenvector") -> pd.Series[float]:
        """Return the priorities of the criteria with respect to the goal, summing to 1."""
        return self.judgments.priorities(method=method)

    def global_priorities(self, *, method: str = "eigenvector") -> pd.Series[float]:
        """Return the priorities of the alternatives with respect to the goal, summing to 1."""
        import pandas as pd

        return pd.Series(self._global(method), index=list(self.alternatives), name="priority")

    def _global(self, method: str) -> Array:
        order = self.alternatives
        local = []
        for child in self.children.values():
            vector = _vector(child, method)
            names = _alternatives(child)
            local.append([vector[names.index(name)] for name in order])
        return global_priorities(priorities(self.judgments.values, method=method), local)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.goal, self.judgments, dict(self.children))

    def __hash__(self) -> int:
        return hash((self.goal, self.judgments, tuple(self.children.items())))

    def to_dict(self) -> dict[str, Any]:
        """Return goal, criteria and matrices as plain data."""
        return {
            "goal": self.goal,
            "criteria": list(self.judgments.labels),
            "judgments": self.judgments.values.tolist(),
            "children": {
                name: child.to_dict()
                if isinstance(child, Hierarchy)
                else {"alternatives": list(child.labels), "judgments": child.values.tolist()}
                for name, child in self.children.items()
            },
        }


def _alternatives(child: PairwiseMatrix | Hierarchy) -> tuple[str, ...]:
    return child.alternatives if isinstance(child, Hierarchy) else child.labels


def _vector(child: PairwiseMatrix | Hierarchy, method: str) -> Array:
    if isinstance(child, Hierarchy):
        return np.asarray(child._global(method))
    return priorities(child.values, method=method)
