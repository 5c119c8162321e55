"""Values that are made when somebody first looks at them."""

import copy
import dataclasses
import pickle
from dataclasses import dataclass

import pytest

from ahp.later import Later, LaterField


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
