"""Texts that know where they stand on a tape."""

import re

import pytest

from ahp.ingest.recorded import Tape
from ahp.ingest.spelled import (
    INTEGER,
    Passage,
    Spelled,
    pin,
    plain_number_at,
    plain_numbers,
    said,
    spelled,
    spelled_in,
)


@pytest.fixture
def tape():
    tape = Tape("a 12\r\nb 1.5 12\nc")
    tape.lex(plain_numbers(tape.text))
    return tape


def test_plain_numbers_are_runs_of_digits_with_at_most_one_dot():
    text = "v1.2.3 -4 5. .6 7e-05"
    assert [text[start:end] for start, end, _ in plain_numbers(text)] == [
        "1.2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "05",
    ]
    assert plain_number_at("x1.2", 1, 4)[:2] == (1, 4)
    assert plain_number_at("x1.2", 0, 4) is None


def test_a_text_is_a_number_only_as_a_whole(tape):
    assert type(spelled(tape, 2, 4)) is Spelled
    assert not tape.pinned
    assert (type(spelled(tape, 0, 4)), spelled(tape, 0, 4)) == (str, "a 12")
    assert tape.pinned == {0}


def test_lines_know_their_place(tape):
    lines = Passage.of(tape).parted(re.compile(r"\r\n|\n"))
    assert [(line.start, str(line)) for line in lines] == [(0, "a 12"), (6, "b 1.5 12"), (15, "c")]
    match = re.search("b ([0-9.]+) (x)?", lines[1])
    assert (spelled_in(match, 1).token, spelled_in(match, 2)) == (1, "")
    lines[1].pin()
    assert tape.pinned == {1, 2}


@pytest.mark.parametrize(
    "use",
    [
        str,
        repr,
        float,
        int,
        len,
        list,
        "{}".format,
        lambda text: text + "",
        lambda text: text[:1],
        lambda text: text.strip(),
        lambda text: text.casefold(),
        lambda text: text == "12",
        lambda text: "1" in text,
        lambda text: text.partition("."),
        lambda text: text.translate({}),
        lambda text: text.isdigit(),
    ],
)
def test_whoever_looks_at_a_number_pins_it(tape, use):
    assert use(Spelled.of(tape, 0)) == use("12")
    assert tape.pinned == {0}


def test_what_makes_no_difference_does_not_pin(tape):
    text = Spelled.of(tape, 0)
    assert (text.plain, bool(text), text is not None, None in [text], text != 3) == (
        "12",
        True,
        True,
        False,
        True,
    )
    assert text.through(float).value == 12.0
    assert not tape.pinned


def test_two_numbers_are_compared_and_that_is_noted(tape):
    first, second, third = (Spelled.of(tape, i) for i in range(3))
    assert len({first, third, second}) == 2
    assert not tape.pinned
    assert True in [step.outcome for step in tape.steps]
    assert False in [step.outcome for step in tape.steps]


def test_what_is_said_of_a_number_gives_it_a_shape_or_pins_it(tape):
    assert said(Spelled.of(tape, 0), str.isdigit, {True: INTEGER + "x"})
    assert tape.tokens[0].shape == INTEGER + "x"
    assert not said(Spelled.of(tape, 1), str.isdigit, {True: INTEGER})
    assert tape.pinned == {1}
    pin([Spelled.of(tape, 2), "other"])
    assert tape.pinned == {1, 2}
