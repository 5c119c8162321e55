import re

from ingest.cases import each
from ingest.damage import (
    located,
    reading_of,
    refuses,
)

from ahp.ingest.readers.jdbcrunner import JdbcRunnerReader

READER = JdbcRunnerReader()
refused = refuses(READER)


def run_of(name: str) -> bytes:
    """Return the log of the measured run alone."""
    text = located("jdbcrunner", f"public/jdbcrunner/{name}.rst").read_text(encoding="utf-8")
    start = text.rindex("> JdbcRunner", 0, text.index("Measurement time     :")) - 18
    return text[start : text.index("< JdbcRunner SUCCESS", start) + 21].encode()


def test_times_below_a_millisecond_are_left_out_and_said():
    assert "printed as 0" in reading_of(READER, run_of("tutorial")).caveats[1]
    assert len(reading_of(READER, run_of("tpc-b")).caveats) == 1


@each(
    ("before", "after", "words"),
    [
        ("[Throughput] 118.8,118.8", "[Throughput] 218.8,118.8", "the throughput does not agree"),
        ("[Throughput] 118.8,118.8,", "[Throughput] 118.8,", "the throughput does not agree"),
        ("(95%tile)] 182,", "(95%tile)] ", "5 types have 4 times"),
        ("(95%tile)] 182,", "(95%tile)] 18x,", "this line is damaged"),
        ("[Response time (maximum)]", "[Responce time (maximum)]", "response times are missing"),
        ("[Total tx count]", "[Total]", "no total"),
        ("Measurement time", "Time", "nothing was measured here"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = run_of("tpc-c").decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_a_run_without_a_transaction_did_nothing():
    text = re.sub(r"(\[Total tx count\] )[0-9]+", r"\g<1>0", run_of("tpc-b").decode())
    refused(re.sub(r"(\[Throughput\] )[0-9.]+", r"\g<1>0.0", text).encode(), "the run did nothing")
