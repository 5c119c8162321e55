"""What is worth telling beside a ranking, as data; its sentences are in `ahp.report.phrases.findings`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ahp.notebook import NotebookFace
from ahp.report.phrases.findings import Way, advice_of, detail_of

if TYPE_CHECKING:
    from ahp.report.documents.decision import FindingDocument

WITHHELD = "withheld"
"""The verdict of a finding that leaves no verdict on the choice, and of a choice that it leaves none on."""


@dataclass(frozen=True, repr=False)
class Finding(NotebookFace):
    """A condition worth telling.

    Attributes
    ----------
    check : str
        What was looked at.
    verdict : str
        `holds`, `flips`, `warns`, or `withheld`: no verdict on the choice can be given.
    to : str or None
        The alternative that the decision flips to.
    phrase : str
        Which sentence tells it: the check, unless that has several.
    values : tuple of (str, object)
        What was found: names and numbers.
    """

    check: str
    verdict: str
    to: str | None
    phrase: str
    values: tuple[tuple[str, object], ...]

    _shown: ClassVar[tuple[str, ...]] = ("check", "verdict", "detail", "advice", "to")

    @property
    def detail(self) -> str:
        """What was found, with its figures, in a sentence."""
        return detail_of(self.phrase, dict(self.values))

    @property
    def advice(self) -> str:
        """What to do about it; may be empty."""
        return advice_of(self.phrase, dict(self.values))

    def __repr__(self) -> str:
        # As a reader wants it: sentences, not the figures that they are made of.
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown)
        return f"{type(self).__name__}({shown})"


def finding(
    check: str, verdict: str, *, to: str | None = None, phrase: str | None = None, **values: object
) -> Finding:
    """Return a finding with its values by name.

    Examples
    --------
    >>> finding("unequal", "warns", most="lz4", least="zle", times=4.0).advice
    'make more runs of lz4'
    """
    return Finding(check, verdict, to, phrase or check, tuple(values.items()))


class Findings(tuple[Finding, ...]):
    """Findings in a row, which a notebook shows as one table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from ahp.report.html.notebook import findings_html

        return findings_html(map(finding_document, self))


def audit(check: str, winner: str, ways: Iterable[tuple[Way, tuple[str, ...]]]) -> Finding:
    """Return an audit from who is first under each other way: it flips where that is not the winner."""
    tried = tuple(ways)
    flipped = [leaders for _, leaders in tried if leaders != (winner,)]
    to = next((name for leaders in flipped for name in leaders if name != winner), None)
    return finding(check, "flips" if flipped else "holds", to=to, winner=winner, ways=tried)


def plain(found: Any) -> Any:  # noqa: ANN401 - whatever a result holds
    """Return a result as its document has it, where the two have the same names: tuples become lists."""
    if is_dataclass(found):
        return {name: plain(value) for name, value in vars(found).items()}
    return [plain(one) for one in found] if isinstance(found, tuple) else found


def finding_document(finding: Finding) -> FindingDocument:
    """Return a finding."""
    return {
        "check": finding.check,
        "verdict": finding.verdict,
        "to": finding.to,
        "detail": finding.detail,
        "advice": finding.advice,
    }
