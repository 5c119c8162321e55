"""`ahp-judge`: a hierarchy of judgments in, priorities and what is wrong with them out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ahp._version import __version__
from ahp.cli.start import staying
from ahp.cli.streams import DONE, Parser, add_figures, check_output, complain, run, save_asked, write
from ahp.errors import StudyError, quoted
from ahp.report.render import FORMATS
from ahp.terms import ACCEPTABLE

if TYPE_CHECKING:
    from ahp.decision.judging import JudgedHierarchy, JudgedMerits, JudgedNetwork

COMMAND = "ahp-judge"

# The words that some options take; a test holds them against the registries, which load with the arrays.
MODES = ("distributive", "ideal", "ratings", "product")
MERITS = ("multiplicative", "powers", "additive-reciprocal", "probabilistic", "subtractive", "quotient")
SCALES = (
    "linear",
    "logarithmic",
    "root-square",
    "inverse-linear",
    "power",
    "geometric",
    "balanced",
    "balanced-n",
    "adaptive-balanced",
    "adaptive",
)
AGGREGATIONS = ("judgments", "priorities", "arithmetic-priorities")
METHODS = (
    "eigenvector",
    "geometric-mean",
    "normalised-column-mean",
    "weighted-least-squares",
    "chi-squares",
    "least-squares",
    "cosine-maximisation",
    "goal-programming",
    "singular-value-decomposition",
)
TABLES = (
    "alonso-lamata",
    "saaty-1980",
    "saaty-2005",
    "aguaron-moreno",
    "donegan-dodd",
    "noble",
    "half-million",
    "taha",
)
LANGUAGES = ("en", "de")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    p = Parser(
        prog=COMMAND,
        description="Print what people's judgments say: local and global priorities, how consistent the "
        "judgments are and which to look at again, how far a group agrees, and what would change the choice.",
        epilog="Exit status: 0 done, 2 the input or the arguments are wrong, 3 an internal error, "
        "130 interrupted.",
    )
    p.add_argument(
        "file",
        metavar="FILE",
        help="a hierarchy, merits or a network (TOML or JSON), or a table with one judgment in each row; "
        "- is standard input",
    )
    p.add_argument(
        "answers",
        nargs="*",
        metavar="ANSWERS",
        help="what people answered, for what the hierarchy leaves open: questionnaires, filled in, as CSV or "
        "workbooks, or folders of them",
    )
    p.add_argument(
        "--questionnaire",
        nargs="?",
        const="csv",
        choices=("csv", "html", "xlsx"),
        help="instead of judging, write what is to be filled in, with a row or a slider for each pair: a "
        "table (csv unless told, xlsx), or a page for a browser (html); with a folder as --output, one for "
        "each participant",
    )
    p.add_argument(
        "--each",
        type=int,
        metavar="N",
        help="with --questionnaire, ask only so many pairs that each item stands in N comparisons (2 or "
        "more) and all are connected, other pairs for each participant; every pair where there are no more",
    )
    p.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of a questionnaire in html (default: en)"
    )
    p.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="of the order of pairs in a questionnaire in html, and of which are asked with --each; another "
        "for each participant (default: 0)",
    )
    p.add_argument(
        "--participants",
        metavar="NAME=WEIGHT,…",
        help="how much participants count, instead of what FILE says; 1 for those not named; with "
        "--questionnaire, whom to ask (NAME,…; unless given, who has a weight there)",
    )
    p.add_argument(
        "--mode", "--synthesis", choices=MODES, default="distributive", help="how priorities are put together"
    )
    p.add_argument(
        "--merits",
        choices=MERITS,
        help="how benefits, opportunities, costs and risks are put together, where FILE has merits "
        "(default: quotient if they have weights, multiplicative otherwise)",
    )
    p.add_argument(
        "--scale",
        choices=SCALES,
        default="linear",
        help="what ratios the answers 1 to 9 stand for; consistency is that of the answers (default: linear)",
    )
    p.add_argument(
        "--aggregate",
        choices=AGGREGATIONS,
        default="judgments",
        help="what becomes the mean where several judged (default: judgments)",
    )
    p.add_argument(
        "--against",
        metavar="PREVIOUS",
        help="the round before, a report in JSON or what it was made from: what changed, and who moved",
    )
    p.add_argument(
        "--method",
        choices=(*METHODS, "llav"),
        default=METHODS[0],
        help="priority method; llav is goal-programming",
    )
    p.add_argument("--random-index", choices=TABLES, default=TABLES[0], help="table of random indices")
    p.add_argument(
        "--limit",
        type=float,
        default=ACCEPTABLE,
        metavar="RATIO",
        help="consistency ratio above which judgments are to be looked at again (default: 0.1)",
    )
    p.add_argument("--format", choices=list(FORMATS), default="text", help="report format (default: text)")
    p.add_argument("--output", metavar="PATH", help="write it there instead of standard output")
    add_figures(p)
    p.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(COMMAND, lambda: _work(parser().parse_args(arguments)))


def _work(options: argparse.Namespace) -> int:
    # Whoever asks for the version, or for help, does not wait for what judging needs.
    with staying():
        if options.questionnaire:
            from ahp.cli.asking import ask

            return ask(options)
        if options.each is not None:
            raise StudyError("--each says how much a questionnaire asks: add --questionnaire")
        from ahp.decision.judging import judge
        from ahp.ingest.judgments.hierarchies import read_hierarchy

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


if __name__ == "__main__":
    sys.exit(main())
