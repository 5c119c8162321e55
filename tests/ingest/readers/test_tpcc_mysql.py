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

from ahp.ingest.readers.tpcc_mysql import TpccMysqlReader

READER = TpccMysqlReader()
EXPECTED = expected("tpcc_mysql")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("tpcc_mysql", file))), EXPECTED[file])


WHOLE = b"""***************************************
*** ###easy### TPC-C Load Generator ***
***************************************
MEASURING START.

  10, trx: 300, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 299|98.778, 30|101.096, 31|443.955, 30|670.842
  20, trx: 306, 95%: 7.074, 99%: 15.578, max_rt: 53.733, 301|150.420, 30|35.846, 30|58.292, 30|37.421

STOPPING THREADS....

<Raw Results>
  [0] sc:600 lt:6  rt:0  fl:0 avg_rt: 22.7 (5)
  [1] sc:600 lt:0  rt:0  fl:0 avg_rt: 5.6 (5)
  [2] sc:60 lt:0  rt:0  fl:0 avg_rt: 5.9 (5)
  [3] sc:61 lt:0  rt:0  fl:2 avg_rt: 424.2 (80)
  [4] sc:60 lt:0  rt:0  fl:0 avg_rt: 24.7 (20)
 in 20 sec.

<TpmC>
                 1818.000 TpmC
"""
KINDS = ("New-Order", "Payment", "Order-Status", "Delivery", "Stock-Level")


def independent(text: str) -> Numbers:
    found: Numbers = {}
    most: dict[str, float] = {}
    orders = 0
    for line in text.splitlines():
        words = line.replace(",", "").split()
        if line.endswith(" TpmC"):
            found["", "", "", "", "throughput"] = (float(words[0]), "NOPM")
        elif "avg_rt:" in line:
            found["", "", "", KINDS[int(words[0][1])], "response_time_mean"] = (
                float(words[words.index("avg_rt:") + 1]),
                "ms",
            )
        elif ", trx: " in line:
            orders += int(words[2])
            times = [words[8], *(word.split("|")[1] for word in words[9:])]
            for kind, time in zip(KINDS, times, strict=True):
                most[kind] = max(most.get(kind, 0), float(time))
    if abs(orders - 606) <= 0.6:
        found |= {("", "", "", kind, "response_time_max"): (time, "ms") for kind, time in most.items()}
    return found


def test_only_runs_are_recognised():
    assert recognised(READER) == set(EXPECTED)


def test_damaged_output_is_refused_or_read_as_it_stands():
    read = survivors(READER, WHOLE, independent)
    assert "doubled" not in read
    assert cuts(read) == []


def test_maxima_are_those_of_all_intervals():
    reading = reading_of(READER, WHOLE)
    assert numbers(reading)["", "", "", "New-Order", "response_time_max"] == (213.169, "ms")
    assert numbers(reading)["", "", "", "Payment", "response_time_max"] == (150.42, "ms")
    assert reading.caveats == (
        "Percentiles stand by interval only and cannot be combined.",
        "0.4% of the transactions were late; TpmC counts them.",
        "2 transactions failed.",
    )


def test_the_cut_sample_says_what_it_lacks():
    caveats = " ".join(reading_of(READER, located("tpcc_mysql", next(iter(EXPECTED)))).caveats)
    assert "the maximum is not known" in caveats
    assert "[NG]" in caveats
    assert "failed" not in caveats


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("1818.000 TpmC", "1918.000 TpmC", "TpmC does not agree"),
        ("  [2] sc:60", "  [3] sc:60", "not those of five types"),
        ("lt:6  rt", "lt:x  rt", "this line is damaged"),
        ("max_rt: 53.733", "max_rt: 53,733", "this line is damaged"),
        (" in 20 sec.", "", "no measured time"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = WHOLE.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


README = "public/tpcc-mysql/README.md"


def test_an_excerpt_that_is_damaged_is_refused_or_read_as_it_stands():
    lines = located("tpcc_mysql", README).read_text().splitlines(keepends=True)
    excerpt = "".join(line for line in lines if ", trx: " in line)

    def independent(text: str) -> Numbers:
        found: Numbers = {}
        rows = [line.replace(",", " ").split() for line in text.splitlines() if line.strip()]
        seconds = len(rows) * (int(rows[1][0]) - int(rows[0][0]))
        found["", "", "", "", "throughput"] = (60 * sum(int(row[2]) for row in rows) / seconds, "NOPM")
        for i, kind in enumerate(KINDS):
            times = [float(row[8 + i].split("|")[-1]) for row in rows]
            found["", "", "", kind, "response_time_max"] = (max(times), "ms")
        return found

    read = survivors(READER, excerpt.encode(), independent, flips=400)
    assert "doubled" not in read
    assert 1 not in cuts(read)  # one line does not tell how long an interval is


def test_an_excerpt_says_what_it_is_and_a_cut_run_is_none():
    assert "an excerpt" in reading_of(READER, located("tpcc_mysql", README)).caveats[0]
    refused(WHOLE[: WHOLE.index(b"STOPPING")], "no TpmC")
    lines = WHOLE.decode().splitlines(keepends=True)
    refused("".join(lines[5:6]).encode(), "too few to tell")
    idle = "  5, trx: 0, 95%: 0, 99%: 0, max_rt: 0, 0|0, 0|0, 0|0, 0|0\n"
    refused((idle + idle.replace("5,", "10,", 1)).encode(), "greater than 0")
