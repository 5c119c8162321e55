"""What `ahp-judge` does once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse

from ahp.cli.figures import save_asked
from ahp.cli.judge import COMMAND, parser
from ahp.cli.parsing import given_beside
from ahp.cli.streams import DONE, check_output, complain, write
from ahp.decision.judging import judge
from ahp.errors import StudyError, quoted
from ahp.ingest.judgments.hierarchies import read_hierarchy
from ahp.ingest.judgments.structures import structure_of
from ahp.ingest.judgments.table import questionnaire
from ahp.report.hierarchy_render import HIERARCHY_FORMATS
from ahp.report.spreadsheets import to_csv


def judge_files(options: argparse.Namespace) -> int:
    """Read, judge and report as the parsed options say; return the exit status."""
    if options.questionnaire:
        table = _questionnaire(options)
        check_output(options.output, [options.file])
        write(table, options.output)
        return DONE
    found = read_hierarchy(options.file, options.answers, weights=_weights(options.participants))
    document = judge(
        found.hierarchy,
        mode=options.mode,
        method=options.method,
        random_index=options.random_index,
        limit=options.limit,
        inputs=found.inputs,
    )
    text = HIERARCHY_FORMATS[options.format](document)
    check_output(options.output, [options.file, *([options.answers] if options.answers is not None else [])])
    save_asked(options, document)
    write(text, options.output)
    for warning in document["warnings"]:
        complain(COMMAND, f"warning: {warning}")
    return DONE


def _questionnaire(options: argparse.Namespace) -> str:
    """Return the table to fill in, a row for each pair and participant."""
    _refuse_unused(options)
    nodes, counted = structure_of(options.file)
    asked = options.participants
    people = counted if asked is None else [name.strip() for name in asked.split(",")]
    if not all(people) or len(set(people)) < len(people):
        raise StudyError(f"--participants {quoted(options.participants)}: write NAME,NAME,…, each once")
    rows = [[*(["participant"] if people else []), "under", "first", "second", "judgment"]]
    for person in people or [None]:
        rows += [[*([] if person is None else [person]), *pair, ""] for pair in questionnaire(nodes)]
    asked_for = "# How many times does the first matter more than the second, or is better? 3, 1/3 or 1.\n"
    return asked_for + to_csv(rows)


def _refuse_unused(options: argparse.Namespace) -> None:
    """Raise for what a questionnaire has no use for, since it was given for a purpose."""
    if options.answers is not None:
        raise StudyError(
            f"--questionnaire asks, and reads no answers: remove {quoted(options.answers)}, or the option"
        )
    if "=" in (options.participants or ""):
        raise StudyError(
            f"--participants {quoted(options.participants)}: with --questionnaire it says whom to ask, "
            f"NAME,NAME,…; how much they count is for judging"
        )
    unused = given_beside(("questionnaire", "participants", "output"), options, parser())
    if unused:
        raise StudyError(f"--questionnaire judges nothing and writes CSV: remove {', '.join(unused)}")


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
