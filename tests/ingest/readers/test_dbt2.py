import pytest
from ingest.cases import each
from ingest.damage import (
    located,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.dbt2 import Dbt2Reader

READER = Dbt2Reader()
refused = refuses(READER)


def sample(name: str) -> bytes:
    return located("dbt2", f"public/dbt2/{name}").read_bytes()


def test_the_logs_of_all_drivers_give_what_the_report_says():
    found = numbers(reading_of(READER, b"".join(sample(f"mix-{i}.log") for i in (1, 2, 3))))
    report = numbers(reading_of(READER, sample("summary.rst.expected")))
    assert found["", "", "", "", "throughput"] == report["", "", "", "", "throughput"] == (0.3, "NOPM")
    key = ("", "", "", "New Order", "response_time_mean")
    assert found[key][0] == pytest.approx(report[key][0], abs=0.0005)


@each(
    ("name", "before", "after", "words"),
    [
        ("summary.rst.expected", "0.30 new", "0.90 new", "the throughput does not agree"),
        ("summary.rst.expected", "   42.86", "   52.86", "the share of New Order does not agree"),
        ("summary.rst.expected", "1.667", "1,667", "this line is damaged"),
        ("summary.rst.expected", "     Payment", "     Paymend", "this line is damaged"),
        ("summary.rst.expected", "* Unknown", "* Known", "no number of unknown errors"),
        ("mix-1.log", "601,n,C", "601,x,C", "this line is damaged"),
        ("mix-1.log", "1500,TERMINATED,,,1,,\n", "", "1 drivers started and 0 ended"),
        ("mix-1.log", "1500,TERMINATED", "500,TERMINATED", "at the same time"),
        ("mix-1.log", "1500,TERMINATED", "600,TERMINATED", "at the same time"),
        ("mix-2.log", "601,n,C", "201,n,C", "no transaction was measured"),
    ],
)
def test_what_is_wrong_is_refused(name, before, after, words):
    text = sample(name).decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_caveats_stand_only_where_they_apply():
    assert "There is no new order" in reading_of(READER, sample("mix-3.log")).caveats[-1]
    assert len(reading_of(READER, sample("mix-1.log")).caveats) == 1
    failing = reading_of(READER, sample("mix-1.log").replace(b"601,o,C", b"601,o,E"))
    assert failing.caveats[1] == "1 transactions ended with an error and are in no number."
