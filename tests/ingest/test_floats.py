"""Many numbers at once are what each of them is alone, to the last bit."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from ahp.ingest.floats import Numbers
from ahp.ingest.resolution import resolution_of

PLAIN = st.from_regex(r"\A[0-9]{1,20}(?:\.[0-9]{1,24})?\Z")
ANY = st.one_of(PLAIN, st.floats(allow_nan=False, allow_infinity=False).map(repr))


@given(st.lists(PLAIN, min_size=1) | st.lists(ANY, min_size=1))
@example(["0", "00", "9007199254740993", "9007199254740992.5", "0.000", "1" * 120])
@example(["9007199254740993", "18014398509481990", "4503599627370497.5", "999999999999999999"])
@example(["1e-05", "2.5"])
@example(["0." + "0" * 120 + "1"])
def test_many_numbers_are_what_each_of_them_is_alone(texts):
    found = Numbers(texts)
    assert found.values().tobytes() == np.array([float(text) for text in texts]).tobytes()
    assert found.resolutions().tolist() == [resolution_of(text) for text in texts]
