"""Numbers that record what becomes of them."""

import math
import operator

import pytest

from ahp.ingest.recorded import Recorded, Tape, summed
from ahp.ingest.spelled import INTEGER, Spelled
from ahp.ingest.steps import Step, Token


@pytest.fixture
def tape():
    tape = Tape("12 and 5")
    tape.lex([Token(0, 2, INTEGER), Token(7, 8, INTEGER)])
    return tape


@pytest.fixture
def numbers(tape):
    return [Spelled.of(tape, i).through(float) for i in (0, 1)]


def test_arithmetic_is_noted_and_a_step_taken_once(tape, numbers):
    a, b = numbers
    made = [a + b, a - b, a * b, a / b, -a, abs(b), 1 + a, 1 - a, 2 * a, 6 / a, a + 1, a - 1, a * 2, a / 4]
    values = [17.0, 7.0, 60.0, 2.4, -12.0, 5.0, 13.0, -11.0, 24.0, 0.5, 13.0, 11.0, 24.0, 3.0]
    assert [one.value for one in made] == values
    taken = len(tape.steps)
    assert (a + b).at == made[0].at
    assert len(tape.steps) == taken
    assert not tape.pinned


@pytest.mark.parametrize(
    ("compare", "outcome"),
    [
        (operator.lt, False),
        (operator.le, False),
        (operator.gt, True),
        (operator.ge, True),
        (operator.eq, False),
        (operator.ne, True),
    ],
)
def test_a_comparison_is_a_decision(tape, numbers, compare, outcome):
    a, b = numbers
    assert compare(a, b) is outcome
    assert tape.steps[-1] == Step(compare, (a, b), None, outcome)
    assert compare(a, 5) is outcome
    assert not tape.pinned


def test_a_division_decides_that_there_is_something_to_divide_by(tape, numbers):
    _ = 1 / numbers[1]
    assert (operator.ne, True) in [(step.function, step.outcome) for step in tape.steps]
    with pytest.raises(ZeroDivisionError):
        _ = numbers[0] / (numbers[1] - 5)


@pytest.mark.parametrize(
    "use",
    [
        float,
        int,
        str,
        repr,
        hash,
        math.ceil,
        math.isfinite,
        "{:.1f}".format,
        lambda x: x**2,
        lambda x: x.is_integer(),
        lambda x: {12.0: "found"}[x],
        lambda x: range(int(x)),
    ],
)
def test_every_other_use_pins_the_number(tape, numbers, use):
    assert use(numbers[0]) == use(12.0)
    assert tape.pinned == {0}


def test_what_is_made_of_two_numbers_pins_both(tape, numbers):
    assert int(numbers[0] * numbers[1] + 1) == 61
    assert tape.pinned == {0, 1}


def test_numbers_are_added_one_by_one(tape, numbers):
    total = summed([*numbers, 1.0])
    assert isinstance(total, Recorded)
    assert total.value == summed([12.0, 5.0, 1.0]) == 18.0
    assert summed([0.1, 0.2, 0.3]) == 0.1 + 0.2 + 0.3


def test_a_text_is_parted_in_one_way(tape):
    tape.lex([Token(0, 2, INTEGER), Token(7, 8, "other")])
    assert tape.tokens[1].shape == INTEGER
    with pytest.raises(ValueError, match="two ways to part one text"):
        tape.lex([Token(0, 2, INTEGER)])


def test_a_number_is_found_where_it_stands(tape):
    assert (tape.token_at(7, 8), tape.token_at(7, 9), tape.token_at(1, 2)) == (1, None, None)
    tape.pin(1, 7)
    assert tape.pinned == {0}
