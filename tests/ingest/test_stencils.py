"""What texts share that differ only in their numbers, and what is made of many of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.ingest.recorded import Tape
from ahp.ingest.resolution import resolution_of
from ahp.ingest.spelled import Spelled, plain_numbers
from ahp.ingest.stencils import Replayed, Stencil, key_of

TEXT = "rate 2.50 of 4 at 7"


def recorded(text=TEXT):
    tape = Tape(text)
    tape.lex(plain_numbers(text))
    return tape, [Spelled.of(tape, i) for i in range(len(tape.tokens))]


def test_a_stencil_has_holes_where_anything_may_stand():
    tape, (rate, _, last) = recorded()
    _ = rate.through(float)
    str(last)
    match = Stencil(tape).match
    assert match("rate 33.1 of 59 at 7").groups() == ("33.1",)
    for other in ("rate 2 of 4 at 7", "rate 2.5 of 4.5 at 7", "rate 2.5 of 4 at 8", "rate 2.5 of 4 at 7\n"):
        assert match(other) is None


def test_what_is_kept_as_it_is_spelled_has_a_column():
    tape, (_, count, last) = recorded()
    stencil = Stencil(tape, [count])
    replayed = stencil.replayed([stencil.match(f"rate 1.0 of {n} at 7").groups() for n in ("3", "08")])
    assert list(replayed.column(count)) == ["3", "08"]
    assert [replayed.one(last, 1), replayed.one("x", 0), replayed.one(None, 1)] == ["7", "x", None]


@given(
    st.lists(
        st.tuples(st.integers(0, 10**6), st.integers(0, 300), st.integers(0, 9)), min_size=1, max_size=30
    )
)
def test_what_is_made_of_many_is_what_is_made_of_each(numbers):
    def made(rate, count):
        if count == 0 or rate / count > 1000:
            return None
        return abs(rate / count - 3) * 2 + 1, -rate

    tape, (rate, count, _) = recorded()
    results = made(rate.through(float), count.through(float))
    fine = rate.through(resolution_of)
    stencil = Stencil(tape)
    texts = [f"rate {a / 100:.{c}f}{'' if c else '.0'} of {b} at 1" for a, b, c in numbers]
    replayed = stencil.replayed([stencil.match(text).groups() for text in texts])
    for i, text in enumerate(texts):
        _, first, _, second, *_ = text.split()
        expected = made(float(first), float(second))
        assert replayed.fits[i] == (expected is not None)
        if expected is not None:
            assert tuple(replayed.one(one, i) for one in results) == expected
        assert replayed.one(fine, i) == resolution_of(first)


def test_a_number_that_is_not_finite_does_not_fit():
    tape, (rate, _, _) = recorded()
    _ = rate.through(float)
    assert Replayed(tape, {0: 0}, [("1.5",), ("1" * 400 + ".0",)]).fits.tolist() == [True, False]


@pytest.mark.parametrize("other", ["rate 12.50 of 14 at 97", "rate 0.1 of 4 at 7"])
def test_files_of_one_stencil_have_one_key(other):
    assert key_of(TEXT.encode()) == key_of(other.encode())
    assert key_of(TEXT.encode()) != key_of(b"rates 2.50 of 4 at 7")
