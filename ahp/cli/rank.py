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
