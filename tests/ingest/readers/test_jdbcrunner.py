import re

import pytest
from ingest.damage import (
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.jdbcrunner import JdbcRunnerReader

READER = JdbcRunnerReader()
EXPECTED = expected("jdbcrunner")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("jdbcrunner", file))), EXPECTED[file])


def run_of(name: str) -> bytes:
    """Return the log of the measured run alone."""
    text = located("jdbcrunner", f"public/jdbcrunner/{name}.rst").read_text(encoding="utf-8")
    start = text.rindex("> JdbcRunner", 0, text.index("Measurement time     :")) - 18
    return text[start : text.index("< JdbcRunner SUCCESS", start) + 21].encode()


def independent(text: str) -> Numbers:
    names = {0: ""}
    found: Numbers = {}
    rows = []
    for line in text.splitlines():
        kind, _, name = line.partition(" : ")
        if kind.split()[-1:] and kind.split()[-1][:2] == "tx" and kind.split()[-1][2:].isdigit():
            names[int(kind.split()[-1][2:])] = name.removesuffix(" transaction")
        elif "[Throughput] " in line:
            rows.append(("throughput", line.split()[-2], "1/s"))
        elif "[Response time (" in line and "minimum" not in line:
            rank = line.partition("[Response time (")[2].partition(")")[0]
            measure = "max" if rank == "maximum" else "p" + rank.removesuffix("%tile")
            if measure in ("max", "p50", "p90", "p95", "p99"):
                rows.append((f"response_time_{measure}", line.split()[-2], "ms"))
        elif "[Total tx count] " in line:
            counts = [int(count) for count in line.split()[-2].split(",")]
        elif "Measurement time" in line:
            seconds = int(line.split()[-2])
    for measure, cells, unit in rows:
        for i, cell in enumerate(cells.split(",")):
            if float(cell):
                found["", "", "", names.get(i, f"tx{i}") if len(counts) > 1 else "", measure] = (
                    float(cell),
                    unit,
                )
    if len(counts) > 1:
        found["", "", "", "", "throughput"] = (sum(counts) / seconds, "1/s")
    return found


def test_only_jdbcrunner_is_recognised():
    assert recognised(READER) == set(EXPECTED)


@pytest.mark.parametrize("name", ["tpc-b", "tpc-c", "tutorial"])
def test_a_damaged_log_is_refused_or_read_as_it_stands(name):
    content = run_of(name)
    read = survivors(READER, content, independent)
    assert "doubled" not in read
    assert all(line >= content.count(b"\n") - 1 for line in cuts(read))


def test_times_below_a_millisecond_are_left_out_and_said():
    assert "printed as 0" in reading_of(READER, run_of("tutorial")).caveats[1]
    assert len(reading_of(READER, run_of("tpc-b")).caveats) == 1


@pytest.mark.parametrize(
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
