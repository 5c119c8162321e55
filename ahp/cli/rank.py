"""`ahp-rank`: tables of measurements in, a defended ranking out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ahp.cli.arguments import COMMAND, parser
from ahp.cli.loading import staying
from ahp.cli.streams import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    return run(COMMAND, lambda: _work(parser().parse_args(arguments)))


def _work(options: argparse.Namespace) -> int:
    # Whoever asks for the version, or mistypes an option, does not wait for what a ranking needs.
    with staying():
        from ahp.cli.ranking import rank_files

    return rank_files(options)


if __name__ == "__main__":
    sys.exit(main())
