"""TOML that somebody else may have written: what would take its parser too long is refused before."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_LARGEST = 1 << 20
# A header of a hierarchy of 100 levels has over 200 parts. 1 MB of keys of 250 parts take 0.7 GB and 7 s.
_PARTS = 250
_ESCAPED = re.compile(r'\\[\\"]')
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
# The key begins where a word does, or one long word would be looked at anew from each of its letters.
_DEEP = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_PARTS}}}")


def toml_in(text: str) -> dict[str, Any]:
    r"""Return what a TOML text holds.

    Python's parser needs time and memory that grow with the square of the parts of a dotted key: 10 GB for a
    key of 50,000.

    Raises
    ------
    ValueError
        If it is not TOML, has more than 1 MB, a key of more than 250 parts, or lists within lists too deep.

    Examples
    --------
    >>> toml_in("[speed]\nweight = 2")
    {'speed': {'weight': 2}}
    >>> toml_in("a" + ".a" * 250 + " = 1")
    Traceback (most recent call last):
    ...
    ValueError: a key has more than 250 parts (at line 1)
    """
    if len(text) > _LARGEST:
        raise ValueError(f"it is larger than {_LARGEST >> 20} MB")
    if found := _DEEP.search(plain := _ESCAPED.sub("", text)):
        line = plain.count("\n", 0, found.start()) + 1
        raise ValueError(f"a key has more than {_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("lists or tables are nested too deeply") from None
