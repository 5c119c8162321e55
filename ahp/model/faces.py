"""What a labelled matrix answers beside priorities and consistency, with the names of its items."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import combinations
from typing import TYPE_CHECKING, Self

import numpy as np

from ahp.core.efficiency import dominating, is_efficient
from ahp.core.gate import Array
from ahp.core.inspection import Inspection, inspection, nearest_acceptable
from ahp.core.measures_of_consistency import (
    CONSISTENCY_MEASURES,
    consistency,
    consistency_threshold,
    worst_triads,
)
from ahp.core.ordinal import circular_triads, kendall_zeta, order_violations, rank_violations, worst_reversals
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.scales import on_scale, words_of
from ahp.errors import JudgmentError
from ahp.model.entries import with_labels
from ahp.model.results import OrdinalConsistency

if TYPE_CHECKING:
    import pandas as pd


def inspection_frame(found: Inspection, labels: tuple[str, ...]) -> pd.DataFrame:
    """Return the inspection of one matrix as a table with the names of its items."""
    import pandas as pd

    return pd.DataFrame(
        {
            "first": [labels[i] for i in found.pairs[:, 0]],
            "second": [labels[j] for j in found.pairs[:, 1]],
            "judged": found.judged,
            "error": found.error,
            "consistent": found.consistent,
            "ratio": found.ratio,
            "gradient": found.gradient,
        }
    )


class MatrixFaces(ABC):
    """Questions to a matrix `values` of the items `labels`, answered with their names."""

    values: Array
    labels: tuple[str, ...]

    @abstractmethod
    def _like(self, values: Array) -> Self:
        """Return a matrix of the same items with other values."""

    def consistency_measures(self) -> pd.DataFrame:
        """Return every measure of consistency beside the consistency ratio, one row each.

        Returns
        -------
        DataFrame
            `value`, the `threshold` up to which (for `cosine`, down to which) it is called acceptable,
            whether it is `acceptable` (both missing where the literature has no threshold), and the
            `source`. See :func:`ahp.core.consistency`.
        """
        import pandas as pd

        rows = {}
        n = len(self.labels)
        for name, measure in CONSISTENCY_MEASURES.items():
            value = float(consistency(self.values, measure=name))
            threshold = consistency_threshold(n, measure=name)
            fits = value >= threshold if measure.consistent else value <= threshold
            acceptable = None if np.isnan(threshold) else bool(fits)
            rows[name] = (value, threshold, acceptable, measure.source)
        columns = ["value", "threshold", "acceptable", "source"]
        return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("measure")

    def ordinal_consistency(self, *, method: str = DEFAULT_METHOD) -> OrdinalConsistency:
        """Return whether the judgments have an order, and whether the priorities of a method keep it.

        See :func:`ahp.core.circular_triads`, :func:`ahp.core.kendall_zeta`,
        :func:`ahp.core.rank_violations` and :func:`ahp.core.order_violations`.

        Raises
        ------
        JudgmentError
            If there are more than 60 items.
        """
        w = priorities(self.values, method=method)
        violations = order_violations(self.values, w)
        return OrdinalConsistency(
            circular_triads=int(circular_triads(self.values)),
            zeta=float(kendall_zeta(self.values)),
            rank_violations=float(rank_violations(self.values, w)),
            preference_violations=int(violations.preference),
            intensity_violations=int(violations.intensity),
            reversals=tuple(
                (self._pair(found.stronger), self._pair(found.weaker))
                for found in worst_reversals(self.values, w)
            ),
            method=method,
        )

    def inspect(self, *, random_index: str = DEFAULT_TABLE) -> pd.DataFrame:
        """Return the judgments, the most inconsistent first, each with what would be consistent.

        Parameters
        ----------
        random_index : str
            A key of :data:`ahp.core.RANDOM_INDICES`.

        Returns
        -------
        DataFrame
            `first`, `second`, so turned that what was `judged` is 1 or more; the `error`, how many times
            that is what the priorities say; the `consistent` value, which the other judgments say; the
            consistency `ratio` with it; and the `gradient` of λ_max. See :func:`ahp.core.inspection`.

        Raises
        ------
        JudgmentError
            If there are more than 50 items.

        Examples
        --------
        >>> from ahp.model.matrix import PairwiseMatrix
        >>> a = PairwiseMatrix.from_upper([2, 8, 9, 4, "1/4", 1], labels=["a", "b", "c", "d"])
        >>> print(a.inspect().head(1)[["first", "second", "judged", "consistent"]].round(3).to_string())
          first second  judged  consistent
        0     d      b     4.0       0.236
        """
        return inspection_frame(inspection(self.values, random_index=random_index), self.labels)

    def worst_triads(self, count: int = 3) -> pd.DataFrame:
        """Return the triads that contradict themselves most, the worst first.

        Returns
        -------
        DataFrame
            `first`, `second`, `third`; what was `judged` of the first over the third; and what the
            `chain` over the second says. See :func:`ahp.core.worst_triads`.
        """
        import pandas as pd

        rows = []
        for triad in worst_triads(self.values, count=count):
            i, j, k = triad.items
            judged = float(self.values[i, k])
            rows.append((self.labels[i], self.labels[j], self.labels[k], judged, judged / triad.ratio))
        return pd.DataFrame(rows, columns=["first", "second", "third", "judged", "chain"])

    def nearest_acceptable(self, *, ratio: float = 0.10, random_index: str = DEFAULT_TABLE) -> Self:
        """Return the matrix nearest in the logarithms whose consistency ratio is at most `ratio`.

        A suggestion to talk about: nobody judged so. See :func:`ahp.core.nearest_acceptable`.

        Raises
        ------
        JudgmentError
            If there are more than 20 items.
        """
        return self._like(nearest_acceptable(self.values, ratio=ratio, random_index=random_index).matrix)

    def is_efficient(self, *, method: str = DEFAULT_METHOD) -> bool:
        """Return whether no other priorities fit every judgment as well and one of them better.

        See :func:`ahp.core.is_efficient`.
        """
        return bool(is_efficient(self.values, priorities(self.values, method=method)))

    def efficient_priorities(self, *, method: str = DEFAULT_METHOD) -> pd.Series[float]:
        """Return the priorities of a method, or where others dominate them, such as do and are efficient.

        See :func:`ahp.core.dominating`.

        Raises
        ------
        JudgmentError
            If there are more than 60 items.
        """
        import pandas as pd

        found = dominating(self.values, priorities(self.values, method=method))
        return pd.Series(found, index=pd.Index(self.labels, name="item"), name="priority")

    def on_scale(self, scale: str) -> Self:
        """Return the matrix with its answers from 1/9 to 9 as ratios on another scale.

        See :data:`ahp.core.SCALES`.

        Raises
        ------
        JudgmentError
            If an answer lies beyond 1/9 and 9; the message names its pair.
        """
        try:
            return self._like(on_scale(self.values, scale=scale))
        except JudgmentError as error:
            raise with_labels(error, self.labels) from None

    def in_words(self) -> pd.Series[str]:
        """Return each judgment in Saaty's words, by its pair; see :func:`ahp.core.words_of`.

        Raises
        ------
        JudgmentError
            If a judgment lies beyond 1/9 and 9.

        Examples
        --------
        >>> from ahp.model.matrix import PairwiseMatrix
        >>> a = PairwiseMatrix.from_judgments({("x", "y"): "strong", ("x", "z"): 2, ("y", "z"): "1/3"})
        >>> a.in_words().to_dict()
        {('x', 'y'): 'strong', ('x', 'z'): 'equal to moderate', ('y', 'z'): 'moderate less'}
        """
        import pandas as pd

        pairs = list(combinations(range(len(self.labels)), 2))
        index = pd.MultiIndex.from_tuples([self._pair(pair) for pair in pairs], names=["first", "second"])
        return pd.Series([words_of(float(self.values[pair])) for pair in pairs], index=index, name="judgment")

    def _pair(self, pair: tuple[int, int]) -> tuple[str, str]:
        return self.labels[pair[0]], self.labels[pair[1]]
