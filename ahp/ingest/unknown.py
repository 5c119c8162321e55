"""What a file is that no reader knows and that is no table either: XML, JSON, sentences."""

from __future__ import annotations

import re

from ahp.errors import InputError, listed
from ahp.ingest.sources import Source

_XML = re.compile(r"\ufeff?\s*<(?:\?xml\b|!DOCTYPE\b|[A-Za-z][\w:.-]*[\s>])")
_JSON = re.compile(r'\ufeff?\s*(?:\{\s*(?:"|\})|\[\s*(?:[\[{"\]]|-?[0-9.]+\s*[,\]]))')
_CELLS = re.compile(r"[,;\t|]")
_NUMBER = re.compile(r"[\s\"'*`~≈]*[+-]?[.,]?[0-9][0-9.,'’_]*(?:[eE][+-]?[0-9]+)?\s*[^\s:]{0,8}[\s\"'*`]*")
_SENTENCE = 6
_ADVICE = "give what the benchmark wrote, or a table with a column 'alternative'"


def refuse_no_table(source: Source) -> None:
    """Refuse a text that cannot be a plain table, and say what it is.

    Raises
    ------
    InputError
        If it is XML, JSON, or sentences without a number in a cell of its own.
    """
    if source.table is not None:
        return
    if _XML.match(source.text):
        element = re.search(r"<([A-Za-z][\w:.-]*)", source.text)
        what = f" (<{element[1]}>)" if element is not None else ""
        raise InputError(f"this is XML that no reader knows{what}", file=source.name, advice=_ADVICE)
    if _JSON.match(source.text):
        raise InputError(
            f"this is JSON that no reader knows{_keys(source.text)}", file=source.name, advice=_ADVICE
        )
    if _is_prose(source.head):
        raise InputError(
            "these are sentences, not a table: no line below the first has a number in a cell of its own",
            file=source.name,
            advice=_ADVICE,
        )


def _keys(text: str) -> str:
    """Return the keys of the document, or what keeps it from being one."""
    import json

    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        return f", and it is not whole (line {error.lineno})"
    except (ValueError, RecursionError):
        return ""
    first = document[0] if isinstance(document, list) and document else document
    return f"; its keys are {listed(first, 6)}" if isinstance(first, dict) and first else ""


def _is_prose(head: str) -> bool:
    lines = [line for line in head.splitlines() if line.strip()]
    cells = [_CELLS.split(line) for line in lines]
    if any(len(row) > 1 and any(_NUMBER.fullmatch(cell) for cell in row) for row in cells[1:]):
        return False
    return any(len(cell.split()) >= _SENTENCE for row in cells for cell in row)
