"""`ahp-bench`: benchmarks run for real, and the choice that follows from them."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ahp._version import __version__
from ahp.cli.bench_text import listed_text, noise_text, summary_text
from ahp.cli.display import display
from ahp.cli.parsing import Parser
from ahp.cli.streams import DIFFERS, DONE, complain, run, wants_colour, write
from ahp.decision.rank import rank
from ahp.decision.sequential import FIRST_LOOK, level_at, resamples_at, settled
from ahp.errors import AHPError, OutputError
from ahp.evidence.defaults import default_study
from ahp.harness.cleaning import clean
from ahp.harness.journal import Journal
from ahp.harness.listing import listing, problems
from ahp.harness.noise import noise
from ahp.harness.plan import Plan, plan
from ahp.harness.plan_file import read_plan
from ahp.harness.results import NAME as RESULTS
from ahp.harness.run import Progress, Stop, Summary, planned, resume
from ahp.harness.run import run as run_plan
from ahp.ingest.read import read
from ahp.report.render import render
from ahp.report.text import render_colour
from ahp.terms import INDICES

COMMAND = "ahp-bench"
DSN_HELP = "a server that is there already: postgresql://USER@HOST/… or mariadb://USER@HOST"
FAILED = DIFFERS
"""The exit status of a session some of whose trials failed."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command; the documentation is made from it."""
    p = Parser(
        prog=COMMAND,
        description="Run benchmarks of compression alternatives on this machine, and rank them.",
        epilog="Exit status: 0 all runs finished, 1 some failed (resume repeats them), 2 the arguments are "
        "wrong or something is not available, 3 an internal error, 130 interrupted.",
        allow_abbrev=False,
    )
    p.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    actions = p.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_run(actions)
    again = actions.add_parser(
        "resume",
        help="continue what was interrupted",
        description="Continue an interrupted run.",
        allow_abbrev=False,
    )
    again.add_argument("folder", metavar="DIR", help="a results folder")
    show = actions.add_parser(
        "list",
        help="show what can run here, and why the rest cannot",
        description="Show what there is to choose from: what can run here, and why the rest cannot.",
        allow_abbrev=False,
    )
    show.add_argument("--format", choices=["text", "json"], default="text", help="how (default: text)")
    show.add_argument("--dsn", metavar="DSN", help=DSN_HELP)
    gone = actions.add_parser(
        "clean",
        help="take away what a killed run left behind",
        description="Take away the mounts, servers and temporary files that a killed run left behind; "
        "the results stay.",
        allow_abbrev=False,
    )
    gone.add_argument("folder", metavar="DIR", help="a results folder")
    return p


