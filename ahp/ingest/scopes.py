"""What part of a run a number is of: all of it, a transaction type, an operation, the host, a process."""

from __future__ import annotations

import re
from typing import NamedTuple

from ahp.errors import InputError

_KIND = r"(?:all|host|(?:tx|op|process):[^\]\r\n]+)"
_SCOPE = r"(?i)(?P<all>all|host|)|(?:tx|op):(?P<transaction>.+)|process:(?P<process>.+)"
_LINE = r"(?:[ \t]*#[^\n]*\n|[ \t\r]*\n)*"
_SOME = r"[^\n]{0,4000}?"  # a heading line is long, but not a whole document in one line
_CELL = r"(?:^|[,;\t|])[ \"]*{}[ \"]*(?:[,;\t|\r\n]|$)"

LONG = re.compile(
    rf"\ufeff?{_LINE}(?={_SOME}{_CELL.format('metric')})(?={_SOME}{_CELL.format('statistic')})", re.I | re.M
)
"""A heading line of one number per row, with its metric, its statistic and its scope."""
WIDE = re.compile(rf"\ufeff?{_LINE}{_SOME}\w\[{_KIND}\][ \"]*(?:[,;\t|\r\n]|$)", re.I | re.M)
"""A heading line in which a column names its scope: `tps[tx:new_order]`."""
_HEADING = rf"(?i)(.+?)\[({_KIND})\]"


class Scope(NamedTuple):
    """A part of a run.

    Attributes
    ----------
    transaction : str
        The transaction type or the operation; empty for all of them.
    process : str
        The process, as part of a measure's name; empty for the host.
    """

    transaction: str = ""
    process: str = ""

    def of(self, measure: str) -> str:
        """Return the name of a measure in this scope: a process's CPU is not the host's.

        Examples
        --------
        >>> Scope(process="postgres").of("cpu_user"), Scope().of("cpu_user")
        ('cpu_user_process_postgres', 'cpu_user')
        """
        return f"{measure}_process_{self.process}" if self.process else measure


def scope_of(text: str) -> Scope:
    """Return the scope that a cell names.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> scope_of("tx:new_order"), scope_of("process:my-app")
    (Scope(transaction='new_order', process=''), Scope(transaction='', process='my_app'))
    """
    found = re.fullmatch(_SCOPE, text.strip())
    if found is None:
        raise InputError(
            "this is no scope",
            found=text,
            advice="write all, host, tx:NAME, op:NAME or process:NAME",
        )
    process = re.sub(r"\W+", "_", found["process"] or "").strip("_").lower()
    return Scope((found["transaction"] or "").strip(), process)


def split_heading(text: str) -> tuple[str, Scope]:
    """Return a heading without its scope, and the scope.

    Examples
    --------
    >>> split_heading("tps[tx:new_order]")
    ('tps', Scope(transaction='new_order', process=''))
    >>> split_heading("Time [ms]")
    ('Time [ms]', Scope(transaction='', process=''))
    """
    found = re.fullmatch(_HEADING, text.strip())
    return (text, Scope()) if found is None else (found[1], scope_of(found[2]))
