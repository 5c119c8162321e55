from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
    refuses,
)

from ahp.ingest.readers.benchbase import BenchbaseReader

READER = BenchbaseReader()
refused = refuses(READER)


SUMMARY = (INPUTS / "benchbase" / "tpcc_lz4.summary.json").read_bytes()
LOG = (INPUTS / "benchbase" / "tpcc_lz4.stdout.log").read_bytes()


@each(
    ("before", "after", "words"),
    [
        ('"EXIT"', '"ERROR"', "did not end by itself"),
        ("696.118", "796.118", "the throughput does not agree"),
        ('Requests": 7657', 'Requests": 0', "the throughput does not agree"),
        ("696.1187637769734", "0", "greater than 0"),
        ("13219", "93219", "a response time does not agree"),
        ("5304", "1", "a response time does not agree"),
        ("Median", "Middle", "is missing"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = SUMMARY.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_a_log_without_a_result_is_refused_and_several_are_runs():
    refused(LOG[: LOG.index(b"Rate limited")], "no line of results")
    other = (INPUTS / "benchbase" / "tpcc_off.stdout.log").read_bytes()
    assert {row.run for row in reading_of(READER, LOG + other).rows} == {"1", "2"}