def _add_run(actions: argparse._SubParsersAction[Parser]) -> None:
    p = actions.add_parser(
        "run",
        help="run benchmarks and rank the alternatives",
        description="Run benchmarks and rank the alternatives. Without arguments: RocksDB with each of its "
        "codecs, three transaction mixes, in about four minutes, without a server or root.",
        allow_abbrev=False,
    )
    p.add_argument("plan", nargs="?", metavar="PLAN", help="a plan (TOML); its keys are the options with _")
    p.add_argument("--engine", metavar="NAME", help="the database (default: rocksdb)")
    p.add_argument("--dsn", metavar="DSN", help=DSN_HELP)
    p.add_argument("--storage", metavar="NAME", help="what the data lies on (default: plain, a folder)")
    p.add_argument(
        "--driver", metavar="NAME", help="who sends the transactions (default: the engine's native one)"
    )
    p.add_argument("--workload", metavar="A,B,…", help="the transaction mixes (default: the study's three)")
    p.add_argument(
        "--alternatives", metavar="A,B,…", help="the compression choices (default: the usual ones)"
    )
    p.add_argument("--baseline", metavar="NAME", help="what they are held against (default: no compression)")
    p.add_argument("--runs", type=int, metavar="N", help="blocks; each holds every alternative once")
    p.add_argument("--clients", type=int, metavar="N", help="how many at a time")
    p.add_argument("--scale", type=float, metavar="X", help="size of the data; 1 is about 1 GB")
    p.add_argument("--warmup", type=float, metavar="S", help="seconds before anything counts")
    p.add_argument("--duration", type=float, metavar="S", help="seconds that count")
    p.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, whose workers run the clients")
    p.add_argument("--seed", type=int, metavar="N", help="of data, draws and orders (default: 1)")
    p.add_argument("--think", type=float, metavar="S", help="seconds a client waits between transactions")
    p.add_argument(
        "--rate", type=float, metavar="X", help="arrivals per second: equal load for all alternatives"
    )
    p.add_argument("--transactions", type=int, metavar="N", help="of each client, instead of a duration")
    p.add_argument(
        "--twin",
        action=argparse.BooleanOptionalAction,
        help="run the baseline twice in each block, to show the noise (default: without other arguments)",
    )
    p.add_argument(
        "--log",
        action=argparse.BooleanOptionalAction,
        help="keep every response time, beside the histograms (default: no)",
    )
    p.add_argument(
        "--interference",
        metavar="repeat|flag",
        help="what becomes of a run while other processes were busy (default: repeat, within bounds)",
    )
    p.add_argument(
        "--memory", type=float, metavar="MB", help="the most memory that the database may have (root)"
    )
    p.add_argument("--bandwidth", type=float, metavar="MB/S", help="of the storage layer's device (root)")
    p.add_argument(
        "--until-decisive",
        action=argparse.BooleanOptionalAction,
        help="after --runs blocks add more, until each scenario is decisive or a tie (default: no)",
    )
    p.add_argument(
        "--index",
        choices=[index.value for index in INDICES],
        help="how the report compares measures (default: relative, which has a meaning also where noise "
        "reaches the baseline)",
    )
    p.add_argument("--budget", type=float, metavar="S", help="begin no block after so many seconds")
    p.add_argument(
        "--output", metavar="DIR", help="the results folder (default: a new ./ahp-bench-results-N)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(COMMAND, lambda: act(parser().parse_args(arguments)))


def act(options: argparse.Namespace) -> int:
    """Do what the parsed options ask for; return the exit status."""
    if options.action == "list":
        choice = listing(options.dsn)
        as_json = options.format == "json"
        write(json.dumps(choice, indent=2) + "\n" if as_json else listed_text(choice), None)
        for problem in problems():
            complain(COMMAND, f"warning: {problem}")
        return DONE
    if options.action == "clean":
        done = clean(Path(options.folder))
        write("".join(f"{line}\n" for line in done) or "nothing was left behind\n", None)
        return DONE
    if options.action == "resume":
        folder = Path(options.folder)
        found = planned(folder)
        return _session(folder, lambda progress: resume(folder, stop=_stop(found), progress=progress))
    given = read_plan(Path(options.plan)) if options.plan is not None else {}
    told = {key: value for key, value in vars(options).items() if key not in ("action", "plan", "output")}
    chosen = plan(given | {key: value for key, value in told.items() if value is not None})
    folder = Path(options.output) if options.output is not None else _new_folder()
    return _session(folder, lambda progress: run_plan(chosen, folder, stop=_stop(chosen), progress=progress))


def _stop(plan: Plan) -> Stop | None:
    """Return what says after each block whether to end; None where the plan has its number of blocks."""
    if not plan.until_decisive:
        return None

    def stop(folder: Path, blocks: int) -> bool:
        look = blocks - max(plan.runs, FIRST_LOOK) + 1
        if look < 1:
            return False
        try:
            found = read(folder / RESULTS, baseline=plan.baseline)
            level, resamples = level_at(look), resamples_at(look)
            study = default_study(found)
            return settled(rank(found, study, index=plan.index, confidence=level, resamples=resamples))
        except AHPError:  # a trial failed, and its cell is empty: another block will do
            return False

    return stop


def _session(folder: Path, work: Callable[[Progress], Summary]) -> int:
    """Run what is to be run, then report it."""
    with _orderly_end(), display() as progress:
        try:
            summary = work(progress)
        except OutputError as error:  # a full disk: what has finished is safe, and resume goes on
            complain(COMMAND, str(error))
            return FAILED
    try:
        _report(folder)
    except AHPError as error:
        complain(COMMAND, f"no ranking: {error}")
    write(summary_text(summary), None)
    for reason in summary.reasons:
        complain(COMMAND, f"failed: {reason}")
    return FAILED if summary.failed else DONE


def _report(folder: Path) -> None:
    """Rank the table as `ahp-rank --index …` would, print the report, and keep it."""
    if not (folder / RESULTS).is_file():
        return
    plan = planned(folder)
    measurements = read(folder / RESULTS, baseline=plan.baseline)
    decision = rank(measurements, default_study(measurements), index=plan.index)
    document = decision.to_dict()
    finished = Journal(folder).finished().values()
    text = render(document, "text") + noise_text(noise(finished))
    write(render_colour(document) + noise_text(noise(finished)) if wants_colour(None) else text, None)
    for path, content in ((folder / "report.txt", text), (folder / "report.json", render(document, "json"))):
        if not path.exists() or path.read_text(encoding="utf-8") != content:  # resuming changes nothing
            write(content, str(path))
    for warning in decision.warnings:
        if not warning.startswith("columns not used"):  # the table has more than the default study asks for
            complain(COMMAND, f"warning: {warning}")


def _new_folder() -> Path:
    number = 1
    while (folder := Path(f"ahp-bench-results-{number}")).exists():
        number += 1
    return folder


@contextmanager
def _orderly_end() -> Iterator[None]:
    """Let a request to end be an interrupt, which cleans up on its way out."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, interrupt) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


if __name__ == "__main__":
    sys.exit(main())
