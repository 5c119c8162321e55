import math
from itertools import dropwhile, takewhile

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)
from ingest.readers.micro import beside, caveats, refusal

import ahp
from ahp.ingest.readers.jdbcrunner import JdbcRunnerReader
from ahp.ingest.readers.jdbcrunner_csv import JdbcRunnerCsvReader

READER = JdbcRunnerCsvReader()
EXPECTED = expected("jdbcrunner_csv")
TIMES = (INPUTS / "jdbcrunner_csv" / "two_types_r.csv").read_text()
RATES = (INPUTS / "jdbcrunner_csv" / "two_types_t.csv").read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_counts(file):
    equal(numbers(reading_of(READER, located("jdbcrunner_csv", file))), EXPECTED[file])


def test_no_sample_of_another_program_is_recognised():
    assert recognised(READER) == set()
    assert {
        file
        for file in beside("jdbcrunner_csv")
        if READER.matches(located("jdbcrunner_csv", file).read_text())
    } == set(EXPECTED)


def of_times(text: str) -> Numbers:
    """Every transaction as a time of its own, sorted."""
    title, *rows = [[cell.strip() for cell in line.split(",")] for line in text.splitlines() if line.strip()]
    names = [name[name.index("(") + 1 : -1] if "(" in name else "" for name in title[1:]]
    times: dict[str, list[int]] = {name: [] for name in names}
    for row in rows:
        for name, count in zip(names, row[1:], strict=True):
            times[name] += [int(row[0])] * int(count)
    times[""] = sorted(time for column in times.values() for time in column)
    found: Numbers = {}
    for name, column in times.items():
        for statistic, percent in (("p50", 50), ("p90", 90), ("p95", 95), ("p99", 99), ("max", 100)):
            value = sorted(column)[math.ceil(len(column) * percent / 100) - 1] if column else 0
            if value:
                found["", "", "", name, f"response_time_{statistic}"] = (value, "ms")
    return found


def of_rates(text: str) -> Numbers:
    title, *rows = [line.split(",") for line in text.splitlines() if line.strip()]
    totals = [sum(int(row[i]) for row in rows) for i in range(1, len(title))]
    names = [f"tx{i}" for i in range(len(totals))] if len(totals) > 1 else [""]
    shown = {**dict(zip(names, totals, strict=True)), "": sum(totals)}
    return {
        ("", "", "", name, "throughput"): (total / len(rows), "1/s") for name, total in shown.items() if total
    }


@pytest.mark.parametrize(("text", "independent"), [(TIMES, of_times), (RATES, of_rates)], ids=["r", "t"])
def test_a_damaged_file_is_refused_or_read_as_it_stands(text, independent):
    assert "doubled" not in survivors(READER, text.encode(), independent, flips=400)


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


@pytest.mark.parametrize(
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
