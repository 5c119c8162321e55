"""What `ahp-bench` says in words: what can run, how noisy it was, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from ahp.harness.noise import Noise
from ahp.harness.references import Reference
from ahp.harness.run import Summary

_WORDS = {
    "throughput": "throughput",
    "response_time_p99": "99th percentile of the response time",
    "cpu_per_transaction": "CPU per transaction",
}


def listed_text(found: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return a listing for people."""
    lines = []
    for kind, entries in found.items():
        lines.append(kind)
        for entry in entries:
            lines.append(_wrapped(f"  {entry['name']:<15} {_state(entry)}", 18))
            for name, reason in entry.get("refused", {}).items():
                lines.append(_wrapped(f"{'':<18}not {name}: {reason}", 20))
            for name, risk in entry.get("references", {}).items():
                lines.append(_wrapped(f"{'':<18}{name} is a reference, never chosen: {risk}", 20))
            for transaction in entry.get("transactions", ()):
                off = "" if transaction["enabled"] else ", off"
                lines.append(f"{'':<18}{transaction['name']} ({transaction['weight']}{off})")
        lines.append("")
    return "\n".join(lines)


def noise_text(found: Sequence[Noise]) -> str:
    """Return how much the baseline differed from itself; empty if it was not run twice."""
    if not found:
        return ""
    lines = ["", "Noise: the baseline against itself, in each block (mean, and the pair farthest apart)"]
    for scenario in dict.fromkeys(one.scenario for one in found):
        parts = [
            f"{_WORDS[one.measure]} {one.ratio - 1:+.1%} ({one.widest - 1:+.1%})"
            for one in found
            if one.scenario == scenario
        ]
        lines.append(_wrapped(f"  {scenario}: {'; '.join(parts)}.", 4))
    return "\n".join(lines) + "\n"


def references_text(found: Sequence[Reference], baseline: str) -> str:
    """Return how what is never chosen stands to the baseline; empty if there is nothing of that kind."""
    if not found:
        return ""
    lines = ["", f"References, never chosen (against {baseline})"]
    for one in found:
        parts = [f"{name} {ratio - 1:+.1%}" for name, ratio in one.ratios.items()]
        risk = f" ({one.risk})" if one.risk else ""
        lines.append(_wrapped(f"  {one.scenario}, {one.alternative}{risk}: {'; '.join(parts)}.", 4))
    return "\n".join(lines) + "\n"


def summary_text(summary: Summary) -> str:
    """Return how a run ended and where everything is."""
    lines = []
    for flag, number in summary.flags.items():
        lines.append(_wrapped(f"In {number} of {summary.finished} runs: {flag}.", 2))
    if summary.discarded:
        told = f"{summary.discarded} runs were repeated, for other processes were busy; the journal has them."
        lines.append(_wrapped(told, 2))
    failed = f", {summary.failed} failed (ahp-bench resume repeats them)" if summary.failed else ""
    lines.append(f"{summary.finished} runs finished{failed}; everything is in {summary.folder}")
    return "\n" + "\n".join(lines) + "\n"


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
