"""What a report says before it has a format: its first screen, then headings, paragraphs, tables, figures.

The sections make blocks of a document; a walker for each format shows them, and builds no row and no sentence
of its own. Each block has the detail from which on it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias, TypeVar

from ahp.errors import StudyError, listed, quoted

DETAILS = ("answer", "why", "all")
"""How much a report tells: the answer, the why of it as well, or all that is known."""


@dataclass(frozen=True)
class Heading:
    """What a part is called, and in a few words what it says.

    Attributes
    ----------
    text, said : str
    level : int
        2 for a part of the report, 3 for a part of that.
    id : str
        By which the rest of the report refers to the part.
    """

    text: str
    said: str = ""
    level: int = 2
    id: str = ""
    detail: str = "why"


@dataclass(frozen=True)
class Paragraph:
    """A sentence, or several that belong together."""

    text: str
    detail: str = "why"


class Bar(NamedTuple):
    """A row of a ranking with bars: the place of its alternative in the file, and whether it is chosen.

    Of each number: the merit, the number in full, and how long its bar is, of a hundred.
    """

    position: int
    first: bool
    numbers: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes
    ----------
    id : str
        What it is, the same in every report.
    caption : str
        What it shows; the first heading names it where no caption is shown.
    heads : tuple of str
    rows : tuple of tuple of str
        The first cell of each is the heading of its row.
    words : frozenset of int
        Columns beside the first that hold words; the others hold numbers.
    bars : tuple of Bar
        For each row what may be drawn in its last cells.
    """

    id: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: frozenset[int] = frozenset()
    bars: tuple[Bar, ...] = ()
    detail: str = "why"


@dataclass(frozen=True)
class Figure:
    """What draws the figures of some kinds; a format that draws nothing leaves it out."""

    kinds: tuple[str, ...]
    scenario: str | None = None
    detail: str = "why"


@dataclass(frozen=True)
class Beside:
    """Blocks, and a figure that stands beside them where there is room."""

    blocks: tuple[Block, ...]
    figure: Figure
    detail: str = "why"


@dataclass(frozen=True)
class Details:
    """Blocks under a title, which a reader opens at need."""

    title: str
    blocks: tuple[Block, ...]
    detail: str = "why"


Block: TypeAlias = "Heading | Paragraph | Table | Figure | Beside | Details"
AnyBlock = TypeVar("AnyBlock", bound=Block)


def table(
    id: str,
    caption: str,
    heads: Iterable[str],
    rows: Iterable[Iterable[str]],
    words: Iterable[int] = (),
    bars: Iterable[Bar] = (),
) -> Table:
    """Return a table of any iterables.

    Examples
    --------
    >>> table("times", "How long each took", ["who", "s"], [["lz4", "1.5"]]).rows
    (('lz4', '1.5'),)
    """
    return Table(id, caption, tuple(heads), tuple(map(tuple, rows)), frozenset(words), tuple(bars))


def paragraphs(sentences: Iterable[str]) -> list[Block]:
    """Return sentences, each a paragraph."""
    return [Paragraph(sentence) for sentence in sentences]


def at(detail: str, blocks: Iterable[Block]) -> list[Block]:
    """Return blocks that are shown from a detail on."""
    return [replace(block, detail=detail) for block in blocks]


def kept(blocks: Iterable[Block], detail: str) -> list[Block]:
    """Return the blocks that a detail shows, without details in which nothing is left.

    Raises
    ------
    StudyError
        If there is no such detail.

    Examples
    --------
    >>> kept([Paragraph("Choose lz4.", detail="answer"), Paragraph("It is faster.")], "answer")
    [Paragraph(text='Choose lz4.', detail='answer')]
    """
    check_detail(detail)
    return list(_kept(blocks, DETAILS.index(detail)))


def check_detail(detail: str) -> None:
    """See that there is such a detail.

    Raises
    ------
    StudyError
        If there is not; the message lists those that are.
    """
    if detail not in DETAILS:
        raise StudyError(f"detail = {quoted(detail)}; use one of {listed(DETAILS)}")


def _kept(blocks: Iterable[Block], most: int) -> Iterator[Block]:
    for block in blocks:
        if DETAILS.index(block.detail) > most:
            continue
        if isinstance(block, Details | Beside):
            block = replace(block, blocks=tuple(_kept(block.blocks, most)))
            if not block.blocks:
                continue
        yield block


def flat(blocks: Iterable[Block]) -> Iterator[Heading | Paragraph | Table]:
    """Yield what is read, one after the other, the titles of details as headings."""
    for block in blocks:
        if isinstance(block, Details):
            yield Heading(block.title, level=3)
        if isinstance(block, Details | Beside):
            yield from flat(block.blocks)
        elif not isinstance(block, Figure):
            yield block


def fit(blocks: Iterable[AnyBlock], show: Callable[[str], str]) -> list[AnyBlock]:
    """Return blocks with every text as `show` makes it fit to be shown."""
    return [_fit(block, show) for block in blocks]


def _fit(block: AnyBlock, show: Callable[[str], str]) -> AnyBlock:
    if isinstance(block, Heading):
        return replace(block, text=show(block.text), said=show(block.said))
    if isinstance(block, Paragraph):
        return replace(block, text=show(block.text))
    if isinstance(block, Table):
        return replace(
            block,
            caption=show(block.caption),
            heads=tuple(map(show, block.heads)),
            rows=tuple(tuple(map(show, row)) for row in block.rows),
        )
    if isinstance(block, Figure):
        return block
    if isinstance(block, Beside):
        return replace(block, blocks=tuple(fit(block.blocks, show)))
    return replace(block, title=show(block.title), blocks=tuple(fit(block.blocks, show)))


@dataclass(frozen=True)
class Card:
    """What is said first about one scenario, or about the one that is not known.

    Attributes
    ----------
    question : str
        The scenario.
    answer, names : str
        The choice, in words and as names alone.
    gained : tuple of str
        What that gains and loses against the baseline, a sentence each.
    sign, verdict, brief : str
        How sure, as a sign, in a word, and by the number behind it; empty where that is no question.
    sure, change, unmoved : tuple of str
        How sure, what would change it, and what would not, a sentence each.
    audits : str
        How many other ways of reckoning put whom first.
    target : str
        The part of the page that says more.
    """

    question: str
    answer: str
    names: str
    target: str
    gained: tuple[str, ...] = ()
    sign: str = ""
    verdict: str = ""
    brief: str = ""
    sure: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    unmoved: tuple[str, ...] = ()
    audits: str = ""


@dataclass(frozen=True)
class Opening:
    """The first screen: its title, what is compared by what, and the answers."""

    title: str
    lead: str
    cards: tuple[Card, ...]

    @property
    def several(self) -> bool:
        """Whether there is more than one question, so that the answers are listed before they are told."""
        return len(self.cards) > 1
