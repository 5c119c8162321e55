"""A registry is a mapping that says what it knows."""

import pytest

from ahp.errors import ReaderError, StudyError
from ahp.registry import Registry

SHAPES = Registry("shape", {"round": 1, "square": 2})


def test_it_is_a_read_only_mapping_in_the_given_order():
    assert dict(SHAPES) == {"round": 1, "square": 2}
    assert list(SHAPES) == ["round", "square"]
    assert len(SHAPES) == 2
    assert "round" in SHAPES
    assert "oval" not in SHAPES
    with pytest.raises(TypeError):
        SHAPES["oval"] = 3


def test_it_keeps_its_own_copy():
    entries = {"round": 1}
    registry = Registry("shape", entries)
    entries["oval"] = 3
    assert "oval" not in registry


@pytest.mark.parametrize("name", ["oval", "Round", ""])
def test_an_unknown_name_is_answered_with_the_known_ones(name):
    with pytest.raises(StudyError) as raised:
        SHAPES[name]
    assert str(raised.value) == f"'{name}' is not a known shape; use one of: round, square"


def test_what_cannot_be_a_name_is_unknown_too():
    with pytest.raises(StudyError, match="is not a known shape"):
        SHAPES[["round"]]


def test_its_error_can_be_chosen():
    with pytest.raises(ReaderError, match="'x' is not a known reader; use one of: table"):
        Registry("reader", {"table": 1}, error=ReaderError)["x"]


def test_get_works_as_for_any_mapping_that_has_the_name():
    assert SHAPES.get("round") == 1


def test_it_shows_its_names():
    assert repr(SHAPES) == "Registry('shape', ['round', 'square'])"
