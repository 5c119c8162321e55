"""`ahp-rank`: tables of measurements in, a defended ranking out; and its arguments, with what is in them."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile

from ahp._version import __version__
from ahp.cli.history import add_gate, add_history
from ahp.cli.start import staying
from ahp.cli.streams import Parser, add_figures, run
from ahp.errors import AHPError, InputError, StudyError, quoted
from ahp.report.render import FORMATS
from ahp.terms import INDICES, Statistic

COMMAND = "ahp-rank"
_WRITTEN = ("--format", "--output", "--history", "--figures")
_AMENDED = ("--map=", "--benefit=", "--cost=")


class _Parser(Parser):
    """A parser whose help ends with the readers that there are."""

    def format_help(self) -> str:
        return f"{super().format_help()}\n{_readers()}\n"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command; the documentation is made from it."""
    p = _Parser(
        prog=COMMAND,
        description="Rank measured alternatives by benefit, by cost, and by benefit to cost.",
        epilog="Exit status: 0 done, 1 the decision is not what --against, --expect or --expect-not-worse "
        "asked for, 2 the input or the arguments are wrong, 3 an internal error, 130 interrupted.",
    )
    p.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="outputs and tables to read and join, or folders of them; NAME=FILE names an alternative, "
        "READER:FILE says how to read one, FILE#2 or FILE#words takes one table of several, - is "
        "standard input; needed unless the study names files",
    )
    p.add_argument("--study", metavar="FILE", help="criteria, weights, baseline and files (TOML)")
    p.add_argument(
        "--benefit",
        action="append",
        default=[],
        metavar="COLUMN[=WEIGHT]",
        help="count a column of numbers as a benefit, beside the criteria there are: more of it is better, "
        "but of a measure that is known to be better when less, such as a response time",
    )
    p.add_argument(
        "--cost",
        action="append",
        default=[],
        metavar="COLUMN[=WEIGHT]",
        help="count a column of numbers as a cost",
    )
    p.add_argument(
        "--only", action="store_true", help="count nothing else than what --benefit and --cost name"
    )
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
    p.add_argument("--reader", metavar="NAME", help="how to read the files (default: by content); see below")
    p.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="MEASURE=COLUMN",
        help="say what a column holds: throughput_tps=Durchsatz, alternative=Codec, and of several "
        "columns alternative=Codec+Level",
    )
    p.add_argument(
        "--path",
        metavar="PATTERN",
        help="where names stand in the paths: {alternative}/{scenario}-run{run}.log; folders are walked; a "
        "table with such columns may stand beside them",
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
    p.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="COLUMN",
        help="leave a column out, or the rows of a name",
    )
    p.add_argument(
        "--transpose",
        dest="alternatives_as",
        action="store_const",
        const="columns",
        help="the alternatives stand as columns, and the first column names the measures; with --cells the "
        "other way round: the alternatives stand in the first column",
    )
    p.add_argument(
        "--cells",
        metavar="MEASURE",
        help="every cell of the table is this measure, of the scenario of its row and the alternative of its "
        "column; caption is the one that stands above the table",
    )
    p.add_argument(
        "--repeats",
        choices=["refuse", "runs"],
        default="refuse",
        help="what rows are that no column tells apart: a mistake, or runs (default: refuse)",
    )
    p.add_argument(
        "--ratio-form",
        choices=["r1", "r2", "r3", "r4"],
        metavar="FORM",
        help="how compression ratios are printed: r1 original/stored, r2 stored/original, "
        "r3 100 stored/original, r4 1 - stored/original",
    )
    p.add_argument(
        "--from",
        dest="start",
        action="append",
        default=[],
        metavar="[NAME=]TIME",
        help="use of a monitor's output only what lies in the window from then on: 21:34:00, "
        "2026-11-20 21:34:00, seconds since 1970, or +30 for seconds after its start; NAME is an alternative "
        "or a file with a window of its own",
    )
    p.add_argument(
        "--to",
        dest="end",
        action="append",
        default=[],
        metavar="[NAME=]TIME",
        help="the end of that window, included",
    )
    p.add_argument(
        "--idle",
        metavar="FILE",
        help="a monitor's output from the idle machine, subtracted from the CPU of every run",
    )
    p.add_argument(
        "--cpus",
        type=int,
        metavar="N",
        help="how many processors the machine has: compare the CPU per transaction",
    )
    p.add_argument(
        "--explain-input",
        action="store_true",
        help="instead of ranking, say how each file is understood and what stands in the way (text or json)",
    )
    sure = p.add_mutually_exclusive_group()
    sure.add_argument(
        "--confidence",
        type=float,
        default=0.95,
        metavar="LEVEL",
        help="level of the intervals and sets of ranks (default: 0.95)",
    )
    sure.add_argument("--no-confidence", action="store_true", help="do not compute how sure the ranking is")
    p.add_argument("--resamples", type=int, default=10_000, metavar="N", help="draws (default: 10000)")
    p.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the draws, of noise and weights with --no-confidence too (default: 0)",
    )
    add_gate(p)
    add_history(p)
    p.add_argument("--drop-incomplete", action="store_true", help="leave out alternatives that lack a value")
    p.add_argument(
        "--drop-failed", action="store_true", help="leave out runs that their harness marked as failed"
    )
    p.add_argument("--format", choices=list(FORMATS), default="text", help="report format (default: text)")
    detail = p.add_mutually_exclusive_group()
    detail.add_argument(
        "--explain",
        dest="detail",
        action="store_const",
        const="why",
        help="below the answer the why of each scenario: rankings, criteria, and the checks that disagree",
    )
    detail.add_argument(
        "--verbose",
        dest="detail",
        action="store_const",
        const="all",
        help="below the answer all that is known of each scenario",
    )
    p.add_argument("--output", metavar="PATH", help="write the report there instead of standard output")
    add_figures(p)
    p.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    return p


