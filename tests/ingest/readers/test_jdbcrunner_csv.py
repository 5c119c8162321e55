from itertools import dropwhile, takewhile

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

import ahp
from ahp.ingest.readers.jdbcrunner import JdbcRunnerReader
from ahp.ingest.readers.jdbcrunner_csv import JdbcRunnerCsvReader

READER = JdbcRunnerCsvReader()
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
    found = numbers(reading_of(READER, csv.encode()))
    assert found == {key: value for key, value in log.items() if key[4] != "throughput"}
    assert found["", "", "", "", "response_time_max"] == (13, "ms")


@each(
    ("text", "words"),
    [
        (TIMES.replace("2,10,6\n", "2,10\n"), "line 4: found '2,10': 2 counts are needed"),
        (TIMES.replace("2,10,6\n", "2,10,6,1\n"), "line 4: found '2,10,6,1': 2 counts are needed"),
        (TIMES.replace("7,4,0", "2,4,0"), "line 5: a line is missing before this one, or stands twice"),
        (RATES.replace("3,10,23\n", ""), "line 4: a line is missing before this one"),
        (RATES.replace("1,12,24\n", ""), "line 2: found '2,13,26': the first second is missing"),
        (RATES.replace("3,10,23", "3,10,2x"), "line 4"),
        (RATES.replace("Throughput(tx1)", "Durchsatz"), "the heading line is damaged"),
        ("Elapsed time[sec],Throughput[tps]\n1,0\n2,0\n", "greater than 0"),
        ("Response time[msec],Count\n", "greater than 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_line(text, words):
    assert words in refusal(READER, text)


def test_caveats_stand_only_where_they_apply():
    assert "below 1 ms" in caveats(READER, TIMES)
    assert "called tx0" in caveats(READER, RATES)
    assert caveats(READER, "Elapsed time[sec],Throughput[tps]\n1,5\n2,6\n") == ""


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
