"""A short run of what `.ci/deep` does for long: inputs of every kind, changed, are taken or refused in one line."""

import os
import re
from pathlib import Path

import pytest
from fuzz.changing import WAYS, changed
from fuzz.targets import LARGEST, TARGETS, seeds
from fuzz.trying import Hang, accepted, limited, signature
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ahp.errors import InputError

INPUTS = int(os.environ.get("AHP_FUZZ", "20"))
"""How many inputs for each target."""

NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
STEPS = st.lists(
    st.tuples(st.integers(0, len(WAYS) - 1), st.integers(0, LARGEST), st.integers(0, 1 << 16)), max_size=5
)


def wrong(names, tried):
    """What was answered otherwise than by taking or refusing it, by the target's name."""
    found = {}
    for name in names:
        try:
            tried(name)
        except (Exception, Hang) as problem:
            found[name] = "\n".join([f"{signature(problem)}: {problem}", *getattr(problem, "__notes__", ())])
    return found


def assert_none(found):
    """Fail with all that was found, and how each is repeated."""
    assert not found, "\n\n".join(f"{name}: {said}" for name, said in found.items())


def test_whatever_comes_in_is_taken_or_refused_in_one_line():
    def tried(name):
        target, corpus = TARGETS[name], seeds(name)
        small = [seed for seed in corpus if len(seed) < 1 << 14] or corpus[:1]
        for seed in small[:3]:  # what is loaded late is loaded before the time counts
            with limited(seconds=60) as begin:
                accepted(target, seed, begin)

        @settings(max_examples=INPUTS, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from(small), STEPS, st.sampled_from(small))
        def one(seed, steps, other):
            with limited(seconds=5 if INPUTS < 1000 else 1) as begin:
                accepted(target, changed(seed, steps, other, LARGEST), begin)

        one()

    assert_none(wrong(TARGETS, tried))


def test_any_number_may_be_zero_or_below():
    def tried(name):
        target = TARGETS[name]
        for seed in sorted((seed for seed in seeds(name) if len(seed) < 1 << 14), key=len)[:3]:
            spans = [found.span() for found in NUMBER.finditer(seed)]
            for start, end in spans[:: len(spans) // 60 + 1]:
                for value in (b"0", b"0.0", b"-1"):
                    with limited(seconds=5) as begin:
                        accepted(target, seed[:start] + value + seed[end:], begin)
            with limited(seconds=5) as begin:
                accepted(target, NUMBER.sub(b"0", seed), begin)

    assert_none(wrong([name for name in TARGETS if name.startswith("reader ")], tried))


def test_every_target_has_something_that_it_takes():
    for name in TARGETS:
        given = seeds(name)
        assert given, name
        if name.startswith("reader "):  # samples of other programs may not be at hand
            continue
        with limited(seconds=60) as begin:
            assert any(accepted(TARGETS[name], seed, begin) for seed in given), name


def _forever(data):
    while True:
        pass


def _refused(message):
    def target(data):
        raise InputError(message)

    return target


@pytest.mark.parametrize(
    ("target", "error"),
    [
        (_forever, Hang),
        (lambda data: bytearray(4 << 30), MemoryError),
        (lambda data: {}["key"], KeyError),
        (_refused("one\ntwo"), AssertionError),
    ],
)
def test_a_hang_a_flood_and_a_traceback_are_each_found(target, error):
    with limited(seconds=0.2) as begin, pytest.raises(error) as caught:
        accepted(target, b"", begin)
    assert signature(caught.value).startswith(error.__name__)


def test_a_refusal_is_none():
    with limited() as begin:
        assert accepted(_refused("no"), b"", begin) is False
        assert accepted(len, b"", begin) is True


FOUND = sorted((Path(__file__).parent / "found").iterdir())
"""What was once answered with a traceback, a hang or more: the name of the target, and a mark."""


def test_what_was_found_is_refused_or_taken_now():
    def tried(path):
        name = path.stem.rpartition("-")[0]
        name = name.replace("reader_", "reader ", 1) if name.startswith("reader_") else name
        with limited(seconds=5) as begin:
            accepted(TARGETS[name], path.read_bytes(), begin)

    assert_none(wrong(FOUND, tried))