def _readers() -> str:
    """Return the names that --reader takes; looked up only where somebody asks for help."""
    from textwrap import fill

    from ahp.ingest.readers import GROUP, READERS
    from ahp.registry import plugins_of

    theirs = [f"{plugin.name} ({plugin.distribution})" for plugin in plugins_of("reader", GROUP)]
    return fill(f"Readers: {', '.join([*READERS, *theirs])}.", 80, break_on_hyphens=False)


def pairs(option: str, entries: Sequence[str]) -> dict[str, str]:
    """Return what an option says as NAME=VALUE, each name once."""
    found: dict[str, str] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise StudyError(f"{option} {quoted(entry)}: write NAME=VALUE")
        if name.strip() in found:
            raise StudyError(f"{option}: {quoted(name.strip())} is given twice")
        found[name.strip()] = value.strip()
    return found


def with_joined_columns(given: Sequence[str]) -> list[str]:
    """Return arguments in which a list of columns that begins with a minus is no option.

    Examples
    --------
    >>> with_joined_columns(["a.csv", "--columns", "-,-,tps"])
    ['a.csv', '--columns=-,-,tps']
    """
    at = next((i for i, text in enumerate(given[:-1]) if text == "--columns"), None)
    if at is None or not given[at + 1].startswith("-,"):
        return list(given)
    return [*given[:at], f"--columns={given[at + 1]}", *given[at + 2 :]]


def amended(given: Sequence[str], options: Sequence[str]) -> list[str]:
    """Return arguments with further options; a `--map` of one name or column takes the place of another.

    What is to be ignored does not count any more, and `--only` goes with the last that did.

    Examples
    --------
    >>> amended(["a.csv", "--cost=errors"], ["--ignore", "errors"])
    ['a.csv', '--ignore', 'errors']
    >>> amended(["a.csv", "--only", "--cost", "errors"], ["--ignore", "errors"])
    ['a.csv', '--ignore', 'errors']
    >>> amended(["--map=alternative=fs", "a.csv"], ["--map", "alternative=fs+mode"])
    ['a.csv', '--map', 'alternative=fs+mode']
    >>> amended(["a.csv"], ["--baseline", "-3"])
    ['a.csv', '--baseline=-3']
    >>> amended(["--", "-a.csv"], ["--cost", "price"])
    ['--cost', 'price', '--', '-a.csv']
    >>> amended(["a.md", "--only"], ["a.md#1", "a.md#2"])
    ['a.md#1', 'a.md#2', '--only']
    >>> amended(["wrk:a.txt"], ["nginx=a.txt#1", "h2o=a.txt#2"])
    ['nginx=wrk:a.txt#1', 'h2o=wrk:a.txt#2']
    """
    parts = list(takewhile(lambda entry: not entry.startswith("-"), options))
    if parts:
        from ahp.ingest.files.inputs import split_argument

        # tables or reports of a file, in its place
        named_parts = [split_argument(part) for part in parts]
        file = named_parts[0][1].rpartition("#")[0]
        own = next(
            (entry for entry in given if entry == file or entry.endswith((f"={file}", f":{file}"))), ""
        )
        before = own.removesuffix(file)
        reader = before.rpartition("=")[2]
        tables = [f"{name}={reader}{part}" if name else f"{before}{part}" for name, part in named_parts]
        given = [entry for one in given for entry in (tables if one == own else [one])]
        return amended(given, options[len(parts) :]) if len(parts) < len(options) else list(given)
    named = {part for entry in options if "=" in entry for part in _parts(entry)}
    ignored = {value for option, value in pairwise(options) if option == "--ignore"}
    kept, skip = [], False
    given = [part for one in given for part in (one.split("=", 1) if one.startswith(_AMENDED) else [one])]
    for option, value in zip(given, (*given[1:], ""), strict=True):
        again = option == "--map" and (
            named.intersection(_parts(value)) or value.partition("=")[2] in ignored
        )
        counts = option in ("--benefit", "--cost") and ignored.intersection((value, value.rpartition("=")[0]))
        if skip:
            skip = False
        elif again or counts:
            skip = True
        else:
            kept.append(option)
    if ignored and not {"--benefit", "--cost"}.intersection((*kept, *options)):
        kept = [option for option in kept if option != "--only"]
    values = (*options[1:], "")
    further = [
        f"{option}={value}" if value.startswith("-") and not value.startswith("--") else option
        for option, value in zip(options, values, strict=True)
        if not (option.startswith("-") and not option.startswith("--"))  # a value, joined to its option
    ]
    at = kept.index("--") if "--" in kept else len(kept)  # behind which all are files
    return [*kept[:at], *further, *kept[at:]]


