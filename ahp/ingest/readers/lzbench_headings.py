"""The headings of lzbench's tables, and what stands below them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ahp.errors import InputError

_MEANING: Mapping[str, str] = {
    "Compressor name": "alternative",
    "Filename": "scenario",
    "Compression": "compression_speed",
    "Compress.": "compression_speed",
    "Cspeed": "compression_speed",
    "Compression speed": "compression_speed",
    "Compression time in us": "compression_time",
    "Decompress.": "decompression_speed",
    "Dspeed": "decompression_speed",
    "Decompression speed": "decompression_speed",
    "Decompression time in us": "decompression_time",
    "Orig. size": "original_bytes",
    "Original size": "original_bytes",
    "Compr. size": "stored_bytes",
    "Compressed": "stored_bytes",
    "Compressed size": "stored_bytes",
    "Ratio": "ratio",
    "C,D Threads": "threads",
}
_HEADING = re.compile("|".join(re.escape(h) for h in sorted(_MEANING, key=len, reverse=True)))
HEADER = re.compile(
    r"^(?:Compressor name,Compression (?:speed|time in us),.*Ratio"
    r"|\| *Compressor name *\|.*Ratio *\|"
    r"|Compressor name +Compress\. Decompress\. .*Ratio"
    r"| *Compressed +Ratio +Cspeed +Dspeed +Compressor name).*$",
    re.MULTILINE,
)
"""A line that is the heading of one of lzbench's outputs."""


def columns_of(heading: str, line: int) -> list[str]:
    """Return what the columns under a heading are, by the names of measures.

    Raises
    ------
    InputError
        If the heading is none of lzbench's.

    Examples
    --------
    >>> columns_of("Compressed  Ratio  Cspeed  Dspeed  Compressor name", 1)
    ['stored_bytes', 'ratio', 'compression_speed', 'decompression_speed', 'alternative']
    """
    names = [_MEANING[name] for name in _HEADING.findall(heading)]
    rest = _HEADING.sub("", heading).strip(" ,|")
    whole = len(set(names)) == len(names) and {"alternative", "ratio"} <= set(names)
    if rest or not whole or ("original_bytes" in names and "stored_bytes" not in names):
        raise InputError("this is none of lzbench's headings", line=line, found=rest or heading)
    return names
