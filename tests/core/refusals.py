"""What every function of `ahp.core` says where it refuses, and of which judgment: people read it, so it is pinned.

`refusals.json` holds it, `test_refusals.py` compares. After a wanted change of words
`PYTHONPATH=.:tests python tests/core/refusals.py` writes it anew; read the difference before you keep it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from core.calls import functions
from wrong_values import ALWAYS_WRONG, OFTEN_WRONG, varied

from ahp.errors import AHPError

PINNED = Path(__file__).with_name("refusals.json")


def refusals(function, right) -> list[str]:
    """Return what a function says of all wrong values in place of each right argument."""
    said = set()
    for argument, numbers in right.items():
        near = dict(varied(numbers)) if isinstance(numbers, list | tuple) else {}
        for given in [*ALWAYS_WRONG.values(), *OFTEN_WRONG.values(), *near.values()]:
            try:
                function(**right | {argument: given})
            except AHPError as error:
                words = re.sub(r"^.*?(?= is not a (known|judgment))", "…", str(error).partition("; found")[0])
                said.add(words + place(error))
    return sorted(said)


def place(error: AHPError) -> str:
    """Return where a judgment stands and what it is, as far as an error tells."""
    row, column, found = (getattr(error, name, None) for name in ("row", "column", "found"))
    if row is column is found is None:
        return ""
    if isinstance(found, float | int):
        said = f"{found:.4g}"
    else:
        said = found if isinstance(found, str) else type(found).__name__
    return f" [{row}, {column}: {said}]"


if __name__ == "__main__":
    found = {name: refusals(*called) for name, called in sorted(functions().items())}
    PINNED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
