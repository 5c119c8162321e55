"""What is worth telling beside a ranking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ahp.notebook import NotebookFace

WITHHELD = "withheld"
"""The verdict of a finding that leaves no verdict on the choice, and of a choice that it leaves none on."""


@dataclass(frozen=True)
class Finding(NotebookFace):
    """A condition worth telling.

    Attributes
    ----------
    check : str
        What was looked at.
    verdict : str
        `holds`, `flips`, `warns`, or `withheld`: no verdict on the choice can be given.
    detail : str
        What was found, with its figures.
    advice : str
        What to do about it; may be empty.
    to : str or None
        The alternative that the decision flips to.
    """

    check: str
    verdict: str
    detail: str
    advice: str = ""
    to: str | None = None


class Findings(tuple[Finding, ...]):
    """Findings in a row, which a notebook shows as one table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from ahp.decision.scrutiny_document import finding_document
        from ahp.report.html.faces import findings_html

        return findings_html(map(finding_document, self))


def verdict(
    check: str, winner: str, others: Iterable[tuple[str, tuple[str, ...]]], advice: str = ""
) -> Finding:
    """Return an audit from who is first under each other way: it flips where that is not the winner."""
    ways = list(others)
    flipped = [(way, leaders) for way, leaders in ways if leaders != (winner,)]
    if not flipped:
        return Finding(check, "holds", f"{winner} is first by {named(way for way, _ in ways)} too")
    told = "; ".join(f"by {way}, {_leading(leaders)} first" for way, leaders in flipped[:4])
    more = f"; and {len(flipped) - 4} more like it" if len(flipped) > 4 else ""
    to = next((name for _, leaders in flipped for name in leaders if name != winner), None)
    return Finding(check, "flips", told + more, advice, to)


def _leading(leaders: tuple[str, ...]) -> str:
    return f"{named(leaders)} {'is' if len(leaders) == 1 else 'are'}"


def named(names: Iterable[str]) -> str:
    """Return names as `a, b and c`."""
    everything = list(names)
    return everything[0] if len(everything) == 1 else f"{', '.join(everything[:-1])} and {everything[-1]}"
