"""What is made when somebody first looks at it: values, and names that load on first use."""

import copy
import dataclasses
import pickle
import sys
import types
from dataclasses import dataclass

import pytest

from ahp.later import Later, LaterField
from ahp.lazy import faces


@dataclass(frozen=True)
class Asked:
    name: str
    answer: LaterField[int] = LaterField(0)


def counting(value):
    calls = []
    return calls, Later(lambda: calls.append(None) or value)


def test_it_is_made_once_and_only_when_looked_at():
    calls, later = counting(42)
    asked = Asked("deep", later)
    assert asked.name == "deep"
    assert calls == []
    assert (asked.answer, asked.answer, len(calls)) == (42, 42, 1)


def test_to_whoever_looks_it_is_the_value():
    for made in [Asked("deep", Later(lambda: 42)), Asked("deep", 42)]:
        assert made == Asked("deep", 42) != Asked("deep", 41)
        assert hash(made) == hash(Asked("deep", 42))
        assert repr(made) == "Asked(name='deep', answer=42)"
        assert dataclasses.asdict(made) == {"name": "deep", "answer": 42}
        assert dataclasses.replace(made, name="deeper") == Asked("deeper", 42)
        assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == copy.copy(made) == made
        assert Asked("none").answer == Asked.answer == 0


def test_what_fails_fails_again():
    def fails():
        raise ArithmeticError("no answer")

    asked = Asked("deep", Later(fails))
    for _ in range(2):
        with pytest.raises(ArithmeticError, match="no answer"):
            _ = asked.answer


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
