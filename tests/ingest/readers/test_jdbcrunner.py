"""What is special to the readers of jdbcrunner; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, located, numbers, reading_of, refuses

import ahp
from ahp.ingest.readers.jdbcrunner import JdbcRunnerReader
from ahp.ingest.readers.jdbcrunner_csv import JdbcRunnerCsvReader

# --- jdbcrunner ---------------------------------------------------------------------------------------------


JDBCRUNNER = JdbcRunnerReader()
refused = refuses(JDBCRUNNER)


def run_of(name: str) -> bytes:
    """Return the log of the measured run alone."""
    text = located("jdbcrunner", f"public/jdbcrunner/{name}.rst").read_text(encoding="utf-8")
    start = text.rindex("> JdbcRunner", 0, text.index("Measurement time     :")) - 18
    return text[start : text.index("< JdbcRunner SUCCESS", start) + 21].encode()


def test_times_below_a_millisecond_are_left_out_and_said():
    assert "printed as 0" in reading_of(JDBCRUNNER, run_of("tutorial")).caveats[1]
    assert len(reading_of(JDBCRUNNER, run_of("tpc-b")).caveats) == 1


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


# --- jdbcrunner_csv -----------------------------------------------------------------------------------------


JDBCRUNNER_CSV = JdbcRunnerCsvReader()
TIMES = (INPUTS / "jdbcrunner_csv" / "two_types_r.csv").read_text()
RATES = (INPUTS / "jdbcrunner_csv" / "two_types_t.csv").read_text()


def printed_in(tutorial: str, heading: str) -> str:
    """The lines under a heading in the tutorial, up to the next that has no comma."""
    lines = [line.strip() for line in tutorial.splitlines()]
    return (
        "\n".join(takewhile(lambda line: "," in line, dropwhile(lambda line: line != heading, lines))) + "\n"
    )


def test_the_distribution_of_the_tutorial_is_that_of_its_log():
    tutorial = located("jdbcrunner", "public/jdbcrunner/tutorial.rst")
    csv = printed_in(tutorial.read_text(), "Response time[msec],Count")
    log = numbers(reading_of(JdbcRunnerReader(), tutorial))
    found = numbers(reading_of(JDBCRUNNER_CSV, csv.encode()))
    assert found == {key: value for key, value in log.items() if key[4] != "throughput"}
    assert found["", "", "", "", "response_time_max"] == (13, "ms")


def test_both_files_of_a_run_are_joined_and_their_types_combined_only_as_declared(tmp_path):
    for name, factor in (("a", 1), ("b", 2)):
        for kind, text in (("r", TIMES), ("t", RATES)):
            lines = text.splitlines()
            changed = [
                ",".join([cells[0], *(str(int(cell) * (factor if kind == "t" else 1)) for cell in cells[1:])])
                for cells in (line.split(",") for line in lines[1:])
            ]
            (tmp_path / f"{name}_{kind}.csv").write_text("\n".join([lines[0], *changed]) + "\n")
    measured = ahp.read(tmp_path, path="{alternative}_*.csv")
    mix = ahp.Criterion("speed", "benefit", ("response_time_p95",), index="value", combine="worst")
    rate = ahp.Criterion("rate", "benefit", ("throughput",), index="value", combine="sum")
    decision = ahp.rank(measured, ahp.Study((mix, rate)))["default"]
    assert decision.criteria["rate"].priorities["b"] == pytest.approx(2 / 3)
    assert decision.criteria["speed"].priorities["b"] == pytest.approx(1 / 2)
