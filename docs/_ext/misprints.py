"""The numbers that are printed wrongly, from the worked examples that the tests go through.

`tests/core/test_published_cases.py` and `test_published_matrices.py` compute each of them again, and fail
where one that is called wrong is right after all. Nothing here needs Sphinx: the tests call them too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_CASES = Path(__file__).parents[2] / "tests" / "cases"
_FILES = ("published.json", "matrices.json")
_WORDS = {
    "priorities": "priorities",
    "global": "global priorities",
    "lambda_max": "λ_max",
    "index": "consistency index",
    "ratio": "consistency ratio",
    "measure": "geometric consistency index",
    "worst error": "error of the worst judgment",
    "reversed ratios": "ratios of priorities",
    "completed": "missing judgment",
    "shares": "shares of the criteria",
    "weighted sum": "weighted sums",
    "benefit to cost": "benefits and opportunities over costs and risks",
}
_PROGRAM = re.compile(r"\bpeer\b|^AHPy ")


class Wrong(NamedTuple):
    """A figure that is printed wrongly: where, what, printed, exact, and why."""

    source: str
    title: str
    what: str
    printed: str
    exact: str
    why: str
    seen: str


def wrong_figures() -> Iterator[tuple[bool, Wrong]]:
    """Yield every figure that is wrong, and whether a program printed it."""
    for file in _FILES:
        for case in json.loads((_CASES / file).read_text(encoding="utf-8"))["cases"]:
            for expected in case["expect"]:
                if "wrong" in expected:
                    yield bool(_PROGRAM.search(expected["wrong"])), _figure(case, expected)


def _figure(case: dict[str, Any], expected: dict[str, Any]) -> Wrong:
    source = case["source"]
    under = f" ({', '.join(expected['at'])})" if expected.get("at") else ""
    printed, exact = _differing(expected)
    seen = "Seen in a copy" if "read from" in source["digits"] else "Second hand"
    return Wrong(
        f"{_short(source['document'])}, {source['place']}",
        case["title"],
        _WORDS[expected["what"]] + under,
        printed,
        exact,
        expected["wrong"].replace("the peer", "the program"),
        seen,
    )


def _short(document: str) -> str:
    """Return author and year, or author and title where there is no year."""
    document = re.sub(r"\([\w.]+\.(?:com|org), ", "(", document)  # pages name no host
    found = re.match(r"[^()]*\(\d{4}[^)]*\)", document)
    return found[0] if found else re.split(r", (?:AHP|multi)", document)[0]


def _differing(expected: dict[str, Any]) -> tuple[str, str]:
    """Return the printed numbers that are wrong, and what they must be with as many digits and two more."""
    digits = expected["digits"]
    printed, exact = (
        value if isinstance(value, list) else [value] for value in (expected["printed"], expected["exact"])
    )
    pairs = [
        (f"{p:.{digits}f}", f"{e:.{digits + 2}f}")
        for p, e in zip(printed, exact, strict=True)
        if abs(p - e) > 0.5 * 10.0**-digits
    ]
    return ", ".join(p for p, _ in pairs), ", ".join(e for _, e in pairs)


def _list(program: bool) -> str:
    """Return a list with a point for each worked example, and one beneath it for each figure."""
    lines, last = [], ""
    for by_program, one in wrong_figures():
        if by_program is not program:
            continue
        head = f"- **{one.source}**. {one.title}. *{one.seen}.*"
        if head != last:
            lines.append(head)
            last = head
        lines.append(f"  - {one.what}: printed {one.printed}, must be {one.exact}; {one.why}")
    return "\n".join(lines) + "\n"


def in_print() -> str:
    """Return the wrong figures of papers and books."""
    return _list(program=False)


def in_programs() -> str:
    """Return the wrong figures that programs print, or that their tests expect."""
    return _list(program=True)
