"""The noise that is taken for granted where a single run tells nothing."""

import inspect

from ahp.cli.arguments import parser
from ahp.decision.changes import compare
from ahp.decision.noise import NOISE


def test_the_function_and_the_command_take_the_same():
    assert inspect.signature(compare).parameters["noise"].default == NOISE
    assert parser().parse_args([]).noise == NOISE
