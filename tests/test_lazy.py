"""Names that load on first use."""

import sys
import types

import pytest

from ahp.lazy import faces


@pytest.fixture
def package(monkeypatch):
    made = types.ModuleType("made_up")
    monkeypatch.setitem(sys.modules, "made_up", made)
    made.__getattr__, made.__dir__ = faces(
        "made_up", {"fractions": "Fraction", "no_such_module": "Gone"}, ("b",)
    )
    return made


def test_a_name_is_looked_up_once(package):
    assert "Fraction" not in vars(package)
    from fractions import Fraction

    assert package.Fraction is Fraction
    assert vars(package)["Fraction"] is Fraction


def test_the_names_are_told_before_they_are_loaded(package):
    assert dir(package) == ["Fraction", "Gone", "b"]


def test_an_unknown_name_is_an_attribute_error(package):
    with pytest.raises(AttributeError, match="module 'made_up' has no attribute 'fraction'"):
        _ = package.fraction


def test_a_home_that_is_not_there_says_so(package):
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        _ = package.Gone


def test_a_subpackage_is_loaded_by_its_name(package, monkeypatch):
    made = types.ModuleType("made_up.b")
    monkeypatch.setitem(sys.modules, "made_up.b", made)
    assert package.b is made
    assert vars(package)["b"] is made
