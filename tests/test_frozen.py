"""Dataclasses without generated source: whatever can be asked of one is answered as `dataclasses` answers."""

import copy
import dataclasses
import inspect
import pickle

import pytest

from ahp.frozen import dataclass


class _Body:
    x: float
    name: str = "p"
    parts: dict = dataclasses.field(default_factory=dict, compare=False)
    note: str = dataclasses.field(default="", repr=False)
    depth: int = dataclasses.field(init=False, repr=False, compare=False)

    def __post_init__(self):
        object.__setattr__(self, "depth", len(self.parts))


def _body():
    kept = {name: value for name, value in vars(_Body).items() if name not in ("__dict__", "__weakref__")}
    return type("Point", (), kept)


OURS = dataclass(frozen=True)(_body())
THEIRS = dataclasses.dataclass(frozen=True)(_body())


@dataclass(frozen=True)
class Pair:
    left: object
    right: object = None


def test_an_instance_is_made_shown_compared_and_hashed_alike():
    for values, named in [
        ((1.0,), {}),
        ((), {"x": 1.0}),
        ((1.0, "q"), {"note": "n"}),
        ((1.0,), {"parts": {"a": 1}, "name": "r"}),
        ((1.0, "q", {"b": 2}, "n"), {}),
    ]:
        ours, theirs = OURS(*values, **named), THEIRS(*values, **named)
        assert vars(ours) == vars(theirs)
        assert repr(ours) == repr(theirs)
        assert hash(ours) == hash(theirs)
        assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
        assert ours == OURS(*values, **named)
        assert ours != theirs
        assert ours != dataclasses.replace(ours, x=2.0)
        assert ours == dataclasses.replace(ours, parts={"not": "compared"})


def test_what_is_missing_too_much_twice_or_unknown_is_refused():
    for values, named in [
        ((), {}),
        ((1.0, "a", {}, "", 5), {}),
        ((1.0,), {"x": 2.0}),
        ((1.0,), {"depth": 2}),
        ((), {"X": 1.0}),
    ]:
        with pytest.raises(TypeError):
            THEIRS(*values, **named)
        with pytest.raises(TypeError, match=r"^Point: "):
            OURS(*values, **named)


def test_a_default_that_is_made_is_made_for_each():
    assert OURS(1.0).parts is not OURS(1.0).parts


def test_nothing_is_assigned_or_deleted():
    point = OURS(1.0)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2.0
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'new'"):
        point.new = 2.0
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x


def test_the_parameters_are_told_alike():
    ours, theirs = inspect.signature(OURS), inspect.signature(THEIRS)
    assert list(ours.parameters) == list(theirs.parameters)
    plain = ("x", "name", "note")
    assert [ours.parameters[name] for name in plain] == [theirs.parameters[name] for name in plain]
    assert OURS.__match_args__ == THEIRS.__match_args__
    assert [field.name for field in dataclasses.fields(OURS)] == ["x", "name", "parts", "note", "depth"]


def test_methods_of_the_class_stay():
    @dataclass(frozen=True)
    class Own:
        x: float

        def __repr__(self):
            return "own"

        def __eq__(self, other):
            return True

    assert repr(Own(1.0)) == "own"
    assert Own(1.0) == Own(2.0)
    assert hash(Own(1.0)) == hash((1.0,))


def test_without_comparison_and_face_there_is_none():
    @dataclass(frozen=True, eq=False, repr=False)
    class Bare:
        x: float

    bare = Bare(1.0)
    assert bare != Bare(1.0)
    assert hash(bare) == object.__hash__(bare)
    assert repr(bare) == object.__repr__(bare)


def test_an_instance_is_copied_and_pickled():
    pair = Pair(1.0, ("a", None))
    assert copy.deepcopy(pair) == pickle.loads(pickle.dumps(pair)) == pair


def test_fields_that_are_the_same_object_are_equal_as_in_a_tuple():
    nothing = float("nan")
    assert Pair(nothing) == Pair(nothing)
    assert Pair(nothing) != Pair(float("nan"))


def test_a_subclass_inherits_the_fields():
    for decorator in [dataclass, dataclasses.dataclass]:

        @decorator(frozen=True)
        class Triple(Pair):
            third: int = 3

        assert repr(Triple(1, 2)).endswith("Triple(left=1, right=2, third=3)")
        assert Triple(1, 2) == Triple(1, right=2, third=3)
        with pytest.raises(dataclasses.FrozenInstanceError):
            Triple(1).third = 4


def test_a_subclass_that_is_not_frozen_is_refused():
    with pytest.raises(TypeError, match="cannot inherit non-frozen dataclass from a frozen one"):

        @dataclasses.dataclass
        class Changing(Pair):
            third: int = 3


def test_a_class_with_an_initialiser_of_its_own_shows_that_one():
    @dataclass(frozen=True)
    class Own:
        parts: tuple[str, ...]

        def __init__(self, text: str) -> None:
            object.__setattr__(self, "parts", tuple(text))

    assert list(inspect.signature(Own).parameters) == ["text"]
    assert Own("ab").parts == ("a", "b")
