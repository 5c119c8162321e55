"""What has been done: one line for each run that finished or failed, on the disk before the next begins.

The file is only ever added to. A line that a power cut or a full disk tore is no line, and its run is done
again; nothing that stands before it is lost. A whole line that no harness has written is refused: what it
stands for cannot be known.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any

from ahp.errors import HarnessError, quoted
from ahp.harness.system.durable_files import append_line

NAME = "journal.jsonl"

_FACTS: Mapping[str, Mapping[str, type | UnionType]] = {
    "plan": {"asked": dict},
    "verified": {"ratios": dict},
    "data": {"workload": str, "rows": dict},
    "finished": {
        "trial": str, "block": int, "scenario": str, "alternative": str, "baseline": str, "twin": bool,
        "measures": dict, "transactions": dict, "flags": list, "details": dict,
    },
    "discarded": {"trial": str},
    "failed": {"trial": str, "reason": str},
    "session": {"seconds": float | int},
    "complete": {"blocks": int},
}  # fmt: skip
"""What is read again of each kind of line."""


class Journal:
    """The journal of one results folder.

    Parameters
    ----------
    folder : Path
        The results folder; it exists.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def lines(self) -> list[dict[str, Any]]:
        """Return all whole lines, the oldest first.

        Raises
        ------
        HarnessError
            If the file cannot be read.
        """
        return [entry for _, entry in self._numbered() if isinstance(entry, dict)]

    def refuse_damaged(self) -> None:
        """Raise a HarnessError if a whole line is not one that a harness has written."""
        for number, entry in self._numbered():
            if not _sound(entry):
                raise HarnessError(
                    f"{self.path}, line {number}: found {quoted(json.dumps(entry), 100)}, which no harness "
                    "writes; see what it means, and delete the line"
                )

    def _numbered(self) -> list[tuple[int, Any]]:
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise HarnessError(f"{self.path}: {problem.strerror}; the journal cannot be read") from None
        found = []
        for number, line in enumerate(text.splitlines(), start=1):
            with contextlib.suppress(ValueError, RecursionError):  # a torn line
                found.append((number, json.loads(line)))
        return found

    def of(self, event: str) -> list[dict[str, Any]]:
        """Return the lines about one kind of event: `finished`, `failed`, `data`."""
        return [line for line in self.lines() if line.get("event") == event]

    def finished(self) -> dict[str, dict[str, Any]]:
        """Return the line of each run that finished, by its name."""
        return {line["trial"]: line for line in self.of("finished")}

    def add(self, event: str, facts: Mapping[str, Any]) -> None:
        """Write a line, and return when it is on the disk.

        Raises
        ------
        OutputError
            If it cannot be written; the lines before it are untouched.
        """
        append_line(self.path, json.dumps({"event": event, **facts}))


def _sound(entry: object) -> bool:
    """Say whether a line has what is read of its kind; a kind of a later version is passed over."""
    if not isinstance(entry, dict) or not isinstance(entry.get("event"), str):
        return False
    needed = _FACTS.get(entry["event"], {})
    return all(isinstance(entry.get(name), kind) for name, kind in needed.items())
