"""`ahp-bench`: benchmarks run for real, and the choice that follows from them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ahp._version import __version__
from ahp.cli.start import staying
from ahp.cli.streams import Parser, run
from ahp.terms import INDICES

COMMAND = "ahp-bench"
DSN_HELP = "a server that is there already: postgresql://USER@HOST/… or mariadb://USER@HOST"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command; the documentation is made from it."""
    p = Parser(
        prog=COMMAND,
        description="Run benchmarks of compression alternatives on this machine, and rank them.",
        epilog="Exit status: 0 all runs finished, 1 some failed (resume repeats them), 2 the arguments are "
        "wrong or something is not available, 3 an internal error, 130 interrupted, 143 ended by SIGTERM.",
    )
    p.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    actions = p.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_run(actions)
    again = actions.add_parser(
        "resume",
        help="continue what was interrupted",
        description="Continue an interrupted run.",
    )
    again.add_argument("folder", metavar="DIR", help="a results folder")
    show = actions.add_parser(
        "list",
        help="show what can run here, and why the rest cannot",
        description="Show what there is to choose from: what can run here, and why the rest cannot.",
    )
    show.add_argument("--format", choices=["text", "json"], default="text", help="how (default: text)")
    show.add_argument("--dsn", metavar="DSN", help=DSN_HELP)
    gone = actions.add_parser(
        "clean",
        help="take away what a killed run left behind",
        description="Take away the mounts, servers and temporary files that a killed run left behind; "
        "the results stay.",
    )
    gone.add_argument("folder", metavar="DIR", help="a results folder")
    return p


def _add_run(actions: argparse._SubParsersAction[Parser]) -> None:
    p = actions.add_parser(
        "run",
        help="run benchmarks and rank the alternatives",
        description="Run benchmarks and rank the alternatives. Without arguments: RocksDB with each of its "
        "codecs, three transaction mixes, in about four minutes, without a server or root.",
    )
    p.add_argument("plan", nargs="?", metavar="PLAN", help="a plan (TOML); its keys are the options with _")
    p.add_argument("--engine", metavar="NAME", help="the database (default: rocksdb)")
    p.add_argument("--dsn", metavar="DSN", help=DSN_HELP)
    p.add_argument("--storage", metavar="NAME", help="what the data lies on (default: plain, a folder)")
    p.add_argument(
        "--driver", metavar="NAME", help="who sends the transactions (default: the engine's native one)"
    )
    p.add_argument(
        "--workload",
        metavar="A,B,…",
        help="the transaction mixes, A:5 on five times the rows (default: the study's three)",
    )
    p.add_argument(
        "--alternatives", metavar="A,B,…", help="the compression choices (default: the usual ones)"
    )
    p.add_argument("--references", metavar="A,B,…", help="choices that are measured and told, never chosen")
    p.add_argument("--baseline", metavar="NAME", help="what they are held against (default: no compression)")
    p.add_argument("--runs", type=int, metavar="N", help="blocks; each holds every alternative once")
    p.add_argument(
        "--settings",
        action="append",
        metavar="NAME=VALUE",
        help="of the server or its storage, once for each: buffer_pool=512MB, postgresql.work_mem=8MB",
    )
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
    p.add_argument("--study", metavar="FILE", help="the study (TOML) that ranks (default: the default study)")
    p.add_argument(
        "--include-baseline",
        action=argparse.BooleanOptionalAction,
        help="let the baseline compete too (default: where there is one other alternative)",
    )
    p.add_argument("--budget", type=float, metavar="S", help="begin no block after so many seconds")
    p.add_argument("--anyway", action="store_true", help="run where other processes use the machine as well")
    p.add_argument(
        "--dry-run",
        action="store_true",
        help="print the plan with its runs, their order and their time; run and make nothing",
    )
    p.add_argument(
        "--output", metavar="DIR", help="the results folder (default: a new ./ahp-bench-results-N)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(COMMAND, lambda: _work(parser().parse_args(arguments)))


def _work(options: argparse.Namespace) -> int:
    # Whoever asks for the version, or for help, does not wait for what a session needs.
    with staying():
        from ahp.cli.benching import act

    return act(options)


if __name__ == "__main__":
    sys.exit(main())
