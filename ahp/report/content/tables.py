"""The tables of a page: a caption, headings, and rows of text whose first cell names the row."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ahp.report.content.labels import Shown
from ahp.report.page import Table


def table_of(
    show: Shown,
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    words: Collection[int] = (),
) -> Table:
    """Return a table of texts that are fit to be shown.

    Examples
    --------
    >>> table_of(str, "times", ["who", "seconds"], [["lz4", "1.5"]]).rows
    (('lz4', '1.5'),)
    """
    return Table(
        "",
        show(caption),
        tuple(map(show, heads)),
        tuple(tuple(map(show, row)) for row in rows),
        frozenset(words),
    )


_CAPTIONS = {
    "interval of": "Intervals of the merits",
    "interval of the priority": "Intervals of the priorities",
    "probability of rank": "How often each takes each place, over the draws",
    "probability of beating": "How often the one in the row beats the one in the column, over the draws",
    "benefit and cost": "How benefit and cost vary together",
    "smallest change of one measurement": "The smallest change of one measurement that puts another first",
    "weight of": "Between which weights the choice holds, the others in proportion",
    "share of all weights with rank": "The share of all weights there may be that gives each place",
    "mean of the weights with which first": "The mean of the weights that put each first",
    "worth of a unit of benefit in units of cost, by": "Whom to choose by what a unit of benefit is worth",
}
_WORDS = {
    "smallest change of one measurement": (2,),
    "weight of": (3, 4),
    "worth of a unit of benefit in units of cost, by": (3,),
}


def captioned(show: Shown, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Return a table that all reports share, with the caption that a page gives it.

    Examples
    --------
    >>> captioned(str, ["weight of", "now"], [["cpu", "1.000"]]).caption
    'Between which weights the choice holds, the others in proportion'
    """
    name = heads[0]
    if name.startswith("first by "):
        return table_of(show, f"Who is {name}", heads, rows, (1,))
    return table_of(show, _CAPTIONS.get(name, name), heads, rows, _WORDS.get(name, ()))
