import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)

from ahp.errors import InputError
from ahp.ingest.readers.dbench import DbenchReader

READER = DbenchReader()
EXPECTED = expected("dbench")
REPORT = (INPUTS / "dbench" / "dbench_2_clients.txt").read_bytes()


def by_word(text: str) -> Numbers:
    found: Numbers = {}
    table = False
    for line in text.split("\n"):
        words = line.split()
        if words[:1] == ["Throughput"]:
            found["", "", "", "", "bandwidth"] = (float(words[1]), "MB/s")
            longest = words[-2].removeprefix("max_latency=")
            found["", "", "", "", "response_time_max"] = (float(longest), "ms")
        elif table and len(words) == 4:
            found["", "", "", words[0], "response_time_mean"] = (float(words[2]), "ms")
            found["", "", "", words[0], "response_time_max"] = (float(words[3]), "ms")
        table = table or words[:1] == ["Operation"]
    return found


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("dbench", file))), EXPECTED[file])


def test_no_sample_of_another_harness_is_taken():
    assert recognised(READER) == set()
    assert READER.matches(REPORT.decode())


def test_damage_is_refused_or_read_as_it_stands():
    read = survivors(READER, REPORT, by_word)
    assert cuts(read) == []
    assert not read & {"empty", "doubled"}


def test_the_report_of_version_3_has_a_bandwidth_only():
    values = numbers(reading_of(READER, b"Throughput 412.355 MB/sec 4 procs\n"))
    assert values == {("", "", "", "", "bandwidth"): (412.355, "MB/s")}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (REPORT + REPORT, "found 2 lines of throughput"),
        (REPORT[: REPORT.index(b"Throughput")], "found 0 lines of throughput"),
        (REPORT.replace(b"  0.204 ", b"  fast  "), "an operation, its count and two times"),
        (REPORT.replace(b" Operation ", b" Operatiom "), "heading"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
