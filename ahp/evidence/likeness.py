"""Names that may mean the same: `lz4` in one table, `lz4 1.10.0` in another."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_NEAR = 0.8  # share of common letters from which on names without numbers look like a slip of the pen


def alike(one: str, other: str) -> bool:
    """Say whether two names may mean the same: written otherwise, one with more behind it, or misspelt.

    Numbers that differ tell names apart: `zstd-1` is not like `zstd-3`.

    Examples
    --------
    >>> alike("lz4", "lz4 1.10.0"), alike("LZ4-HC", "lz4hc"), alike("zstandard", "zstandart")
    (True, True, True)
    >>> alike("zstd-1", "zstd-3"), alike("lz4", "zstd")
    (False, False)
    """
    words = [_WORD.findall(name.casefold()) for name in (one, other)]
    short, long = sorted(words, key=len)
    if not short:
        return False
    if long[: len(short)] == short or "".join(short) == "".join(long):
        return True
    first, second = (" ".join(found) for found in words)
    if re.findall(r"\d+", first) != re.findall(r"\d+", second):
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, first, second).ratio() >= _NEAR
