import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.dbench import DbenchReader

READER = DbenchReader()
REPORT = (INPUTS / "dbench" / "dbench_2_clients.txt").read_bytes()


def test_the_report_of_version_3_has_a_bandwidth_only():
    values = numbers(reading_of(READER, b"Throughput 412.355 MB/sec 4 procs\n"))
    assert values == {("", "", "", "", "bandwidth"): (412.355, "MB/s")}


@each(
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
