"""What judgments of which some are missing say of themselves, with the names of the items.

What connects them, whether they contradict each other, and which to ask for next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

import numpy as np

from ahp.core.consistency_ratio import incomplete_consistency_index
from ahp.core.gate import Array, real_number
from ahp.core.incomplete import effective_resistances
from ahp.core.inspection import LARGEST_RATIO, inspect_incomplete, repair_incomplete
from ahp.core.matrices import as_connected, connected_groups
from ahp.core.random_index import INCOMPLETE_RANDOM_INDICES
from ahp.core.random_judgments import simulated_random_index
from ahp.errors import JudgmentError, StudyError, listed
from ahp.model.faces import inspection_frame
from ahp.model.results import IncompleteConsistency

if TYPE_CHECKING:
    import pandas as pd

_SIMULATED = "simulated"
_DRAWS = 4000


class IncompleteFaces(ABC):
    """Questions to a matrix `values` of the items `labels`, NaN where nobody judged, answered with names."""

    values: Array
    labels: tuple[str, ...]

    @abstractmethod
    def _like(self, values: Array) -> Self:
        """Return a matrix of the same items with other values."""

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.labels)

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """The pairs that nobody compared, in order."""
        return tuple((self.labels[i], self.labels[j]) for i, j in np.argwhere(np.triu(np.isnan(self.values))))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of items that chains of judgments connect; one group is needed for priorities."""
        return tuple(tuple(self.labels[i] for i in group) for group in connected_groups(self.values))

    @property
    def table(self) -> str:
        """The table of random indices that :meth:`consistency` finds this size in, or `simulated`."""
        for name, table in INCOMPLETE_RANDOM_INDICES.items():
            try:
                table.value(self.n, len(self.missing), name)
            except StudyError:
                continue
            return name
        return _SIMULATED

    def consistency(self, *, random_index: str = "agoston-csato") -> IncompleteConsistency:
        """Return consistency index and ratio of the known judgments, with the table that was used.

        Parameters
        ----------
        random_index : str
            A key of :data:`ahp.core.INCOMPLETE_RANDOM_INDICES`, or `simulated`: the mean over 4 000
            random matrices in which the same judgments are missing, for any size.

        Raises
        ------
        JudgmentError
            If the judgments fall into unconnected groups; the message names them.
        StudyError
            If the table is unknown or has no matrices of this size.
        """
        matrix = self._connected()
        scale, bound = self._scale(random_index)
        index = float(incomplete_consistency_index(matrix, bound=bound))
        ratio = index / scale if scale > 0 else index
        return IncompleteConsistency(
            ratio=0.0 if self.n <= 2 else ratio,
            index=index,
            random_index=scale,
            table=random_index,
            n=self.n,
            missing=len(self.missing),
        )

    def _scale(self, random_index: str | None) -> tuple[float, float | None]:
        """Return the random index for these missing judgments, and the bound of its completions."""
        if random_index is None:
            random_index = self.table
        if not isinstance(random_index, str) or random_index != _SIMULATED:
            table = INCOMPLETE_RANDOM_INDICES[random_index]
            return table.value(self.n, len(self.missing), random_index), table.bound
        if self.n <= 2:
            return 0.0, None
        return simulated_random_index(self.n, missing=np.isnan(self.values), count=_DRAWS, rng=0).mean, None

    def inspect(self, *, random_index: str | None = None) -> pd.DataFrame:
        """Return the known judgments, the most inconsistent first, each with what the others say.

        Parameters
        ----------
        random_index : str, optional
            As for :meth:`consistency`; :attr:`table` unless told.

        Returns
        -------
        DataFrame
            As :meth:`ahp.PairwiseMatrix.inspect`; a judgment that alone connects some items is left out.

        Raises
        ------
        JudgmentError
            If there are more than 50 items, or the judgments fall into unconnected groups.

        Examples
        --------
        >>> from ahp import IncompleteMatrix
        >>> a = IncompleteMatrix.from_judgments(
        ...     {("a", "b"): 2, ("b", "c"): 4, ("a", "c"): 8, ("b", "d"): "1/4", ("c", "d"): 1})
        >>> found = a.inspect()
        >>> len(found), bool(found["ratio"].min() < 1e-3)
        (5, True)
        """
        return inspection_frame(
            inspect_incomplete(self._connected(), *self._scale(random_index)), self.labels
        )

    def nearest_acceptable(self, *, ratio: float = 0.10, random_index: str | None = None) -> Self:
        """Return the matrix nearest in the logarithms whose consistency ratio is at most `ratio`.

        A suggestion to talk about: nobody judged so; what nobody judged stays open.

        Raises
        ------
        JudgmentError
            If there are more than 20 items, or the judgments fall into unconnected groups.
        StudyError
            If the ratio is not positive.
        """
        ratio = real_number(ratio, "an acceptable consistency ratio", above=0.0, most=LARGEST_RATIO)
        scale, bound = self._scale(random_index)
        return self._like(repair_incomplete(self._connected(), ratio, scale, bound).matrix)

    def next_questions(self) -> pd.DataFrame:
        """Return the missing judgments, first the one that would tell most.

        Returns
        -------
        DataFrame
            `first`, `second` and their effective `resistance` in the graph of the judgments: the variance
            of the logarithm of their ratio, in units of that of one judgment. Infinite between groups
            that nothing connects.
        """
        import pandas as pd

        resistance = effective_resistances(self.values)
        pairs = np.argwhere(np.triu(np.isnan(self.values)))
        order = np.argsort(-resistance[tuple(pairs.T)].round(10), kind="stable")
        rows = [(self.labels[i], self.labels[j], float(resistance[i, j])) for i, j in pairs[order]]
        return pd.DataFrame(rows, columns=["first", "second", "resistance"])

    def _connected(self) -> Array:
        groups = self.groups
        if len(groups) > 1:
            named = " and ".join(f"[{listed(group)}]" for group in groups[:12])
            raise JudgmentError(
                f"no judgment connects the groups {named}; compare an item of each with one of another"
            )
        return as_connected(self.values)
