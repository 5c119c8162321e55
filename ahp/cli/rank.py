"""`ahp-rank`: tables of measurements in, a defended ranking out."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence

from ahp.cli.arguments import COMMAND, amended, parser, with_joined_columns
from ahp.cli.loading import staying
from ahp.cli.streams import run
from ahp.errors import AHPError, InputError


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
    beyond is answered the first way.
    """
    ways = [options for options in (error.options, error.otherwise) if options]
    proposed: list[Sequence[str]] = [amended(given, options) for options in ways]
    cases: Sequence[str] = error.cases if len(ways) > 1 else ("",)
    found: list[tuple[str, Sequence[str]]] = []
    for case, more in zip(cases, proposed, strict=True):
        more = given if {*more} <= {*given} else more
        further = _refusal(more, attempt) if tries and more is not given else None
        deeper = _completed(more, further, attempt, tries - 1) if further is not None else [("", more)]
        found += deeper if not case else [(case, deeper[0][1])]
    return found


def _refusal(arguments: Sequence[str], attempt: Callable[[Sequence[str]], object]) -> InputError | None:
    """Return the refusal of arguments that proposes others; None where there is none."""
    try:
        attempt(arguments)
    except InputError as error:
        return error if error.options else None
    except AHPError:
        return None
    return None


if __name__ == "__main__":
    sys.exit(main())
