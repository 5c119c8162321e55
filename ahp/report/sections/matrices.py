"""Matrices as rows of text: named columns for few items, numbers and one half for many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

MOST_NAMED = 12
"""Items above which the columns of a matrix have numbers for names."""

Line = Sequence[float | None]


def ratios_of(
    names: Sequence[str],
    lines: Sequence[Line],
    shown: Callable[[float], str] | None = None,
    marks: Mapping[tuple[int, int], str] | None = None,
) -> tuple[list[str], list[list[str]], str]:
    """Return the columns of a matrix, its cells, and what a reader has to be told; of many, one half.

    Parameters
    ----------
    names : sequence of str
    lines : sequence of sequences of float or None
        The rows; None is a question mark.
    shown : callable, optional
        What writes a ratio; four digits for few items and three for many, unless given.
    marks : mapping, optional
        What stands behind some cells, by row and column.

    Examples
    --------
    >>> ratios_of(["a", "b"], [[1.0, 4.0], [0.25, 1.0]], marks={(0, 1): "(1)"})
    (['a', 'b'], [['1', '4 (1)'], ['0.25', '1']], '')
    """
    few = len(names) <= MOST_NAMED
    write = shown or (f"{{:.{4 if few else 3}g}}".format)
    found = marks or {}

    def cell(row: int, column: int, value: float | None) -> str:
        text = "?" if value is None else write(value)
        return f"{text} {found[row, column]}" if (row, column) in found else text

    cells = [[cell(i, j, value) for j, value in enumerate(line)] for i, line in enumerate(lines)]
    if few:
        return list(names), cells, ""
    halves = [[*[""] * i, *line[i:]] for i, line in enumerate(cells)]
    heads = [str(number) for number in range(1, len(names) + 1)]
    return heads, halves, "; below the diagonal would stand the inverses"


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names of rows, with their numbers where the columns have only these.

    Examples
    --------
    >>> numbered(["a", "b"]), numbered(["a"] * 13)[12]
    (['a', 'b'], '13 a')
    """
    return list(names) if len(names) <= MOST_NAMED else [f"{i} {name}" for i, name in enumerate(names, 1)]
