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

from ahp.ingest.readers.dbt2 import Dbt2Reader

READER = Dbt2Reader()
EXPECTED = expected("dbt2")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("dbt2", file))), EXPECTED[file])


def sample(name: str) -> bytes:
    return located("dbt2", f"public/dbt2/{name}").read_bytes()


KINDS = {"d": "Delivery", "n": "New Order", "o": "Order Status", "p": "Payment", "s": "Stock Level"}


def of_report(text: str) -> Numbers:
    found: Numbers = {}
    for line in text.splitlines():
        name = line[:12].strip()
        if name in KINDS.values():
            mean, rank = line[12:].split()[1:3]
            found["", "", "", name, "response_time_mean"] = (float(mean), "s")
            found["", "", "", name, "response_time_p90"] = (float(rank), "s")
        elif line.startswith("* Throughput: "):
            found["", "", "", "", "throughput"] = (float(line.split()[2]), "NOPM")
    return found


def of_log(text: str) -> Numbers:
    """Of logs with so few lines that only the median lies below the maximum."""
    rows = [line.split(",") for line in text.splitlines() if line]
    begin = max(int(row[0]) for row in rows if row[1] == "START")
    end = min(int(row[0]) for row in rows if row[1] == "TERMINATED")
    inside = [row for row in rows if begin <= int(row[0]) <= end and row[1] in KINDS and row[2] != "E"]
    found: Numbers = {}
    for letter, name in KINDS.items():
        times = sorted(float(row[3]) for row in inside if row[1] == letter)
        if times:
            found["", "", "", name, "response_time_mean"] = (sum(times) / len(times), "s")
            found["", "", "", name, "response_time_max"] = (times[-1], "s")
        if len(times) > 1:
            found["", "", "", name, "response_time_p50"] = (times[(len(times) - 1) // 2], "s")
        if times and letter == "n":
            found["", "", "", "", "throughput"] = (60 * len(times) / (end - begin), "NOPM")
    return found


def test_only_reports_and_logs_are_recognised():
    assert recognised(READER) == set(EXPECTED)


@pytest.mark.parametrize(
    ("name", "independent", "needed"),
    [("summary.rst.expected", of_report, 15), ("mix-1.log", of_log, 9), ("mix-2.log", of_log, 4)],
)
def test_damaged_files_are_refused_or_read_as_they_stand(name, independent, needed):
    read = survivors(READER, sample(name), independent)
    assert "doubled" not in read
    assert all(line >= needed for line in cuts(read))


def test_the_logs_of_all_drivers_give_what_the_report_says():
    found = numbers(reading_of(READER, b"".join(sample(f"mix-{i}.log") for i in (1, 2, 3))))
    report = numbers(reading_of(READER, sample("summary.rst.expected")))
    assert found["", "", "", "", "throughput"] == report["", "", "", "", "throughput"] == (0.3, "NOPM")
    key = ("", "", "", "New Order", "response_time_mean")
    assert found[key][0] == pytest.approx(report[key][0], abs=0.0005)


@pytest.mark.parametrize(
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
