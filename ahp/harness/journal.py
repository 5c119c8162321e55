"""What has been done: one line for each run that finished or failed, on the disk before the next begins.

The file is only ever added to. A line that a power cut or a full disk tore is no line, and its run is done
again; nothing that stands before it is lost.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ahp.harness.appending import append_line

NAME = "journal.jsonl"


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
        """Return all whole lines, the oldest first."""
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return []
        found = []
        for line in text.splitlines():
            with contextlib.suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict):
                    found.append(entry)
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
