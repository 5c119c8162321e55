"""What a tape holds, as it is written down while a number is used."""

from ahp.ingest.recorded import Tape
from ahp.ingest.spelled import INTEGER, Spelled
from ahp.ingest.steps import Step, Token


def test_a_token_says_where_a_number_stands_and_a_step_what_was_done_with_it():
    tape = Tape("of 12, half")
    tape.lex([Token(3, 5, INTEGER)])
    (token,) = tape.tokens
    assert tape.text[token.start : token.end] == "12"
    half = Spelled.of(tape, 0).through(float) / 2
    read, halved = tape.steps
    assert read == Step(float, (), token=0)
    assert (read.outcome, halved.token, half.value) == (None, None, 6.0)
