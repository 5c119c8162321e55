"""Text and tables as Markdown shows them."""

from __future__ import annotations

import re

from ahp.report.numbers import printable

# An underscore inside a word is text in GitHub's Markdown, at its edge it is emphasis.
_SPECIAL = re.compile(r"([\\`*{}\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_]))")


def escaped(text: str) -> str:
    r"""Return text that Markdown shows as it is.

    Examples
    --------
    >>> print(escaped("a_b *c* _d_"))
    a_b \*c\* \_d\_
    """
    return _SPECIAL.sub(r"\\\1", printable(text))


def table_lines(
    heads: list[str], rows: list[list[str]], *, numbers_from: int, numbers_to: int | None = None
) -> list[str]:
    r"""Return a table, the columns from `numbers_from` on (and before `numbers_to`) flush right.

    Examples
    --------
    >>> print("\n".join(table_lines(["a", "b"], [["x", "1"]], numbers_from=1)).rstrip())
    | a | b |
    | --- | ---: |
    | x | 1 |
    """
    last = len(heads) if numbers_to is None else numbers_to
    rule = ["---:" if numbers_from <= i < last else "---" for i in range(len(heads))]
    lines = [heads, rule, *rows]
    return [*(f"| {' | '.join(cells)} |" for cells in lines), ""]
