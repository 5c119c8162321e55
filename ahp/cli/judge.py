"""`ahp-judge`: a hierarchy of judgments in, priorities and what is wrong with them out."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Sequence

from ahp._version import __version__
from ahp.cli.figures import add_figures, save_asked
from ahp.cli.parsing import Parser
from ahp.cli.streams import DONE, check_output, complain, run, write
from ahp.core.priorities import DEFAULT_METHOD, PRIORITY_METHODS
from ahp.core.random_index import DEFAULT_TABLE, RANDOM_INDICES
from ahp.decision.judging import judge
from ahp.errors import StudyError, quoted
from ahp.ingest.hierarchies import read_hierarchy
from ahp.ingest.judgments import questionnaire
from ahp.ingest.structures import structure_of
from ahp.model.hierarchy import MODES
from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy
from ahp.report.spreadsheets import neutral
from ahp.terms import ACCEPTABLE

COMMAND = "ahp-judge"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    p = Parser(
        prog=COMMAND,
        description="Print what people's judgments say: local and global priorities, how consistent the "
        "judgments are and which to look at again, how far a group agrees, and what would change the choice.",
        allow_abbrev=False,
    )
    p.add_argument(
        "file",
        metavar="FILE",
        help="a hierarchy (TOML or JSON), or a table with one judgment in each row; - is standard input",
    )
    p.add_argument(
        "answers",
        nargs="?",
        metavar="ANSWERS",
        help="a table of judgments for what the hierarchy leaves open: the questionnaire, filled in",
    )
    p.add_argument(
        "--questionnaire",
        action="store_true",
        help="instead of judging, write the table to fill in: a row for each pair that is to be compared",
    )
    p.add_argument(
        "--participants",
        metavar="NAME=WEIGHT,…",
        help="how much participants count, instead of what FILE says; 1 for those not named; with "
        "--questionnaire, whom to ask (NAME,…; unless given, who has a weight there)",
    )
    p.add_argument(
        "--mode", choices=list(MODES), default="distributive", help="how priorities are put together"
    )
    p.add_argument("--method", choices=list(PRIORITY_METHODS), default=DEFAULT_METHOD, help="priority method")
    p.add_argument(
        "--random-index", choices=list(RANDOM_INDICES), default=DEFAULT_TABLE, help="table of random indices"
    )
    p.add_argument(
        "--limit",
        type=float,
        default=ACCEPTABLE,
        metavar="RATIO",
        help="consistency ratio above which judgments are to be looked at again (default: 0.1)",
    )
    p.add_argument(
        "--format", choices=list(HIERARCHY_FORMATS), default="text", help="report format (default: text)"
    )
    p.add_argument("--output", metavar="PATH", help="write it there instead of standard output")
    add_figures(p)
    p.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(COMMAND, lambda: judge_files(parser().parse_args(arguments)))


def judge_files(options: argparse.Namespace) -> int:
    """Read, judge and report as the parsed options say; return the exit status."""
    if options.questionnaire:
        write(_questionnaire(options), options.output)
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
    text = render_hierarchy(document, options.format)
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
    people = [name.strip() for name in options.participants.split(",")] if options.participants else counted
    if not all(people) or len(set(people)) < len(people):
        raise StudyError(f"--participants {quoted(options.participants)}: write NAME,NAME,…, each once")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    out.write("# How many times does the first matter more than the second, or is better? 3, 1/3 or 1.\n")
    writer.writerow([*(["participant"] if people else []), "under", "first", "second", "judgment"])
    for person in people or [None]:
        for under, first, second in questionnaire(nodes):
            asked = [*([] if person is None else [person]), under, first, second]
            writer.writerow([*map(neutral, asked), ""])
    return out.getvalue()


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
    unused = [
        f"--{name.replace('_', '-')}"
        for name in ("mode", "method", "random_index", "limit", "format", "figures")
        if getattr(options, name) != parser().get_default(name)
    ]
    if unused:
        raise StudyError(f"--questionnaire judges nothing and writes CSV: remove {', '.join(unused)}")


def _weights(text: str | None) -> dict[str, float]:
    found: dict[str, float] = {}
    for entry in text.split(",") if text else []:
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


if __name__ == "__main__":
    sys.exit(main())
