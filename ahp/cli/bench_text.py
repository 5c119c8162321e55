"""What `ahp-bench` says in words: what can run, what makes the figures doubtful, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from ahp.harness.run import Summary


def listed_text(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return a listing for people."""
    lines = []
    for kind, entries in found.items():
        lines.append(kind)
        for entry in entries:
            lines.append(_wrapped(f"  {entry['name']:<15} {_state(entry)}", 18))
            for name, reason in entry.get("refused", {}).items():
                lines.append(_wrapped(f"{'':<18}not {name}: {reason}", 20))
            for transaction in entry.get("transactions", ()):
                off = "" if transaction["enabled"] else ", off"
                lines.append(f"{'':<18}{transaction['name']} ({transaction['weight']}{off})")
        lines.append("")
    return "\n".join(lines)


def doubts_text(summary: Summary) -> str:
    """Return what makes the figures doubtful, and in how many runs; empty where nothing does."""
    lines = [f"In {number} of {summary.finished} runs: {flag}." for flag, number in summary.flags.items()]
    if summary.discarded:
        lines.append(
            f"{summary.discarded} runs were repeated, for other processes were busy; the journal has them."
        )
    return "".join(f"{_wrapped(line, 2)}\n" for line in lines) + ("\n" if lines else "")


def summary_text(summary: Summary) -> str:
    """Return how a run ended and where everything is."""
    failed = f", {summary.failed} failed (ahp-bench resume repeats them)" if summary.failed else ""
    return f"\n{summary.finished} runs finished{failed}; everything is in {summary.folder}\n"


def _state(entry: Mapping[str, Any]) -> str:
    if entry["unavailable"] is not None:
        return f"cannot run here: {entry['unavailable']}"
    if "alternatives" in entry:
        return ", ".join(entry["alternatives"])
    if "source" in entry:
        reads = f"; {entry['read_share']:.0%} of the transactions only read" if entry["transactions"] else ""
        engines = "; needs an SQL engine" if entry["needs_sql"] else ""
        return f"{entry['title']}: {entry['source']}{reads}{engines}"
    return "can run here"


def _wrapped(text: str, indent: int) -> str:
    return fill(text, 80, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)