def without_report(given: Sequence[str]) -> list[str]:
    """Return arguments without how and where the report is written.

    Examples
    --------
    >>> without_report(["a.csv", "--format", "json", "--output=a.json", "--explain"])
    ['a.csv', '--explain']
    """
    return [
        one
        for one, before in zip(given, ("", *given), strict=False)
        if not (one in _WRITTEN or before in _WRITTEN or one.startswith(tuple(f"{o}=" for o in _WRITTEN)))
    ]


def _parts(entry: str) -> tuple[str, str]:
    """Return both sides of an entry of `--map`, told apart: each may stand in one entry only."""
    name, mark, column = entry.partition("=")
    return name, mark + column


def windows(starts: Sequence[str], ends: Sequence[str]) -> dict[str, tuple[str | None, str | None]] | None:
    """Return the windows by name, `""` for all others."""
    edges: list[dict[str, str]] = []
    for option, entries in (("--from", starts), ("--to", ends)):
        found: dict[str, str] = {}
        for entry in entries:
            name, _, time = entry.rpartition("=")
            if name in found:
                raise StudyError(f"{option}: {quoted(entry)} is given twice")
            found[name] = time
        edges.append(found)
    names = dict.fromkeys([*edges[0], *edges[1]])
    return {name: (edges[0].get(name), edges[1].get(name)) for name in names} or None


def weights(text: str) -> dict[str, float]:
    """Return the weights by criterion."""
    found = {}
    for name, value in pairs("--weights", text.split(",")).items():
        try:
            found[name] = float(value)
        except ValueError:
            raise StudyError(f"--weights: {quoted(value)} for {quoted(name)} is not a number") from None
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    given = with_joined_columns(sys.argv[1:] if arguments is None else arguments)
    return run(COMMAND, lambda: _work(parser().parse_args(given), given))


def _work(options: argparse.Namespace, given: Sequence[str]) -> int:
    # Whoever asks for the version, or mistypes an option, does not wait for what a ranking needs.
    with staying():
        from ahp.cli.ranking import decided, rank_files

    try:
        return rank_files(options, given)
    except InputError as error:
        if not error.options or "-" in options.files:  # standard input is read once
            raise
        found = _completed(given, error, lambda tried: decided(parser().parse_args(tried)))
        runs = [f"{case and f'if {case}, '}run: {shlex.join([COMMAND, *more])}" for case, more in found]
        raise error.advising("; ".join([str(error.advice), *runs])) from None


def _completed(
    given: Sequence[str], error: InputError, attempt: Callable[[Sequence[str]], object], tries: int = 5
) -> list[tuple[str, Sequence[str]]]:
    """Return the arguments with all that is missing, found by trying what each refusal proposes.

    Where a refusal proposes two ways, there are two, each with the case in which it is right; what is asked
    beyond is answered the first way. What leads to an input that is refused without a proposal is left out.
    """
    ways = [options for options in (error.options, error.otherwise) if options]
    cases: Sequence[str] = error.cases if len(ways) > 1 else ("",)
    found: list[tuple[str, Sequence[str]]] = []
    for case, more in zip(cases, [amended(given, options) for options in ways], strict=True):
        further = _refusal(more, attempt)
        if further is None:
            found.append((case, more))
        elif further.options and tries and not {*more} <= {*given}:
            deeper = _completed(more, further, attempt, tries - 1)
            found += [(case, tried) for _, tried in deeper[:1]] if case else deeper
    return found


def _refusal(arguments: Sequence[str], attempt: Callable[[Sequence[str]], object]) -> InputError | None:
    """Return the refusal of the input by arguments; None of what can be read and is too little to rank."""
    try:
        attempt(arguments)
    except InputError as error:
        return error if error.options or error.file is not None else None
    except AHPError:
        return None
    return None


if __name__ == "__main__":
    sys.exit(main())
