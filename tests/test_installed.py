"""What other distributions add, one by one; `tests/ingest/test_plugins.py` installs real ones."""

from importlib.metadata import EntryPoint

import pytest

from ahp.errors import StudyError
from ahp.installed import Plugin, loaded, plugins_of


class Thing:
    colour = "blue"


def plugin(name, value=f"{__name__}:Thing", distribution="ahp-thing 1"):
    return Plugin("thing", name, distribution, EntryPoint(name, value, "ahp.things"))


@pytest.fixture(autouse=True)
def here(monkeypatch):
    """Entry points of this module lead to the class above, whatever pytest calls the module."""
    monkeypatch.setattr(
        EntryPoint, "load", lambda entry: {"Thing": Thing, "thing": Thing()}[entry.value.partition(":")[2]]
    )


def one(found, taken=(), needs=("colour",), among=None):
    return loaded(found, [found] if among is None else among, taken, needs, StudyError)


def test_a_class_becomes_an_object_and_an_object_stays_one():
    assert isinstance(one(plugin("a")), Thing)
    assert isinstance(one(plugin("b", "m:thing")), Thing)
    assert one(plugin("a")) is one(plugin("a"))  # loaded once


def test_what_is_wrong_names_the_distribution():
    for found, others, reason in [
        (plugin("a"), {"taken": ["a"]}, "takes a name of ahp's own"),
        (plugin("a"), {"needs": ["colour", "size"]}, "cannot be used: it has no 'size'"),
        (plugin("c", "m:Nothing"), {}, "cannot be loaded: KeyError: 'Nothing'"),
    ]:
        with pytest.raises(StudyError) as raised:
            one(found, **others)
        assert str(raised.value) == f"the thing '{found.name}' of ahp-thing 1 {reason}"


def test_one_name_of_two_distributions_is_neither():
    both = [plugin("a"), plugin("a", distribution="ahp-other 2")]
    with pytest.raises(
        StudyError, match=r"^the thing 'a' is installed twice, by 'ahp-thing 1', 'ahp-other 2'$"
    ):
        one(both[0], among=both)


def test_nothing_is_installed_in_a_group_of_nobodys():
    assert plugins_of("thing", "ahp.nobodys") == ()
