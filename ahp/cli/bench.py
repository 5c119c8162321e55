"""`ahp-bench`: benchmarks run for real, and the choice that follows from them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from ahp._version import __version__
from ahp.cli.start import staying
from ahp.cli.streams import Parser, run
from ahp.terms import INDICES

COMMAND = "ahp-bench"
DSN_HELP = "a server that is there already: postgresql://USER@HOST/… or mariadb://USER@HOST"
_CHOICE: dict[str, Any] = {"action": argparse.BooleanOptionalAction}
_FLAG: dict[str, Any] = {"action": "store_true"}
_INDEX: dict[str, Any] = {"choices": [index.value for index in INDICES]}
_SETTINGS: dict[str, Any] = {"action": "append", "metavar": "NAME=VALUE"}


def _of(metavar: str, kind: type = str) -> dict[str, Any]:
    """Return how an option is given that takes one value."""
    return {"metavar": metavar, "type": kind}


_RUN: Sequence[tuple[str, dict[str, Any], str]] = (
    ("engine", _of("NAME"), "the database (default: rocksdb)"),
    ("dsn", _of("DSN"), DSN_HELP),
    ("storage", _of("NAME"), "what the data lies on (default: plain, a folder)"),
    ("driver", _of("NAME"), "who sends the transactions (default: the engine's native one)"),
    ("workload", _of("A,B,…"),
     "the transaction mixes, A:5 on five times the rows (default: the study's three)"),
    ("alternatives", _of("A,B,…"), "the compression choices (default: the usual ones)"),
    ("references", _of("A,B,…"), "choices that are measured and told, never chosen"),
    ("baseline", _of("NAME"), "what they are held against (default: no compression)"),
    ("runs", _of("N", int), "blocks; each holds every alternative once"),
    ("settings", _SETTINGS,
     "of the server or its storage, once for each: buffer_pool=512MB, postgresql.work_mem=8MB"),
    ("clients", _of("N", int), "how many at a time"),
    ("scale", _of("X", float), "size of the data; 1 is about 1 GB"),
    ("warmup", _of("S", float), "seconds before anything counts"),
    ("duration", _of("S", float), "seconds that count"),
    ("scheduler", _of("ADDRESS"), "a Dask scheduler, whose workers run the clients"),
    ("seed", _of("N", int), "of data, draws and orders (default: 1)"),
    ("think", _of("S", float), "seconds a client waits between transactions"),
    ("rate", _of("X", float), "arrivals per second: equal load for all alternatives"),
    ("transactions", _of("N", int), "of each client, instead of a duration"),
    ("twin", _CHOICE,
     "run the baseline twice in each block, to show the noise (default: without other arguments)"),
    ("log", _CHOICE, "keep every response time, beside the histograms (default: no)"),
    ("interference", _of("repeat|flag"),
     "what becomes of a run while other processes were busy (default: repeat, within bounds)"),
    ("memory", _of("MB", float), "the most memory that the database may have (root)"),
    ("bandwidth", _of("MB/S", float), "of the storage layer's device (root)"),
    ("until-decisive", _CHOICE,
     "after --runs blocks add more, until each scenario is decisive or a tie (default: no)"),
    ("index", _INDEX,
     "how the report compares measures (default: relative, which has a meaning also where noise "
     "reaches the baseline)"),
    ("study", _of("FILE"), "the study (TOML) that ranks (default: the default study)"),
    ("include-baseline", _CHOICE,
     "let the baseline compete too (default: where there is one other alternative)"),
    ("budget", _of("S", float), "begin no block after so many seconds"),
    ("anyway", _FLAG, "run where other processes use the machine as well"),
    ("dry-run", _FLAG, "print the plan with its runs, their order and their time; run and make nothing"),
    ("output", _of("DIR"), "the results folder (default: a new ./ahp-bench-results-N)"),
)  # fmt: skip
"""The options of `run` in the order in which the help has them."""


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
    for name, how, told in _RUN:
        p.add_argument(f"--{name}", **how, help=told)


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
