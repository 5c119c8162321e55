"""What `ahp-judge` does once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse

from ahp.cli.figures import save_asked
from ahp.cli.judge import COMMAND
from ahp.cli.streams import DONE, check_output, complain, write
from ahp.decision.judged import JudgedHierarchy, JudgedMerits, JudgedNetwork
from ahp.decision.judging import judge
from ahp.errors import StudyError, quoted
from ahp.ingest.judgments.hierarchies import read_hierarchy


def judge_files(options: argparse.Namespace) -> int:
    """Read, judge and report as the parsed options say; return the exit status."""
    found = read_hierarchy(options.file, options.answers or None, weights=_weights(options.participants))
    before = None if options.against is None else read_hierarchy(options.against)
    document: JudgedHierarchy | JudgedMerits | JudgedNetwork = judge(  # type: ignore[call-overload]
        found.model,
        mode=options.mode,
        method=options.method,
        random_index=options.random_index,
        limit=options.limit,
        scale=options.scale,
        aggregate=options.aggregate,
        synthesis=options.merits,
        against=None if before is None else before.model,
        inputs=found.inputs,
    )
    document["warnings"] += found.notes
    text = document.report(options.format)
    read = [name for name, _, _ in (*found.inputs, *(() if before is None else before.inputs))]
    check_output(options.output, [options.file, *read])
    save_asked(options, document)
    write(text, options.output)
    for warning in document["warnings"]:
        complain(COMMAND, f"warning: {warning}")
    return DONE


def _weights(text: str | None) -> dict[str, float]:
    found: dict[str, float] = {}
    for entry in text.split(",") if text is not None else []:
        name, equals, value = entry.partition("=")
        try:
            weight = float(value) if equals else 1.0
        except ValueError:
            raise StudyError(
                f"--participants: {quoted(value)} for {quoted(name.strip())} is not a number"
            ) from None
        if not name.strip() or name.strip() in found:
            raise StudyError(f"--participants {quoted(entry)}: write each NAME=WEIGHT once")
        found[name.strip()] = weight
    return found
