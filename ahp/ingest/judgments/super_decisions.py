"""The matrices of AhpAnpLib and Super Decisions: under each node, what is compared with respect to it.

Behind each matrix stands a column of direct values, which say the same in its place. In questionnaires the
upper half is filled in; results have both halves, to three digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ahp.errors import InputError, listed, quoted
from ahp.ingest.files.workbook import Uncomputed
from ahp.ingest.judgments.layouts import Answers, Said, Sheet, letters

_MOST_NODES = 1000
_DIRECT = "Direct values"


@dataclass(frozen=True)
class _Block:
    """What is compared with respect to a node, where its heading stands, and the answers by their places."""

    sheet: Sheet
    row: int
    items: tuple[str, ...]
    answers: tuple[tuple[int, int, str], ...]


def headings(sheet: Sheet) -> dict[int, tuple[str, ...]]:
    """Return the items over each matrix that has a column of direct values behind it, by their rows."""
    found = {}
    for row, column in sheet.cells:
        items = tuple(sheet.text(row, k) for k in range(2, column))
        if sheet.text(row, column) == _DIRECT and items and all(items):
            found[row] = items
    return found


def answers_in_matrices(sheets: Sequence[Sheet]) -> Answers:
    """Return the answers of the first sheet with such matrices.

    Raises
    ------
    InputError
        If a cell is wrong, or they are those of a network.
    """
    first, *others = sorted((s for s in sheets if headings(s)), key=lambda sheet: not _node_above(sheet))
    if not _node_above(first):
        raise first.error(
            min(headings(first)),
            1,
            "scales of ratings are under no node",
            "give the workbook in which criteria are compared in pairs",
        )
    blocks = _blocks(first)
    beneath = {item for block in blocks.values() for item in block.items}
    roots = [node for node in blocks if node not in beneath]
    if len(roots) != 1:
        raise _network(
            next(iter(blocks.values())),
            f"{listed(roots)} stand under nothing" if roots else "every node stands under another",
        )
    said = []
    for count, (path, block) in enumerate(_down(blocks, roots[0], ()), 1):
        if count > _MOST_NODES:
            raise block.sheet.error(
                block.row,
                1,
                f"as a tree it has over {_MOST_NODES} comparisons, for nodes stand under several others",
                "write it with fewer levels, or as a network, in TOML",
            )
        under = " / ".join(path)
        for i, j, text in block.answers:
            row, column = block.row + 1 + i, letters(j + 2)
            said.append(Said(row, "", under, block.items[i], block.items[j], text, column))
    notes = [f"the matrices of sheet {quoted(first.title)}, as AhpAnpLib writes them"]
    if others:
        notes.append(f"sheets that were not read: {listed([sheet.title for sheet in others])}")
    return Answers(said, notes, roots[0], criteria=True)


def _node_above(sheet: Sheet) -> str:
    """Return under which node the first matrix of a sheet stands; nothing for a scale of ratings."""
    row = min(headings(sheet))
    return "" if (row - 2, 2) in sheet.cells else sheet.text(row - 2, 1)


def _blocks(sheet: Sheet) -> dict[str, _Block]:
    """Return what is compared with respect to each node, whose name stands alone two rows above."""
    found: dict[str, _Block] = {}
    node = ""
    for row, items in headings(sheet).items():
        own = "" if (row - 2, 2) in sheet.cells else sheet.text(row - 2, 1)
        node = own or node
        block = _Block(sheet, row, items, tuple(_answers(sheet, row, items, node)))
        if not own or node in found:
            raise _network(block, f"more than one cluster is compared under {quoted(node)}")
        found[node] = block
    return found


def _network(block: _Block, why: str) -> InputError:
    return block.sheet.error(
        block.row, 1, f"{why}: this is a network", "write it as one, with clusters and influences, in TOML"
    )


def _down(
    blocks: dict[str, _Block], node: str, path: tuple[str, ...], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], _Block]]:
    """Yield the way to each comparison; one under several nodes is at each of them."""
    block = blocks[node]
    if node in above:
        raise _network(block, f"{quoted(node)} stands under itself")
    if len(block.items) == 1 and block.items[0] in blocks:  # nothing to compare there
        yield from _down(blocks, block.items[0], path, (*above, node))
        return
    yield path, block
    for item in block.items:
        if item in blocks:
            yield from _down(blocks, item, (*path, item), (*above, node))


def _answers(sheet: Sheet, top: int, items: tuple[str, ...], node: str) -> Iterator[tuple[int, int, str]]:
    """Yield what is said of each pair: in the matrix, else by direct values."""
    n = len(items)
    for k, item in enumerate(items, 1):
        if sheet.text(top + k, 1) != item:
            raise sheet.error(
                top + k,
                1,
                f"{quoted(item)} stands over the columns and belongs here",
                "give it the same order",
            )
    direct = _direct_values(sheet, top, n)
    for i, j in combinations(range(n), 2):
        judged = _judgment_at(sheet, top, i, j)
        if direct is None:
            yield i, j, "" if judged is None else repr(judged)
            continue
        quotient = direct[i] / direct[j]
        if judged is not None and not _same(judged, quotient):
            raise sheet.error(
                top + 1 + i,
                j + 2,
                f"under {quoted(node)} the direct values say {quotient:.4g}",
                "keep the judgments or the direct values",
            )
        yield i, j, repr(quotient)


def _direct_values(sheet: Sheet, top: int, n: int) -> list[float] | None:
    """Return the direct values; None if there are none, or results hold the matrix that they became."""
    places = [(top + k, n + 2) for k in range(1, n + 1)]
    written = [sheet.cells.get(place) for place in places]
    if all(value is None for value in written):
        return None
    if any(isinstance(value, Uncomputed) for value in written) and all(
        _judgment_at(sheet, top, i, j) is not None for i, j in combinations(range(n), 2)
    ):
        return None
    numbers = [sheet.number(*place) for place in places]
    for place, number in zip(places, numbers, strict=True):
        if number is None or number <= 0:
            advice = "write a positive number for each, or for none"
            if isinstance(sheet.cells.get(place), Uncomputed):
                advice = "open the workbook in a spreadsheet program and save it"
            raise sheet.error(*place, "the direct values of the others need one here", advice)
    return [number for number in numbers if number is not None]


def _judgment_at(sheet: Sheet, top: int, i: int, j: int) -> float | None:
    """Return how many times the first is preferred; results have both halves, to three digits."""
    upper, lower = (top + 1 + i, j + 2), (top + 1 + j, i + 2)
    value, back = sheet.cells.get(upper), sheet.number(*lower)
    times = sheet.number(*upper)
    if isinstance(value, Uncomputed):
        raise sheet.error(
            *upper, "the value of this formula was never computed", "save it in a spreadsheet program"
        )
    if times == 0 and back == 0:  # results of what nobody judged
        return None
    if value is not None and (times is None or times <= 0):
        raise sheet.error(*upper, "a judgment is a positive number such as 3, or =1/3", "correct the cell")
    if back == 0:  # a formula as AhpAnpLib leaves it
        back = None
    if back is not None and back < 0:
        raise sheet.error(*lower, "a judgment is a positive number such as 3, or =1/3", "correct the cell")
    if times is None or back is None:
        return times if back is None else 1 / back
    if not _same(times, 1 / back):
        raise sheet.error(
            *lower, f"across the diagonal stands {times:g}", "make one the reciprocal of the other"
        )
    return times if times >= 1 else 1 / back


def _same(one: float, other: float) -> bool:
    """Say whether two judgments are the same, printed to three digits as they or their reciprocals may be."""
    larger = max(one, other, 1 / one, 1 / other)
    return abs(one / other - 1) <= 0.01 + 0.0006 * larger
