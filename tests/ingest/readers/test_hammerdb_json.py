import json

from ingest.cases import each
from ingest.damage import (
    expected,
    located,
    reading_of,
    refuses,
)

from ahp.ingest.readers.hammerdb_json import HammerdbJsonReader

READER = HammerdbJsonReader()
EXPECTED = expected("hammerdb_json")
refused = refuses(READER)


def sample() -> bytes:
    return located("hammerdb_json", next(iter(EXPECTED))).read_bytes()


@each(
    ("before", "after", "words"),
    [
        ('"nopm": 776679', '"nopm": 9776679', "NOPM above TPM"),
        ('"nopm": 776679', '"nopm": 0', "greater than 0"),
        ('"nopm": 776679', '"nopm": "776679"', "not a number"),
        ('"avg_ms": 0.821', '"avg_ms": 0.921', "the mean of NEWORD"),
        ('"p95_ms": 1.918', '"p95_ms": 91.918', "a percentile of NEWORD"),
        ("2026-06-04 18:19:46", "2027-06-04 18:19:46", "no CPU was measured in the active window"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = sample().decode()
    assert before in text
    refused(text.replace(before, after, 1).encode(), words)


def test_a_report_of_the_result_alone_is_read():
    report = json.loads(sample())
    for name in ("response_times", "metrics"):
        del report[name]
    reading = reading_of(READER, json.dumps(report).encode())
    assert [row.measure for row in reading.rows] == ["throughput"]
    assert len(reading.caveats) == 1
