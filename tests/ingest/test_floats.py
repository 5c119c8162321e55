"""Many numbers at once are what each of them is alone, to the last bit."""

import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ahp.ingest import floats
from ahp.ingest.floats import Numbers
from ahp.ingest.resolution import resolution_of

PLAIN = st.from_regex(r"\A[0-9]{1,20}(?:\.[0-9]{1,24})?\Z")
ANY = st.one_of(PLAIN, st.floats(allow_nan=False, allow_infinity=False).map(repr))


def same(texts):
    found = Numbers(texts)
    assert found.values().tobytes() == np.array([float(text) for text in texts]).tobytes()
    assert found.resolutions().tolist() == [resolution_of(text) for text in texts]


@given(st.lists(PLAIN, min_size=1))
@example(["0", "00", "9007199254740993", "9007199254740992.5", "0.000", "1" * 120])
@example(["9007199254740993", "18014398509481990", "4503599627370497.5", "999999999999999999"])
@example(["0." + "0" * 120 + "1"])
def test_plain_numbers(texts):
    same(texts)


@given(st.lists(ANY, min_size=1))
@example(["1e-05", "2.5"])
def test_any_numbers(texts):
    same(texts)


@pytest.mark.parametrize("long", [True, False])
def test_the_shortest_spellings_of_many_floats(long, monkeypatch):
    """Seventeen digits, among them numbers next to the middle between two floats."""
    monkeypatch.setattr(floats, "_LONG", long and floats._LONG)
    rng = random.Random(5)
    drawn = [rng.uniform(0, 10.0 ** rng.randrange(-3, 6)) for _ in range(20_000)]
    middles = [f"{rng.randrange(2**53, 2**54) | 1}" for _ in range(500)]
    same([repr(number) for number in drawn if "e" not in repr(number)] + middles)


def test_what_is_no_number_is_refused_as_float_does():
    for texts in (["1.2.3"], ["1", "."], ["1", ""], ["x"], ["1", "2."]):
        alone = []
        try:
            alone = [float(text) for text in texts]
        except ValueError:
            with pytest.raises(ValueError, match="could not convert"):
                Numbers(texts).values()
        else:
            assert Numbers(texts).values().tolist() == alone
