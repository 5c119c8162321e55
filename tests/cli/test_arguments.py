"""The arguments of ahp-rank: every one explained, and what is written in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.cli import judge
from ahp.cli.rank import COMMAND, pairs, parser, weights, windows
from ahp.core.priorities import DEFAULT_METHOD, PRIORITY_METHODS
from ahp.core.random_index import DEFAULT_TABLE, RANDOM_INDICES
from ahp.core.scales import SCALES
from ahp.errors import StudyError
from ahp.ingest.readers import READERS
from ahp.model.group import AGGREGATIONS
from ahp.model.hierarchy import MODES
from ahp.report.documents.hierarchy import MODES as DOCUMENTED_MODES


def test_every_option_is_explained():
    found = parser()
    assert found.prog == COMMAND
    for action in found._actions:
        assert action.help


def test_help_names_every_reader_in_80_columns():
    last = parser().format_help().split("Readers: ")[1]
    assert set(READERS) <= set(last.replace("\n", " ").rstrip(".\n ").split(", "))
    assert all(len(line) <= 80 for line in last.splitlines())


WORD = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=8)


@given(st.dictionaries(WORD, WORD, max_size=5))
def test_pairs_come_back(found):
    assert pairs("--map", [f" {name} = {value} " for name, value in found.items()]) == found


def test_what_is_no_pair_is_refused():
    for entry in ["a", "=b", "a=", " = ", ""]:
        with pytest.raises(StudyError, match=r"^--map .*: write NAME=VALUE$"):
            pairs("--map", [entry])
    with pytest.raises(StudyError, match=r"^--map: 'a' is given twice$"):
        pairs("--map", ["a=b", " a =c"])
    with pytest.raises(StudyError, match=r"^--weights: 'much' for 'cpu' is not a number$"):
        weights("tps=1,cpu=much")


@given(st.dictionaries(WORD, st.floats(0.001, 1000.0), min_size=1, max_size=5))
def test_weights_come_back(found):
    assert weights(",".join(f"{name}={weight!r}" for name, weight in found.items())) == found


def test_windows():
    assert windows([], []) is None
    assert windows(["+30"], ["a=+60"]) == {"": ("+30", None), "a": (None, "+60")}
    assert windows(["a=21:34:00"], ["a=21:35:00"]) == {"a": ("21:34:00", "21:35:00")}
    with pytest.raises(StudyError, match=r"^--to: 'a=2' is given twice$"):
        windows([], ["a=1", "a=2"])


def test_options_take_the_words_that_the_library_knows():
    assert tuple(PRIORITY_METHODS) == judge.METHODS
    assert tuple(RANDOM_INDICES) == judge.TABLES
    assert MODES == judge.MODES == DOCUMENTED_MODES
    assert tuple(SCALES) == judge.SCALES
    assert AGGREGATIONS == judge.AGGREGATIONS
    options = judge.parser().parse_args(["hierarchy.toml"])
    assert (options.method, options.random_index) == (DEFAULT_METHOD, DEFAULT_TABLE)
