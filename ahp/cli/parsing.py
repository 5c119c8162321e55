"""A parser whose complaint is one line, and whose help is written as every other text is."""

from __future__ import annotations

import argparse
from typing import NoReturn

from ahp.cli.streams import complain, write


class Parser(argparse.ArgumentParser):
    """An :class:`argparse.ArgumentParser` that behaves as the commands promise."""

    def error(self, message: str) -> NoReturn:
        """Print one line, without the usage, and leave with status 2."""
        complain(self.prog, f"{message}; see {self.prog} --help")
        raise SystemExit(2)

    def _print_message(self, message: str, file: object = None) -> None:
        # Help to a full disk or a closed pipe must end like a report there, not with Python's own status.
        write(message, None)
