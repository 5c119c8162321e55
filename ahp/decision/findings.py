"""What is worth telling beside a ranking."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A condition worth telling.

    Attributes
    ----------
    check : str
        What was looked at.
    verdict : str
        `holds`, `flips` or `warns`.
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
