"""What the commands' parsers share: a complaint is one line, and help is written as every other text is."""

from __future__ import annotations

import argparse
from collections.abc import Container
from functools import partial
from typing import Any, NoReturn

from ahp.cli.streams import complain, write


def given_beside(
    used: Container[str], options: argparse.Namespace, parser: argparse.ArgumentParser
) -> list[str]:
    """Return the options that were given beside those that are used, by their destinations.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_argument("--from", dest="start"), parser.add_argument("--to", dest="end")
    >>> given_beside(["end"], parser.parse_args(["--from", "1", "--to", "2"]), parser)
    ['--from']
    """
    return [
        action.option_strings[0]
        for action in parser._actions
        if action.option_strings
        and action.dest not in used
        and getattr(options, action.dest, action.default) != action.default
    ]


class Parser(argparse.ArgumentParser):
    """A parser of a command's arguments."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - those of argparse
        # Adding an argument makes a formatter, which looks for the terminal's width: only help needs that.
        super().__init__(formatter_class=partial(argparse.HelpFormatter, width=80), **settings)

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and end with status 2."""
        complain(self.prog.partition(" ")[0], f"{message}; see {self.prog} --help")
        raise SystemExit(2)

    def _print_message(self, message: str, file: object = None) -> None:
        # Help to a full disk or a closed pipe must end like a report there, not with Python's own status.
        write(message, None)
