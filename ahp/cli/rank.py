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

_MOST_PROPOSALS = 5


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
        more, less = _completed(given, error, lambda tried: decided(parser().parse_args(tried)))
        told = f"run: {shlex.join([COMMAND, *more])}"
        if less:
            told = f"if more is better, {told}; if less is, run: {shlex.join([COMMAND, *less])}"
        raise error.advising(f"{error.advice}; {told}") from None


def _completed(
    given: Sequence[str], error: InputError, attempt: Callable[[Sequence[str]], object]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the arguments with all that is missing, found by trying what each refusal proposes.

    Where nothing tells which way is better, the second are those where less is; otherwise there are none.
    """
    proposed = amended(given, error.options)
    instead = amended(given, error.otherwise) if error.otherwise else ()
    for _ in range(_MOST_PROPOSALS):
        try:
            attempt(proposed)
        except InputError as further:
            if not further.options or (more := amended(proposed, further.options)) == proposed:
                break
            instead = amended(proposed, further.otherwise) if further.otherwise else instead
            proposed = more
        except AHPError:
            break
        else:
            break
    return proposed, instead


if __name__ == "__main__":
    sys.exit(main())
