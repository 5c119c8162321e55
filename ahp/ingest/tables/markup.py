"""Whether a text has a table in its markup, of which few do; its rows are in `markup_rows`."""

from __future__ import annotations

import re

TABLE = re.compile(r"\\begin\{(tabular[x*]?|longtable|tabu|array)\}")
OPENED = re.compile(r"^(?:\{\||\|===+[ \t]*$|[ \t]*\.\. (?:list|csv)-table::)", re.MULTILINE)
_HEADED = re.compile(r"^(?:\^.*\^|\|\|.*\|\|)[ \t]*$", re.MULTILINE)
"""Headings of DokuWiki and of Jira; their rows begin and end with a bar."""
HTML = re.compile(r"<table[\s>]", re.IGNORECASE)
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
    return any(pattern.search(text) is not None for pattern in (TABLE, OPENED, _HEADED, HTML, RECORD))
