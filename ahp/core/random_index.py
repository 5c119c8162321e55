"""Random indices: the mean consistency index of random reciprocal matrices, by size.

Dividing a consistency index by the random index of its size gives the consistency ratio. Published
tables differ (they were simulated with more or fewer matrices), so every result names the table it
used. For n = 3 the value is known exactly, 0.52446, by counting all 17³ matrices of Saaty's scale.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from ahp.core.arguments import whole_number
from ahp.errors import StudyError
from ahp.notebook import NotebookFace
from ahp.registry import Registry


@dataclass(frozen=True)
class RandomIndexTable(NotebookFace):
    """A published table of random indices.

    Attributes
    ----------
    source : str
        Author and year.
    values : tuple of float
        For n = 3, 4, …
    slope, intercept : float
        Beyond the table, where the source gives a fit: the mean λ_max of random matrices is
        `slope · n + intercept`. NaN where it gives none.
    """

    source: str
    values: tuple[float, ...]
    slope: float = float("nan")
    intercept: float = float("nan")

    @property
    def largest(self) -> int:
        """The largest size in the table itself."""
        return len(self.values) + 2


RANDOM_INDICES: Registry[RandomIndexTable] = Registry(
    "random index table",
    {
        # Two rows circulate under this name. This is the more widely used one; the other (0.5245, 0.8815, …,
        # 1.4056, …, 1.5141) is quoted as that of 100 000 matrices. We know both second hand. RI(3) is exactly
        # 0.52446: the other is nearer there, by less than any ratio shows, and this one is kept.
        "alonso-lamata": RandomIndexTable(
            "Alonso & Lamata (2006)",
            (
                0.5247, 0.8816, 1.1086, 1.2479, 1.3417, 1.4057, 1.4499, 1.4854, 1.5140, 1.5365,
                1.5551, 1.5713, 1.5838,
            ),
            slope=2.7699,
            intercept=-4.3513,
        ),
        "saaty-1980": RandomIndexTable(
            "Saaty (1977, 1980); the value for n = 12 is below that for n = 11 in the original",
            (0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49, 1.51, 1.48, 1.56, 1.57, 1.59),
        ),
        "saaty-2005": RandomIndexTable(
            "Saaty (2005)",
            (0.52, 0.89, 1.11, 1.25, 1.35, 1.40, 1.45, 1.49, 1.52, 1.54, 1.56, 1.58, 1.59),
        ),
        "aguaron-moreno": RandomIndexTable(
            "Aguarón & Moreno-Jiménez (2003)",
            (
                0.525, 0.882, 1.115, 1.252, 1.341, 1.404, 1.452, 1.484, 1.513, 1.535, 1.555, 1.570,
                1.583, 1.595,
            ),
        ),
        "donegan-dodd": RandomIndexTable(
            "Donegan & Dodd (1991)",
            (
                0.4914, 0.8286, 1.0591, 1.1797, 1.2519, 1.3171, 1.3733, 1.4055, 1.4213, 1.4497, 1.4643,
                1.4822, 1.4969, 1.5078, 1.5153, 1.5262, 1.5313, 1.5371,
            ),
        ),
        "noble": RandomIndexTable(
            "Noble & Sanchez (1993), as secondary tables print it",
            (0.49, 0.82, 1.03, 1.16, 1.25, 1.31, 1.36, 1.39, 1.42, 1.44, 1.46, 1.48, 1.49),
        ),
        "half-million": RandomIndexTable(
            "500 000 random matrices of each size, as the R package ahpsurvey stores them (Cho 2019)",
            (
                0.5251686, 0.8836651, 1.1081014, 1.2492774, 1.3415514, 1.4048466, 1.4507197, 1.4857266,
                1.5141022, 1.5356638, 1.5545925, 1.5703498, 1.5839958,
            ),
        ),
        "taha": RandomIndexTable(
            "Taha (2007): 1.98 (n - 2) / n",
            tuple(1.98 * (n - 2) / n for n in range(3, 101)),
        ),
    },
)  # fmt: skip
"""Tables by name."""

DEFAULT_TABLE = "alonso-lamata"
"""The table used unless another is asked for."""


def random_index(n: int, table: str = DEFAULT_TABLE) -> float:
    """Return the random index for matrices of size `n`; 0 for n ≤ 2, which are always consistent.

    Parameters
    ----------
    n : int
        Size of the matrix, at least 1.
    table : str
        A key of :data:`RANDOM_INDICES`. `alonso-lamata` continues beyond n = 15 with its authors'
        fit: mean λ_max = 2.7699 n - 4.3513.

    Raises
    ------
    StudyError
        If the table is unknown or ends before `n`, or `n` is less than 1.

    Examples
    --------
    >>> random_index(9)
    1.4499
    >>> round(random_index(20), 4)
    1.634
    """
    chosen = RANDOM_INDICES[table]
    if type(n) is not int or not 1 <= n <= sys.maxsize:
        n = whole_number(n, "the number of items", least=1)
    if n <= 2:
        return 0.0
    if n <= chosen.largest:
        return chosen.values[n - 3]
    if chosen.slope != chosen.slope:  # NaN: the source gives no fit
        raise StudyError(
            f"the random index table {table!r} ends at n = {chosen.largest}, "
            f"the matrix has n = {n}; use 'alonso-lamata'"
        )
    return (chosen.slope * n + chosen.intercept - n) / (n - 1)
