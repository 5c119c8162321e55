"""What a table in markup is known by, which every text is asked for; it is read by what few texts need."""

from __future__ import annotations

import re

LATEX = re.compile(r"\\begin\{(tabular[x*]?|longtable|tabu|array)\}")
OPENED = re.compile(r"^(?:\{\||\|===+[ \t]*$|[ \t]*\.\. (?:list|csv)-table::)", re.MULTILINE)
_HEADED = re.compile(r"^(?:\^.*\^|\|\|(?![| \t]*$).*\|\|)[ \t]*$", re.MULTILINE)
"""Headings of DokuWiki and of Jira; their rows begin and end with a bar."""
HTML = re.compile(r"<table[\s>]", re.IGNORECASE)
_NESTED = re.compile(r"<td[^<>]{0,99}>\s{0,9}\|", re.IGNORECASE)
"""A cell that only places a table of Markdown."""
RECORD = re.compile(r"^(?:-\[ RECORD \d+ \][-+]*|\*{3,} \d+\. row \*{3,})[ \t]*$", re.MULTILINE)
"""Above each record as psql and mysql print them one below the other."""


def is_markup(text: str) -> bool:
    r"""Say whether a text has a table of LaTeX, HTML, MediaWiki, DokuWiki, Jira, AsciiDoc or of lists.

    Records one below the other, as psql and mysql print them, are one too.

    Examples
    --------
    >>> is_markup("\\begin{tabular}{lr}"), is_markup("{|\n! codec\n|}"), is_markup("codec & tps")
    (True, True, False)
    """
    found = any(pattern.search(text) is not None for pattern in (LATEX, OPENED, _HEADED, RECORD))
    return found or (HTML.search(text) is not None and _NESTED.search(text) is None)
