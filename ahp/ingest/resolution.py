"""How finely a number was printed: half a unit of its last digit."""

from __future__ import annotations

import re


def resolution_of(printed: str) -> float:
    """Return half a unit of the last digit printed; 0 if `printed` is not plain digits.

    Examples
    --------
    >>> resolution_of("1.69"), resolution_of("9"), resolution_of("1.2e3")
    (0.005, 0.5, 50.0)
    """
    match = re.fullmatch(r"[+-]?\d*(?:\.(\d*))?(?:[eE]([+-]?\d+))?", printed.strip())
    if match is None or not any(c.isdigit() for c in printed):
        return 0.0
    places = len(match.group(1) or "")
    return 0.5 * 10.0 ** (int(match.group(2) or 0) - places)
