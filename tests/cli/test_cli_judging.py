"""What judging does is tested through the command (test_judge.py); here, that its parser knows the library."""

from ahp.cli import judge
from ahp.core.priorities import DEFAULT_METHOD, PRIORITY_METHODS
from ahp.core.random_index import DEFAULT_TABLE, RANDOM_INDICES
from ahp.model.hierarchy import MODES
from ahp.report.hierarchy_render import HIERARCHY_FORMATS


def test_options_take_the_words_that_the_library_knows():
    assert tuple(PRIORITY_METHODS) == judge.METHODS
    assert tuple(RANDOM_INDICES) == judge.TABLES
    assert tuple(HIERARCHY_FORMATS) == judge.FORMATS
    assert MODES == judge.MODES


def test_the_defaults_are_those_of_the_library():
    options = judge.parser().parse_args(["hierarchy.toml"])
    assert (options.method, options.random_index) == (DEFAULT_METHOD, DEFAULT_TABLE)
