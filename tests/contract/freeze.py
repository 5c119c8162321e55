"""Write the contract anew, all of it or the parts named; look at the difference before you commit it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from contract import arrays, cases, reading
from contract.comparing import changed, plain, restored, written

FROZEN = Path(__file__).parent / "frozen"
WHOLE = "as it is"


def documents(name: str) -> dict[str, dict[str, Any]]:
    """Return the frozen outcomes of a set of options, each with its document whole."""
    kept = json.loads((FROZEN / "documents" / f"{name}.json").read_text(encoding="utf-8"))
    found = {}
    for option, outcome in kept.items():
        base = kept[WHOLE].get("document") if WHOLE in kept else None
        document = restored(base, outcome["changes"]) if "changes" in outcome else outcome.get("document")
        found[option] = {"status": outcome["status"]} | ({} if document is None else {"document": document})
    return found


def compact(outcomes: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return outcomes with all documents but the first told by what differs in them."""
    base = outcomes.get(WHOLE, {}).get("document")
    found = {}
    for option, outcome in outcomes.items():
        document = outcome.get("document")
        if (
            option == WHOLE
            or document is None
            or base is None
            or document.get("schema") != base.get("schema")
        ):
            found[option] = outcome
            continue
        changes = changed(base, document)
        assert json.dumps(restored(base, changes)) == json.dumps(document), option
        found[option] = {"status": outcome["status"], "changes": changes}
    return found


def whole(name: str) -> dict[str, Any] | None:
    """Return a frozen document as it is without options."""
    return documents(name).get(WHOLE, {}).get("document")


def outcomes(name: str) -> dict[str, dict[str, Any]]:
    """Return what the commands make of a set of options now."""
    special = {"judged": cases.judged, "compared": cases.compared, "history": lambda: {WHOLE: cases.told()}}
    return special[name]() if name in special else cases.ranked(name)


NAMES = (*cases.EXAMPLES, "judged", "compared", "history")
"""What there are documents of."""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    print(f"{path.relative_to(FROZEN)}: {path.stat().st_size:,} bytes")


def _documents() -> Iterator[tuple[str, str]]:
    for name in NAMES:
        yield f"documents/{name}.json", written(compact(outcomes(name))) + "\n"
    yield "gates.json", written(cases.gated()) + "\n"


def _texts() -> Iterator[tuple[str, str]]:
    for name in NAMES:
        document = whole(name)
        if document is not None:
            for ending, text in cases.texts(document).items():
                yield f"texts/{name}.{ending}", text


def _figures() -> Iterator[tuple[str, str]]:
    for name in cases.FIGURES_OF:
        yield f"figures/{name}.json", written(plain(cases.figures(whole(name)))) + "\n"


def _reading() -> Iterator[tuple[str, str]]:
    for name, top in reading.TOPS.items():
        if top.exists():
            yield (
                f"{name}.txt",
                "".join(f"{line}\n" for group in reading.groups(name) for line in reading.lines(group)),
            )
        else:
            print(f"{name}.txt is left as it is: {top} is not here")


def _arrays() -> Iterator[tuple[str, str]]:
    yield "core.json", written(arrays.answers()) + "\n"


PARTS = {"documents": _documents, "texts": _texts, "figures": _figures, "reading": _reading, "core": _arrays}


def main(parts: list[str]) -> None:
    """Write parts, all unless some are named; texts and figures are made of the frozen documents."""
    for name in parts or PARTS:
        for path, text in PARTS[name]():
            _write(FROZEN / path, text)


if __name__ == "__main__":
    main(sys.argv[1:])
