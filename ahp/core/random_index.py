"""Random indices: the mean consistency index of random reciprocal matrices, by size and missing judgments.

Dividing a consistency index by the random index of its size gives the consistency ratio. Published
tables differ (they were simulated with more or fewer matrices), so every result names the table it
used. For n = 3 the value is known exactly, 0.52446, by counting all 17³ matrices of Saaty's scale.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from ahp.core.gate import whole_number
from ahp.deprecation import renamed
from ahp.errors import StudyError
from ahp.notebook import NotebookFace
from ahp.registry import Registry

DEFAULT_TABLE = "alonso-lamata"
"""The table used unless another is asked for."""


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


@renamed(table="random_index")
def random_index(n: int, random_index: str = DEFAULT_TABLE) -> float:
    """Return the random index for matrices of size `n`; 0 for n ≤ 2, which are always consistent.

    Parameters
    ----------
    n : int
        Size of the matrix, at least 1.
    random_index : str
        A key of :data:`~ahp.core.RANDOM_INDICES`. `alonso-lamata` continues beyond n = 15 with its authors'
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
    chosen = RANDOM_INDICES[random_index]
    if type(n) is not int or not 1 <= n <= sys.maxsize:
        n = whole_number(n, "the number of items", least=1)
    if n <= 2:
        return 0.0
    if n <= chosen.largest:
        return chosen.values[n - 3]
    if chosen.slope != chosen.slope:  # NaN: the source gives no fit
        raise StudyError(
            f"the random index table {random_index!r} ends at n = {chosen.largest}, "
            f"the matrix has n = {n}; use 'alonso-lamata'"
        )
    return (chosen.slope * n + chosen.intercept - n) / (n - 1)


@dataclass(frozen=True)
class IncompleteRandomIndexTable(NotebookFace):
    """Mean consistency indices of random matrices by size and number of missing judgments.

    Attributes
    ----------
    source : str
        Author and year.
    values : mapping of int to tuple of float
        By size; within it for 0, 1, … judgments missing above the diagonal.
    bound : float or None
        The completions whose λ_max was taken lie between 1/bound and bound; None: anywhere.
    """

    source: str
    values: dict[int, tuple[float, ...]]
    bound: float | None

    def value(self, n: int, missing: int, name: str) -> float:
        """Return the random index for n items with so many judgments missing; 0 for n ≤ 2.

        Raises
        ------
        StudyError
            If the table, called `name`, has no matrices of that size.
        """
        if n <= 2:
            return 0.0
        if n == 3:  # with a judgment missing no circle is left
            return random_index(3) if not missing else 0.0
        if n not in self.values:
            raise StudyError(
                f"the table {name!r} has random indices for n from 3 to {max(self.values)}, the matrix has "
                f"n = {n}; simulate one for its missing judgments: random_index='simulated' of an "
                f"IncompleteMatrix, or simulated_random_index"
            )
        return self.values[n][missing]


INCOMPLETE_RANDOM_INDICES: Registry[IncompleteRandomIndexTable] = Registry(
    "random index table for incomplete matrices",
    {
        "agoston-csato": IncompleteRandomIndexTable(
            "Ágoston & Csató (2022) for n = 4, 5, 6 and n = 7 up to 1 missing; the rest simulated alike",
            {
                4: (0.884, 0.583, 0.306, 0.053),
                5: (1.109, 0.925, 0.739, 0.557, 0.379, 0.212, 0.059),
                6: (1.249, 1.128, 1.007, 0.883, 0.758, 0.634, 0.510, 0.389, 0.271, 0.161, 0.061),
                7: (
                    1.341, 1.256, 1.162, 1.087, 0.996, 0.914, 0.824, 0.735, 0.643, 0.556, 0.463, 0.378,
                    0.290, 0.205, 0.128, 0.060,
                ),
                8: (
                    1.404, 1.342, 1.279, 1.217, 1.152, 1.086, 1.022, 0.961, 0.888, 0.820, 0.761, 0.692,
                    0.622, 0.559, 0.488, 0.425, 0.356, 0.291, 0.226, 0.166, 0.108, 0.057,
                ),
            },
            bound=9.0,
        ),
        "unbounded": IncompleteRandomIndexTable(
            "40 000 matrices each by simulated_random_index (2026), standard errors up to 0.003",
            {
                4: (0.8826, 0.5842, 0.2850, 0.0),
                5: (1.1102, 0.9233, 0.7380, 0.5537, 0.3596, 0.1776, 0.0),
                6: (
                    1.2469, 1.1267, 1.0065, 0.8796, 0.7568, 0.6275, 0.5001, 0.3697, 0.2447, 0.1180, 0.0,
                ),
                7: (
                    1.3414, 1.2542, 1.1703, 1.0853, 0.9982, 0.9076, 0.8181, 0.7276, 0.6373, 0.5467,
                    0.4516, 0.3589, 0.2666, 0.1745, 0.0870, 0.0,
                ),
                8: (
                    1.4055, 1.3417, 1.2774, 1.2151, 1.1530, 1.0895, 1.0228, 0.9560, 0.8928, 0.8237,
                    0.7555, 0.6911, 0.6215, 0.5505, 0.4806, 0.4106, 0.3400, 0.2682, 0.1998, 0.1309,
                    0.0637, 0.0,
                ),
            },
            bound=None,
        ),
    },
)  # fmt: skip
"""Tables by name."""


def random_indices_of(n: int) -> tuple[float | None, ...]:
    """Return what the consistency index of n items is divided by with 0, 1, … judgments missing.

    Up to where the rest has no circle, which nothing can contradict. That of all judgments is of the default
    table for complete matrices; None where the table has no matrices of that size.

    Examples
    --------
    >>> random_indices_of(4)
    (0.8816, 0.583, 0.306)
    """
    table = "agoston-csato"
    chosen = INCOMPLETE_RANDOM_INDICES[table]
    missing = range(1, n * (n - 1) // 2 - n + 1)
    known = n <= max(chosen.values)
    return (random_index(n), *(chosen.value(n, m, table) if known else None for m in missing))
