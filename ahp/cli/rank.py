"""`ahp-rank`: tables of measurements in, a defended ranking out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from ahp._version import __version__
from ahp.cli.streams import DONE, complain, run, wants_colour, write
from ahp.decision.rank import INDICES, rank
from ahp.errors import StudyError, quoted
from ahp.evidence.defaults import default_study
from ahp.evidence.study import Study
from ahp.ingest.read import read
from ahp.report.render import FORMATS, render
from ahp.report.text import render_colour
from ahp.terms import Statistic

COMMAND = "ahp-rank"


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, and whose help is written as every other text is."""

    def error(self, message: str) -> NoReturn:
        complain(self.prog, f"{message}; see {self.prog} --help")
        raise SystemExit(2)

    def _print_message(self, message: str, file: object = None) -> None:
        # Help to a full disk or a closed pipe must end like a report there, not with Python's own status.
        write(message, None)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command; the documentation is made from it."""
    p = _Parser(
        prog=COMMAND,
        description="Rank measured alternatives by benefit, by cost, and by benefit to cost.",
        epilog="Exit status: 0 done, 2 the input or the arguments are wrong, 3 an internal error.",
        allow_abbrev=False,
    )
    p.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="tables or outputs to read and join; NAME=FILE names an alternative, - is standard input",
    )
    p.add_argument("--study", metavar="FILE", help="criteria, weights and baseline (TOML)")
    p.add_argument("--baseline", metavar="NAME", help="the alternative that the others are measured against")
    p.add_argument("--include-baseline", action="store_true", help="let the baseline compete too")
    p.add_argument("--weights", metavar="CRITERION=WEIGHT,…", help="set weights; the others keep theirs")
    p.add_argument(
        "--index",
        choices=[index.value for index in INDICES],
        default="auto",
        help="how measures are made comparable (default: auto, the published rule)",
    )
    p.add_argument(
        "--statistic",
        choices=[statistic.value for statistic in Statistic],
        default="geometric-mean",
        help="how several runs become one number (default: geometric-mean)",
    )
    p.add_argument("--response-stat", metavar="NAME", help="response-time statistic: mean, p95, p99, max, …")
    p.add_argument("--reader", metavar="NAME", help="how to read the files (default: by content)")
    p.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="MEASURE=COLUMN",
        help="say what a column holds: throughput_tps=Durchsatz, alternative=Codec",
    )
    p.add_argument(
        "--path",
        metavar="PATTERN",
        help="where names stand in the paths: {alternative}/{scenario}-run{run}.log; folders are walked",
    )
    p.add_argument(
        "--decimal",
        choices=[".", ",", "per-cell"],
        metavar="MARK",
        help="the decimal mark, . or ,, where the cells cannot tell; per-cell lets each cell tell its own",
    )
    p.add_argument(
        "--columns",
        metavar="A,B,…",
        help="the columns of a table without a heading: alternative,stored_bytes; - leaves one out",
    )
    p.add_argument("--ignore", action="append", default=[], metavar="COLUMN", help="leave a column out")
    p.add_argument(
        "--transpose",
        dest="alternatives_as",
        action="store_const",
        const="columns",
        default="rows",
        help="the alternatives stand as columns, and the first column names the measures",
    )
    p.add_argument(
        "--ratio-form",
        choices=["r1", "r2", "r3", "r4"],
        metavar="FORM",
        help="how compression ratios are printed: r1 original/stored, r2 stored/original, "
        "r3 100 stored/original, r4 1 - stored/original",
    )
    p.add_argument("--drop-incomplete", action="store_true", help="leave out alternatives that lack a value")
    p.add_argument("--format", choices=list(FORMATS), default="text", help="report format (default: text)")
    p.add_argument("--output", metavar="PATH", help="write the report there instead of standard output")
    p.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(COMMAND, lambda: rank_files(parser().parse_args(arguments)))


def rank_files(options: argparse.Namespace) -> int:
    """Read, rank and report as the parsed options say; return the exit status."""
    study = Study.from_toml(options.study) if options.study is not None else None
    measurements = read(
        *options.files,
        reader=options.reader,
        baseline=options.baseline,
        columns=_pairs("--map", options.map),
        decimal=options.decimal,
        study=study,
        path=options.path,
        heading=options.columns.split(",") if options.columns is not None else (),
        ignore=options.ignore,
        alternatives_as=options.alternatives_as,
        ratio_form=options.ratio_form,
    )
    if study is None:
        study = default_study(measurements, response_statistic=options.response_stat)
    elif options.response_stat is not None:
        raise StudyError("--response-stat chooses for the default study; the study names its own measures")
    if options.weights is not None:
        study = study.with_weights(_weights(options.weights))
    decision = rank(
        measurements,
        study,
        index=options.index,
        statistic=options.statistic,
        include_baseline="always" if options.include_baseline else "when-needed",
        incomplete="drop" if options.drop_incomplete else "refuse",
    )
    document = decision.to_dict()
    if options.format == "text" and wants_colour(options.output):
        text = render_colour(document)
    else:
        text = render(document, options.format)
    write(text, options.output)
    for warning in decision.warnings:
        complain(COMMAND, f"warning: {warning}")
    return DONE


def _pairs(option: str, entries: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise StudyError(f"{option} {quoted(entry)}: write NAME=VALUE")
        if name.strip() in found:
            raise StudyError(f"{option}: {quoted(name.strip())} is given twice")
        found[name.strip()] = value.strip()
    return found


def _weights(text: str) -> dict[str, float]:
    found = {}
    for name, value in _pairs("--weights", text.split(",")).items():
        try:
            found[name] = float(value)
        except ValueError:
            raise StudyError(f"--weights: {quoted(value)} for {quoted(name)} is not a number") from None
    return found


if __name__ == "__main__":
    sys.exit(main())
